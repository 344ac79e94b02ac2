// What happened, in words: with pictures in the sentences, with signs, or to be heard.

import { cardSigns, setWords } from './cards'
import type { Words } from '../../lib/format'
import type { Moment, Past } from '../../wire'
import { eventsOf, type Happened } from './model'

type Names = readonly string[]

/** A part of a sentence: words, or cards to be drawn with the sign that stays beside them. */
export type Part = string | { readonly cards: readonly string[]; readonly stop: string }

const HERE = '\u0000'

/** Calls that cost something say how much. */
const COSTS = new Set(['false_call', 'lock_expired', 'abort'])

/** What somebody did, with their name in the sentence; whoever reads it is spoken to. */
export function saying(
  what: string,
  name: string,
  t: Words,
  facts: Readonly<Record<string, string | number>> = {},
): string {
  const own = `setgame.tell_you.${what}`
  return t(name === t('play.you') && t.has(own) ? own : `setgame.tell.${what}`, { name, ...facts })
}

function told(event: Happened, names: Names, t: Words, cards: string): string {
  const words = saying(event.what, event.seat === null ? '' : (names[event.seat] ?? ''), t, { cards, n: event.number })
  return event.number && COSTS.has(event.what) ? `${words} ${t('board.set.costs', { n: event.number })}` : words
}

/** Which features fail, where three cards were no set. */
export const why = (event: Happened, t: Words): string =>
  event.features.length
    ? ` ${t('setgame.fails', { features: event.features.map((one) => t(`setgame.feature.${one}`)).join(', ') })}`
    : ''

/** What has words at all; cards that come one by one are told together. */
export function worth(events: readonly Happened[], t: Words): Happened[] {
  const found: Happened[] = []
  for (const one of events.filter(({ what }) => t.has(`setgame.tell.${what}`))) {
    const before = found.at(-1)
    if (one.what === 'extra_card' && before?.what.startsWith('extra_card'))
      found[found.length - 1] = joined(before, one)
    else found.push(one)
  }
  return found
}

const joined = (before: Happened, one: Happened): Happened => ({
  ...one,
  what: 'extra_cards',
  cards: [...before.cards, ...one.cards],
  number: before.number + one.number,
})

/** A sentence with its cards where they stand in it. */
export function parts(event: Happened, names: Names, t: Words): Part[] {
  const [before = '', after] = told(event, names, t, HERE).split(HERE)
  if (after === undefined || !event.cards.length) return [before + (after ?? '')]
  const [, stop = '', rest = ''] = /^(\s?[.,;:])?(.*)$/s.exec(after) ?? []
  return [before, { cards: event.cards, stop }, rest]
}

/** What this move brought about. */
export const happened = (past: Past, t: Words): Happened[] =>
  worth(past.undone && Array.isArray(past.last) ? (past.last as Happened[]) : eventsOf(past), t)

const all = (past: Past, names: Names, t: Words, say: (cards: readonly string[]) => string): string =>
  happened(past, t)
    .map((one) => told(one, names, t, say(one.cards)) + why(one, t))
    .join(' ')

/** One line for the list of moves. */
export const tell = (past: Past, names: Names, t: Words): string =>
  all(past, names, t, (cards) => cards.map(cardSigns).join(' '))

/** The same for those who listen: cards by what is on them. */
export const aloud = (past: Past, names: Names, t: Words): string =>
  all(past, names, t, (cards) => cards.map((card) => setWords(card, t)).join('; '))

const SHOWING = new Set(['call', 'picked', 'unpicked'])
const BETTING = new Set(['fold', 'check', 'bet', 'raise', 'match', 'answered'])
const VOTING = new Set(['noset', 'looking', 'ready', 'refresh_vote'])
const only = (past: Past, kinds: ReadonlySet<string>): boolean => {
  const events = eventsOf(past)
  return events.length > 0 && events.every((one) => kinds.has(one.what))
}
const first = (past: Past): string => eventsOf(past)[0]?.what ?? ''

/** Whether a move belongs in one line with the one before: a call with its three cards, a round of bets, votes. */
export function joins(before: Past, past: Past): boolean {
  if (only(before, SHOWING)) return before.seat === past.seat || past.seat === null
  return (only(before, BETTING) && BETTING.has(first(past))) || (only(before, VOTING) && only(past, VOTING))
}

/** Whether a move need not be told beside the others of its line: three cards that are shown make a call. */
export const implied = (past: Past): boolean => only(past, SHOWING)

/** What the total of a team is called. */
export function verdict(moment: Moment, t: Words): string {
  const rating = (moment.view as { readonly rating?: string } | null)?.rating
  return rating ? t('setgame.rated', { rating: t(`setgame.rating.${rating}`) }) : ''
}
