// The board of any game. A game without one of its own has the plain board.

import type { BoardModule, Picture } from './board'
import { familyOf } from './families'

/** The board of a game, fetched when it is needed. */
export function boardOf(game: string): Promise<BoardModule> {
  return (familyOf(game)?.boards[game] ?? (() => import('./Plain.svelte')))()
}

/** What draws the pictures of the rule books; null leaves their text as it is. */
export async function pictureOf(game: string): Promise<Picture | null> {
  const module = await familyOf(game)?.boards[game]?.()
  return module?.Picture ?? null
}
