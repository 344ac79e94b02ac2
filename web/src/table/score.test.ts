import { expect, it } from 'vitest'
import { scoreOf } from './score'

const points = (view: object): number | undefined => scoreOf(view, 0)?.points

it('sets count one each, less what false calls cost at this table', () => {
  const view = { totals: [4], won: [['a', 'b', 'c', 'd', 'e', 'f']], faults: [3], bonus: [1], phase: 'open' }
  expect(points(view)).toBe(4)
  expect(points({ ...view, options: { false_call_cost: 2 } })).toBe(1)
  expect(points({ ...view, options: { false_call_cost: 2, score_floor: 0 } })).toBe(4)
})

it('a deal that is over stands in the totals and is not counted again', () => {
  expect(points({ totals: [4], won: [['a', 'b', 'c']], faults: [0], phase: 'between' })).toBe(4)
})

it('Scout counts cards, SetUp counts them against you, CoopSet has one score for all', () => {
  expect(points({ totals: [2], won: [['a', 'b']], debts: [1], phase: 'open' })).toBe(3)
  expect(points({ totals: [-2], taken: [['a', 'b']], fines: [1], phase: 'play' })).toBe(-5)
  expect(points({ totals: [0], points: 7, taken: [], phase: 'layout' })).toBe(7)
})
