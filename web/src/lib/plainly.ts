// What a rule book writes in signs, for people: cards, players, house rules and their values in words.

import { cardText } from '../faces/cards'
import { setWords } from '../faces/setcards'
import { tileWords } from '../faces/tiles'
import type { Choice } from './api'
import type { Words } from './format'

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

const told = (value: unknown): string => (typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value))

/** The name of a house rule. */
export function optionName(option: Option, t: Words): string {
  const key = `${option.family}.option.${option.name}.name`
  return t.has(key) ? t(key) : option.name
}

/** A value of a house rule: a number is its own name. */
export function valueName(option: Option, value: unknown, t: Words): string {
  const said = told(value)
  const key = [`${option.family}.option.${option.name}.${said}`, `web.value.${said}`].find((one) => t.has(one))
  return key ? t(key) : said
}

/** A piece of code in a rule book as people read it, and the house rule that it named, to which later values belong. */
export function spell(code: string, near: string, options: Options, t: Words): { html: string; near: string } {
  if (SET_CARD.test(code) && code.length === 4) {
    return { html: `<span class="set-card" role="img" data-card="${code}" aria-label="${escape(setWords(code, t))}"></span>`, near }
  }
  const [name = '', value] = code.split('=')
  const option = options.get(name)
  if (option) {
    const words = value === undefined ? optionName(option, t) : `${optionName(option, t)}: ${valueName(option, value, t)}`
    return { html: `<em class="option">${escape(words)}</em>`, near: name }
  }
  const named = options.get(near)
  const isValue = named?.values.some((one) => told(one) === code)
  if (named && isValue) return { html: `<em class="option">${escape(valueName(named, code, t))}</em>`, near }
  return { html: escape(code.replace(/(?<=[a-g])-(?=\d)/, '−')), near }
}
