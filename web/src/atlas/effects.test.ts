import { describe, expect, it } from 'vitest'
import type { AtlasAbout } from '../lib/api'
import { effectRows, selected, written, type Wanted } from './effects'

const atlas: AtlasAbout = {
  game: 'sep',
  bots: ['greedy', 'greedy'],
  deals: 100,
  sets: 4,
  every: true,
  figures: ['turns', 'tie'],
  parts: [false, true],
  spreads: [20, 0],
  factors: [
    { option: 'combo_ace', values: ['cyclic', 'low'] },
    { option: 'tie_mode', values: ['sudden_death', 'draw'] },
  ],
  effects: [
    { effect: { rule: 0, value: 1, other_rule: null, other_value: null }, sizes: [2, 0], halves: [0.5, 0.01] },
    { effect: { rule: 1, value: 1, other_rule: null, other_value: null }, sizes: [-8, 0.25], halves: [1, 0.02] },
    { effect: { rule: 0, value: 1, other_rule: 1, other_value: 1 }, sizes: [0.2, 0], halves: [0.5, 0.02] },
  ],
  sentences: [],
}
const all: Wanted = { figure: null, rule: null, both: false, sure: false, order: 'size' }
const brief = (wanted: Wanted): unknown[] =>
  selected(effectRows(atlas), wanted).map((one) => [one.rules.join(), one.figure, one.size])

describe('the effects of an atlas', () => {
  it('come the largest first, beside how far single games are apart', () => {
    expect(brief(all).slice(0, 3)).toEqual([
      ['1', 1, 0.25],
      ['1', 0, -8],
      ['0', 0, 2],
    ])
  })
  it('are those of one rule, of one figure, of two rules together, or the sure ones', () => {
    expect(brief({ ...all, rule: 0, order: 'rule' })).toEqual([
      ['0', 0, 2],
      ['0', 1, 0],
    ])
    expect(brief({ ...all, figure: 0 })).toEqual([
      ['1', 0, -8],
      ['0', 0, 2],
    ])
    expect(brief({ ...all, both: true, sure: true })).toEqual([])
    expect(brief({ ...all, both: true, rule: 1 })).toHaveLength(2)
  })
})

describe('its numbers', () => {
  it('are hundredths where they are parts of all games, and have a sign where they are differences', () => {
    expect(written(0.1234, true, false, ',')).toBe('12,3\u00a0%')
    expect(written(-0.0001, true, true, '.')).toBe('+0.0')
    expect(written(-2.5, false, true, '.')).toBe('−2.50')
    expect(written(0.25, true, true, ',')).toBe('+25,0')
  })
})
