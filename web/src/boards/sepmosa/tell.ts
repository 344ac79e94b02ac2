// The last move of SEPMOSA in words.

import { cellText, tilesWords, tileWords } from './tiles'
import type { Facts, Words } from '../../lib/format'
import type { Past, Why } from '../../wire'
import type { Last } from './model'

export function reason(why: Why, t: Words): string {
  const words = t(`sepmosa.why.${why.rule}`, { tiles: tilesWords(why.cards, t) })
  return t('sepmosa.tell.scores', { points: why.points, why: words })
}

function facts(last: Last, t: Words): Facts {
  const move = last.move
  const tile = tileWords(move.tile, t)
  if (move.type === 'place') return { tile, cell: cellText(move.cell) }
  if (move.type === 'shift') return { tile, cell: cellText(move.cell), to: cellText(move.to) }
  return { tile, taken: tilesWords(last.taken, t) }
}

export function tellLast(last: Last, names: readonly string[], t: Words): string {
  const told = t(`sepmosa.tell.${last.move.type}`, { name: names[last.seat] ?? '', ...facts(last, t) })
  return `${told} ${brought(last, t)}`.trim()
}

/** What a move has brought, without the move. */
export function brought(last: Last, t: Words): string {
  const parts = last.why.map((why) => reason(why, t))
  if (last.cut.length) parts.push(t('sepmosa.tell.cut', { n: last.cut.length }))
  if (last.reset) parts.push(t(`sepmosa.reset.${last.reset}`))
  if (last.refilled) parts.push(t('sepmosa.tell.refilled'))
  return parts.join(' ')
}

/** One line for the list of moves. */
export const tell = (past: Past, names: readonly string[], t: Words): string =>
  past.last ? tellLast(past.last as Last, names, t) : ''
