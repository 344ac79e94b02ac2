// What each player did in a whole match, read out of what has happened.

import type { Past } from '../../wire'
import { eventsOf } from './model'

export interface Stats {
  readonly sets: number
  readonly faults: number
  /** Milliseconds from the set before, or from the deal: on the average, and at best; null without a set that was timed. */
  readonly average: number | null
  readonly fastest: number | null
  /** The sets of each deal. */
  readonly deals: readonly number[]
}

const TAKEN = new Set(['set_taken', 'cards_won'])
const FAULTS = new Set([
  'false_call',
  'lock_expired',
  'abort',
  'false_noset',
  'second_tried',
  'scout_d',
  'scout_e',
  'scout_w',
])

/** By seat. */
export function statsOf(history: readonly Past[], seats: number, started: number | null): Stats[] {
  const times: number[][] = Array.from({ length: seats }, () => [])
  const faults = Array.from({ length: seats }, () => 0)
  const deals: number[][] = Array.from({ length: seats }, () => [0])
  let before = started
  for (const past of history) {
    const events = eventsOf(past)
    for (const { what, seat } of events) {
      if (what === 'dealt') deals.forEach((one) => one.push(0))
      if (seat === null || seat >= seats) continue
      if (FAULTS.has(what)) faults[seat] = (faults[seat] ?? 0) + 1
      if (!TAKEN.has(what)) continue
      const own = deals[seat]
      if (own) own[own.length - 1] = (own.at(-1) ?? 0) + 1
      if (before !== null) times[seat]?.push(past.at - before)
    }
    if (events.some(({ what }) => what === 'dealt' || TAKEN.has(what))) before = past.at
  }
  return times.map((own, seat) => ({
    sets: (deals[seat] ?? []).reduce((sum, one) => sum + one, 0),
    faults: faults[seat] ?? 0,
    average: own.length ? own.reduce((sum, one) => sum + one, 0) / own.length : null,
    fastest: own.length ? Math.min(...own) : null,
    deals: deals[seat] ?? [],
  }))
}
