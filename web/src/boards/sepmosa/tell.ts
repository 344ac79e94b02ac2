// The last move of SEPMOSA in words.

import { cellText, tilesWords, tileWords } from './tiles'
import type { Facts, Words } from '../../lib/format'
import type { Past, Why } from '../../wire'
import type { Last } from './model'

export function reason(why: Why, t: Words, brief = false): string {
  const short = `sepmosa.brief.${why.rule}`
  const words = brief && t.has(short) ? t(short) : t(`sepmosa.why.${why.rule}`, { tiles: tilesWords(why.cards, t) })
  return t('sepmosa.tell.scores', { points: why.points, why: words })
}

function facts(last: Last, t: Words): Facts {
  const move = last.move
  const tile = tileWords(move.tile, t)
  if (move.type === 'place') return { tile, cell: cellText(move.cell) }
  if (move.type === 'shift') return { tile, cell: cellText(move.cell), to: cellText(move.to) }
  if (move.type === 'set_aside') return { tile }
  return { tile, taken: tilesWords(last.taken, t), cell: cellText(move.cell) }
}

/** Where there is little room, without the tiles of each series: they are marked on the table. */
export function tellLast(last: Last, names: readonly string[], t: Words, brief = false): string {
  const told = t(`sepmosa.tell.${last.move.type}`, { name: names[last.seat] ?? '', ...facts(last, t) })
  return `${told} ${brought(last, t, brief)}`.trim()
}

/** What a move has brought, without the move. */
export function brought(last: Last, t: Words, brief = false): string {
  const parts = last.why.map((why) => reason(why, t, brief))
  if (last.cut.length) parts.push(t('sepmosa.tell.cut', { n: last.cut.length }))
  if (last.reset) parts.push(t(`sepmosa.reset.${last.reset}`))
  if (last.refilled) parts.push(t('sepmosa.tell.refilled'))
  return parts.join(' ')
}

/** One line for the list of moves. */
export const tell = (past: Past, names: readonly string[], t: Words): string =>
  past.last ? tellLast(past.last as Last, names, t) : ''
