// What a view says that a seat has: tokens, points, or sets; null where it says nothing.

export interface Score {
  readonly tokens?: number
  readonly points?: number
}

const number = (value: unknown, seat: number): number | undefined => {
  const of = Array.isArray(value) ? (value as unknown[])[seat] : undefined
  return typeof of === 'number' ? of : undefined
}

export function scoreOf(view: unknown, seat: number): Score | null {
  const seen = view as Readonly<Record<string, unknown>> | null | undefined
  if (!seen) return null
  const tokens = number(seen.tokens, seat)
  if (tokens !== undefined) return { tokens }
  const points = number(seen.scores, seat) ?? number(seen.stacks, seat)
  if (points !== undefined) return { points }
  const won = Array.isArray(seen.won) ? (seen.won as unknown[])[seat] : undefined
  if (!Array.isArray(won)) return null
  const deal = won.length / 3 + (number(seen.bonus, seat) ?? 0) - (number(seen.faults, seat) ?? 0)
  return { points: (number(seen.totals, seat) ?? 0) + deal }
}
