// The text of a picture, line by line. What the lines mean is for the server to say.

/** A line: `hand: 5D 3C` has a key and a text; a row of a grid has its letter as its key. */
export type Line = { readonly key: string; readonly text: string }

const EMPTY = '.'
const CENTRE = '*'

/** The lines of a picture; remarks, tries and fences are left out. */
export function read(text: string, rows: readonly string[]): Line[] {
  return text.split('\n').flatMap((whole) => {
    const line = (whole.split('#')[0] ?? '').trim()
    if (!line || line.includes('=>') || /^[`~]{3}/.test(line)) return []
    const [first = '', ...rest] = line.split(/\s+/)
    if (rows.includes(first)) return [{ key: first, text: rest.join(' ') }]
    const at = line.indexOf(':')
    return [at < 0 ? { key: line, text: '' } : { key: line.slice(0, at).trim(), text: line.slice(at + 1).trim() }]
  })
}

export function write(lines: readonly Line[], rows: readonly string[]): string {
  return lines
    .map(({ key, text }) => (rows.includes(key) ? `${key} ${text}` : text ? `${key}: ${text}` : key))
    .join('\n')
}

/** The pieces of a row; `-` alone is none. */
export const pieces = (text: string): string[] => (text.trim() === '-' ? [] : text.split(/\s+/).filter(Boolean))

/** The stacks of a circle, each from the bottom up. */
export const stacks = (text: string, count: number): string[][] => {
  const found = text.split(/\s+/).filter(Boolean)
  return Array.from({ length: count }, (_, at) => (found[at] ?? '-').split('.').filter((one) => one && one !== '-'))
}

export const stacksText = (all: readonly (readonly string[])[]): string =>
  all.map((stack) => stack.join('.') || '-').join(' ')

/** A grid: what lies in each cell, by row and by column from the centre. */
export type Grid = ReadonlyMap<string, string>
export const cellAt = (row: string, column: number): string => `${row}${column}`

export function grid(lines: readonly Line[], rows: readonly string[]): Grid {
  const own = lines.filter((line) => rows.includes(line.key)).map((line) => [line.key, pieces(line.text)] as const)
  const zero = own.map(([, cells]) => cells.indexOf(CENTRE)).find((at) => at >= 0) ?? 0
  const found = new Map<string, string>()
  for (const [row, cells] of own)
    cells.forEach((cell, at) => {
      if (cell !== EMPTY && cell !== CENTRE) found.set(cellAt(row, at - zero), cell.replace('~', ''))
    })
  return found
}

/** The columns in use, the centre's among them. */
export function columns(laid: Grid): readonly [number, number] {
  const used = [0, ...[...laid.keys()].map((cell) => Number(cell.slice(1)))]
  return [Math.min(...used), Math.max(...used)]
}

/** The rows of a grid that are in use, the centre's among them. */
export function gridLines(laid: Grid, rows: readonly string[]): Line[] {
  const middle = rows[(rows.length - 1) / 2] ?? ''
  const [first, last] = columns(laid)
  const across = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  const sign = (row: string, column: number): string =>
    row === middle && column === 0 ? CENTRE : (laid.get(cellAt(row, column)) ?? EMPTY)
  return rows
    .filter((row) => row === middle || across.some((column) => laid.has(cellAt(row, column))))
    .map((key) => ({ key, text: across.map((column) => sign(key, column)).join(' ') }))
}

/** What is left of a heap when these have been taken out of it, one by one. */
export function without(heap: readonly string[], taken: readonly string[]): string[] {
  const left = [...heap]
  for (const one of taken) {
    const at = left.indexOf(one)
    if (at >= 0) left.splice(at, 1)
  }
  return left
}
