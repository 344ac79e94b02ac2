// A game of SEP as the wire tells it, and what a board finds in it.

import type { Games, sep, Why } from '../../wire'

export type Move = Games['sep']['move']
export type View = sep.View
export type Terms = Games['sep']['terms']
export type Last = sep.Last
type Stacks = View['circle']

export const SLOTS = [0, 1, 2, 3, 4, 5] as const
export const TOKENS = [0, 1, 2, 3, 4, 5, 6] as const

export const alone = (view: View): boolean => view.tokens.length === 1

/** Two moves are the same when all their fields are. */
export function same(one: Move | null, other: Move): boolean {
  const [a, b] = [Object.entries(one ?? {}), Object.entries(other)]
  return a.length === b.length && a.every(([name, value]) => Object.is((other as never)[name], value))
}

/** The offer that is this very move, if it stands. */
export const offered = (offers: readonly Move[], move: Move): Move | undefined =>
  offers.find((offer) => same(offer, move))

/** The slots that a card in the hand may go to, or act on. */
export function slotsOf(offers: readonly Move[], card: string | null): number[] {
  return offers.flatMap((offer) =>
    (offer.type === 'place' || offer.type === 'use') && offer.card === card ? [offer.slot] : [],
  )
}

/** May anything be done with this card? */
export const playable = (offers: readonly Move[], card: string): boolean =>
  offers.some((offer) => 'card' in offer && offer.card === card)

const isCourt = (card: string): boolean => 'JQK'.includes(card.charAt(0))
/** What a card in the hand does on a slot: number cards are placed, action cards are used. */
export const onSlot = (card: string, slot: number): Move => ({ type: isCourt(card) ? 'use' : 'place', card, slot })
/** Whether a move lays a card down. */
export const laysDown = (move: Move): boolean => move.type === 'pass' || move.type === 'discard'
/** What it means to lay a card down. */
export const laidDown = (card: string): Move => ({ type: isCourt(card) ? 'discard' : 'pass', card })

export type Pile = 'draw' | 'reserve' | 'discard' | 'actions' | 'spent'

/** Where a card goes that is laid down. */
export function pileFor(view: View, move: Move): Pile {
  if (move.type === 'discard') return 'spent'
  return alone(view) ? 'discard' : 'reserve'
}

/** The piles that may be chosen now. */
export function pilesLit(view: View, offers: readonly Move[], held: string | null): Set<Pile> {
  const found = new Set<Pile>()
  for (const offer of offers) {
    if (offer.type === 'draw') found.add('draw')
    if (offer.type === 'take_reserve') found.add('reserve')
    if (offer.type === 'action_turn') found.add('actions')
    if (offer.type === 'fill') found.add(offer.source)
    if ('card' in offer && offer.card === held && !('slot' in offer)) found.add(pileFor(view, offer))
  }
  return found
}

// The circle in widths of a card, from its middle: slots a to f clockwise from the upper left.
export const CENTRES: readonly (readonly [number, number])[] = [
  [-1.06, -1.62],
  [1.06, -1.62],
  [2.5, 0],
  [1.06, 1.62],
  [-1.06, 1.62],
  [-2.5, 0],
]
export const WIDE = 6.1
export const HIGH = 5.5
export const FAN = 0.41 // how far a card of a stack lies below the one that it covers
export const BOX = 1.4 + 2 * FAN // the height of a stack of three

/** The middle of the top card of a stack, in widths of a card from the middle of the circle. */
export function topAt(circle: Stacks, slot: number): [number, number] {
  const [x, y] = CENTRES[slot] ?? [0, 0]
  return [x, y - BOX / 2 + Math.max(0, (circle[slot]?.length ?? 1) - 1) * FAN + 0.7]
}

/** The slots of a combination that still lies open, in the order of a thread through it. */
export function threadOf(circle: Stacks, why: Why): number[] {
  const slots = why.cards.map((card) => circle.findIndex((stack) => stack.at(-1) === card))
  if (slots.length < 3 || slots.includes(-1)) return []
  return why.rule === 'group' ? slots.sort((one, other) => one - other) : slots
}

/** A thread as a path in the circle's own measure; it bends towards the middle, the more the farther it goes. */
export function threadPath(circle: Stacks, slots: readonly number[]): string {
  const points = slots.map((slot) => topAt(circle, slot)).map(([x, y]) => [x, y + 0.22] as const)
  return points
    .map(([x, y], at) => {
      const before = points[at - 1]
      if (!before) return `M${x} ${y}`
      const apart = Math.abs((slots[at] ?? 0) - (slots[at - 1] ?? 0))
      const bend = apart === 1 || apart === 5 ? 0.42 : 0.12
      return `Q${(before[0] + x) * bend} ${(before[1] + y) * bend} ${x} ${y}`
    })
    .join('')
}
