import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Message, Sent } from '../wire'
import { Socket, type Line } from './socket'

class FakeLine implements Line {
  onopen: Line['onopen'] = null
  onclose: Line['onclose'] = null
  onmessage: Line['onmessage'] = null
  said: Message[] = []
  closed = false

  send(data: string): void {
    this.said.push(JSON.parse(data) as Message)
  }
  close(): void {
    this.closed = true
  }
  tell(message: Sent): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  hello(): void {
    this.tell({ type: 'hello', protocol: 1, version: '0', you: null })
  }
  break(code = 1006, reason = ''): void {
    this.onclose?.({ code, reason })
  }
}

const TABLE = 'k3v9m2xq7r4t'
let lines: FakeLine[]
let socket: Socket
const line = (): FakeLine => lines.at(-1)!
const done = (id: string): Sent => ({ type: 'done', id, table: TABLE, n: 1 })

beforeEach(() => {
  vi.useFakeTimers()
  lines = []
  socket = new Socket(
    () => 'ws://here/ws',
    () => {
      lines.push(new FakeLine())
      return line()
    },
  )
})
afterEach(() => {
  socket.stop()
  vi.useRealTimers()
})

describe('the socket', () => {
  it('gives up a line on which nobody answers, and says the same on the next', async () => {
    socket.start()
    line().hello()
    await vi.advanceTimersByTimeAsync(9_000)
    void socket.say({ type: 'ping' })
    await vi.advanceTimersByTimeAsync(10_100)
    expect(lines[0]!.closed).toBe(true)
    await vi.advanceTimersByTimeAsync(1_000)
    line().hello()
    expect(line().said).toEqual(lines[0]!.said)
  })
  it('enters a look again after a break, once, and says what came of it', async () => {
    const came: string[] = []
    const heard: string[] = []
    socket.join(TABLE, { hear: (message) => heard.push(message.type), entered: (reply) => came.push(reply.type) })
    socket.start()
    line().hello()
    await vi.advanceTimersByTimeAsync(100)
    line().break()
    await vi.advanceTimersByTimeAsync(1_000)
    line().hello()
    const enters = line().said.filter(({ type }) => type === 'enter')
    expect(enters).toHaveLength(1)
    line().tell({ type: 'pointed', look: TABLE, user: 'u', spot: 'table' })
    line().tell(done(enters[0]!.id))
    await vi.advanceTimersByTimeAsync(10)
    expect([came, heard]).toEqual([['done'], ['pointed']])
    socket.quit(TABLE)
    expect(line().said.at(-1)).toMatchObject({ type: 'exit', look: TABLE })
  })
  it('comes back to a full house after the seconds that it was told, not before', async () => {
    socket.start()
    line().break(1013, 'house_full 20')
    expect([socket.state, socket.full]).toEqual(['waiting', true])
    socket.hurry()
    await vi.advanceTimersByTimeAsync(19_900)
    expect(lines).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(4_200)
    expect(lines).toHaveLength(2)
    line().hello()
    expect([socket.state, socket.full]).toEqual(['open', false])
  })
  it('comes back soon to a house that gave no number', async () => {
    socket.start()
    line().break(1013)
    expect(socket.full).toBe(false)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(lines).toHaveLength(2)
  })
  it('does not wait for ever to be greeted', async () => {
    socket.start()
    await vi.advanceTimersByTimeAsync(11_000)
    expect(lines[0]!.closed).toBe(true)
    expect(lines).toHaveLength(2)
  })
  it('keeps what is said until the server has greeted, then says it once', async () => {
    socket.start()
    const reply = socket.say({ type: 'ping' })
    expect(line().said).toEqual([])
    line().hello()
    expect(line().said).toHaveLength(1)
    line().tell(done(line().said[0]!.id))
    expect((await reply).type).toBe('done')
  })

  it('gives every message an id of its own', () => {
    socket.start()
    line().hello()
    void socket.say({ type: 'ping' })
    void socket.say({ type: 'ping' })
    expect(new Set(line().said.map((one) => one.id)).size).toBe(2)
  })

  it('says again under the same id what was not answered before the line broke', async () => {
    socket.start()
    line().hello()
    const reply = socket.say({ type: 'play', table: TABLE, move: { type: 'draw' }, rev: 3 })
    const first = line().said[0]!
    line().break()
    expect(socket.state).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1000)
    line().hello()
    expect(lines).toHaveLength(2)
    expect(line().said).toEqual([first])
    line().tell(done(first.id))
    expect(await reply).toMatchObject({ type: 'done', id: first.id })
  })

  it.each(['cannot_write', 'stopping'])('insists on what is refused only for now: %s', async (code) => {
    socket.start()
    line().hello()
    const reply = socket.insist({ type: 'reveal', table: TABLE, number: '00' })
    const refused = { type: 'refused', words: '', facts: {}, table: TABLE, n: 1, by: null, rule: null } as const
    line().tell({ ...refused, id: line().said[0]!.id, code })
    await vi.advanceTimersByTimeAsync(1000)
    expect(line().said).toMatchObject([{ type: 'reveal' }, { type: 'reveal' }])
    line().tell({ ...refused, id: line().said[1]!.id, code: 'not_asked' })
    expect(await reply).toMatchObject({ code: 'not_asked' })
    await vi.advanceTimersByTimeAsync(1000)
    expect(line().said).toHaveLength(2)
  })

  it('resumes a table with the number that it has, before anything else is said', async () => {
    let have: number | null = null
    socket.start()
    line().hello()
    void socket.watch(TABLE, { have: () => have, hear: () => {} })
    expect(line().said[0]).toMatchObject({ type: 'watch', table: TABLE, have: null })
    line().tell(done(line().said[0]!.id))
    have = 7
    void socket.say({ type: 'ping' })
    line().break()
    await vi.advanceTimersByTimeAsync(1000)
    line().hello()
    expect(line().said).toMatchObject([{ type: 'watch', table: TABLE, have: 7 }, { type: 'ping' }])
  })

  it('asks for whole tables when it comes back as somebody else', () => {
    socket.start()
    line().hello()
    void socket.watch(TABLE, { have: () => 7, hear: () => {} })
    line().tell(done(line().said[0]!.id))
    socket.start(true)
    line().hello()
    expect(line().said).toMatchObject([{ type: 'watch', have: null }])
  })

  it('tells each table what is for it, and asks again when it was dropped', () => {
    const heard: Sent[] = []
    socket.start()
    line().hello()
    void socket.watch(TABLE, { have: () => 4, hear: (message) => heard.push(message) })
    line().tell({ type: 'presence', table: TABLE, n: 4, here: [true], watchers: 0, seen: [] })
    line().tell({ type: 'presence', table: 'another', n: 1, here: [], watchers: 0, seen: [] })
    line().tell({ type: 'gone', table: TABLE, n: 4, why: 'too slow' })
    expect(heard.map((one) => one.type)).toEqual(['presence', 'gone'])
    expect(line().said.at(-1)).toMatchObject({ type: 'watch', have: 4 })
  })

  it('waits longer after each failure, and as long as the server says when it stops', async () => {
    const waits: number[] = []
    socket.start()
    for (let i = 0; i < 8; i += 1) {
      line().break()
      waits.push(socket.retryAt - Date.now())
      await vi.advanceTimersByTimeAsync(20_000)
    }
    expect(waits[0]).toBeLessThan(1000)
    expect(waits[3]).toBeGreaterThan(waits[0]!)
    expect(Math.max(...waits)).toBeLessThanOrEqual(18_750)
    line().hello()
    line().tell({ type: 'bye', why: 'stopping', seconds: 5 })
    line().break(1001)
    expect(socket.retryAt - Date.now()).toBe(5000)
  })

  it('tries at once when it is hurried', () => {
    socket.start()
    line().break()
    socket.hurry()
    expect(lines).toHaveLength(2)
    expect(socket.state).toBe('connecting')
  })

  it('asks a silent server whether it is there, and gives the line up if it is not', async () => {
    socket.start()
    line().hello()
    await vi.advanceTimersByTimeAsync(25_000)
    expect(line().said).toMatchObject([{ type: 'ping' }])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(socket.state).toBe('waiting')
    expect(lines[0]!.closed).toBe(true)
  })

  it('hears nothing more from a line that it has left', () => {
    socket.start()
    const old = line()
    socket.start()
    old.hello()
    old.break()
    expect(socket.state).toBe('connecting')
  })

  it('says when the session is gone', () => {
    const lost = vi.fn()
    socket.onsessionlost = lost
    socket.start()
    line().break(4001)
    expect(lost).toHaveBeenCalledOnce()
  })

  it('counts the moves that nobody has answered yet', () => {
    const counts: number[] = []
    socket.onqueue = (moves) => counts.push(moves)
    socket.start()
    void socket.say({ type: 'play', table: TABLE, move: { type: 'resign' }, rev: null, seat: null })
    expect(counts).toEqual([1])
    line().hello()
    line().tell(done(line().said.at(-1)!.id))
    expect(counts.at(-1)).toBe(0)
  })
})
