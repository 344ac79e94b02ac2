// What a rule book writes in signs, for people: cards, players, house rules and their values in words.

import { cardText } from '../faces/cards'
import { tileWords } from '../faces/tiles'
import type { Choice } from './api'
import type { Words } from './format'

/** A part of a sentence: words, or cards to be drawn. */
export type Part = string | readonly string[]

export interface Option extends Choice {
  readonly family: string
}
export type Options = ReadonlyMap<string, Option>

export const SET_CARD = /\b([123][RGP][OBD][FHE])\b/
const PLAYER = /\bP(10|[1-9])\b/g
const SIGNS = /\b(?:W|T-|[PBCF](?=\d\d))\d+(?:, (?:W|T-)\d+)*\s*: ?/g // the names of worked positions
const PIECES: Readonly<Record<string, readonly [RegExp, (code: string, t: Words) => string]>> = {
  sep: [/\b([A2-9TJQK][CDHS])\b/g, cardText],
  sepmosa: [/\b([KRBO](?:1[0-3]|[1-9]))\b/g, tileWords],
}

/** What the players of the examples are called. */
export const playerNames = (t: Words): readonly string[] => t('book.names').split(' ')

/** In French "de" and "que" are cut short before a name with a vowel. */
export const elided = (text: string, t: Words): string =>
  t.language === 'fr' ? text.replace(/\b([Dd]|[Qq]u)e (?=[AEIOUÉ]\p{L})/gu, '$1’') : text

/** Players by their names instead of P1, P2 … */
export function named(text: string, t: Words): string {
  const names = playerNames(t)
  const told = text
    .replace(/ \(P\d+\)/g, '') // the name stands before it
    .replace(PLAYER, (found, seat: string) => names[Number(seat) - 1] ?? found)
  return told === text ? text : elided(told, t)
}

/** A remark of a picture, without the names of worked positions, its cards in words or to be drawn. */
export function remark(text: string, family: string, t: Words): Part[] {
  const bare = text.replace(SIGNS, '')
  const [pieces, say] = PIECES[family] ?? []
  if (pieces && say) return [bare.replace(pieces, (code) => say(code, t))]
  return named(bare, t)
    .split(SET_CARD)
    .map((part, at) => (at % 2 ? [part] : part))
    .filter((part) => part !== '')
}
