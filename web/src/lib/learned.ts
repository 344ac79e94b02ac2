// Which steps of which courses somebody has finished.

export type Learned = Readonly<Record<string, readonly number[]>>

/** All that is in one or in the other. */
export function both(one: Learned, other: Learned): Learned {
  const games = [...new Set([...Object.keys(one), ...Object.keys(other)])].sort()
  return Object.fromEntries(games.map((game) => [game, joined(one[game] ?? [], other[game] ?? [])]))
}

const joined = (one: readonly number[], other: readonly number[]): number[] =>
  [...new Set([...one, ...other])].sort((a, b) => a - b)

/** One step more. */
export const withStep = (learned: Learned, game: string, step: number): Learned => both(learned, { [game]: [step] })
