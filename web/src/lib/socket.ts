// One socket for everything. Each message is answered once; what was not answered is sent again after a break,
// under the same id, and tables are resumed where they stood.

import type { Message, Reply, Sent } from '../wire'

type WithoutId<M> = M extends unknown ? Omit<M, 'id'> : never
export type Say = WithoutId<Message>
export type State = 'connecting' | 'open' | 'waiting' | 'closed'

/** The part of a WebSocket that we use; a test has its own. */
export interface Line {
  onopen: ((event: never) => void) | null
  onclose: ((event: { code: number; reason?: string }) => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  send(data: string): void
  close(): void
}

export interface Listener {
  /** The last number of the table that we have; null before the first. */
  have(): number | null
  hear(message: Sent): void
}

type InLook = Extract<Sent, { look: string }>

/** Hears of a look that is shared with others, and what came of entering it again after a break. */
export interface LookListener {
  hear(message: InLook): void
  entered(reply: Reply): void
}

interface Waiting {
  readonly message: Message
  readonly answer: (reply: Reply) => void
}

const FIRST_WAIT = 500
const LONGEST_WAIT = 15_000
const QUIET = 25_000 // after so long without a word we ask whether the server is there
const PATIENCE = 10_000 // and so long we wait for any word when we have said something
const NOT_NOW = ['cannot_write', 'stopping'] // refused for a reason that passes
const NO_SESSION = 4001
const TOO_MANY = 4009
const TRY_LATER = 1013 // no room; its reason ends with the seconds after which to come back

export class Socket {
  state: State = 'closed'
  /** When the next try will be, in milliseconds since 1970. */
  retryAt = 0
  /** Whether we wait because the server has no room for us now. */
  full = false
  onstate: (state: State) => void = () => {}
  onhello: (hello: Extract<Sent, { type: 'hello' }>) => void = () => {}
  onsessionlost: () => void = () => {}
  /** Called with the seconds until a planned stop, or null if there is none after all. */
  onnotice: (seconds: number | null) => void = () => {}
  /** Called with the number of moves that nobody has answered yet, whenever it changes. */
  onqueue: (moves: number) => void = () => {}

  private line: Line | null = null
  private readonly waiting = new Map<string, Waiting>()
  private readonly tables = new Map<string, Listener>()
  private readonly looks = new Map<string, LookListener>()
  private readonly name = Math.random().toString(36).slice(2, 10)
  private count = 0
  private tries = 0
  private whole = false
  private doubted = false
  private byeSeconds: number | null = null
  private retry: ReturnType<typeof setTimeout> | undefined
  private pulse: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly address: () => string,
    private readonly open: (address: string) => Line = (address) => new WebSocket(address) as unknown as Line,
  ) {}

  /** Connect, or connect anew. As somebody else (`whole`) we ask for whole tables: another seat sees other things. */
  start(whole = false): void {
    this.drop()
    this.whole ||= whole
    this.enter('connecting')
    const line = this.open(this.address())
    this.line = line
    this.doubt(PATIENCE * 2 ** Math.min(this.tries, 2)) // a slow network gets more and more time
    line.onmessage = (event) => this.line === line && this.hear(String(event.data))
    line.onclose = (event) => this.line === line && this.lost(event.code, event.reason)
  }

  stop(): void {
    this.drop()
    this.enter('closed')
  }

  /** Try again now, if we are only waiting for the next try and were not told how long to wait. */
  hurry(): void {
    if (this.state === 'waiting' && !this.full) this.start()
  }

  /** Say something; the promise is kept as soon as there is an answer, however often the line breaks. */
  say(message: Say): Promise<Reply> {
    const whole = { ...message, id: this.nextId() } as Message
    return new Promise((answer) => {
      this.waiting.set(whole.id, { message: whole, answer })
      this.countMoves()
      if (this.state === 'open') this.send(whole)
    })
  }

  /** The same, until it is heard: what cannot be written now is said again a little later. */
  async insist(message: Say): Promise<Reply> {
    for (;;) {
      const reply = await this.say(message)
      if (reply.type !== 'refused' || !NOT_NOW.includes(reply.code)) return reply
      await new Promise((goOn) => setTimeout(goOn, FIRST_WAIT))
    }
  }

  /** Hear of a table from now on, also after a break. The answer is that to the first `watch`. */
  watch(table: string, listener: Listener): Promise<Reply> {
    this.tables.set(table, listener)
    return this.say({ type: 'watch', table, have: listener.have() })
  }

  unwatch(table: string): void {
    if (this.tables.delete(table)) void this.say({ type: 'unwatch', table })
  }

  /** Ask for what we missed of a table. */
  resume(table: string): void {
    const listener = this.tables.get(table)
    if (listener) void this.say({ type: 'watch', table, have: listener.have() })
  }

  /** Hear of a look from now on, also after a break. */
  join(look: string, listener: LookListener): void {
    this.looks.set(look, listener)
    if (this.state === 'open') this.enterAgain(look, listener)
  }

  quit(look: string): void {
    if (this.looks.delete(look)) void this.say({ type: 'exit', look })
  }

  private enterAgain(look: string, listener: LookListener): void {
    void this.say({ type: 'enter', look }).then((reply) => listener.entered(reply))
  }

  private countMoves(): void {
    this.onqueue([...this.waiting.values()].filter(({ message }) => message.type === 'play').length)
  }

  private nextId(): string {
    this.count += 1
    return `${this.name}-${this.count}`
  }

  private send(message: Message): void {
    this.line?.send(JSON.stringify(message))
    if (!this.doubted) this.doubt()
  }

  private hear(text: string): void {
    this.listen()
    const message = JSON.parse(text) as Sent
    switch (message.type) {
      case 'hello':
        this.welcome(message)
        break
      case 'done':
      case 'refused':
      case 'scored':
      case 'coached':
      case 'hint_told':
        this.waiting.get(message.id)?.answer(message)
        this.waiting.delete(message.id)
        this.countMoves()
        break
      case 'bye':
        this.byeSeconds = message.seconds
        break
      case 'gone':
        this.tables.get(message.table)?.hear(message)
        this.resume(message.table)
        break
      case 'notice':
        this.onnotice(message.stops_in_s)
        break
      case 'look':
      case 'remarked':
      case 'pointed':
      case 'look_ended':
        this.looks.get(message.look)?.hear(message)
        break
      case 'job':
      case 'drop':
      case 'consult':
      case 'chunk':
      case 'drop_chunk':
        break // for workers
      default:
        this.tables.get(message.table)?.hear(message)
    }
  }

  /** The line stands: resume the tables, then say again what was not answered. */
  private welcome(hello: Extract<Sent, { type: 'hello' }>): void {
    this.tries = 0
    this.full = false
    this.byeSeconds = null
    this.enter('open')
    this.onhello(hello)
    const unanswered = [...this.waiting.values()]
    const asked = new Set<string>()
    for (const { message } of unanswered) if (message.type === 'watch') asked.add(message.table)
    for (const [table, listener] of this.tables) {
      const have = this.whole ? null : listener.have()
      if (!asked.has(table)) void this.say({ type: 'watch', table, have })
    }
    this.whole = false
    for (const [look, listener] of this.looks) this.enterAgain(look, listener)
    for (const { message } of unanswered) if (message.type !== 'enter') this.send(message)
  }

  private lost(code: number, reason = ''): void {
    this.line = null
    clearTimeout(this.pulse)
    if (code === NO_SESSION) this.onsessionlost()
    if (code === TOO_MANY) this.tries = Math.max(this.tries, 4)
    const backoff = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries) * (0.75 + Math.random() / 2)
    const told = code === TRY_LATER ? Number.parseInt(reason.split(' ').at(-1) ?? '', 10) || null : this.byeSeconds
    const wait = told === null ? backoff : told * 1000 * (1 + (code === TRY_LATER ? Math.random() / 5 : 0))
    this.full = code === TRY_LATER && told !== null
    this.byeSeconds = null
    this.tries += 1
    this.retryAt = Date.now() + wait
    this.retry = setTimeout(() => this.start(), wait)
    this.enter('waiting')
  }

  /** Somebody spoke. If it stays quiet, ask. */
  private listen(): void {
    clearTimeout(this.pulse)
    this.doubted = false
    this.pulse = setTimeout(() => void this.say({ type: 'ping' }), QUIET)
  }

  /** We have called or asked. If nobody says a word the line is dead, even if it does not know. */
  private doubt(patience = PATIENCE): void {
    clearTimeout(this.pulse)
    this.doubted = true
    this.pulse = setTimeout(() => {
      const line = this.line
      this.lost(0)
      line?.close()
    }, patience)
  }

  private drop(): void {
    clearTimeout(this.retry)
    clearTimeout(this.pulse)
    const line = this.line
    this.line = null
    line?.close()
  }

  private enter(state: State): void {
    this.state = state
    this.onstate(state)
  }
}
