// A picture of the rule books of SET: `table: 2ROF 1RBE …`, `hand P1: …`, `deck: …`, and below them moves to try.

import type { Tried, TriedStep } from '../../lib/api'
import type { Words } from '../../lib/format'
import { named, playerNames, unsigned, type Part } from '../../lib/plainly'
import type { Past } from '../../wire'
import type { Teller } from '../tries'
import { CARD } from './cards'
import Minis from './Minis.svelte'
import { happened, parts, why } from './tell'

/** Cards that lie together: on the table, in a hand, won, laid away, or still to come. */
export interface Group {
  readonly kind: 'table' | 'hand' | 'won' | 'deck' | 'discards'
  /** Whose they are: P1, P2 …; empty where they are nobody's. */
  readonly whose: string
  /** What the book says of them. */
  readonly note: string
  readonly cards: readonly string[]
}

export interface Drawn {
  readonly title: string
  readonly groups: readonly Group[]
  /** What a picture does not show: a name and its words. */
  readonly facts: readonly (readonly string[])[]
}

const PLACE = '-' // where no card lies
const GROUP = /^(table|hand|won|deck|discards)(?: (P\d+))?: *(.*)$/

/** What the text shows. */
export function read(text: string): Drawn {
  const groups: Group[] = []
  const facts: string[][] = []
  let title = ''
  let note = ''
  for (const line of text.split('\n').map((one) => one.trim())) {
    const [, kind, whose = '', named = ''] = GROUP.exec(line) ?? []
    const [, name, said = ''] = /^([a-z-]+(?: P\d+)?): *(.*)$/.exec(line) ?? []
    const cards = named.split(/\s+/).filter((card) => card === PLACE || CARD.test(card))
    if (line.startsWith('#')) [title, note] = title ? [title, line.slice(1).trim()] : [line.slice(1).trim(), '']
    else if (kind && cards.length)
      groups.push({
        kind: kind as Group['kind'],
        whose,
        note,
        cards: cards.map((card) => (card === PLACE ? '' : card)),
      })
    else if (name && !line.includes('=>')) facts.push([name, ...said.split(/\s+/)])
    if (!line.startsWith('#')) note = ''
  }
  return { title, groups, facts }
}

/** How many cards of a table lie in a row: three rows of them, as on a real one. */
export const across = (count: number): number => (count <= 6 ? Math.max(1, Math.min(count, 3)) : Math.ceil(count / 3))

const cardsOf = (step: TriedStep): string[] =>
  Object.values(step.move)
    .flatMap((value: unknown) => (Array.isArray(value) ? value : [value]))
    .filter((one): one is string => CARD.test(String(one)))

/** The cards that a try is about, and whether it fails. */
export function marks(tried: Tried | undefined): { cards: ReadonlySet<string>; wrong: boolean } {
  const steps = [...(tried?.steps ?? []), ...(tried?.refused ? [tried.refused] : [])]
  return {
    cards: new Set(steps.flatMap(cardsOf)),
    wrong: tried?.refused !== null || tried.seen.some(([name]) => name === 'not-set'),
  }
}

function move(step: TriedStep, t: Words): Part[] {
  const name = step.seat === null ? '' : (playerNames(t)[step.seat] ?? '')
  const made = step.move as unknown as Record<string, unknown> & { type: string }
  const own = `book.move.${made.type}${made.on === false ? '_off' : ''}`
  if (made.type === 'leave' || made.type === 'return') return [t(own, { name })]
  const told = t(t.has(own) ? own : `web.move.${made.type}`)
  const number = Object.values(made).find((value) => typeof value === 'number')
  const cards = cardsOf(step)
  const much = number === undefined || made.type === 'timeout' ? told : `${told} ${String(number)}`
  const words = name ? t('book.says', { name, told: much }) : much
  return cards.length ? [`${words} `, cards] : [words]
}

// Cards that are shown one by one are told with what came of them.
const OUTCOMES = new Set(['set_taken', 'false_call'])

function brought(steps: readonly TriedStep[], _more: boolean, t: Words): Part[] {
  const names = playerNames(t)
  const all = steps.map((step) => ({ step, events: happened({ last: step.last } as Past, t) }))
  const settled = all.some(({ events }) => events.some((one) => OUTCOMES.has(one.what)))
  return all.flatMap(({ step, events }): Part[] => {
    if (['leave', 'return'].includes(step.move.type)) return [`${String(move(step, t)[0])}. `]
    return events
      .filter((one) => !(settled && one.what === 'picked'))
      .flatMap((one): Part[] => [
        ...parts(one, names, t).flatMap((part): Part[] =>
          typeof part === 'string' ? [part] : [part.cards, part.stop],
        ),
        `${why(one, t)} `,
      ])
  })
}

/** Players by their names, and cards apart, to be drawn. */
function remark(text: string, t: Words): Part[] {
  return named(unsigned(text), t)
    .split(/\b([123][RGP][OBD][FHE])\b/)
    .map((part, at) => (at % 2 ? [part] : part))
    .filter((part) => part !== '')
}

function fact(name: string, rest: readonly string[], t: Words): Part[] | undefined {
  if (name === 'rating') return [`${t('setgame.rated', { rating: t(`setgame.rating.${rest[0] ?? ''}`) })} `]
  const whose = /^P\d/.test(rest[0] ?? '') ? 1 : 0
  const cards = rest.slice(whose)
  const key = `book.see.${name}`
  if (!t.has(key) || !cards.some((card) => CARD.test(card))) return undefined
  return [`${t(key, { name: whose ? named(rest[0] ?? '', t) : '' })} `, cards, ' ']
}

export const TELLER: Teller = {
  Pieces: Minis,
  rows: new Set(['scores', 'stacks', 'faults']),
  remark,
  said: (word) => word,
  fact,
  move,
  brought,
}
