import { describe, expect, it } from 'vitest'
import type { Chair, Event, Happening, Moment, Past, Table } from '../wire'
import { counted, fromTable, withEvent, withPresence, type Known } from './table'

const chair = (some: Partial<Chair> = {}): Chair => ({
  name: null,
  user: null,
  bot: null,
  stand_in: null,
  here: false,
  rating: null,
  seen: null,
  ...some,
})
const moment = (some: Partial<Moment> = {}): Moment => ({
  rev: 1,
  moves: 0,
  view: { last: 'something' },
  terms: null,
  offers: [],
  scores: [],
  to_move: [0],
  timers: [],
  clocks: null,
  paused: false,
  absent: [],
  joinable: false,
  joining: [],
  pace: 'usual',
  hints: false,
  outcome: null,
  seed: null,
  secret: null,
  ...some,
})
const table: Table = {
  type: 'table',
  table: 'k3v9m2xq7r4t',
  n: 5,
  game: 'sep',
  options: {},
  status: 'waiting',
  chairs: [chair({ name: 'Bo', user: 'u1' }), chair()],
  seat: 0,
  host: 'u1',
  public: false,
  rated: false,
  absent: 'bot',
  clock: null,
  commitment: '',
  watchers: 0,
  moment: null,
  history: [],
  chat: [],
  proposals: [],
  again: null,
  started: null,
  deck: null,
  fresh: true,
  after: null,
  closed: null,
  call_window_ms: 0,
  deal: null,
  start: null,
}

function after(known: Known, ...happenings: (Happening | [Happening, Moment])[]): Known {
  return happenings.reduce((so, one) => {
    const [what, now] = Array.isArray(one) ? one : [one, null]
    const event: Event = {
      type: 'event',
      table: table.table,
      n: so.n + 1,
      at: 0,
      event: what,
      moment: now,
      seat: null,
      deal: null,
    }
    const next = withEvent(so, event, 'u1', 1000)
    if (!next) throw new Error('a gap')
    return next
  }, known)
}

const start = fromTable(table, 0)

describe('a table', () => {
  it('takes events in their order and once: a gap is seen, a repeat is nothing', () => {
    const event: Event = {
      type: 'event',
      table: table.table,
      n: 6,
      at: 0,
      event: { type: 'nothing' },
      moment: null,
      seat: null,
      deal: null,
    }
    const next = withEvent(start, event, 'u1', 0)!
    expect(next.n).toBe(6)
    expect(withEvent(next, event, 'u1', 0)).toBe(next)
    expect(withEvent(start, { ...event, n: 7 }, 'u1', 0)).toBeNull()
  })

  it('knows who sits, gets up, and who is the host then', () => {
    const two = after(start, { type: 'sat', seat: 1, name: 'Al', user: 'u2' })
    expect(two.chairs[1]).toMatchObject({ name: 'Al', user: 'u2', here: true })
    const one = after(two, { type: 'stood', seat: 0 })
    expect(one.seat).toBeNull()
    expect(one.host).toBe('u2')
  })

  it('knows why it is closed, and by whom', () => {
    const off = after(start, { type: 'closed', why: 'called_off', seat: 1 })
    expect(off).toMatchObject({ status: 'closed', closed: { why: 'called_off', seat: 1 } })
  })

  it('leaves free seats out when the game starts, and keeps track of ours', () => {
    const wide = fromTable({ ...table, chairs: [chair(), chair({ user: 'u1' }), chair({ bot: 'greedy' })], seat: 1 }, 0)
    const running = after(wide, [{ type: 'started', seats: [1, 2] }, moment()])
    expect(running).toMatchObject({ status: 'running', seat: 0 })
    expect(running.chairs).toHaveLength(2)
  })

  it('has a new chair for whoever joins a game', () => {
    const joined = after(
      { ...start, status: 'running', seat: null },
      { type: 'sat', seat: 2, name: 'Late', user: 'u1' },
    )
    expect(joined.chairs.length).toBe(3)
    expect(joined.seat).toBe(2)
    expect(joined.chairs[2]).toMatchObject({ name: 'Late', user: 'u1', here: true })
  })

  it('lists moves, and marks those that an undo takes back', () => {
    const played: Happening = { type: 'played', seat: 0 }
    const undone = after(
      start,
      [played, moment()],
      [played, moment()],
      [{ type: 'played', seat: 0, move: { type: 'undo', to: 1 } }, moment()],
    )
    expect(undone.history.map((past) => past.undone)).toEqual([false, true, false])
    expect(undone.history[0]!.last).toBe('something')
    expect(undone.history[2]).toMatchObject({ move: { type: 'undo' }, last: null })
  })

  it('keeps proposals until they are answered or a move is made', () => {
    const asked = after(start, { type: 'proposed', seat: 0, what: 'tie' })
    expect(asked.proposals).toMatchObject([{ what: 'tie', agreed: [0] }])
    expect(after(asked, { type: 'answered', seat: 1, what: 'tie', yes: true }).proposals[0]!.agreed).toEqual([0, 1])
    expect(after(asked, { type: 'answered', seat: 1, what: 'tie', yes: false }).proposals).toEqual([])
    expect(after(asked, [{ type: 'played', seat: 0 }, moment()]).proposals).toEqual([])
  })

  it('is over when the moment has an outcome', () => {
    const outcome = { places: [1, 2], scores: [7, 0], reason: 'seven', won: null }
    expect(after(start, [{ type: 'played', seat: 0 }, moment({ outcome })]).status).toBe('over')
  })

  it('knows when a bot sits in and when its person is back', () => {
    const away = after(start, { type: 'stood_in', seat: 0, bot: 'casual' })
    expect(away.chairs[0]!.stand_in).toBe('casual')
    expect(after(away, { type: 'came_back', seat: 0 }).chairs[0]!.stand_in).toBeNull()
  })

  it('calls somebody by the new name when a guest has become an account', () => {
    const talked = after(start, { type: 'said', user: 'u1', name: 'Bo', seat: 0, text: 'hi' })
    const named = after(talked, { type: 'became', user: 'u1', account: 'a1', name: 'Bob' })
    expect(named.chairs[0]).toMatchObject({ user: 'a1', name: 'Bob' })
    expect([named.host, named.chat[0]!.name]).toEqual(['a1', 'Bob'])
    expect(after(named, { type: 'forgotten', user: 'a1', name: '–' }).chairs[0]).toMatchObject({
      user: 'a1',
      name: '–',
    })
  })

  it('remembers what was said, the rematch, and who is there', () => {
    const talked = after(
      start,
      { type: 'said', user: 'u2', name: 'Al', phrase: 'hello' },
      { type: 'again', table: 'next' },
    )
    expect(talked.chat).toEqual([{ n: 6, name: 'Al', seat: null, text: null, phrase: 'hello' }])
    expect(talked.again).toBe('next')
    const seen = withPresence(talked, {
      type: 'presence',
      table: table.table,
      n: 7,
      here: [true, false],
      watchers: 2,
      seen: [null, 5],
    })
    expect(seen.chairs.map((one) => one.here)).toEqual([true, false])
    expect(seen.chairs.map((one) => one.seen)).toEqual([null, 5])
    expect(seen.watchers).toBe(2)
  })
})

describe('the numbers of moves', () => {
  const past = (n: number, some: Partial<Past> = {}): Past => ({
    n,
    at: 0,
    seat: 0,
    last: null,
    move: null,
    undone: false,
    ...some,
  })

  it('count what stands: not what was taken back, nor what the table did', () => {
    const history = [past(3), past(4, { undone: true }), past(5, { move: { type: 'undo', to: 1 } }), past(6), past(8)]
    expect([...counted(history)]).toEqual([
      [3, 1],
      [6, 2],
      [8, 3],
    ])
  })
})
