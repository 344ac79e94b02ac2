// Was a day chosen by nobody? The hash of its seed, taken once for every day since the first, is the anchor that was published.

import { hashOf } from '../lib/fair'

const DAY_MS = 86_400_000

/** How many days after the first one this is. */
export const daysSince = (first: string, date: string): number =>
  Math.round((Date.parse(`${date}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / DAY_MS)

/** Does the seed of this day lead back to the anchor? */
export function leadsBack(
  seed: string,
  date: string,
  chain: { readonly anchor: string; readonly first: string },
): boolean {
  const days = daysSince(chain.first, date)
  if (days < 0) return false
  let hash = seed
  for (let day = 0; day <= days; day++) hash = hashOf(hash)
  return hash === chain.anchor
}
