import { expect, it } from 'vitest'
import type { ComparisonWish, GameInfo, StudioGame } from '../lib/api'
import { asking, inWhichTheyDiffer, letter, roughly, written } from './columns'

const game = {
  options: [
    { name: 'ace', default: 'cyclic' },
    { name: 'swap', default: true },
  ],
} as unknown as GameInfo

it('names columns by letters', () => {
  expect([0, 1, 5].map(letter)).toEqual(['A', 'B', 'F'])
})

it('tells in which rules columns differ, also from what is not said because it is usual', () => {
  expect(inWhichTheyDiffer(game, [{}, { ace: 'low', swap: true }]).map((one) => one.name)).toEqual(['ace'])
  expect(inWhichTheyDiffer(game, [{ swap: false }, { swap: false }])).toEqual([])
})

it('says how long something takes as people say it', () => {
  expect(roughly(3.4)).toEqual({ unit: 'seconds', n: 3 })
  expect(roughly(44)).toEqual({ unit: 'seconds', n: 40 })
  expect(roughly(100)).toEqual({ unit: 'minutes', n: 2 })
})

it('takes a question along in a link, and leaves out what is not of the game', () => {
  const offer: StudioGame = { name: 'sep', bots: ['random', 'greedy'], deals: [400, 1000], each: 1 }
  const wish: ComparisonWish = { game: 'sep', columns: [{}, { ace: 'low' }], bots: ['greedy', 'random'], deals: 400 }
  const link = new URL(asking(wish), 'http://localhost')
  expect(link.pathname).toBe('/studio/sep')
  const { game: _, ...rest } = wish
  expect(written(link.searchParams.get('ask') ?? '', game, offer)).toEqual(rest)
  expect(written('{"columns":[{"no_rule":1},{"ace":"low"}],"bots":["expert"],"deals":7}', game, offer)).toEqual({
    columns: [{}, { ace: 'low' }],
  })
  for (const bad of ['', 'null', '{"columns":[{}]}', '{"columns":"x"}', '['])
    expect(written(bad, game, offer)).toEqual({})
})
