// What a table is, in a few words: what one wants to know before one sits down.

import type { BeginsAt, Clock } from '../wire'
import type { GameInfo } from './api'
import { gameInfo } from './catalogue.svelte'
import { changedRules } from './houserules'
import { t } from './words.svelte'

export interface Told {
  readonly game: string
  readonly options: Readonly<Record<string, unknown>>
  readonly clock: Clock | null
  readonly rated: boolean
  readonly call_window_ms: number
  readonly start?: BeginsAt | null
}

/** Minutes for the game, and seconds for every turn. */
export function clockText(clock: Clock): string {
  const minutes = clock.seconds / 60
  return t('web.fact.clock', { n: minutes, minutes: Number(minutes.toFixed(1)), seconds: clock.increment })
}

/** Where a game began that was not dealt. */
export function beginning(start: BeginsAt): string[] {
  if (start.at === null) return [t('web.fact.drawn')]
  return [t('web.fact.played_on', { at: start.at }), ...(start.same ? [t('web.fact.same_cards')] : [])]
}

/** Whether the game counts, its clock, its house rules; by the book where there are none. */
export function tableFacts(table: Told): string[] {
  const game = gameInfo(table.game)
  const rules = game ? changedRules(game, table.options) : []
  return [
    ...(table.start ? beginning(table.start) : []),
    ...(table.rated ? [t('web.fact.rated')] : []),
    ...(table.clock ? [clockText(table.clock)] : []),
    ...(table.call_window_ms ? [t('web.fact.fair')] : []),
    ...rules,
  ]
}

/** For how many a game is. */
export function seatsOf(game: GameInfo): string {
  return game.least === game.most
    ? t('web.game.seats', { n: game.least })
    : t('web.game.seats_range', { least: game.least, most: game.most })
}
