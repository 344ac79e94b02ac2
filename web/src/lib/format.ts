// The words of one language: messages are keys, and a message may say how a fact is written, as in {card:card}.

import { setWords } from '../faces/setcards'
import { tileWords } from '../faces/tiles'

export type Facts = Readonly<Record<string, unknown>>
export type Messages = Readonly<Record<string, string | readonly string[]>>

/** Why something cannot be done, as the server's types have it. */
export interface Refusal {
  readonly family?: string
  readonly kind: string
  readonly code: string
  readonly facts: Facts
}

/** Call it with a key and the facts. */
export interface Words {
  (key: string, facts?: Facts): string
  readonly language: string
  /** Whether there are words for this key. */
  has(key: string): boolean
  /** The words that a family of games has for this, or else those that all share. */
  of(family: string, key: string, facts?: Facts): string
}

const SUITS: Readonly<Record<string, string>> = { C: '♣', D: '♦', H: '♥', S: '♠' }
const COURTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: { J: 'J', Q: 'Q', K: 'K' },
  fr: { J: 'V', Q: 'D', K: 'R' },
  nl: { J: 'B', Q: 'V', K: 'K' },
}

/** Seconds with their tenths, as they are written in a language. */
export function tenths(ms: number, language: string): string {
  const text = (ms / 1000).toFixed(1)
  return language === 'en' ? text : text.replace('.', ',')
}

/** How long somebody has played, as people read it in their language; tenths once it stands. */
export function playTime(ms: number, exact: boolean, language: string): string {
  const rest = Math.floor((ms % 60_000) / 100) * 100
  const text = exact ? tenths(rest, language) : String(Math.floor(rest / 1000))
  return `${Math.floor(ms / 60_000)}:${text.padStart(exact ? 4 : 2, '0')}`
}

/** `TH` is 10♥ everywhere; `JH` is J♥ in English, V♥ in French and B♥ in Dutch. */
export function cardText(code: string, language: string): string {
  const rank = code.charAt(0)
  const suit = SUITS[code.charAt(1)]
  if (code.length !== 2 || suit === undefined) return code
  return (rank === 'T' ? '10' : (COURTS[language]?.[rank] ?? rank)) + suit
}

/** Which plural form a number takes: in French nothing is singular. */
export function pluralForm(language: string, n: number): 0 | 1 {
  return (language === 'fr' ? n > 1 : n !== 1) ? 1 : 0
}

export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

function field(value: unknown, spec: string, t: Words): string {
  switch (spec) {
    case '':
      return typeof value === 'number' && value < 0 ? `−${-value}` : String(value)
    case 'card':
      return cardText(String(value), t.language)
    case 'slot':
      return 'abcdef'.charAt(Number(value))
    case 'seat':
      return String(Number(value) + 1)
    case 'signed':
      return Number(value) < 0 ? `−${-Number(value)}` : `+${String(value)}`
    case 'tile':
      return String(value)
        .split(' ')
        .map((tile) => tileWords(tile, t))
        .join(', ')
    case 'Tile':
      return capital(field(value, 'tile', t))
    case 'cell':
      return String(value).replace('-', '−')
    case 'set':
      return setWords(String(value), t)
    case 'phase':
      return t(`sep.phase.${String(value)}`)
    case 'refusal': {
      const why = value as Refusal
      return t.of(why.family ?? '', `${why.kind}.${why.code}`, why.facts)
    }
    default:
      throw new Error(`unknown form of a fact: ${spec}`)
  }
}

/** A message with its facts filled in; `{{` and `}}` are braces. */
export function fill(message: string, facts: Facts, t: Words): string {
  return message.replace(/\{\{|\}\}|\{(\w+)(?::(\w+))?\}/g, (found, name?: string, spec?: string) =>
    name === undefined ? found.charAt(0) : field(facts[name], spec ?? '', t),
  )
}

/** In French a space before ? ! : ; never breaks the line. */
function bound(message: string, language: string): string {
  return language === 'fr' ? message.replace(/ (?=[?!:;»])|(?<=«) /g, '\u00a0') : message
}

function choose(message: string | readonly string[], language: string, n: unknown): string {
  if (typeof message === 'string') return message
  return message[typeof n === 'number' ? pluralForm(language, n) : 0] ?? ''
}

/** The words of a language out of its messages. */
export function makeWords(language: string, messages: Messages): Words {
  const has = (key: string): boolean => messages[key] !== undefined
  const t = (key: string, facts: Facts = {}): string => {
    const message = messages[key]
    if (message === undefined) {
      console.error(`no words for ${key}`)
      return key
    }
    return fill(bound(choose(message, language, facts.n), language), facts, words)
  }
  const of = (family: string, key: string, facts: Facts = {}): string =>
    t(has(`${family}.${key}`) ? `${family}.${key}` : key, facts)
  const words: Words = Object.assign(t, { language, has, of })
  return words
}
