// The games that this server knows; asked for once.

import { api, type GameInfo } from './api'

class Shelf {
  games: readonly GameInfo[] = $state.raw([])
  failed = $state(false)
}

export const shelf = new Shelf()

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
