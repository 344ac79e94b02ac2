// What a rule book tries on a picture, in words: the moves, what they bring, or why they are refused.

import type { Tried, TriedStep } from '../lib/api'
import { capital, cardText, type Words } from '../lib/format'
import { named, playerNames, remark, type Part } from '../lib/plainly'
import { isSetCard } from './plain'

/** How a family of games says a move of its own, and what has come of it. */
export interface Teller {
  readonly family: string
  move: (step: TriedStep, t: Words) => Part[]
  /** `more` says whether anything follows: a move that is refused, or what may be done now. */
  brought: (steps: readonly TriedStep[], more: boolean, t: Words) => Part[]
}

export interface Spoken {
  /** A sign that is understood at a glance: what it brings, or whether it may be done at all. */
  readonly sign: string
  readonly kind: 'refused' | 'gain' | 'loss' | 'fine'
  readonly note: readonly Part[]
  readonly words: readonly Part[]
}

/** A row of numbers, one for each player, such as points. */
const ROWS = new Set(['scores', 'stacks', 'faults'])

export function spoken(tried: Tried, teller: Teller, t: Words): Spoken {
  const told: Part[] = [
    ...teller.brought(tried.steps, tried.refused !== null || tried.may.length + tried.may_not.length > 0, t),
    ...refusal(tried, teller, t),
    ...listed('book.may', tried.may, teller, t),
    ...listed('book.may_not', tried.may_not, teller, t),
    ...tried.seen.flatMap(([name = '', ...rest]) => fact(name, rest, t)),
    ...(tried.ended ? [t(`book.ended.${tried.ended}`)] : []),
  ]
  return { ...verdict(tried), note: remark(tried.note, teller.family, t), words: told }
}

function verdict({ refused, gain, may, may_not }: Tried): Pick<Spoken, 'sign' | 'kind'> {
  if (refused || (may_not.length && !may.length)) return { sign: '✗', kind: 'refused' }
  if (!gain) return { sign: gain === 0 ? '0' : '✓', kind: 'fine' }
  return gain > 0 ? { sign: `+${gain}`, kind: 'gain' } : { sign: `−${-gain}`, kind: 'loss' }
}

function refusal(tried: Tried, teller: Teller, t: Words): Part[] {
  if (!tried.refused) return []
  const key = `book.refused.${tried.code}`
  const why = tried.by !== null && t.has(key) ? t(key, { name: playerNames(t)[tried.by] ?? '' }) : tried.why
  const [first = '', ...rest] = teller.move(tried.refused, t)
  return [typeof first === 'string' ? capital(first) : first, ...rest, ' – ', `${t('book.refused', { why })} `]
}

function listed(key: string, steps: readonly TriedStep[], teller: Teller, t: Words): Part[] {
  if (!steps.length) return []
  const all = steps.flatMap((step, at): Part[] => [...(at ? [', '] : []), ...teller.move(step, t)])
  return [`${t(key)} `, ...all, '. ']
}

/** Something else that is true, or was from the start: its name and its words. What a picture shows has none. */
export function fact(name: string, rest: readonly string[], t: Words): Part[] {
  if (name === 'rating') return [`${t('setgame.rated', { rating: t(`setgame.rating.${rest[0] ?? ''}`) })} `]
  const key = `book.see.${name}`
  if (!t.has(key)) return []
  const [whose, cards] =
    /^P\d/.test(rest[0] ?? '') && rest.slice(1).some(isSetCard) ? [rest[0], rest.slice(1)] : ['', rest]
  if (cards.some(isSetCard)) return [`${t(key, { name: named(whose ?? '', t) })} `, cards, ' ']
  return [
    `${t(key, { what: ROWS.has(name) ? row(rest, t) : some(rest, t), name: named(rest[0] ?? '', t), n: Number(rest.at(-1)) })} `,
  ]
}

function row(numbers: readonly string[], t: Words): string {
  const [both] = numbers.map((one) => one.split(/(?<=\d)-/)) // 36-34: those of a game for two
  const two = numbers.length === 1 && both?.length === 2
  const names = two ? [t('book.you'), t('book.they')] : playerNames(t)
  const said = (two ? both : numbers).map((one) => one.replace('-', '−'))
  return said.length === 1 ? (said[0] ?? '') : said.map((one, at) => `${names[at] ?? ''} ${one}`).join(', ')
}

function some(words: readonly string[], t: Words): string {
  return words
    .map((word) => (word === '-' ? t('book.none') : cardText(named(word.replace(/-(?=\d)/, '−'), t), t.language)))
    .join(', ')
}
