// A game of SEPMOSA as the wire tells it, and what a board finds in it.

import { isActionTile, tileValue } from './tiles'
import type { Games, sepmosa } from '../../wire'

export type Move = Games['sepmosa']['move']
export type View = sepmosa.View
export type Terms = Games['sepmosa']['terms']
export type Last = sepmosa.Last

export const ROWS = 'abcdefg'
export const JOKER = 'd0'

export const rowOf = (cell: string): number => ROWS.indexOf(cell.charAt(0))
export const columnOf = (cell: string): number => Number(cell.slice(1))
export const cellAt = (row: number, column: number): string =>
  `${ROWS.charAt(row)}${column > 0 ? '+' : ''}${String(column)}`

export interface Extent {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/** The part of the table in use and one cell more, as far as the seven rows go; legal cells are always in it. */
export function extent(cells: Iterable<string>, margin = 1): Extent {
  const all = [JOKER, ...cells]
  const [rows, columns] = [all.map(rowOf), all.map(columnOf)]
  return {
    top: Math.max(0, Math.min(...rows) - margin),
    bottom: Math.min(6, Math.max(...rows) + margin),
    left: Math.min(...columns) - margin,
    right: Math.max(...columns) + margin,
  }
}

export function cellsOf(range: Extent): string[][] {
  const columns = Array.from({ length: range.right - range.left + 1 }, (_, at) => range.left + at)
  const rows = Array.from({ length: range.bottom - range.top + 1 }, (_, at) => range.top + at)
  return rows.map((row) => columns.map((column) => cellAt(row, column)))
}

/** The three cells that a 13 takes, from one on to the right or downwards. */
export function three(cell: string, line: 'h' | 'v'): string[] {
  const [row, column] = [rowOf(cell), columnOf(cell)]
  return [0, 1, 2].map((step) => (line === 'h' ? cellAt(row, column + step) : cellAt(row + step, column)))
}

/** The cells on which a move of the last turn can be seen. */
export function touched(move: Move): string[] {
  switch (move.type) {
    case 'place':
    case 'remove':
      return [move.cell]
    case 'shift':
      return [move.to]
    case 'remove_three':
      return three(move.cell, move.line)
    case 'set_aside':
      return []
  }
}

/** What a cell stands for while a tile is in the hand: the moves that it would make, and whether it is a tile to act on. */
export interface Mark {
  readonly moves: readonly Move[]
  readonly target: boolean
}

export function marks(offers: readonly Move[], tile: string | null, from: string | null): Map<string, Mark> {
  const found = new Map<string, { moves: Move[]; target: boolean }>()
  const add = (cell: string, move: Move, target: boolean): void => {
    const mark = found.get(cell)
    if (mark) mark.moves.push(move)
    else found.set(cell, { moves: [move], target })
  }
  for (const offer of offers) {
    if (offer.tile !== tile) continue
    if (offer.type === 'place') add(offer.cell, offer, false)
    else if (offer.type === 'remove') add(offer.cell, offer, true)
    else if (offer.type === 'remove_three') for (const cell of three(offer.cell, offer.line)) add(cell, offer, true)
    else if (offer.type === 'shift' && from === null) add(offer.cell, offer, true)
    else if (offer.type === 'shift' && offer.cell === from) add(offer.to, offer, false)
  }
  return found
}

/** What it would mean to use this tile there, legal or not. */
export function tried(tile: string, cell: string, from: string | null): Move {
  if (!isActionTile(tile)) return { type: 'place', tile, cell }
  if (tileValue(tile) === 11) return { type: 'remove', tile, cell }
  if (tileValue(tile) === 12) return { type: 'shift', tile, cell: from ?? cell, to: cell }
  return { type: 'remove_three', tile, cell, line: 'h' }
}

export const same = (one: Move | null, other: Move | null): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The first and the last cell of each series that the last move has made, for the threads. */
export function series(view: View): [string, string][] {
  const last = view.last
  const cell = last && (last.move.type === 'place' ? last.move.cell : last.move.type === 'shift' ? last.move.to : null)
  if (!last || !cell || !view.mosaic[cell]) return []
  return last.why.flatMap((why): [string, string][] => {
    const [same, order] = why.rule === 'row' ? [rowOf, columnOf] : [columnOf, rowOf]
    if (why.rule !== 'row' && why.rule !== 'column') return []
    const line = Object.keys(view.mosaic).filter((one) => same(one) === same(cell))
    return ends(
      view,
      line.sort((one, other) => order(one) - order(other)),
      why.cards,
      cell,
    )
  })
}

/** Where these tiles lie one behind the other in a line, around a cell. */
function ends(view: View, line: readonly string[], tiles: readonly string[], cell: string): [string, string][] {
  const start = tiles
    .map((_, before) => line.indexOf(cell) - before)
    .find((first) => tiles.every((tile, at) => view.mosaic[line[first + at] ?? ''] === tile))
  const [first, last] = start === undefined ? [] : [line[start], line[start + tiles.length - 1]]
  return first && last ? [[first, last]] : []
}
