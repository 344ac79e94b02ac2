// What a view says that a seat has: tokens, points, or sets; null where it says nothing.

export interface Score {
  readonly tokens?: number
  readonly points?: number
  /** Whether the points are chips. */
  readonly chips?: boolean
}

type Seen = Readonly<Record<string, unknown>>

const number = (value: unknown, seat: number): number | undefined => {
  const of = Array.isArray(value) ? (value as unknown[])[seat] : undefined
  return typeof of === 'number' ? of : undefined
}

const count = (value: unknown, seat: number): number => {
  const of = Array.isArray(value) ? (value as unknown[])[seat] : undefined
  return Array.isArray(of) ? of.length : 0
}

export function scoreOf(view: unknown, seat: number): Score | null {
  const seen = view as Seen | null | undefined
  if (!seen) return null
  const tokens = number(seen.tokens, seat)
  if (tokens !== undefined) return { tokens }
  const chips = number(seen.stacks, seat)
  if (chips !== undefined) return { points: chips, chips: true }
  const points = number(seen.scores, seat)
  if (points !== undefined) return { points }
  if (typeof seen.points === 'number') return { points: seen.points }
  const total = number(seen.totals, seat)
  if (total === undefined) return null
  const booked = seen.phase === 'between' || seen.phase === 'over'
  return { points: booked ? total : total + ofDeal(seen, seat) }
}

/** What a deal of the SET family has brought so far; when it is over it stands in the totals. */
function ofDeal(seen: Seen, seat: number): number {
  if (seen.taken) return -count(seen.taken, seat) - (number(seen.fines, seat) ?? 0)
  if (seen.debts) return count(seen.won, seat) - (number(seen.debts, seat) ?? 0)
  const { false_call_cost: cost = 1, score_floor: floor = 'none' } = (seen.options ?? {}) as Record<string, unknown>
  const deal =
    count(seen.won, seat) / 3 + (number(seen.bonus, seat) ?? 0) - (number(seen.faults, seat) ?? 0) * Number(cost)
  return floor === 0 ? Math.max(0, deal) : deal
}
