// What a rule book writes in signs, for people: cards, players, house rules and their values in words.

import { cardText } from '../faces/cards'
import { setWords } from '../faces/setcards'
import { tileWords } from '../faces/tiles'
import type { Choice } from './api'
import type { Words } from './format'
import { chosen, optionName, optionValue } from './houserules'

/** A part of a sentence: words, or cards to be drawn. */
export type Part = string | readonly string[]

export interface Option extends Choice {
  readonly family: string
}
export type Options = ReadonlyMap<string, Option>

const SET_CARD = /\b([123][RGP][OBD][FHE])\b/
const PLAYER = /\bP(10|[1-9])\b/g
const SIGNS = /\b(?:W|T-|[PBCF](?=\d\d))\d+(?:, (?:W|T-)\d+)*\s*: ?/g // the names of worked positions
const PIECES: Readonly<Record<string, readonly [RegExp, (code: string, t: Words) => string]>> = {
  sep: [/\b([A2-9TJQK][CDHS])\b/g, cardText],
  sepmosa: [/\b([KRBO](?:1[0-3]|[1-9]))\b/g, tileWords],
}

/** What the players of the examples are called. */
export const playerNames = (t: Words): readonly string[] => t('book.names').split(' ')

/** Players by their names instead of P1, P2 … */
export function named(text: string, t: Words): string {
  const names = playerNames(t)
  return text.replace(PLAYER, (found, seat: string) => names[Number(seat) - 1] ?? found)
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

const SIGNS_OF_HTML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => SIGNS_OF_HTML[sign] ?? '')

/** Whether a house rule has this value, as a book writes it: switches are on and off. */
function has(option: Option, code: string): boolean {
  if (option.low !== null) return /^\d+$/.test(code)
  return option.values.some((one) => (typeof one === 'boolean' ? (one ? 'on' : 'off') : String(one)) === code)
}

/** A piece of code in a rule book as people read it, and the house rule that it named, to which later values belong. */
export function spell(code: string, near: string, options: Options, t: Words): { html: string; near: string } {
  if (SET_CARD.test(code) && code.length === 4) {
    return { html: `<span class="set-card" role="img" data-card="${code}" aria-label="${escape(setWords(code, t))}"></span>`, near }
  }
  const [name = '', value] = code.split('=')
  const option = options.get(name)
  if (option) {
    const words = value === undefined ? optionName(option.family, name) : chosen(option.family, name, value)
    return { html: `<em class="option">${escape(words)}</em>`, near: name }
  }
  // A value belongs to the house rule named before it; else to the one that has it, if it is no mere number or switch.
  const other = /^(on|off|\d+)$/.test(code) ? [] : [...options.values()]
  const rule = [options.get(near), ...other].find((one) => one && has(one, code))
  if (rule) return { html: `<em class="option">${escape(optionValue(rule.family, rule.name, code))}</em>`, near }
  return { html: escape(code.replace(/(?<=[a-g])-(?=\d)/, '−')), near }
}
