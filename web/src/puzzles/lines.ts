// Lines of steps: which of them are the same, and what of a line is left.

import type { Step } from '../boards/board'
import type { PuzzleState } from '../lib/api'

/** The same thing has the same key, in whatever order its parts stand. */
export function keyOf(some: unknown): string {
  return JSON.stringify(some, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
}

/** Sets may be found in any order, moves may not. */
export const inOrder = (line: readonly Step[]): boolean => line.some((step) => step.type === 'move')

/** What is left of a line after these steps; null if they are not of it. */
export function rest(line: readonly Step[], steps: readonly Step[]): readonly Step[] | null {
  if (inOrder(line)) {
    const begins = steps.every((step, at) => keyOf(step) === keyOf(line[at]))
    return begins ? line.slice(steps.length) : null
  }
  const done = new Set(steps.map(keyOf))
  const left = line.filter((step) => !done.has(keyOf(step)))
  return left.length === line.length - done.size ? left : null
}

/** All that could have come after the steps that were right. */
export function ways({ solution, steps }: Pick<PuzzleState, 'solution' | 'steps'>): readonly (readonly Step[])[] {
  return solution.map((line) => rest(line, steps)).filter((left) => left !== null && left.length > 0) as Step[][]
}

/** What should have come: of several ways the first. */
export function missing(told: Pick<PuzzleState, 'solution' | 'steps'>): readonly Step[] {
  return ways(told)[0] ?? told.solution[0] ?? []
}
