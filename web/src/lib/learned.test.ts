import { expect, test } from 'vitest'
import { both, withStep } from './learned'

test('what was learned in one place and in another is learned', () => {
  expect(both({ sep: [2, 1] }, { sep: [3, 2], set: [1] })).toEqual({ sep: [1, 2, 3], set: [1] })
  expect(withStep({ sep: [1] }, 'sep', 1)).toEqual({ sep: [1] })
  expect(withStep({ sep: [3] }, 'sep', 1)).toEqual({ sep: [1, 3] })
})
