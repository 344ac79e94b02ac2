// What the boards of the SET family read in a moment and in what has happened before it.

import { tenths, type Words } from '../../lib/format'
import type { Choose, Countdown, Games, Move, Past, setgame } from '../../wire'

export type Happened = setgame.SetEvent
export type Terms = Games['set']['terms']
export type Offers = readonly (Move | Choose)[]

/** What all views of the family have. */
export interface Common {
  readonly slots: readonly string[]
  readonly phase: string
  readonly last: readonly Happened[]
  readonly deal: number
  readonly dealer: number
  readonly deck_left: number
  readonly totals: readonly number[]
  readonly ready: readonly number[]
  readonly gone: readonly number[]
  readonly ending: string
}

/** The offer to choose cards for a move of this kind. */
export const choice = (offers: Offers, kind: string): Choose | undefined =>
  offers.find((one): one is Choose => 'kind' in one && one.kind === kind)

/** The offers of one type of move that leave nothing to choose. */
export const moves = <T extends Move['type']>(offers: Offers, type: T): Extract<Move, { type: T }>[] =>
  offers.filter((one): one is Extract<Move, { type: T }> => 'type' in one && one.type === type)

/** The timer of a name, for one seat or for all. */
export const timerOf = (timers: readonly Countdown[], ...names: string[]): Countdown | undefined =>
  timers.find((one) => names.includes(one.name))

/** What a move or time that ran out has brought about; nothing if it was taken back. A card that time has laid is told so. */
export function eventsOf(past: Past): readonly Happened[] {
  const rang = past.move?.type === 'timeout'
  if ((past.move && !rang) || past.undone || !Array.isArray(past.last)) return []
  const events = past.last as Happened[]
  return rang ? events.map((one) => (one.what === 'card_played' ? { ...one, what: 'card_laid' } : one)) : events
}

/** Small things that the seats show already, and that must not push the news away. */
export const SMALL = new Set(['ready', 'noset', 'looking', 'answered', 'picked', 'unpicked', 'refresh_vote', 'call'])

/** What last happened that is worth a sentence; what the moment itself tells comes first. */
export function news(view: Common, history: readonly Past[]): readonly Happened[] {
  const big = (events: readonly Happened[]): boolean => events.some((one) => !SMALL.has(one.what))
  const newest = history.at(-1)
  if (big(view.last)) return newest && newest.last === view.last ? eventsOf(newest) : view.last
  for (const past of history.toReversed()) if (big(eventsOf(past))) return eventsOf(past)
  return view.last
}

export interface Found {
  readonly n: number
  readonly seat: number
  readonly cards: readonly string[]
  /** Milliseconds since the set before, or since the deal; null where nobody told when that was. */
  readonly took: number | null
}

/** The sets of this deal that were found, the newest first, and how long each took from the one before or from the deal. */
export function found(history: readonly Past[], started: number | null = null): Found[] {
  let before = started
  let all: Found[] = []
  for (const past of history) {
    for (const event of eventsOf(past)) {
      if (event.what === 'dealt') [all, before] = [[], past.at]
      if (event.what !== 'set_taken' && event.what !== 'cards_won') continue
      all = [
        { n: past.n, seat: event.seat ?? 0, cards: event.cards, took: before === null ? null : past.at - before },
        ...all,
      ]
    }
    if (eventsOf(past).some((event) => event.what === 'set_taken' || event.what === 'cards_won')) before = past.at
  }
  return all
}

/** Who proposed a marked set and who else agreed to it, as far as the moves tell. */
export function markedBy(history: readonly Past[], cards: readonly string[]): number[] {
  const same = (event: Happened): boolean =>
    event.cards.length === cards.length && cards.every((card) => event.cards.includes(card))
  let seats: number[] = []
  for (const event of history.flatMap(eventsOf).filter(same)) {
    if (event.what === 'proposed') seats = []
    if ((event.what === 'proposed' || event.what === 'marked') && event.seat !== null) seats = [...seats, event.seat]
  }
  return [...new Set(seats)]
}

/** What each layout has paid and each extra card has cost, in order. */
export function ledger(history: readonly Past[]): number[] {
  const paid = history.flatMap(eventsOf).filter(({ what }) => what === 'layout_scored' || what === 'extra_card')
  return paid.map((event) => event.number)
}

/** So many seconds, with tenths while they matter. */
export const seconds = (ms: number, language: string): string =>
  ms < 10_000 ? tenths(ms, language) : (ms / 1000).toFixed(0)

/** Which deal of how many, where there is more than one. */
export const dealOf = ({ deal }: Common, { deals }: Terms, t: Words): string =>
  deals > 1 ? t('board.set.deal', { deal, of: deals }) : ''

/** The timer that matters most to everybody: the first of these that runs, and how long it is in all. */
export function clock(timers: readonly Countdown[], ...names: string[]): { timer: Countdown; total: number } | null {
  const timer = timerOf(timers, ...names)
  return timer ? { timer, total: timer.of_ms } : null
}

interface Sitting extends Common {
  readonly flags?: readonly number[]
}

/** What a seat is doing, in a word or two each: no set, ready, away. */
export function doing(view: Sitting, seat: number, t: Words): string[] {
  const found: string[] = []
  if (view.flags?.includes(seat)) found.push(t('board.set.flag'))
  if (view.phase === 'between' && view.ready.includes(seat)) found.push(t('board.set.ready'))
  if (view.gone.includes(seat)) found.push(t('board.set.away'))
  return found
}
