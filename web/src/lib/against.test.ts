import { expect, it } from 'vitest'
import { foundAfter, timeText } from './against.svelte'
import type { Run } from './api'

it('a time is told in minutes and seconds, with tenths once it stands', () => {
  expect([0, 9_940, 61_000, 600_050].map((ms) => timeText(ms))).toEqual(['0:00.0', '0:09.9', '1:01.0', '10:00.0'])
  expect([0, 9_940, 61_900].map((ms) => timeText(ms, false))).toEqual(['0:00', '0:09', '1:01'])
})

it('a ghost has found what it had found after as much play', () => {
  const run = { finds: [1_000, 2_500, 9_000] } as unknown as Run
  expect([0, 1_000, 3_000, Infinity].map((ms) => foundAfter(run, ms))).toEqual([0, 1, 2, 3])
})
