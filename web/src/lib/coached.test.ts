import { expect, test } from 'vitest'
import { coaches, coachingOf, signsOf, timesTold, together, withTold } from './coached'

const nobody = coachingOf({}, 'x')

test('the first game has a coach, the next has none, and what was chosen holds', () => {
  expect(coaches(nobody)).toBe(true)
  expect(coaches({ ...nobody, played: true })).toBe(false)
  expect(coaches({ ...nobody, played: true, on: true })).toBe(true)
  expect(coaches({ ...nobody, on: false })).toBe(false)
})

test('a topic is told twice at most, and no more after a choice that was allowed', () => {
  const once = withTold(nobody, ['phase.place'])
  expect(timesTold(once, 'phase.place')).toBe(1)
  expect(timesTold(once, 'offer.place')).toBe(0)
  expect(timesTold(withTold(withTold(once, ['phase.place']), ['phase.place']), 'phase.place')).toBe(2)
  expect(timesTold(withTold(once, ['phase.place'], true), 'phase.place')).toBe(2)
  expect(timesTold(withTold(nobody, ['phase.place'], true), 'phase.place')).toBe(0) // allowed, but never explained
})

test('what a guest has heard an account has heard as well', () => {
  const guest = { a: withTold(nobody, ['x', 'y']), b: { ...nobody, played: true } }
  const account = { a: withTold(withTold({ ...nobody, on: false }, ['x']), ['x']) }
  const both = together(guest, account)
  expect(timesTold(coachingOf(both, 'a'), 'x')).toBe(2)
  expect(timesTold(coachingOf(both, 'a'), 'y')).toBe(1)
  expect(coachingOf(both, 'a').on).toBe(false)
  expect(coachingOf(both, 'b').played).toBe(true)
})

test('all that can be told fits into the settings of an account', () => {
  const topics = Array.from({ length: 45 }, (_, number) => `event.number_${number}`)
  expect(new Set(topics.map(signsOf)).size).toBe(45)
  const one = withTold({ on: true, played: true, told: '' }, topics)
  const all = Object.fromEntries(Array.from({ length: 11 }, (_, game) => [`a-game-${game}`, one]))
  expect(JSON.stringify(all).length).toBeLessThan(3400)
})
