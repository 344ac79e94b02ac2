// Whom one plays against: how bots are called, and how good they are.

import type { GameInfo } from './api'
import { t, words } from './words.svelte'

export type BotInfo = GameInfo['bots'][number]

/** The bot that a newcomer meets. */
export function usualBot(game: GameInfo): string | undefined {
  return game.bots[0]?.name
}

/** What it is like; where everybody looks for the same sets at once, how quick it is. */
export function aboutBot(game: GameInfo, bot: BotInfo): string {
  if (bot.finds_s.length) return t('web.bot.reflex')
  const racing = `bot_about.${bot.name}.racing`
  return t(game.races && words().has(racing) ? racing : `bot_about.${bot.name}`)
}

/** How good it is, in a few words: a rating, or the points that it makes where nobody is against it. */
export function strength(game: GameInfo, bot: BotInfo): string {
  if (bot.rating === null) return ''
  const alone = game.team || game.most === 1
  return alone
    ? t('web.bot.points', { n: Math.round(bot.rating) })
    : t('web.seat.rating', { rating: Math.round(bot.rating) })
}
