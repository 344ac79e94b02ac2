// The words of one language: messages are keys, and a message may say how a fact is written, as in {card:card}.

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

/** Which plural form a number takes: in French nothing is singular. A number below nothing is as many as above. */
export function pluralForm(language: string, n: number): 0 | 1 {
  return (language === 'fr' ? Math.abs(n) > 1 : Math.abs(n) !== 1) ? 1 : 0
}

export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** How a fact is written where a message says `{fact:form}`. */
export type Form = (value: unknown, t: Words) => string

const FORMS: Record<string, Form> = {
  '': (value) => (typeof value === 'number' && value < 0 ? `−${-value}` : String(value)),
  seat: (value) => String(Number(value) + 1),
  signed: (value) => (Number(value) < 0 ? `−${-Number(value)}` : `+${String(value)}`),
  refusal: (value, t) => {
    const why = value as Refusal
    return t.of(why.family ?? '', `${why.kind}.${why.code}`, why.facts)
  },
}

/** From now on facts are written in these forms, too: the games have forms of their own. */
export function learn(forms: Readonly<Record<string, Form>>): void {
  Object.assign(FORMS, forms)
}

export const formOf = (name: string): Form | undefined => FORMS[name]

function field(value: unknown, name: string, t: Words): string {
  const form = FORMS[name]
  if (!form) throw new Error(`unknown form of a fact: ${name}`)
  return form(value, t)
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
