// Sitting down: the shortest ways from a wish to a table.

import { api, type GameInfo, type House, type SeatWish, type StartWish, type TableWish } from './api'
import { usualBot } from './opponents'
import { go } from './router.svelte'
import { ensure } from './session.svelte'
import { t } from './words.svelte'

/** How many a team are if nobody says. */
const TEAM = 3

/** A table as most people want it: no clock, not rated, everything by the book. */
export function plainWish(game: GameInfo, seats: SeatWish[]): TableWish {
  return {
    game: game.name,
    options: {},
    seats,
    public: false,
    rated: false,
    clock: null,
    call_window_ms: fairness(game, seats),
  }
}

/** Long enough for an ordinary line, too short to be felt. */
export const FAIR_MS = 200

/** Between people claims are gathered for a moment: the quicker hand wins, not the quicker line. */
export function fairness(game: GameInfo, seats: readonly SeatWish[]): number {
  return game.races && seats.some((seat) => seat.who === 'anyone') ? FAIR_MS : 0
}

export async function sitDown(wish: TableWish): Promise<void> {
  await ensure()
  const { newPledge } = await import('./fair')
  const { id } = await api.makeTable({ ...wish, pledge: newPledge() })
  await go(`/table/${id}`)
}

/** A position that somebody has drawn. */
export interface DrawnSource {
  readonly picture: string
  readonly options: House['options']
}

/** Where a game lies that is seen again: at a table of this house, or in a record. */
export type PlayedSource = { readonly table: string } | { readonly record: string }

/** What a game may begin with, and an image be made of. */
export type Source = PlayedSource | DrawnSource

/** A new table that begins after so many moves of another game, or in a picture. */
export async function playFrom(
  game: GameInfo,
  seats: SeatWish[],
  source: Source,
  at: number,
  same: boolean,
): Promise<void> {
  const drawn = 'picture' in source
  const start: StartWish = drawn ? { picture: source.picture } : { ...source, at, same }
  const options = drawn ? { ...source.options } : {}
  await ensure()
  const { newPledge } = await import('./fair')
  const table = { ...plainWish(game, seats), options, pledge: newPledge() }
  const { id } = await api.makeTableFrom({ table, start })
  await go(`/table/${id}`)
}

/** Alone with the very deck of a table, against whoever has played it. */
export async function playDeck(table: string): Promise<void> {
  await ensure()
  const { id } = await api.playDeck(table)
  await go(`/table/${id}`)
}

/** At once, against bots of one level, as few as the game can be played with; what differs from the usual. */
export function playNow(game: GameInfo, bot: string | undefined, options: House['options'] = {}): Promise<void> {
  const mind = bot || usualBot(game) || ''
  const others = Array.from({ length: Math.max(0, usualSeats(game) - 1) }, () => ({ who: 'bot' as const, bot: mind }))
  return sitDown({ ...plainWish(game, [{ who: 'me' }, ...others]), options: { ...options } })
}

/** Do this, and say what went wrong, if anything did. */
export async function begun(how: () => Promise<void>): Promise<string> {
  try {
    await how()
    return ''
  } catch (error) {
    return error instanceof TypeError ? t('web.line.unreachable') : String((error as Error).message)
  }
}

/** A table with one seat for whoever has the link. */
export function withFriend(game: GameInfo): Promise<void> {
  return sitDown(plainWish(game, [{ who: 'me' }, { who: 'anyone' }]))
}

/** How many sit down if nobody says: two where two may play, or as few as there must be; a team are three. */
export function usualSeats(game: GameInfo): number {
  return game.team ? Math.min(TEAM, game.most) : Math.min(game.most, Math.max(2, game.least))
}
