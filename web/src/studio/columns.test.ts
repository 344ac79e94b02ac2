import { expect, it } from 'vitest'
import type { GameInfo } from '../lib/api'
import { inWhichTheyDiffer, letter, roughly } from './columns'

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
