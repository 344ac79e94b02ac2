import { describe, expect, it } from 'vitest'
import { Camera } from './camera.svelte'
import { cellAt, cellsOf, extent, marks, series, three, tried, type Move, type View } from './model'
import { read } from './picture'
import { RackOrder } from './rack.svelte'

const BOOKS = import.meta.glob<string>('../../../../src/septet/games/sepmosa/RULES.*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
})
const view = (some: Partial<View>): View => ({ mosaic: {}, ...some }) as View

describe('the mosaic', () => {
  it('shows what is in use and one cell more, and never more than seven rows', () => {
    expect(extent([])).toEqual({ top: 2, bottom: 4, left: -1, right: 1 })
    expect(extent(['a+3', 'g-2'])).toEqual({ top: 0, bottom: 6, left: -3, right: 4 })
    expect(cellsOf(extent([]))[0]).toEqual(['c-1', 'c0', 'c+1'])
  })
  it('names cells as the rules do', () => {
    expect([cellAt(3, 0), cellAt(0, -2), cellAt(6, 11)]).toEqual(['d0', 'a-2', 'g+11'])
    expect(three('c-1', 'h')).toEqual(['c-1', 'c0', 'c+1'])
    expect(three('c-1', 'v')).toEqual(['c-1', 'd-1', 'e-1'])
  })
  it('threads a series from one end to the other', () => {
    const mosaic = { 'd+1': 'R7', 'd+2': 'R8', 'd+3': 'R2', 'd+4': 'K2' }
    const why = [{ rule: 'row', points: 3, cards: ['R7', 'R8', 'R2'] }]
    const last = { seat: 0, move: { type: 'place', tile: 'R8', cell: 'd+2' }, why } as unknown as View['last']
    expect(series(view({ mosaic, last }))).toEqual([['d+1', 'd+3']])
  })
  it('threads whatever the rules call a series, also through the joker, and downwards', () => {
    const mosaic = { 'd-1': 'R3', 'd+1': 'R7', 'd+2': 'R8', 'c+1': 'R5', 'e+1': 'R9', 'd+4': 'R2' }
    const why = [
      { rule: 'row', points: 3, cards: ['R3', 'R7', 'R8'] },
      { rule: 'column', points: 3, cards: ['R5', 'R7', 'R9'] },
      { rule: 'tied_back', points: 1, cards: [] },
    ]
    const last = { seat: 0, move: { type: 'place', tile: 'R7', cell: 'd+1' }, why } as unknown as View['last']
    expect(series(view({ mosaic, last }))).toEqual([
      ['d-1', 'd+2'],
      ['c+1', 'e+1'],
    ])
  })
})

describe('the tile in the hand', () => {
  const offers: Move[] = [
    { type: 'place', tile: 'R7', cell: 'c0' },
    { type: 'shift', tile: 'R12', cell: 'd+1', to: 'e0' },
    { type: 'remove_three', tile: 'K13', cell: 'd+1', line: 'h' },
    { type: 'remove_three', tile: 'K13', cell: 'd+2', line: 'h' },
  ]
  it('marks the cells where it may go', () => {
    expect([...marks(offers, 'R7', null)]).toEqual([['c0', { moves: [offers[0]], target: false }]])
  })
  it('first marks the tiles that a 12 may lift, then where they may go', () => {
    expect(marks(offers, 'R12', null).get('d+1')?.target).toBe(true)
    expect([...marks(offers, 'R12', 'd+1').keys()]).toEqual(['e0'])
  })
  it('marks all three tiles of a 13, once for each way to take them', () => {
    const found = marks(offers, 'K13', null)
    expect([...found.keys()]).toEqual(['d+1', 'd+2', 'd+3', 'd+4'])
    expect(found.get('d+2')?.moves.length).toBe(2)
  })
  it('can be tried anywhere, so that the rules may say why not', () => {
    expect(tried('R7', 'c0', null)).toEqual({ type: 'place', tile: 'R7', cell: 'c0' })
    expect(tried('R12', 'e0', 'd+1')).toEqual({ type: 'shift', tile: 'R12', cell: 'd+1', to: 'e0' })
  })
})

describe('the rack', () => {
  it('keeps its order whatever happens at the table', () => {
    const rack = new RackOrder('test')
    rack.reconcile(['R7', 'K2', 'B9'])
    rack.move('B9/0', 0)
    rack.reconcile(['R7', 'B9', 'O3'])
    expect(rack.order).toEqual(['B9/0', 'R7/0', 'O3/0'])
  })
  it('loses the very twin that was played', () => {
    const rack = new RackOrder('test')
    rack.reconcile(['R7', 'K2', 'R7'])
    rack.spend('R7/0')
    rack.reconcile(['K2', 'R7'])
    expect(rack.order).toEqual(['K2/0', 'R7/0'])
  })
  it('sorts by colour and by value', () => {
    const rack = new RackOrder('test')
    rack.reconcile(['O2', 'K9', 'R2', 'K10'])
    rack.sort('colour')
    expect(rack.order).toEqual(['K9/0', 'K10/0', 'R2/0', 'O2/0'])
    rack.sort('value')
    expect(rack.order).toEqual(['R2/0', 'O2/0', 'K9/0', 'K10/0'])
  })
})

describe('the camera', () => {
  it('fits the mosaic, and finds the cell under a point', () => {
    const camera = new Camera()
    ;[camera.width, camera.height] = [400, 300]
    camera.fit(extent(['d+1']))
    expect(camera.at(camera.x + 1.5 * camera.scale, camera.y + 3.5 * camera.scale)).toBe('d+1')
  })
  it('keeps the point under the pointer where it is when it zooms', () => {
    const camera = new Camera()
    ;[camera.width, camera.height] = [400, 300]
    camera.fit(extent([]))
    const cell = camera.at(130, 140)
    camera.zoom(1.5, 130, 140)
    expect(camera.at(130, 140)).toBe(cell)
    expect(camera.follows).toBe(false)
  })
})

describe('a picture of the rule book', () => {
  it('counts the columns from the joker and knows what floats', () => {
    const drawn = read('# P27: an island\n#  -1 0 +1 +2\nc . . . .\nd . * . R8~\nR7@d+1 => +7')
    expect(drawn?.view).toEqual({ mosaic: { 'd+2': 'R8' }, floating: ['d+2'], rack: [] })
    expect(drawn?.range).toEqual({ top: 2, bottom: 3, left: -1, right: 2 })
    expect(drawn?.title).toBe('P27: an island')
    expect(drawn?.facts).toEqual([])
  })
  it.each(['en', 'fr', 'nl'])('is drawn for every block of the book in %s', (language) => {
    const book = Object.entries(BOOKS).find(([file]) => file.includes(`.${language}.`))?.[1] ?? ''
    const blocks = [...book.matchAll(/```sepmosa\n([\s\S]*?)```/g)].map((found) => found[1] ?? '')
    expect(blocks.length).toBeGreaterThan(20)
    for (const block of blocks) expect(read(block), block).not.toBeNull()
  })
})
