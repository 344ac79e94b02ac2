// The games that this server knows; asked for once.

import { api, type GameInfo } from './api'

class Shelf {
  games: readonly GameInfo[] = $state.raw([])
  failed = $state(false)
}

export const shelf = new Shelf()
export const FAMILIES = ['sep', 'setgame', 'sepmosa'] as const
export type Family = (typeof FAMILIES)[number]

export async function loadGames(): Promise<void> {
  if (shelf.games.length) return
  try {
    shelf.games = await api.games()
    shelf.failed = false
  } catch {
    shelf.failed = true
  }
}

export function gameInfo(name: string): GameInfo | undefined {
  return shelf.games.find((game) => game.name === name)
}

/** Levels from the mildest to the strongest; bots without a measured rating come last, as they stand. */
export function levels(game: GameInfo): readonly GameInfo['bots'][number][] {
  const known = game.bots.filter((bot) => bot.rating !== null)
  const others = game.bots.filter((bot) => bot.rating === null)
  return [...known.sort((a, b) => (a.rating ?? 0) - (b.rating ?? 0)), ...others]
}

/** The bot that a newcomer meets: a mild one, but not a random one. */
export function usualBot(game: GameInfo): string | undefined {
  const names = game.bots.map((bot) => bot.name)
  return ['casual', 'novice', 'greedy'].find((name) => names.includes(name)) ?? names[0]
}
