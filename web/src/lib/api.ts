// What is asked over HTTP; everything at a table goes over the socket.

import type { http, Move, Person } from '../wire'

export type Choice = http.Option
export type House = http.House
export type GameInfo = http.GameAbout
export type Listed = http.Listed
/** A socket tells who you are, HTTP your settings as well. */
export type Me = Person & Partial<http.Me>
export type Rank = http.Rank
export type Passkey = http.Passkey
export type Token = http.Token
export type Today = http.Today
export type TriedStep = http.TriedStep
export type Tried = http.Tried
export type Practice = http.Practice
export type Course = http.Course
export type LessonStep = http.LessonStep
export type StudyMove = http.StudyMove
export type Studied = http.Studied
export type Look = http.Look
export type Replayed = http.Replayed
export type ReplayStep = http.ReplayStep
export type Tryable = http.Tryable
export type LookWish = http.LookWish
export type Estimate = http.Estimate
export type Decision = http.Decision
export type Luck = http.Luck
export type Valued = http.Valued
export type ReviewState = http.ReviewState
export type ReviewTried = http.TryWorth
export type PuzzleKind = http.PuzzleKind
export type PuzzleKinds = http.PuzzleKinds
export type PuzzleState = http.PuzzleState
export type PuzzleTry = http.PuzzleTry
export type RaceState = http.RaceState
export type DrillState = http.DrillState
export type DailyDay = http.DailyDay
export type DailyItem = http.DailyItem
export type DailyPosition = http.DailyPosition
export type DailyBar = http.DailyBar
export type PastDay = http.PastDay
export type PastItem = http.PastItem
export type RatingChange = http.RatingChange
export type Match = http.Match
export type Mark = http.SoloResult
export type Bests = http.Bests
export type Best = http.Best
export type Run = http.Run
export type Deck = http.Deck
export type TableWish = http.NewTable
export type StartWish = http.TableFrom['start']
/** How an image is to look. */
export type ImageLook = Omit<http.ImageWish, 'position'>
export type StudioAbout = http.StudioAbout
export type StudioGame = http.StudioGame
export type ComparisonWish = http.ComparisonWish
export type ComparisonState = http.ComparisonState
export type AtlasAbout = http.AtlasAbout
export type AtlasMeans = http.AtlasMeans
export type LookedUp = http.LookedUp
export type SeatWish = http.NewTable['seats'][number]

/** A position to be drawn: of a table here, or as the study takes it. */
export type Drawn = http.StudyWish & { readonly table?: string }

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

async function answered(method: string, path: string, body?: unknown): Promise<Response> {
  const headers: Record<string, string> = { 'Accept-Language': language }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  const text = body === undefined ? null : JSON.stringify(body)
  const answer = await fetch(`/api/${path}`, { method, headers, body: text, credentials: 'same-origin' })
  if (answer.ok) return answer
  const said = (await answer.json().catch(() => ({}))) as { code?: string; words?: string; detail?: string }
  throw new ApiError(answer.status, said.code ?? '', said.words ?? said.detail ?? String(answer.status))
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const said = await (await answered(method, path, body)).text()
  return (said ? JSON.parse(said) : null) as T
}

/** What is said of anything at all, for an address. */
const query = (some: object): string =>
  Object.entries(some)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')

export const api = {
  guest: () => ask<Me>('POST', 'guest'),
  me: () => ask<Me>('GET', 'me'),
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
  passkeyOptions: (name: string | null) =>
    ask<PublicKeyCredentialCreationOptionsJSON>('POST', 'passkeys/options', { name }),
  addPasskey: (credential: unknown) => ask<Me>('POST', 'passkeys', { credential }),
  dropPasskey: (id: string) => ask<null>('DELETE', `passkeys/${encodeURIComponent(id)}`),
  passkeyQuestion: () => ask<PublicKeyCredentialRequestOptionsJSON>('POST', 'session/passkey/options'),
  passkeyAnswer: (credential: unknown) => ask<Me>('POST', 'session/passkey', { credential }),
  tokens: () => ask<readonly Token[]>('GET', 'tokens'),
  addToken: (label: string) => ask<http.NewToken>('POST', 'tokens', { label }),
  dropToken: (id: string) => ask<null>('DELETE', `tokens/${encodeURIComponent(id)}`),
  games: () => ask<readonly GameInfo[]>('GET', 'games'),
  tables: (game?: string) => ask<readonly Listed[]>('GET', game ? `tables?game=${encodeURIComponent(game)}` : 'tables'),
  today: () => ask<Today>('GET', 'today'),
  makeTable: (wish: TableWish) => ask<http.Made>('POST', 'tables', wish),
  makeTableFrom: (wish: http.TableFrom) => ask<http.Made>('POST', 'tables/from', wish),
  image: async (kind: 'svg' | 'png', position: Drawn, look: ImageLook): Promise<Blob> => {
    const { table, ...rest } = position
    const asked = table
      ? answered('POST', `tables/${encodeURIComponent(table)}/${kind}`, { at: rest.at, seat: rest.seat, ...look })
      : answered('POST', `study/${kind}`, { position: rest, ...look })
    return (await asked).blob()
  },
  dealt: (table: string) => ask<http.Dealt>('GET', `tables/${encodeURIComponent(table)}/deal`),
  best: (game: string, options: object) =>
    ask<Best>('GET', `best/${encodeURIComponent(game)}?options=${encodeURIComponent(JSON.stringify(options))}`),
  deck: (table: string) => ask<Deck>('GET', `decks/${encodeURIComponent(table)}`),
  playDeck: (table: string) => ask<http.Made>('POST', `decks/${encodeURIComponent(table)}`),
  ratings: (game: string) => ask<readonly Rank[]>('GET', `ratings/${encodeURIComponent(game)}`),
  steps: (table: string) => ask<readonly RatingChange[]>('GET', `tables/${encodeURIComponent(table)}/ratings`),
  match: (table: string) => ask<Match>('GET', `tables/${encodeURIComponent(table)}/match`),
  phrases: () => ask<readonly string[]>('GET', 'phrases'),
  rules: async (game: string, lang: string): Promise<string> => {
    const answer = await fetch(`/api/rules/${encodeURIComponent(game)}/${lang}`)
    if (!answer.ok) throw new ApiError(answer.status, 'no_rules', String(answer.status))
    return answer.text()
  },
  record: async (table: string): Promise<string> =>
    (await answered('GET', `tables/${encodeURIComponent(table)}/record`)).text(),
  places: (wish: http.PlacesWish) => ask<http.PlacesFound>('POST', 'study/places', wish),
  study: (wish: http.StudyWish) => ask<Studied>('POST', 'study', wish),
  replay: (table: string, look: http.Look) =>
    ask<Replayed>('GET', `tables/${encodeURIComponent(table)}/replay?${query(look)}`),
  replayRecord: (record: string, look: http.Look) => ask<Replayed>('POST', 'study/replay', { record, look }),
  review: (table: string) => ask<ReviewState>('GET', `tables/${encodeURIComponent(table)}/review`),
  askReview: (table: string) => ask<ReviewState>('POST', `tables/${encodeURIComponent(table)}/review`),
  dropReview: (table: string) => ask<null>('DELETE', `tables/${encodeURIComponent(table)}/review`),
  tryReview: (table: string, number: number, move: Move) =>
    ask<ReviewTried>('POST', `tables/${encodeURIComponent(table)}/review/try`, { number, move }),
  openLook: (wish: http.LookWish) => ask<http.LookMade>('POST', 'looks', wish),
  lookRecord: async (look: string): Promise<string> =>
    (await answered('GET', `looks/${encodeURIComponent(look)}/record`)).text(),
  branch: (look: string, some: http.Look) =>
    ask<Replayed>('GET', `looks/${encodeURIComponent(look)}/branch?${query(some)}`),
  tryable: (look: string, some: { at: number; seat: number | null; branch: boolean }) =>
    ask<Tryable>('GET', `looks/${encodeURIComponent(look)}/tryable?${query(some)}`),
  studio: () => ask<StudioAbout>('GET', 'studio'),
  compare: (wish: ComparisonWish) => ask<ComparisonState>('POST', 'studio', wish),
  comparison: (id: string) => ask<ComparisonState>('GET', `studio/${encodeURIComponent(id)}`),
  stopComparison: (id: string) => ask<null>('DELETE', `studio/${encodeURIComponent(id)}`),
  comparisonFile: (id: string, kind: 'html' | 'json' | 'csv', lang: string) =>
    `/api/studio/${encodeURIComponent(id)}/${kind}?lang=${lang}`,
  comparisonPage: async (id: string, lang: string): Promise<string> =>
    (await answered('GET', `studio/${encodeURIComponent(id)}/html?lang=${lang}`)).text(),
  atlas: (game: string) => ask<AtlasAbout>('GET', `atlas/${encodeURIComponent(game)}`),
  atlasPair: (game: string, one: number, other: number) =>
    ask<http.AtlasPair>('GET', `atlas/${encodeURIComponent(game)}/pair?${query({ one, other })}`),
  atlasRules: (game: string, levels: readonly number[]) =>
    ask<LookedUp>('GET', `atlas/${encodeURIComponent(game)}/rules?levels=${levels.join('.')}`),
  puzzles: () => ask<PuzzleKinds>('GET', 'puzzles'),
  nextPuzzle: (wish: { kind: string; theme: string | null }) => ask<PuzzleState>('GET', `puzzles/next?${query(wish)}`),
  puzzle: (id: string) => ask<PuzzleState>('GET', `puzzles/${encodeURIComponent(id)}`),
  tryPuzzle: (id: string, some: PuzzleTry) => ask<PuzzleState>('POST', `puzzles/${encodeURIComponent(id)}/try`, some),
  reportPuzzle: (id: string, why: string) => ask<null>('POST', `puzzles/${encodeURIComponent(id)}/report`, { why }),
  race: (kind: string | null) => ask<RaceState>('POST', 'puzzles/race', { kind }),
  tryRace: (race: string, some: PuzzleTry) =>
    ask<RaceState>('POST', `puzzles/race/${encodeURIComponent(race)}/try`, some),
  drill: () => ask<DrillState>('GET', 'drill'),
  tryDrill: (card: string, some: PuzzleTry) => ask<DrillState>('POST', `drill/${encodeURIComponent(card)}/try`, some),
  daily: () => ask<DailyDay>('GET', 'daily'),
  pastDay: (date: string) => ask<PastDay>('GET', `daily/${encodeURIComponent(date)}`),
  dailyPosition: (item: string) => ask<DailyPosition>('GET', `daily/${encodeURIComponent(item)}/position`),
  tryDaily: (item: string, some: http.DailyTry) =>
    ask<DailyPosition>('POST', `daily/${encodeURIComponent(item)}/try`, some),
  dailyTable: (item: string) => ask<http.Made>('POST', `daily/${encodeURIComponent(item)}/table`),
  mendDaily: () => ask<DailyDay>('POST', 'daily/mend'),
  course: (game: string, lang: string) => ask<Course>('GET', `lessons/${encodeURIComponent(game)}/${lang}`),
  lessonAnswer: (game: string, step: number) =>
    ask<readonly StudyMove[]>('GET', `lessons/${encodeURIComponent(game)}/answers/${step}`),
  examples: (game: string, lang: string) =>
    ask<readonly (readonly Tried[])[]>('GET', `rules/${encodeURIComponent(game)}/${lang}/examples`),
  practices: (game: string, lang: string) =>
    ask<readonly Practice[]>('GET', `rules/${encodeURIComponent(game)}/${lang}/lessons`),
}
