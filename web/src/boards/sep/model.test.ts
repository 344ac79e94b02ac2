import { describe, expect, it } from 'vitest'
import {
  laidDown,
  offered,
  onSlot,
  pilesLit,
  slotsOf,
  threadOf,
  threadPath,
  topAt,
  type Move,
  type View,
} from './model'
import { read } from './picture'

const BOOKS = import.meta.glob<string>('../../../../src/septet/games/sep/RULES.*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
})
const OFFERS: Move[] = [
  { type: 'place', card: '5D', slot: 1 },
  { type: 'place', card: '5D', slot: 4 },
  { type: 'pass', card: '3C' },
]
const CIRCLE = [['4D'], ['9C', '5D'], ['2S'], ['6D'], [], ['8S']]

describe('offers', () => {
  it('light the slots of the card in the hand and no others', () => {
    expect(slotsOf(OFFERS, '5D')).toEqual([1, 4])
    expect(slotsOf(OFFERS, '3C')).toEqual([])
  })
  it('are found by their fields, in whatever order', () => {
    expect(offered(OFFERS, { slot: 4, card: '5D', type: 'place' })).toBe(OFFERS[1])
    expect(offered(OFFERS, onSlot('5D', 2))).toBeUndefined()
  })
  it('lay number cards on the reserve, or on the discard pile when alone', () => {
    const pair = { tokens: [0, 0] } as unknown as View
    const single = { tokens: [0] } as unknown as View
    expect([...pilesLit(pair, OFFERS, '3C')]).toEqual(['reserve'])
    expect([...pilesLit(single, OFFERS, '3C')]).toEqual(['discard'])
    expect([...pilesLit(pair, OFFERS, '5D')]).toEqual([])
    expect(laidDown('KC')).toEqual({ type: 'discard', card: 'KC' })
  })
})

describe('a thread', () => {
  it('runs through the top cards of a combination, a run in its order', () => {
    expect(threadOf(CIRCLE, { rule: 'run', points: 1, cards: ['4D', '5D', '6D'] })).toEqual([0, 1, 3])
  })
  it('is not drawn when a card of it is covered', () => {
    expect(threadOf(CIRCLE, { rule: 'run', points: 1, cards: ['9C', '5D', '6D'] })).toEqual([])
  })
  it('begins and ends on cards', () => {
    const [x, y] = topAt(CIRCLE, 0)
    expect(threadPath(CIRCLE, [0, 1, 3]).startsWith(`M${x} ${y + 0.22}`)).toBe(true)
  })
})

describe('a picture of the rule book', () => {
  it('shows circle, tokens and hand, and leaves the moves as text', () => {
    const drawn = read('# the decider\ncircle: 4D 9C.5D 2S - TC 8S\ntokens: 3-2-2\nhand: 5D 8H\npile: 4\nd 5D@b => +1')
    expect(drawn?.title).toBe('the decider')
    expect(drawn?.view).toMatchObject({ centre: 3, tokens: [2, 2], number_hand: ['5D', '8H'] })
    expect(drawn?.view.circle).toEqual([['4D'], ['9C', '5D'], ['2S'], [], ['TC'], ['8S']])
    expect(drawn?.facts).toEqual([['pile', '4']])
  })
  it.each(['en', 'fr', 'nl'])('is drawn for every block of the book in %s', (language) => {
    const book = Object.entries(BOOKS).find(([file]) => file.includes(`.${language}.`))?.[1] ?? ''
    const blocks = [...book.matchAll(/```sep(?:-solo)?\n([\s\S]*?)```/g)].map((found) => found[1] ?? '')
    expect(blocks.length).toBeGreaterThan(40)
    for (const block of blocks) expect(read(block), block).not.toBeNull()
  })
})
