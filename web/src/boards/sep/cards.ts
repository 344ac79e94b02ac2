// Playing cards as pictures and as words: codes are a value and a suit, `7H`, `TD`, `JC`.

import type { Words } from '../../lib/format'

export type Suit = 'C' | 'D' | 'H' | 'S'
export const HIDDEN = '??'
/** The names of the six slots. */
export const LETTERS = 'abcdef'

// Each suit in a box from -50 to 50.
export const SUIT_PATHS: Record<Suit, string> = {
  C: 'M0-46a21 21 0 0 1 15 36a21 21 0 1 1-11 33c1 10 5 17 12 23h-32c7-6 11-13 12-23a21 21 0 1 1-11-33a21 21 0 0 1 15-36z',
  D: 'M0-46C8-28 22-12 36 0C22 12 8 28 0 46C-8 28-22 12-36 0C-22-12-8-28 0-46z',
  H: 'M0 43C-30 18-46 2-46-16C-46-32-34-42-21-42C-11-42-4-36 0-28C4-36 11-42 21-42C34-42 46-32 46-16C46 2 30 18 0 43z',
  S: 'M0-46C28-22 44-8 44 10C44 24 34 32 23 32C14 32 7 28 3 21C4 32 8 40 16 46H-16C-8 40-4 32-3 21C-7 28-14 32-23 32C-34 32-44 24-44 10C-44-8-28-22 0-46z',
}

export const SUIT_COLOURS: Record<Suit, string> = {
  C: 'var(--c-club)',
  D: 'var(--c-diamond)',
  H: 'var(--c-heart)',
  S: 'var(--c-spade)',
}

const SYMBOLS: Record<Suit, string> = { C: '♣', D: '♦', H: '♥', S: '♠' }

type Spot = readonly [number, number]
const LEFT = 27
const MIDDLE = 50
const RIGHT = 73
const [TOP, BOTTOM] = [57, 119]
const HALF = (TOP + BOTTOM) / 2

const column = (x: number, rows: number): Spot[] =>
  Array.from({ length: rows }, (_, row) => [x, rows === 1 ? HALF : TOP + ((BOTTOM - TOP) * row) / (rows - 1)])
const between = (row: number, rows: number): number => TOP + ((BOTTOM - TOP) * row) / (rows - 1)

// Where the pips of each value stand on a card of 100 by 140.
export const PIPS: Record<string, Spot[]> = {
  A: column(MIDDLE, 1),
  2: column(MIDDLE, 2),
  3: column(MIDDLE, 3),
  4: [...column(LEFT, 2), ...column(RIGHT, 2)],
  5: [...column(LEFT, 2), ...column(RIGHT, 2), [MIDDLE, HALF]],
  6: [...column(LEFT, 3), ...column(RIGHT, 3)],
  7: [...column(LEFT, 3), ...column(RIGHT, 3), [MIDDLE, between(0.5, 3)]],
  8: [...column(LEFT, 3), ...column(RIGHT, 3), [MIDDLE, between(0.5, 3)], [MIDDLE, between(1.5, 3)]],
  9: [...column(LEFT, 4), ...column(RIGHT, 4), [MIDDLE, HALF]],
  T: [...column(LEFT, 4), ...column(RIGHT, 4), [MIDDLE, between(0.5, 4)], [MIDDLE, between(2.5, 4)]],
}

export const PIP_SIZE = (value: string): number => (value === 'A' ? 0.52 : '9T'.includes(value) ? 0.2 : 0.24)

export const valueOf = (card: string): string => card[0] ?? ''
export const suitOf = (card: string): Suit => card[1] as Suit
export const isAction = (card: string): boolean => 'JQK'.includes(valueOf(card))

/** The index on a card: courts have each language's own letters. */
export function indexOf(card: string, t: Words): string {
  const value = valueOf(card)
  if (value === 'T') return '10'
  return isAction(card) ? t(`board.sep.court.${value}`) : value
}

/** A card as people write it: 10♥; what is no card stays as it is. */
export function cardText(card: string, t: Words): string {
  if (card === HIDDEN) return t('sep.tell.a_card')
  return card.length === 2 && suitOf(card) in SYMBOLS ? indexOf(card, t) + SYMBOLS[suitOf(card)] : card
}

/** A card as people say it: ten of hearts. */
export function cardWords(card: string, t: Words): string {
  if (card === HIDDEN) return t('sep.tell.a_card')
  const value = valueOf(card)
  const said = 'AJQK'.includes(value) ? t(`board.sep.value.${value}`) : indexOf(card, t)
  return t('board.sep.card', { value: said, suit: t(`board.sep.suit.${suitOf(card)}`) })
}
