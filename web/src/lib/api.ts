// What is asked over HTTP; everything at a table goes over the socket.

import type { Chair, Clock, Move, Outcome, Person, Remark, Status } from '../wire'

export interface Choice {
  readonly name: string
  readonly default: unknown
  readonly values: readonly unknown[]
  readonly low: number | null
  readonly high: number | null
  /** What it is about. */
  readonly group: string
  /** A rule of the house, or only how one game begins. */
  readonly rule: boolean
}

/** House rules that are chosen as a whole: what differs from the usual. */
export interface House {
  readonly name: string
  readonly options: Readonly<Record<string, unknown>>
}

export interface GameInfo {
  readonly name: string
  readonly family: string
  readonly least: number
  readonly most: number
  readonly ties: boolean
  readonly team: boolean
  /** Whether it is played for the best time by whoever plays alone. */
  readonly against_time: boolean
  readonly options: readonly Choice[]
  /** From weak to strong. */
  readonly bots: readonly string[]
  readonly presets: readonly House[]
  /** The preset for more than four at the table. */
  readonly crowded: string | null
  /** Whether one moves after the other; else everybody plays at once. */
  readonly turns: boolean
  /** Whether two may be after the same at the same moment. */
  readonly races: boolean
  /** Whether moves may be taken back, if everybody agrees. */
  readonly undo: boolean
}

export interface Listed {
  readonly id: string
  readonly game: string
  readonly status: Status
  readonly chairs: readonly Partial<Chair>[]
  readonly created: number
  /** How it ended, and when; null while it goes on. */
  readonly outcome: Outcome | null
  readonly ended: number | null
  /** At a table that waits for somebody, the seat whose turn it is. */
  readonly turn?: number | null
  readonly rated: boolean
  readonly options: Readonly<Record<string, unknown>>
  readonly clock: Clock | null
  readonly host: string | null
  readonly call_window_ms: number
  /** At a table that waits: since when it is the turn of whoever it waits for. */
  readonly moved?: number | null
}

export interface Me extends Person {
  readonly settings?: Readonly<Record<string, unknown>>
}

export interface Rank {
  readonly name: string
  readonly rating: number
  readonly spread?: number
  readonly games?: number
  readonly bot?: boolean
}

export interface Passkey {
  readonly id: string
  readonly created: number
}

export interface Token {
  readonly id: string
  readonly label: string
  readonly created: number
}

/** What goes on in the house: games that ended within a day, tables in play, people who are here. */
export interface Today {
  readonly games: number
  readonly tables: number
  readonly people: number
}

/** A move that a rule book tries, and what the rules say has happened. */
export interface TriedStep {
  readonly seat: number | null
  readonly move: Move
  readonly last: unknown
}

/** A try of a rule book: as it is written there, and as it went. */
export interface Tried {
  readonly text: string
  readonly note: string
  readonly options: Readonly<Record<string, unknown>>
  readonly steps: readonly TriedStep[]
  readonly refused: TriedStep | null
  readonly why: string
  readonly code: string
  readonly by: number | null
  readonly gain: number | null
  readonly ended: '' | 'wins' | 'loses' | 'tie' | 'over'
  readonly may: readonly TriedStep[]
  readonly may_not: readonly TriedStep[]
  readonly seen: readonly (readonly string[])[]
}

/** What a rated game did to somebody's rating. */
export interface Step {
  readonly name: string
  readonly before: number
  readonly after: number
}

/** The games before a rematch: how many, how many each seat of this table has won, and what was said. */
export interface Match {
  readonly games: number
  readonly wins: readonly number[]
  readonly chat: readonly Remark[]
}

/** A result alone against time: the time in milliseconds. */
export interface Mark {
  readonly table: string
  readonly name: string
  readonly took: number
  readonly points: number
}

export interface Bests {
  readonly time: Mark | null
  readonly points: Mark | null
}

export interface Best {
  readonly mine: Bests
  readonly house: Bests
}

/** Somebody's game with a deck: when each set was found, never which. */
export interface Run {
  readonly table: string
  readonly name: string
  readonly you: boolean
  readonly status: Status
  readonly counts: boolean
  readonly finds: readonly number[]
  readonly played: number
  readonly points: number
}

export interface Deck {
  readonly deck: string
  readonly game: string
  readonly options: Readonly<Record<string, unknown>>
  readonly known: boolean
  readonly runs: readonly Run[]
}

export interface SeatWish {
  who: 'me' | 'anyone' | 'bot'
  bot?: string
}

export interface TableWish {
  game: string
  options: Record<string, unknown>
  seats: SeatWish[]
  public: boolean
  rated: boolean
  clock: Clock | null
  /** How long claims are gathered, so that a slow line costs nobody anything. */
  call_window_ms: number
}

/** The server said no; its words are for people. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    words: string,
  ) {
    super(words)
  }
}

let language = 'en'

/** In which language the server is to refuse. */
export function askIn(wanted: string): void {
  language = wanted
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { 'Accept-Language': language }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  const text = body === undefined ? null : JSON.stringify(body)
  const answer = await fetch(`/api/${path}`, { method, headers, body: text, credentials: 'same-origin' })
  if (answer.ok) {
    const said = await answer.text()
    return (said ? JSON.parse(said) : null) as T
  }
  const said = (await answer.json().catch(() => ({}))) as { code?: string; words?: string; detail?: string }
  throw new ApiError(answer.status, said.code ?? '', said.words ?? said.detail ?? String(answer.status))
}

export const api = {
  guest: () => ask<Me>('POST', 'guest'),
  deleteMe: () => ask<null>('DELETE', 'me'),
  exportMe: '/api/me/export',
  changeMe: (some: { name?: string; settings?: object }) => ask<Me>('PATCH', 'me', some),
  changePassword: (old: string | null, password: string) => ask<Me>('POST', 'me/password', { old, password }),
  myGames: () => ask<readonly Listed[]>('GET', 'me/games'),
  myTurns: () => ask<readonly Listed[]>('GET', 'me/turns'),
  account: (name: string, password: string) => ask<Me>('POST', 'account', { name, password }),
  signIn: (name: string, password: string) => ask<Me>('POST', 'session', { name, password }),
  signOut: () => ask<null>('DELETE', 'session'),
  passkeys: () => ask<readonly Passkey[]>('GET', 'passkeys'),
  passkeyOptions: (name: string | null) => ask<PublicKeyCredentialCreationOptionsJSON>('POST', 'passkeys/options', { name }),
  addPasskey: (credential: unknown) => ask<Me>('POST', 'passkeys', { credential }),
  dropPasskey: (id: string) => ask<null>('DELETE', `passkeys/${encodeURIComponent(id)}`),
  passkeyQuestion: () => ask<PublicKeyCredentialRequestOptionsJSON>('POST', 'session/passkey/options'),
  passkeyAnswer: (credential: unknown) => ask<Me>('POST', 'session/passkey', { credential }),
  tokens: () => ask<readonly Token[]>('GET', 'tokens'),
  addToken: (label: string) => ask<Token & { token: string }>('POST', 'tokens', { label }),
  dropToken: (id: string) => ask<null>('DELETE', `tokens/${encodeURIComponent(id)}`),
  games: () => ask<readonly GameInfo[]>('GET', 'games'),
  tables: () => ask<readonly Listed[]>('GET', 'tables'),
  today: () => ask<Today>('GET', 'today'),
  makeTable: (wish: TableWish) => ask<{ id: string }>('POST', 'tables', wish),
  best: (game: string, options: object) =>
    ask<Best>('GET', `best/${encodeURIComponent(game)}?options=${encodeURIComponent(JSON.stringify(options))}`),
  deck: (table: string) => ask<Deck>('GET', `decks/${encodeURIComponent(table)}`),
  playDeck: (table: string) => ask<{ id: string }>('POST', `decks/${encodeURIComponent(table)}`),
  ratings: (game: string) => ask<readonly Rank[]>('GET', `ratings/${encodeURIComponent(game)}`),
  steps: (table: string) => ask<readonly Step[]>('GET', `tables/${encodeURIComponent(table)}/ratings`),
  match: (table: string) => ask<Match>('GET', `tables/${encodeURIComponent(table)}/match`),
  phrases: () => ask<readonly string[]>('GET', 'phrases'),
  rules: async (game: string, lang: string): Promise<string> => {
    const answer = await fetch(`/api/rules/${encodeURIComponent(game)}/${lang}`)
    if (!answer.ok) throw new ApiError(answer.status, 'no_rules', String(answer.status))
    return answer.text()
  },
  examples: (game: string, lang: string) =>
    ask<readonly (readonly Tried[])[]>('GET', `rules/${encodeURIComponent(game)}/${lang}/examples`),
}
