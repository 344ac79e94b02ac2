import { expect, it } from 'vitest'
import { foundAfter } from './against.svelte'
import type { Run } from './api'

it('a ghost has found what it had found after as much play', () => {
  const run = { finds: [1_000, 2_500, 9_000] } as unknown as Run
  expect([0, 1_000, 3_000, Infinity].map((ms) => foundAfter(run, ms))).toEqual([0, 1, 2, 3])
})
