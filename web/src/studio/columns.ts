// Rules beside each other: what a column is called, and in what they differ.

import type { Choice, ComparisonWish, GameInfo, StudioGame } from '../lib/api'
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

/** Where a question stands in the form, to be changed. */
export const asking = ({ game, ...wish }: ComparisonWish): string =>
  `/studio/${game}?ask=${encodeURIComponent(JSON.stringify(wish))}`

/** A question as a link has it; whatever is not of this game is left out. */
export function written(text: string, game: GameInfo, offer: StudioGame): Partial<ComparisonWish> {
  let found: Partial<ComparisonWish> | null
  try {
    found = JSON.parse(text) as Partial<ComparisonWish> | null
  } catch {
    return {}
  }
  const { columns, bots, deals } = found ?? {}
  const known = (one: unknown): Record<string, string | number | boolean> => {
    const values = (one ?? {}) as Record<string, string | number | boolean>
    return Object.fromEntries(game.options.flatMap(({ name }) => (name in values ? [[name, values[name] ?? '']] : [])))
  }
  return {
    ...(Array.isArray(columns) && columns.length > 1 ? { columns: columns.map(known) } : {}),
    ...(Array.isArray(bots) && bots.length && bots.every((one) => offer.bots.includes(String(one))) ? { bots } : {}),
    ...(deals && offer.deals.includes(deals) ? { deals } : {}),
  }
}
