import { describe, expect, it } from 'vitest'
import type { Look, Replayed } from '../lib/api'
import { Replay, type Place } from './replay.svelte'

// A game of so many moves, told as the server tells it; the moves come at these times.
const TIMES = [0, 1_000, 1_100, 61_100, 62_000, 63_500]
const QUIET = 4 // time runs out there, and nothing comes of it

function teller(asked: Look[], you: number | null = 1): (look: Look) => Promise<Replayed> {
  return (look) => {
    asked.push(look)
    const { first = 0, count = 64, hide = false, open = false, history = true } = look
    const end = Math.min(first + count, TIMES.length + 1)
    const numbers = Array.from({ length: end - first }, (_, i) => first + i)
    const told = {
      ...{ game: 'x', you, timed: true, hides: true, vouched: 'here', sitters: [], finds: [], began: null, first },
      length: hide ? null : TIMES.length,
      more: end <= TIMES.length,
      moments: numbers.map((moves) => ({ moves, view: { seat: look.seat ?? you } })),
      hands: open ? numbers.map(() => [['a'], ['b']]) : [],
      history: history
        ? TIMES.slice(0, hide ? end - 1 : undefined).map((at, i) => ({
            past: { n: i + 1, at, seat: 0, last: [], move: i + 1 === QUIET ? { type: 'timeout' } : null },
            gained: [],
          }))
        : [],
    }
    return Promise.resolve(told as unknown as Replayed)
  }
}

const START: Place = { at: 0, seat: null, open: false, hide: false }

describe('a game seen again', () => {
  it('is seen from the own seat by whoever played, and with everything open by others', async () => {
    const mine = new Replay(teller([]), START)
    await mine.begin()
    expect([mine.seat, mine.open]).toEqual([1, false])
    const asked: Look[] = []
    const theirs = new Replay(teller(asked, null), START)
    await theirs.begin()
    expect([theirs.seat, theirs.open]).toEqual([0, true])
    expect(theirs.shown?.hands).toEqual([['a'], ['b']])
    expect(asked.length).toBe(2)
  })

  it('steps at once, passes over what nobody saw, and stops at both ends', async () => {
    const asked: Look[] = []
    const replay = new Replay(teller(asked), START)
    await replay.begin()
    const places = []
    for (let i = 0; i < 7; i++) {
      await replay.step(1)
      places.push(replay.at)
    }
    expect(places).toEqual([1, 2, 3, 5, 6, 6, 6])
    await replay.step(-1)
    await replay.step(-1)
    expect(replay.at).toBe(3)
    await replay.go(-5)
    expect(replay.at).toBe(0)
    expect(asked.length).toBe(1)
  })

  it('lasts as long as it did, but never long', async () => {
    const replay = new Replay(teller([]), START)
    await replay.begin()
    const lasts = []
    for (const at of [1, 2, 3]) {
      await replay.go(at)
      lasts.push(replay.lasts)
    }
    expect(lasts).toEqual([1_000, 400, 3_000])
    replay.speed = 2
    expect(replay.lasts).toBe(1_500)
  })

  it('tells neither length nor moves to come without spoilers', async () => {
    const replay = new Replay(teller([]), { ...START, at: 2, hide: true })
    await replay.begin()
    expect(replay.length).toBe(null)
    expect(replay.told.length).toBe(2)
    await replay.look({ hide: false })
    expect([replay.length, replay.told.length, replay.at]).toEqual([6, 6, 2])
  })
})
