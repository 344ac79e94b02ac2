// Points in time as people say them.

import { playTime } from './format'
import { words } from './words.svelte'

/** The time of day, with the day where it is not today. */
export function when(ms: number, now = Date.now()): string {
  const today = new Date(ms).toDateString() === new Date(now).toDateString()
  const day = today ? {} : ({ weekday: 'short', day: 'numeric', month: 'short' } as const)
  return new Intl.DateTimeFormat(words().language, { ...day, hour: '2-digit', minute: '2-digit' }).format(ms)
}

/** How long somebody has played; tenths once it stands. */
export const timeText = (ms: number, exact = true): string => playTime(ms, exact, words().language)
