// Moves of SEPMOSA that somebody could make, in words and as places of the board.

import type { Words } from '../../lib/format'
import type { Moment, Move as AnyMove } from '../../wire'
import type { Advice } from '../board'
import { three, type Move, type View } from './model'

function one(move: Move, view: View, t: Words): Advice {
  const lies = (cell: string): string => view.mosaic[cell] ?? ''
  const key = `sepmosa.hint.move.${move.type}`
  const tile = `tile-${move.tile}`
  switch (move.type) {
    case 'place':
      return { words: t(key, { ...move }), spots: [tile, `cell-${move.cell}`] }
    case 'remove':
      return { words: t(key, { ...move, target: lies(move.cell) }), spots: [tile, `cell-${move.cell}`] }
    case 'shift':
      return {
        words: t(key, { ...move, target: lies(move.cell) }),
        spots: [tile, `cell-${move.cell}`, `cell-${move.to}`],
      }
    case 'remove_three': {
      const cells = three(move.cell, move.line)
      return {
        words: t(key, { ...move, target: cells.map(lies).join(' ') }),
        spots: [tile, ...cells.map((cell) => `cell-${cell}`)],
      }
    }
    default:
      return { words: t(key, { ...move }), spots: [tile] }
  }
}

/** Every turn is one move. */
export function advise(line: readonly AnyMove[], moment: Moment, t: Words): Advice {
  const told = (line as readonly Move[]).slice(0, 1).map((move) => one(move, moment.view as View, t))
  return told[0] ?? { words: '', spots: [] }
}
