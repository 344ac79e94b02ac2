// What happened, in words: with pictures in the sentences, with signs, or to be heard.

import { setWords } from '../../faces/setcards'
import type { Words } from '../../lib/format'
import type { Past } from '../../wire'
import { piecesText } from '../plain'
import type { Happened } from './model'

type Names = readonly string[]

/** A part of a sentence: words, or cards to be drawn. */
export type Part = string | readonly string[]

const HERE = '\u0000'
const JOINED = '\u2060' // a full stop stays with the cards before it

const told = (event: Happened, names: Names, t: Words, cards: string): string =>
  t(`setgame.tell.${event.what}`, { name: event.seat === null ? '' : (names[event.seat] ?? ''), cards, n: event.number })

/** Which features fail, where three cards were no set. */
export const why = (event: Happened, t: Words): string =>
  event.features.length
    ? ` ${t('setgame.fails', { features: event.features.map((one) => t(`setgame.feature.${one}`)).join(', ') })}`
    : ''

/** What has words at all. */
export const worth = (events: readonly Happened[], t: Words): Happened[] =>
  events.filter((one) => t.has(`setgame.tell.${one.what}`))

/** A sentence with its cards where they stand in it. */
export function parts(event: Happened, names: Names, t: Words): Part[] {
  const [before = '', after] = told(event, names, t, HERE).split(HERE)
  return after === undefined || !event.cards.length ? [before + (after ?? '')] : [before, event.cards, after.replace(/^(?=[.,;:])/, JOINED)]
}

/** What this move brought about. */
export const happened = (past: Past, t: Words): Happened[] =>
  worth(Array.isArray(past.last) ? (past.last as Happened[]) : [], t)

const all = (past: Past, names: Names, t: Words, say: (cards: readonly string[]) => string): string =>
  happened(past, t)
    .map((one) => told(one, names, t, say(one.cards)) + why(one, t))
    .join(' ')

/** One line for the list of moves. */
export const tell = (past: Past, names: Names, t: Words): string =>
  all(past, names, t, (cards) => piecesText(cards, t))

/** The same for those who listen: cards by what is on them. */
export const aloud = (past: Past, names: Names, t: Words): string =>
  all(past, names, t, (cards) => cards.map((card) => setWords(card, t)).join('; '))
