// SET cards in words and in a few signs.

import type { Words } from '../../lib/format'

/** What the code of a card looks like. */
export const CARD = /^[123][RGP][OBD][FHE]$/

export const FEATURES = ['number', 'colour', 'shape', 'shading'] as const
export type Feature = (typeof FEATURES)[number]

/** One feature of a card in words: "2", "red", "oval", "striped". */
export function valueWords(card: string, feature: Feature, t: Words): string {
  const value = card.charAt(FEATURES.indexOf(feature))
  return feature === 'number' ? value : t(`web.${feature}.${value}`)
}

/** A card in words, always in the same order: "2, red, oval, striped". */
export const setWords = (card: string, t: Words): string =>
  card ? FEATURES.map((feature) => valueWords(card, feature, t)).join(', ') : t('board.set.unknown')

/** The letter that stands on a card for its colour. */
export const colourLetter = (card: string, t: Words): string => t(`board.set.letter.${card.charAt(1)}`)

const SHAPES: Readonly<Record<string, string>> = {
  OF: '●',
  OH: '◍',
  OE: '○',
  BF: '▰',
  BH: '▨',
  BE: '▱',
  DF: '◆',
  DH: '◈',
  DE: '◇',
}

/** A card in a few signs. */
export const cardSigns = (card: string): string =>
  (SHAPES[card.slice(2)] ?? card).repeat(Number(card.charAt(0))) + card.charAt(1)
