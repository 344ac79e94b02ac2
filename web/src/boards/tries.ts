// What a rule book tries on a picture, in words: the moves, what they bring, or why they are refused.

import type { Tried, TriedStep } from '../lib/api'
import type { Component } from 'svelte'
import { capital, type Words } from '../lib/format'
import { named, playerNames, type Part } from '../lib/plainly'
import type { Settings } from '../lib/settings.svelte'

/** Pieces in a sentence, drawn. */
export type Drawing = Component<{ cards: readonly string[]; width: number; settings: Settings; t: Words }>

/** How a family of games says a move of its own, what has come of it, and what else its books say in signs. */
export interface Teller {
  /** What draws the pieces that stand in its sentences; without it they are said in words. */
  readonly Pieces?: Drawing
  /** What has a number for each player, such as points. */
  readonly rows: ReadonlySet<string>
  /** A remark of a book as people read it. */
  remark: (text: string, t: Words) => Part[]
  /** A piece or another sign of a book as people read it. */
  said: (word: string, t: Words) => string
  /** What it says itself of a fact that books name; undefined leaves it to the words of all books. */
  fact?: (name: string, rest: readonly string[], t: Words) => Part[] | undefined
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

export function spoken(tried: Tried, teller: Teller, t: Words): Spoken {
  const told: Part[] = [
    ...teller.brought(tried.steps, tried.refused !== null || tried.may.length + tried.may_not.length > 0, t),
    ...refusal(tried, teller, t),
    ...listed('book.may', tried.may, teller, t),
    ...listed('book.may_not', tried.may_not, teller, t),
    ...tried.seen.flatMap(([name = '', ...rest]) => fact(name, rest, teller, t)),
    ...(tried.ended ? [t(`book.ended.${tried.ended}`)] : []),
  ]
  return { ...verdict(tried), note: teller.remark(tried.note, t), words: told }
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
export function fact(name: string, rest: readonly string[], teller: Teller, t: Words): Part[] {
  const own = teller.fact?.(name, rest, t)
  const key = `book.see.${name}`
  if (own || !t.has(key)) return own ?? []
  const what = teller.rows.has(name) ? row(rest, t) : rest.map((word) => said(word, teller, t)).join(', ')
  return [`${t(key, { what, name: named(rest[0] ?? '', t), n: Number(rest.at(-1)) })} `]
}

function row(numbers: readonly string[], t: Words): string {
  const [both] = numbers.map((one) => one.split(/(?<=\d)-/)) // 36-34: those of a game for two
  const two = numbers.length === 1 && both?.length === 2
  const names = two ? [t('book.you'), t('book.they')] : playerNames(t)
  const said = (two ? both : numbers).map((one) => one.replace('-', '−'))
  return said.length === 1 ? (said[0] ?? '') : said.map((one, at) => `${names[at] ?? ''} ${one}`).join(', ')
}

function said(word: string, teller: Teller, t: Words): string {
  return word === '-' ? t('book.none') : teller.said(named(word.replace(/-(?=\d)/, '−'), t), t)
}
