// A picture of the rule book of SEPMOSA: rows of cells with the joker `*` in row d, a rack, and below them moves to try.

import { cellAt, ROWS, type Extent, type View } from './model'

export interface Drawn {
  readonly title: string
  readonly view: Pick<View, 'mosaic' | 'floating' | 'rack'>
  readonly range: Extent
  /** What stands below: the moves that are tried, and facts that a picture does not show. */
  readonly tries: readonly string[]
}

/** What the text shows; null if there is no joker in it. */
export function read(text: string): Drawn | null {
  const rows = new Map<number, string[]>()
  const tries: string[] = []
  let [title, rack] = ['', [] as string[]]
  for (const line of text.split('\n').map((one) => one.trim())) {
    const row = /^([a-g])\s+([.*KRBO].*)$/.exec(line)
    if (line.startsWith('#')) title ||= /^#\s*[-+\d\s]+$/.test(line) ? '' : line.slice(1).trim()
    else if (line.startsWith('rack:')) rack = line.slice(5).trim().split(/\s+/)
    else if (row) rows.set(ROWS.indexOf(row[1] ?? ''), (row[2] ?? '').split(/\s+/))
    else if (line) tries.push(line)
  }
  const joker = rows.get(3)?.indexOf('*') ?? -1
  return joker < 0 ? null : { title, tries, ...placed(rows, joker, rack) }
}

function placed(rows: Map<number, string[]>, joker: number, rack: string[]): Pick<Drawn, 'view' | 'range'> {
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
  const range = {
    top: Math.min(...rows.keys()),
    bottom: Math.max(...rows.keys()),
    left: -joker,
    right: width - 1 - joker,
  }
  return { view: { mosaic, floating, rack }, range }
}
