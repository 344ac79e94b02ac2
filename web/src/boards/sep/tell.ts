// The last move of SEP in words: short with symbols to read, or with the names of the cards to hear.

import { cardText, cardWords, HIDDEN, LETTERS } from './cards'
import type { Facts, Words } from '../../lib/format'
import type { Past } from '../../wire'
import type { Last, View } from './model'

type Say = (card: string, t: Words) => string
type Names = readonly string[]

/** The move alone, without the news. */
export const tellShort = (last: Last, names: Names, t: Words): string => tellMove(last, names, t, cardText, ' ')

/** One line for the list of moves. */
export const tell = (past: Past, names: Names, t: Words): string =>
  past.last ? tellAs(past.last as Last, names, t, cardText, ' ') : ''

/** The same for those who listen: cards by their names. */
export const aloud = (past: Past, names: Names, t: Words): string =>
  past.last ? tellAs(past.last as Last, names, t, cardWords, ', ') : ''

/** What is news beyond the move itself: a round is over, a pile or the action cards are made anew. */
export function news(last: Last, t: Words): string {
  const parts = last.points === null ? [] : [t('sep.tell.round', { n: last.points })]
  if (last.new_pile) parts.push(t('sep.tell.new_pile', { n: last.new_pile }))
  if (last.new_actions) parts.push(t('sep.tell.new_actions'))
  return parts.join(' ')
}

function tellAs(last: Last, names: Names, t: Words, say: Say, join: string): string {
  const told = tellMove(last, names, t, say, join)
  return `${told} ${news(last, t)}`.trim()
}

function tellMove(last: Last, names: Names, t: Words, say: Say, join: string): string {
  const cards = (all: readonly string[]): string => all.map((card) => say(card, t)).join(join)
  const told = t(`sep.tell.${last.move.type}`, { name: names[last.seat] ?? '', ...facts(last, t, say, cards) })
  return [told, ...paid(last, t, cards)].join(' ')
}

/** What a move has brought, without the move. */
export const brought = (last: Last, t: Words): string =>
  [...paid(last, t, (all) => all.map((card) => cardText(card, t)).join(' ')), news(last, t)].join(' ').trim()

function paid(last: Last, t: Words, cards: (all: readonly string[]) => string): string[] {
  const parts: string[] = []
  for (const why of last.why) {
    parts.push(t('sep.tell.scores', { n: why.points, why: t(`sep.why.${why.rule}`, { cards: cards(why.cards) }) }))
  }
  if (last.from_opponent) parts.push(t('sep.tell.from_opponent', { n: last.from_opponent }))
  if (last.returned) parts.push(t('sep.tell.returned'))
  return parts
}

function facts(last: Last, t: Words, say: Say, cards: (all: readonly string[]) => string): Facts {
  const move = last.move
  const came = say(last.card ?? HIDDEN, t)
  if (move.type === 'place') return { card: say(move.card, t), slot: move.slot }
  if (move.type === 'use') return { card: say(move.card, t), slot: move.slot, lifted: cards(last.lifted) }
  if (move.type === 'pass' || move.type === 'discard') return { card: say(move.card, t) }
  return move.type === 'fill' ? { card: came, source: t(`sep.source.${move.source}`) } : { card: came }
}

/** A stack as it is read aloud: its letter, its top card and what that covers. */
export function stackWords(view: View, slot: number, t: Words): string {
  const stack = view.circle[slot] ?? []
  const facts = { slot: LETTERS.charAt(slot), top: cardWords(stack.at(-1) ?? HIDDEN, t) }
  if (!stack.length) return t('board.sep.slot_empty', facts)
  const under = stack.slice(0, -1).reverse()
  if (!under.length) return t('board.sep.slot_one', facts)
  return t('board.sep.slot', { ...facts, under: under.map((card) => cardWords(card, t)).join(', ') })
}

/** Taking a card, playing one and filling the gap are one turn. */
export const sameTurn = (before: Past, past: Past): boolean => {
  const [one, other] = [before.last as Last | null, past.last as Last | null]
  return !!one && !!other && one.seat === other.seat && one.points === null && !BEGINS.has(other.move.type)
}

const BEGINS = new Set(['draw', 'take_reserve', 'action_turn'])
