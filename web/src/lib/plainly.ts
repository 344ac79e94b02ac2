// What a rule book writes in signs, for people: cards, players, house rules and their values in words.

import type { Choice } from './api'
import type { Words } from './format'

/** A part of a sentence: words, or cards to be drawn. */
export type Part = string | readonly string[]

export interface Option extends Choice {
  readonly family: string
}
export type Options = ReadonlyMap<string, Option>

const PLAYER = /\bP(10|[1-9])\b/g
const SIGNS = /\b(?:W|T-|[PBCF](?=\d\d))\d+(?:, (?:W|T-)\d+)*\s*: ?/g

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

/** A remark without the names of worked positions. */
export const unsigned = (text: string): string => text.replace(SIGNS, '')
