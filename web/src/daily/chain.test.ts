import { describe, expect, it } from 'vitest'
import { hashOf } from '../lib/fair'
import { daysSince, leadsBack } from './chain'

const SECOND = 'ab'.repeat(32) // the seed of the second day, from which those before it follow
const FIRST = hashOf(SECOND)
const CHAIN = { anchor: hashOf(FIRST), first: '2026-02-28' }

describe('a chain of days', () => {
  it('counts days over the end of a month', () => {
    expect(daysSince('2026-02-28', '2026-03-01')).toBe(1)
    expect(daysSince('2028-02-28', '2028-03-01')).toBe(2)
  })

  it('leads every seed back to what was published', () => {
    expect(leadsBack(FIRST, '2026-02-28', CHAIN)).toBe(true)
    expect(leadsBack(SECOND, '2026-03-01', CHAIN)).toBe(true)
  })

  it('finds out a seed that is of another day, or of none', () => {
    expect(leadsBack(SECOND, '2026-02-28', CHAIN)).toBe(false)
    expect(leadsBack('cd'.repeat(32), '2026-03-01', CHAIN)).toBe(false)
    expect(leadsBack(FIRST, '2026-02-27', CHAIN)).toBe(false)
  })
})
