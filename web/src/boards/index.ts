// The boards, by game: one line each. A game without a line of its own has the plain board.

import type { BoardModule } from './board'

const BOARDS: Readonly<Record<string, () => Promise<BoardModule>>> = {
  sep: () => import('./sep/index'),
  'sep-solo': () => import('./sep/index'),
  sepmosa: () => import('./sepmosa/index'),
}

/** The board of a game, fetched when it is needed. */
export function boardOf(game: string): Promise<BoardModule> {
  return (BOARDS[game] ?? (() => import('./Plain.svelte')))()
}
