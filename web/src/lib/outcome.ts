// How a game ended, in words.

import { t, words } from './words.svelte'
import type { Outcome } from '../wire'

/** Who won, as this seat reads it. */
export function headline(outcome: Outcome, seat: number | null, names: readonly string[], team: boolean): string {
  if (outcome.won === false && words().has(`web.over.${outcome.reason}`)) return t(`web.over.${outcome.reason}`)
  if (outcome.won !== null) return t(outcome.won ? (team ? 'web.over.team_won' : 'web.over.you') : 'web.over.lost')
  const winners = outcome.places.flatMap((place, at) => (place === 1 ? [at] : []))
  if (winners.length === outcome.places.length)
    return outcome.places.length === 1 ? t('web.over.done') : t('web.over.tie')
  if (winners.length === 1 && winners[0] === seat) return t('web.over.you')
  return t('web.over.winner', { n: winners.length, name: winners.map((at) => names[at] ?? '').join(', ') })
}

/** Both, in a line. */
export function ending(outcome: Outcome, family: string, seat: number | null, names: readonly string[]): string {
  const [head, why] = [headline(outcome, seat, names, false), reason(outcome, family)]
  return why ? `${head}${/[!?]$/.test(head) ? '' : '.'} ${why}` : head
}

/** Why it ended: in the words of the game itself, its family, or all of them. */
export function reason(outcome: Outcome, family: string, game = family): string {
  for (const key of [
    `${game}.ending.${outcome.reason}`,
    `${family}.ending.${outcome.reason}`,
    `ending.${outcome.reason}`,
    `web.ending.${outcome.reason}`,
  ]) {
    if (words().has(key)) return t(key)
  }
  return ''
}
