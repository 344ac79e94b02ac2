// The boards, by game: one line each. A game without a line of its own has the plain board.

import type { BoardModule, Picture } from './board'

const BOARDS: Readonly<Record<string, () => Promise<BoardModule>>> = {
  sep: () => import('./sep/index'),
  'sep-solo': () => import('./sep/index'),
  sepmosa: () => import('./sepmosa/index'),
  set: () => import('./set/index'),
  'set-quick': () => import('./set/index'),
  'set-solo': () => import('./set/index'),
  scout: () => import('./set/scout'),
  chipset: () => import('./set/chipset'),
  setup: () => import('./set/setup'),
  coopset: () => import('./set/coopset'),
  twenty: () => import('./set/twenty'),
}

/** The board of a game, fetched when it is needed. */
export function boardOf(game: string): Promise<BoardModule> {
  return (BOARDS[game] ?? (() => import('./Plain.svelte')))()
}

/** Boards that say themselves why a move was refused and what time is left: where speed counts, nothing may push the cards about. */
const TELLS_ALL = new Set(['set', 'set-quick', 'set-solo', 'scout', 'chipset', 'setup', 'coopset', 'twenty'])
export const tellsAll = (game: string): boolean => TELLS_ALL.has(game)

/** What draws the pictures of the rule books; null leaves their text as it is. */
export async function pictureOf(game: string): Promise<Picture | null> {
  const module = await BOARDS[game]?.()
  return module?.Picture ?? null
}
