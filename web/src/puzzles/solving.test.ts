import { describe, expect, it, vi } from 'vitest'
import type { Step } from '../boards/board'
import type { PuzzleState } from '../lib/api'
import type { Move } from '../wire'
import { keyOf, missing, rest, ways } from './lines'
import { Solving } from './solving.svelte'

const set = (...cards: [string, string, string]): Step => ({ type: 'set', cards })
const place = (card: string): Step => ({ type: 'move', move: { type: 'place', card, slot: 1 } as Move })
const [ONE, TWO, THREE] = [set('1ROF', '2ROF', '3ROF'), set('1GOF', '2GOF', '3GOF'), set('1POF', '2POF', '3POF')]

const puzzle = (some: Partial<PuzzleState> = {}): PuzzleState =>
  ({ id: 'p', status: 'open', steps: [], counts: true, moment: { offers: [{ type: 'draw' }] }, ...some }) as PuzzleState

describe('what is left of a line', () => {
  it('follows the order of moves', () => {
    const line = [place('5H'), place('6H')]
    expect(rest(line, [place('5H')])).toEqual([place('6H')])
    expect(rest(line, [place('6H')])).toBeNull()
  })

  it('takes sets in any order', () => {
    expect(rest([ONE, TWO, THREE], [THREE])).toEqual([ONE, TWO])
    expect(rest([ONE, TWO], [THREE])).toBeNull()
  })

  it('is told of the line that was begun', () => {
    expect(
      missing({
        solution: [
          [ONE, TWO],
          [THREE, TWO],
        ],
        steps: [THREE],
      }),
    ).toEqual([TWO])
    expect(missing({ solution: [[ONE, TWO]], steps: [] })).toEqual([ONE, TWO])
    expect(ways({ solution: [[ONE], [TWO]], steps: [] })).toEqual([[ONE], [TWO]])
    expect(ways({ solution: [[ONE]], steps: [ONE] })).toEqual([])
  })
})

it('knows a step again in whatever order its parts stand', () => {
  expect(keyOf({ type: 'place', card: '5H', slot: 1 })).toBe(keyOf({ slot: 1, card: '5H', type: 'place' }))
  expect(keyOf(ONE)).not.toBe(keyOf(TWO))
})

describe('somebody who solves a puzzle', () => {
  const begun = async (answer: (some: object) => Promise<PuzzleState>) => {
    let now = 0
    const asked = vi.fn(answer)
    const solving = new Solving({ open: () => Promise.resolve(puzzle()), answer: asked }, () => (now += 1_000))
    await solving.begin()
    return { solving, asked }
  }

  it('sends all steps so far, and how long it took', async () => {
    const { solving, asked } = await begun(() => Promise.resolve(puzzle({ steps: [ONE] })))
    await solving.answer(ONE)
    await solving.answer(TWO)
    expect(asked.mock.calls.map(([some]) => some)).toEqual([
      { steps: [ONE], give_up: false, ms: 1_000 },
      { steps: [ONE, TWO], give_up: false, ms: 2_000 },
    ])
  })

  it('is told why a step cannot be made, and nothing has happened', async () => {
    const { solving } = await begun(() => Promise.reject(new Error('No such card.')))
    expect(await solving.answer(ONE)).toBe('No such card.')
    expect([solving.refused, solving.told?.status, solving.told?.steps]).toEqual(['No such card.', 'open', []])
  })

  it('is never told what a move would bring', async () => {
    const { solving, asked } = await begun(() => Promise.reject(new Error('Not now.')))
    expect(await solving.ask({ type: 'draw' })).toMatchObject({ type: 'refused', words: '' })
    expect(asked).not.toHaveBeenCalled()
    expect(await solving.ask({ type: 'pass', card: '5H' })).toMatchObject({ words: 'Not now.' })
  })

  it('answers no more when it is over, and may try again for nothing', async () => {
    const { solving, asked } = await begun(() => Promise.resolve(puzzle({ status: 'failed', wrong: ONE })))
    await solving.answer(ONE)
    await solving.answer(TWO)
    expect(asked).toHaveBeenCalledTimes(1)
    expect(solving.repeatable).toBe(true)
    solving.again()
    expect([solving.over, solving.told?.counts, solving.attempt]).toEqual([false, false, 2])
  })
})
