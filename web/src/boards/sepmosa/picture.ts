// A picture of the rule book of SEPMOSA: rows of cells with the joker `*` in row d, a rack, and below them moves to try.

import type { Tried, TriedStep } from '../../lib/api'
import { capital, type Words } from '../../lib/format'
import { unsigned, type Part } from '../../lib/plainly'
import type { Teller } from '../tries'
import { cellAt, columnOf, rowOf, ROWS, three, type Extent, type Last, type Move, type View } from './model'
import { brought } from './tell'
import { cellText, tileWords } from './tiles'

export interface Drawn {
  readonly title: string
  readonly view: Pick<View, 'mosaic' | 'floating' | 'rack'>
  readonly range: Extent
  /** What a picture does not show: a name and its words. */
  readonly facts: readonly (readonly string[])[]
}

/** What a move does to a cell: a tile comes, or one goes. */
export interface Mark {
  readonly cell: string
  readonly tile: string | null
  /** Whether a tile goes for good. */
  readonly gone: boolean
  readonly refused: boolean
}

/** What the text shows, wide enough for all that is tried; null if there is no joker in it. */
export function read(text: string, tries: readonly Tried[] = []): Drawn | null {
  const rows = new Map<number, string[]>()
  const facts: string[][] = []
  let [title, rack] = ['', [] as string[]]
  for (const line of text.split('\n').map((one) => one.trim())) {
    const row = /^([a-g])\s+([.*KRBO].*)$/.exec(line)
    const [, name = '', said = ''] = /^([a-z-]+): *(.*)$/.exec(line) ?? []
    if (line.startsWith('#')) title ||= /^#\s*[-+\d\s]+$/.test(line) ? '' : line.slice(1).trim()
    else if (name === 'rack') rack = said.split(/\s+/)
    else if (row) rows.set(ROWS.indexOf(row[1] ?? ''), (row[2] ?? '').split(/\s+/))
    else if (name) facts.push([name, ...said.split(/\s+/)])
  }
  const joker = rows.get(3)?.indexOf('*') ?? -1
  return joker < 0 ? null : { title, facts, ...placed(rows, joker, rack, tries) }
}

function placed(
  rows: Map<number, string[]>,
  joker: number,
  rack: string[],
  tries: readonly Tried[],
): Pick<Drawn, 'view' | 'range'> {
  const mosaic: Record<string, string> = {}
  const floating: string[] = []
  for (const [row, cells] of rows) {
    cells.forEach((tile, at) => {
      if (tile === '.' || tile === '*') return
      const cell = cellAt(row, at - joker)
      mosaic[cell] = tile.replace('~', '')
      if (tile.endsWith('~')) floating.push(cell)
    })
  }
  const width = Math.max(...[...rows.values()].map((cells) => cells.length))
  const tried = tries.flatMap((one) => marks(one).map((mark) => mark.cell))
  const range = {
    top: Math.min(...rows.keys(), ...tried.map(rowOf)),
    bottom: Math.max(...rows.keys(), ...tried.map(rowOf)),
    left: Math.min(-joker, ...tried.map(columnOf)),
    right: Math.max(width - 1 - joker, ...tried.map(columnOf)),
  }
  return { view: { mosaic, floating, rack }, range }
}

/** The moves of a try as they are drawn on the mosaic; a long row of turns would only be confusing. */
export function marks(tried: Tried | undefined): Mark[] {
  const steps = [...(tried?.steps ?? []), ...(tried?.refused ? [tried.refused] : [])]
  return steps.length > 4 ? [] : steps.flatMap((step) => touched(step.move as Move, step === tried?.refused))
}

function touched(move: Move, refused: boolean): Mark[] {
  switch (move.type) {
    case 'place':
      return [{ cell: move.cell, tile: move.tile, gone: false, refused }]
    case 'remove':
      return [{ cell: move.cell, tile: null, gone: true, refused }]
    case 'shift':
      return [
        { cell: move.cell, tile: null, gone: false, refused: false },
        { cell: move.to, tile: '', gone: false, refused },
      ]
    case 'remove_three':
      return three(move.cell, move.line).map((cell) => ({ cell, tile: null, gone: true, refused }))
    case 'set_aside':
      return []
  }
}

function move(step: TriedStep, t: Words): Part[] {
  const made = step.move as Move
  const key =
    made.type === 'remove_three'
      ? `book.move.remove_three_${made.line}`
      : made.type === 'place'
        ? 'book.move.lay'
        : `book.move.${made.type}`
  const cell = 'cell' in made ? cellText(made.cell) : ''
  const told = t(key, { tile: tileWords(made.tile, t), cell, to: 'to' in made ? cellText(made.to) : '' })
  return [step.seat ? t('book.opponent', { told }) : told]
}

export const TELLER: Teller = {
  rows: new Set(['scores']),
  remark: (text, t) => [unsigned(text).replace(/\b[KRBO](?:1[0-3]|[1-9])\b/g, (tile) => tileWords(tile, t))],
  said: (word) => word,
  move,
  brought: (steps, _more, t) => {
    const long = steps.length > 4
    const shown = long ? steps.slice(-1) : steps
    const before = long ? [`${t('book.turns', { n: steps.length - 1 })} `] : []
    return [
      ...before,
      ...shown.map((step) => `${capital(String(move(step, t)[0]))}. ${brought(step.last as Last, t)} `),
    ]
  },
}
