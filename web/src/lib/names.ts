// What people and bots are called at a table.

import type { Chair } from '../wire'
import { t, words } from './words.svelte'

/** A bot by its name alone: how skilled it was asked to be is between it and its host. */
function botName(bot: string): string {
  const [name = ''] = bot.split(':')
  return words().has(`bot.${name}`) ? t(`bot.${name}`) : bot
}

/** Who sits here, in this reader's language; empty if nobody does. */
export function sitterName(chair: Partial<Chair>): string {
  if (chair.bot) return botName(chair.bot)
  return chair.name ?? ''
}

/** The names at a table, with "you" for one's own seat; two bots of a kind are told apart by their seats. */
export function namesOf(chairs: readonly Chair[], seat: number | null): string[] {
  const names = chairs.map((chair, at) =>
    at === seat ? t('play.you') : sitterName(chair) || t('play.player', { n: at + 1 }),
  )
  return names.map((name, at) =>
    at !== seat && names.filter((other) => other === name).length > 1 ? `${name} ${at + 1}` : name,
  )
}

/** Who plays this seat while its person is away. */
export function standInName(chair: Chair): string {
  return chair.stand_in ? botName(chair.stand_in) : ''
}
