// The daily in words: its things, how far one is with each, and the time.

import type { DailyItem } from '../lib/api'
import { timeText } from '../lib/times'
import { gameName, t, words } from '../lib/words.svelte'

const MINUTE_MS = 60_000
const HOUR = 60

/** A puzzle by what is asked, a deal by its game. */
export const titleOf = ({ item, game, deal }: DailyItem): string => (deal ? gameName(game) : t(`puzzle.kind.${item}`))

/** How far somebody is with it. */
export function stateOf(one: DailyItem): string {
  if (!one.ready) return t('web.daily.making')
  const took = one.ms === null ? '' : timeText(one.ms, false)
  if (one.status === 'played') {
    const points = one.points === null ? '' : t('web.daily.points', { n: one.points })
    return [t('web.daily.state.played'), points, took].filter(Boolean).join(' · ')
  }
  const said = t(`web.daily.state.${one.status}`)
  return one.status === 'solved' && took ? `${said} · ${took}` : said
}

/** Is there nothing left to do with it today? */
export const ended = ({ status }: DailyItem): boolean =>
  status === 'solved' || status === 'failed' || status === 'played'

/** A day as its language writes it; days are those of UTC. */
export const dayText = (date: string): string =>
  new Intl.DateTimeFormat(words().language, { dateStyle: 'full', timeZone: 'UTC' }).format(
    new Date(`${date}T12:00:00Z`),
  )

/** So many hours and minutes. */
export function leftText(ms: number): string {
  const minutes = Math.max(0, Math.ceil(ms / MINUTE_MS))
  const hours = Math.floor(minutes / HOUR)
  return hours ? t('web.daily.hours', { hours, minutes: minutes % HOUR }) : t('web.daily.minutes', { n: minutes })
}
