// Words for any game's moves and pieces, for the plain board and for lists of moves.

import { formOf, type Words } from '../lib/format'
import type { Choose, Move, Past } from '../wire'
import { piecesOf } from './families'

const HIDDEN = '??'

/** A card or a tile in a few signs. */
export const pieceText = (code: string, t: Words): string =>
  code === HIDDEN ? '▒' : (piecesOf(code)?.sign(code, t) ?? code)

/** What a move names, as its game writes such a fact. */
function named(name: string, value: unknown, t: Words): string {
  if (typeof value === 'boolean') return value ? '' : '×'
  const form = formOf(name)
  if (form) return form(value, t)
  const codes = Array.isArray(value) ? value.map(String) : [String(value)]
  return codes.map((code) => pieceText(code, t)).join(' ')
}

/** An offer as the label of a button. */
export function offerText(offer: Move | Choose, t: Words): string {
  if ('kind' in offer) return t(`web.move.${offer.kind}`)
  const rest = Object.entries(offer).filter(([name]) => name !== 'type')
  return [t(`web.move.${offer.type}`), ...rest.map(([name, value]) => named(name, value, t))].filter(Boolean).join(' ')
}

/** A move of the past on one line: who made it, and what was done. */
export function plainTell(past: Past, names: readonly string[], t: Words): string {
  const name = past.seat === null ? '' : (names[past.seat] ?? '')
  const move = (past.last as { readonly move?: Move } | null)?.move
  return move ? `${name}: ${offerText(move, t)}` : name
}
