// A deal that nobody chooses, worked out here: this browser adds a number of its own, pledged by its hash before any
// number is shown, and when the game is over makes commitment, seed and shuffles again. docs/records.md has the recipe.

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Deal, http } from '../wire'

type Hex = string

const DEAL = utf8ToBytes('septet deal')
const WORD = 2 ** 32

/** What is shown of a secret or a number before it is shown itself. */
export const hashOf = (hex: Hex): Hex => bytesToHex(sha256(hexToBytes(hex)))

/** The seed of a deal: the server's secret and what each seat adds, in their order; null adds nothing. */
export function dealSeed(secret: Hex, numbers: readonly (Hex | null)[]): Hex {
  const parts = [DEAL, hexToBytes(secret), ...numbers.map((number) => hexToBytes(number ?? ''))]
  return bytesToHex(sha256(concatBytes(...parts.flatMap((part) => [eight(part.length), part]))))
}

/** The items in the order of this seed's nth shuffle. */
export function shuffled<T>(items: readonly T[], seed: Hex, nth: number): T[] {
  const order = [...items]
  const words = wordsOf(hexToBytes(seed), nth)
  for (let last = order.length - 1; last > 0; last -= 1) {
    const fair = WORD - (WORD % (last + 1))
    let word = words.next().value
    while (word >= fair) word = words.next().value
    const chosen = word % (last + 1)
    ;[order[last], order[chosen]] = [order[chosen] as T, order[last] as T]
  }
  return order
}

function* wordsOf(seed: Uint8Array, nth: number): Generator<number, never> {
  for (let block = 0; ; block += 1) {
    const hash = sha256(concatBytes(seed, eight(nth), eight(block)))
    const found = new DataView(hash.buffer, hash.byteOffset, hash.length)
    for (let at = 0; at < hash.length; at += 4) yield found.getUint32(at)
  }
}

/** A number as eight bytes, the largest first. */
function eight(number: number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number))
  return bytes
}

// This browser's own numbers. They outlive a reload, and all tabs have them.

interface Own {
  readonly number: Hex
  /** What was promised when we showed it: the server's commitment, and the hashes of all who play. */
  readonly commitment?: Hex
  readonly pledges?: readonly (Hex | null)[]
}

const KEY = 'septet.numbers'
const MOST = 50
let unkept: Readonly<Record<Hex, Own>> = {} // where nothing can be kept

function all(): Readonly<Record<Hex, Own>> {
  try {
    return { ...unkept, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<Hex, Own>) }
  } catch {
    return unkept
  }
}

function keep(hash: Hex, own: Own): void {
  const others = Object.entries(all()).filter(([one]) => one !== hash)
  unkept = Object.fromEntries([...others.slice(1 - MOST), [hash, own]])
  try {
    localStorage.setItem(KEY, JSON.stringify(unkept))
  } catch {
    // no room, or not allowed: until the page is closed
  }
}

/** Draw a number; its hash, which goes to the server. */
export function newPledge(): Hex {
  const number = bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
  keep(hashOf(number), { number })
  return hashOf(number)
}

/** The number of a hash, if this browser has drawn it. */
export const ownNumber = (hash: Hex | null | undefined): Own | undefined => (hash ? all()[hash] : undefined)

/** What a seat has to say for the deal as it stands; null if nothing is asked of it, or another device has to say it. */
export function answer(
  deal: Deal,
  seat: number,
  commitment: Hex,
): { type: 'pledge'; pledge: Hex } | { type: 'reveal'; number: Hex } | null {
  if (!deal.awaited.includes(seat)) return null
  if (!deal.showing) return { type: 'pledge', pledge: newPledge() }
  const pledge = deal.pledges[seat]
  const own = ownNumber(pledge)
  if (!own || !pledge) return null
  keep(pledge, { ...own, commitment, pledges: (deal.seats ?? []).map((one) => deal.pledges[one] ?? null) })
  return { type: 'reveal', number: own.number }
}

/** What holds of the deal of a game that is over. */
export interface Checked {
  /** The secret is the one that was committed to before. */
  readonly secret: boolean
  /** Every number is the one whose hash was there before; and ours was one of them, if we know of one. */
  readonly numbers: boolean
  readonly mine: boolean | null
  /** The seed comes from secret and numbers. */
  readonly seed: boolean
  /** Every shuffle is that of the seed. */
  readonly order: boolean
}

/** Work a deal out again, from what was told when it was over and what was known before it began. */
export function check(dealt: http.Dealt, deal: Deal | null, commitment: Hex, seat: number | null): Checked {
  const numbers = dealt.numbers ?? []
  const pledges = numbers.map((_, at) => deal?.pledges[at] ?? null)
  const own = seat === null ? undefined : ownNumber(pledges[seat])
  const before = own?.pledges ?? pledges
  const secret = dealt.secret ?? dealt.seed
  return {
    secret: [commitment, own?.commitment ?? commitment].every((one) => one === hashOf(secret)),
    numbers: numbers.length === before.length && numbers.every((one, at) => (one && hashOf(one)) === before[at]),
    mine: own && seat !== null ? numbers[seat] === own.number : null,
    seed: dealt.secret === null || dealSeed(secret, numbers) === dealt.seed,
    order: dealt.shuffles.every(({ items, order, nth }) => same(shuffled(items, dealt.seed, nth), order)),
  }
}

const same = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((value, at) => value === other[at])
