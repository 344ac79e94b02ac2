import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Deal, http } from '../wire'
import { answer, check, dealSeed, hashOf, newPledge, ownNumber, shuffled } from './fair'

interface Vector {
  secret: string
  commitment: string
  numbers: (string | null)[]
  pledges: (string | null)[]
  seed: string
  nth: number
  items: number
  order: number[]
}

const vectors = JSON.parse(readFileSync(new URL('../../../tests/deals.json', import.meta.url), 'utf8')) as Vector[]
const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at)

describe('a deal is worked out as the server does it', () => {
  it.each(vectors)('$commitment', (vector) => {
    expect(hashOf(vector.secret)).toBe(vector.commitment)
    expect(vector.numbers.map((one) => one && hashOf(one))).toEqual(vector.pledges)
    expect(dealSeed(vector.secret, vector.numbers)).toBe(vector.seed)
    expect(shuffled(upTo(vector.items), vector.seed, vector.nth)).toEqual(vector.order)
  })
})

const deal = (some: Partial<Deal>): Deal => ({
  pledges: [null, null],
  numbers: [null, null],
  seats: null,
  awaited: [],
  showing: false,
  ...some,
})

describe('a number of our own', () => {
  const stored = new Map<string, string>()
  beforeEach(() => {
    stored.clear()
    Object.assign(globalThis, {
      localStorage: {
        getItem: (key: string) => stored.get(key) ?? null,
        setItem: (key: string, value: string) => stored.set(key, value),
      },
    })
  })

  it('is shown when all hashes are there, and only if it is ours', () => {
    const mine = newPledge()
    const theirs = 'ab'.repeat(32)
    const settled = deal({ pledges: [mine, theirs], seats: [0, 1], awaited: [0, 1], showing: true })
    expect(answer(deal({ pledges: [mine, null] }), 0, 'c')).toBeNull()
    expect(answer(settled, 1, 'c')).toBeNull()
    const said = answer(settled, 0, 'c')
    expect(said).toEqual({ type: 'reveal', number: ownNumber(mine)?.number })
    expect(hashOf((said as { number: string }).number)).toBe(mine)
    expect(ownNumber(mine)?.pledges).toEqual([mine, theirs])
  })

  it('is another one where a seat was given up', () => {
    const first = newPledge()
    const said = answer(deal({ seats: [0, 1], awaited: [0], pledges: [null, first] }), 0, 'c')
    expect(said?.type).toBe('pledge')
    expect((said as { pledge: string }).pledge).not.toBe(first)
  })

  it('is kept until fifty others were drawn, and where nothing can be kept at least for now', () => {
    const pledges = upTo(60).map(newPledge)
    expect(pledges.map((one) => ownNumber(one) !== undefined)).toEqual(upTo(60).map((at) => at >= 10))
    Object.assign(globalThis, { localStorage: undefined })
    expect(ownNumber(newPledge())).toBeDefined()
  })

  it('is in a deal that is honest, and whatever was changed is seen', () => {
    const { secret, commitment, numbers, pledges, seed } = vectors[0]!
    const dealt: http.Dealt = { commitment, secret, numbers, seed, shuffles: [] }
    const known = deal({ pledges })
    const all = { secret: true, numbers: true, mine: null, seed: true, order: true }
    expect(check(dealt, known, commitment, 0)).toEqual(all)
    expect(check({ ...dealt, secret: seed }, known, commitment, 0)).toMatchObject({ secret: false, seed: false })
    expect(check({ ...dealt, numbers: [...numbers].reverse() }, known, commitment, 0)).toMatchObject({
      numbers: false,
      seed: false,
    })
    const items = ['a', 'b', 'c', 'd']
    const shuffles = [{ nth: 0, items, order: shuffled(items, seed, 0) }]
    expect(check({ ...dealt, shuffles }, known, commitment, 0).order).toBe(true)
    const turned = [{ nth: 0, items, order: [...shuffles[0]!.order].reverse() }]
    expect(check({ ...dealt, shuffles: turned }, known, commitment, 0).order).toBe(false)
    const mine = newPledge()
    const settled = deal({ pledges: [mine, pledges[1]!], seats: [0, 1], awaited: [0], showing: true })
    const said = answer(settled, 0, commitment) as { number: string }
    const ours = { ...dealt, numbers: [said.number, numbers[1]!] }
    const good = { ...ours, seed: dealSeed(secret, ours.numbers) }
    expect(check(good, settled, commitment, 0)).toEqual({ ...all, mine: true })
    expect(check({ ...good, numbers }, settled, commitment, 0).mine).toBe(false)
    const later = deal({ pledges: [mine, hashOf(numbers[0]!)] }) // another hash than the one before which we showed ours
    expect(check({ ...good, numbers: [said.number, numbers[0]!] }, later, commitment, 0).numbers).toBe(false)
  })

  it('is not asked for by a deck that was dealt before', () => {
    const { secret, commitment } = vectors[0]!
    const dealt: http.Dealt = { commitment, secret: null, numbers: null, seed: secret, shuffles: [] }
    expect(check(dealt, null, commitment, 0)).toEqual({
      secret: true,
      numbers: true,
      mine: null,
      seed: true,
      order: true,
    })
  })
})
