// What an event sounds like, and what it is told as to those who listen.

import type { LiveTable } from '../lib/live.svelte'
import { go } from '../lib/router.svelte'
import { announce } from '../lib/say.svelte'
import { play } from '../lib/sounds'
import { quiet, type Known } from '../lib/table'
import { t } from '../lib/words.svelte'
import type { Event } from '../wire'
import { tellers } from './telling.svelte'

/** The listener of a table: says every move, rings when it is your turn, and leads the players to the rematch. */
export function hearTable(live: LiveTable, names: () => readonly string[]): (event: Event, known: Known) => void {
  let mine = false
  return (event, known) => {
    const moment = known.moment
    const turn = known.seat !== null && moment !== null && moment.to_move.includes(known.seat)
    const alone = (moment?.to_move.length ?? 0) < 2
    if (event.event.type === 'played') {
      const past = known.history.at(-1)
      const told = past && !quiet(past) ? tellers.tell(known.table.game, past, names(), 'aloud') : ''
      const said = turn && alone && !mine ? `${told} ${t('web.turn.yours')}` : told
      if (said) announce(said)
      if (told) sound(known, event, turn && alone && !mine)
    } else if (event.event.type === 'said' && live.known) {
      const remark = known.chat.at(-1)
      if (remark) announce(`${remark.name}: ${remark.text ?? t(`phrase.${remark.phrase ?? ''}`)}`)
    }
    if (event.event.type === 'again' && known.seat !== null) void go(`/table/${event.event.table}`)
    mine = turn
  }
}

function sound(known: Known, event: Event, turn: boolean): void {
  const outcome = event.moment?.outcome
  if (outcome && known.seat !== null) {
    const won = outcome.won ?? outcome.places[known.seat] === 1
    play(won ? 'won' : 'lost')
    return
  }
  const last = known.history.at(-1)?.last as { why?: readonly unknown[] } | null
  play(last?.why?.length ? 'token' : 'card')
  if (turn) setTimeout(() => play('turn'), 220)
}
