// Moves of SEP that somebody could make, in words and as places of the board.

import type { Words } from '../../lib/format'
import type { Moment, Move as AnyMove } from '../../wire'
import type { Advice } from '../board'
import type { Move, View } from './model'

/** What one move says, and where; `reserve` is what lies on top of it then. */
function one(move: Move, view: View, reserve: string | undefined, t: Words): Advice {
  const say = (key: string, facts = {}): string => t(`sep.hint.move.${key}`, facts)
  switch (move.type) {
    case 'place':
    case 'use':
      return { words: say(move.type, move), spots: [`card-${move.card}`, `slot-${move.slot}`] }
    case 'pass':
    case 'discard':
      return { words: say(move.type, move), spots: [`card-${move.card}`] }
    case 'take_reserve':
      return { words: say('take_reserve', { card: reserve }), spots: ['reserve'] }
    case 'fill': {
      const gap = view.empty === null ? [] : [`slot-${view.empty}`] // which the line itself may have made
      const words = move.source === 'reserve' ? say('fill_reserve', { card: reserve }) : say('fill_draw')
      return { words, spots: [...gap, move.source] }
    }
    default:
      return { words: say(move.type), spots: [move.type === 'draw' ? 'draw' : 'actions'] }
  }
}

/** All of a turn in words; on the board the move that comes first. */
export function advise(line: readonly AnyMove[], moment: Moment, t: Words): Advice {
  const view = moment.view as View
  const reserve = [...view.reserve]
  const told = (line as readonly Move[]).map((move) => {
    const advice = one(move, view, reserve.at(-1), t)
    if (move.type === 'take_reserve') reserve.pop()
    if (move.type === 'pass') reserve.push(move.card)
    return advice
  })
  return { words: told.map((part) => part.words).join(' '), spots: told[0]?.spots ?? [] }
}
