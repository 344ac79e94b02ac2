import { describe, expect, it, vi } from 'vitest'
import { ApiError, type ReviewState, type Studied } from '../lib/api'
import type { Move } from '../wire'
import { Reviewing, type Asked } from './reviewing.svelte'
import { VALUED } from './sample'

const state = (status: ReviewState['status'], progress = 0): ReviewState => ({
  ...{ status, progress, yours: true },
  review: status === 'done' ? VALUED : null,
})
const OFFERS = [{ type: 'draw' }, { type: 'fill', source: 'draw' }] as unknown as readonly Move[]
const REFUSED = { type: 'refused', code: 'no', words: 'Not that.' }

/** A server that answers these in turn, and remembers what it was asked. */
function server(states: ReviewState[], log: string[] = []): Asked {
  const say = (what: string) => (): Promise<ReviewState> => {
    log.push(what)
    return Promise.resolve(states.shift() ?? state('none'))
  }
  return {
    ...{ review: say('review'), askReview: say('ask'), dropReview: async () => (await say('drop')(), null) },
    record: () => Promise.resolve('a record'),
    study: ({ at, seat, moves = [] }) => {
      log.push(`study ${String(at)} ${String(seat)} ${moves.length}`)
      const refused = moves.length && !OFFERS.some((one) => one.type === moves[0]?.move.type) ? REFUSED : null
      const history = moves.map((_, i) => ({ n: i + 1 }))
      return Promise.resolve({ moment: { offers: OFFERS }, gains: [3, 4], history, refused } as unknown as Studied)
    },
    tryReview: (_, number) => {
      log.push(`try ${number}`)
      const about = { value: 0.5, error: 0.01 }
      return Promise.resolve({ value: about, best_value: about, lost: about })
    },
  }
}

describe('a review', () => {
  it('is asked for, waited for and had', async () => {
    vi.useFakeTimers()
    const log: string[] = []
    const one = new Reviewing(
      't',
      server([state('none'), state('waiting'), state('running', 0.5), state('done', 1)], log),
    )
    await one.begin()
    expect([one.going, one.valued]).toEqual([false, null])
    await one.ask()
    expect(one.going).toBe(true)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(one.told?.progress).toBe(0.5)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(one.valued).toBe(VALUED)
    await vi.advanceTimersByTimeAsync(9_000)
    expect(log).toEqual(['review', 'ask', 'review', 'review'])
    expect(one.at(4)?.number).toBe(5)
    expect(one.at(3)).toBe(undefined)
    expect(one.next(4)?.number).toBe(2)
    expect(one.listed.map(({ number }) => number)).toEqual([5, 2, 3])
    one.whose = 0
    expect(one.listed.map(({ number }) => number)).toEqual([2])
    vi.useRealTimers()
  })

  it('can be stopped, and is not asked about once nobody looks', async () => {
    vi.useFakeTimers()
    const log: string[] = []
    const one = new Reviewing('t', server([state('running'), state('running'), state('none'), state('running')], log))
    await one.ask()
    await one.stop()
    expect(one.going).toBe(false)
    await one.ask()
    one.close()
    await vi.advanceTimersByTimeAsync(9_000)
    expect(log).toEqual(['ask', 'drop', 'review', 'ask'])
    vi.useRealTimers()
  })

  it('says why it cannot be had', async () => {
    const refuses = { ...server([]), askReview: () => Promise.reject(new ApiError(409, 'no', 'Not this game.')) }
    const one = new Reviewing('t', refuses)
    await one.ask()
    expect(one.trouble).toBe('Not this game.')
    expect(one.busy).toBe(false)
  })

  it('lets another move be tried, valued and taken back', async () => {
    const log: string[] = []
    const one = new Reviewing('t', server([state('done')], log))
    await one.begin()
    const decision = one.at(4)
    if (!decision) throw new Error('no decision')
    await one.try('x', decision)
    const trying = one.trying
    if (!trying) throw new Error('nothing to try')
    const [move] = OFFERS as [Move]
    expect(await trying.ask(move)).toMatchObject({ points: 3 })
    expect(await trying.ask({ type: 'resign' })).toEqual(REFUSED)
    await trying.play({ type: 'resign' })
    expect([trying.move, trying.trouble]).toEqual([null, 'Not that.'])
    await trying.play(move)
    expect(trying.worth?.value.value).toBe(0.5)
    expect(trying.told?.moment.offers).toEqual([])
    expect(trying.past.map(({ n }) => n)).toEqual([5])
    trying.undo()
    expect([trying.move, trying.worth, trying.told?.moment.offers]).toEqual([null, null, OFFERS])
    expect(log).toEqual(['review', 'study 4 1 0', 'study 4 1 1', 'study 4 1 1', 'study 4 1 1', 'try 5'])
  })
})
