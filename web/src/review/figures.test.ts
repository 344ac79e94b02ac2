import { describe, expect, it } from 'vitest'
import type { Estimate, Luck } from '../lib/api'
import {
  addingUp,
  bars,
  curveOf,
  giveOrTake,
  luckOf,
  nextMistake,
  scaled,
  scaleOf,
  signed,
  sorted,
  written,
} from './figures'
import { VALUED } from './sample'

const sure = (value: number): Estimate => ({ value, error: 0 })

describe('the figures of a review', () => {
  it('are of a hundred, or points with their tenths', () => {
    expect(scaled(0.634, 'share')).toBe(63)
    expect(scaled(3.26, 'points')).toBe(3.3)
    expect(written(-3.5, 'points', 'fr')).toBe('−3,5')
    expect([signed(4, 'share', 'en'), signed(-4, 'share', 'en'), signed(0, 'share', 'en')]).toEqual(['+4', '−4', '±0'])
  })

  it('say how far off they may be, and nothing where they are certain', () => {
    expect(giveOrTake({ value: 0.5, error: 0.012 }, 'share')).toBe(2)
    expect(giveOrTake({ value: 0.5, error: 0.0001 }, 'share')).toBe(1)
    expect(giveOrTake(sure(1), 'share')).toBe(0)
  })

  it('are turned around for the second seat', () => {
    expect(curveOf(VALUED, 1)[0]?.value).toBeCloseTo(1 - (VALUED.curve[0]?.value ?? 0))
    const [ours, theirs] = [luckOf(VALUED, 0), luckOf(VALUED, 1)]
    expect(theirs.result).toBe(1 - ours.result)
    expect(theirs.skill[0]).toEqual(ours.skill[1])
    for (const { start, draws, hidden, skill, result } of [ours, theirs])
      expect(start + draws.value + hidden.value + (skill[0]?.value ?? 0) - (skill[1]?.value ?? 0)).toBeCloseTo(result)
  })

  it('add up once they are rounded', () => {
    expect(addingUp([10.4, 20.4, 30.2], 61)).toEqual([11, 20, 30])
    expect(addingUp([50, -10.6, 2.6], 42)).toEqual([50, -11, 3])
    const luck: Luck = {
      ...{ start: 0.504, draws: sure(0.2031), hidden: sure(-0.0517) },
      ...{ skill: [sure(-0.0204), sure(-0.365)], ended: 0, result: 1 },
    }
    const found = bars(luck, 'share')
    expect(found.map((one) => one.what)).toEqual(['start', 'draws', 'hidden', 'mine', 'theirs', 'result'])
    expect(found.slice(0, -1).reduce((sum, one) => sum + one.n, 0)).toBe(100)
    expect(found.at(-2)?.to).toBe(100)
    const resigned = bars({ ...luck, ended: -0.2, result: 0.8 }, 'share')
    expect(resigned.map((one) => one.what)).toContain('ended')
    expect(resigned.at(-2)?.to).toBe(80)
    const alone = bars(
      { ...luck, start: 3.21, draws: sure(1.13), hidden: sure(0), skill: [sure(-0.34)], result: 4 },
      'points',
    )
    expect(alone.map((one) => one.n)).toEqual([3.2, 1.1, 0, -0.3, 4])
    expect(alone.at(-2)?.to).toBe(4)
  })

  it('have a scale of their own where points are counted', () => {
    expect(scaleOf(VALUED.curve, 'share')).toEqual({ low: 0, high: 1 })
    expect(scaleOf([sure(2.2), { value: 4, error: 0.5 }], 'points')).toEqual({ low: 2, high: 5 })
    expect(scaleOf([sure(2)], 'points')).toEqual({ low: 2, high: 3 })
  })

  it('are listed with the dearest first, or in order, for one seat or both', () => {
    expect(sorted(VALUED, 'cost', null).map((one) => one.number)).toEqual([...VALUED.costliest])
    const inOrder = sorted(VALUED, 'game', null).map((one) => one.number)
    expect(inOrder).toEqual([...inOrder].sort((a, b) => a - b))
    expect(sorted(VALUED, 'game', 1).every((one) => one.seat === 1)).toBe(true)
  })

  it('lead from one mistake to the next, and around', () => {
    const first = nextMistake(VALUED, 0, null)
    const second = nextMistake(VALUED, (first?.number ?? 0) - 1, null)
    expect(second?.number).toBeGreaterThan(first?.number ?? 0)
    expect(nextMistake(VALUED, 10_000, null)).toEqual(first)
    expect(nextMistake({ ...VALUED, decisions: [] }, 0, null)).toBe(undefined)
  })
})
