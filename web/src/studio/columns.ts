// Rules beside each other: what a column is called, and in what they differ.

import type { Choice, GameInfo } from '../lib/api'
import type { Values } from '../lib/houserules'

/** A, B, C and so on. */
export const letter = (column: number): string => String.fromCharCode(65 + column)

/** The rules that not all columns have in common. */
export function inWhichTheyDiffer(game: GameInfo, columns: readonly Readonly<Values>[]): readonly Choice[] {
  return game.options.filter((choice) => new Set(columns.map((one) => one[choice.name] ?? choice.default)).size > 1)
}

/** How long something takes, as people say it: whole minutes, or tens of seconds. */
export function roughly(seconds: number): { unit: 'minutes' | 'seconds'; n: number } {
  if (seconds >= 90) return { unit: 'minutes', n: Math.round(seconds / 60) }
  return { unit: 'seconds', n: seconds > 20 ? Math.round(seconds / 10) * 10 : Math.max(1, Math.round(seconds)) }
}
