// A table that is being watched: what is known of it, and what one may say there.

import { SvelteMap } from 'svelte/reactivity'
import type { Done, Event, Moment, Move, Refused, Scored, Sent } from '../wire'
import { ensure, session, socket } from './session.svelte'
import type { Say } from './socket'
import { fromTable, withEvent, withPresence, type Known } from './table'

type AtTable<M> = M extends { table: string } ? Omit<M, 'table'> : never

const STIR_MS = 20_000 // so often the server is told that somebody is there and thinks

export class LiveTable {
  private stirred = 0
  known: Known | null = $state.raw(null)
  /** Why there is nothing to see, if so. */
  missing: Refused | null = $state.raw(null)
  /** The last refusal, until it is taken away; and whether a move was refused, which boards may tell themselves. */
  refused: Refused | null = $state.raw(null)
  refusedMove = $state(false)
  /** The number of the event that we look back at. */
  looking: number | null = $state(null)
  /** The moments that we have seen, by the number of their event. */
  readonly moments = new SvelteMap<number, Moment>()
  /** Called with every event as it happens. */
  onevent: (event: Event, known: Known) => void = () => {}

  constructor(readonly id: string) {}

  /** What the board shows: now, or the past that we look at. */
  get shown(): Moment | null {
    if (this.known?.moment?.paused) return this.known.moment // nobody sees a card meanwhile, nor those of before
    const past = this.looking === null ? undefined : this.moments.get(this.looking)
    return past ? { ...past, offers: [], to_move: [], timers: [], clocks: null } : (this.known?.moment ?? null)
  }

  async open(): Promise<void> {
    const answer = await socket.watch(this.id, {
      have: () => this.known?.n ?? null,
      hear: (message) => this.hear(message),
    })
    if (answer.type === 'refused') this.missing = answer
  }

  close(): void {
    socket.unwatch(this.id)
  }

  private hear(message: Sent): void {
    if (message.type === 'table') {
      this.known = fromTable(message, Date.now())
      if (message.moment) this.moments.set(message.n, message.moment)
      this.missing = null
    } else if (message.type === 'presence' && this.known) {
      this.known = withPresence(this.known, message)
    } else if (message.type === 'event') {
      this.hearEvent(message)
    }
  }

  private hearEvent(event: Event): void {
    if (event.moment && !this.moments.has(event.n)) this.moments.set(event.n, event.moment)
    if (!this.known || event.n <= this.known.n) return
    const next = withEvent(this.known, event, session.me?.id ?? null, Date.now())
    if (!next) {
      socket.resume(this.id)
      return
    }
    this.known = next
    this.onevent(event, next)
    // What everybody is worth is told with the whole table only.
    if (event.event.type === 'started' && next.table.rated)
      void socket.say({ type: 'watch', table: this.id, have: null })
  }

  /** Look at the table after event `n`; what we have not seen ourselves, the server tells again. */
  async lookAt(n: number | null): Promise<void> {
    if (n === null || n === this.known?.history.at(-1)?.n || this.known?.moment?.paused) {
      this.looking = null
      return
    }
    if (!this.moments.has(n)) await socket.say({ type: 'watch', table: this.id, have: Math.max(1, n - 1) })
    if (this.moments.has(n)) this.looking = n
  }

  /** Say something at this table; a refusal is shown. */
  async say(message: AtTable<Say>): Promise<Done | Refused | Scored> {
    await ensure()
    this.refused = null
    if (message.type !== 'say') this.looking = null
    const reply = await socket.say({ ...message, table: this.id } as Say)
    if (reply.type === 'refused') [this.refused, this.refusedMove] = [reply, message.type === 'play']
    return reply
  }

  /** Somebody has touched the board: whoever counted as away is back, and nobody is silent who looks for cards. */
  stir = (): void => {
    const known = this.known
    if (!known || known.seat === null || known.status !== 'running' || known.chairs.length < 2) return
    if (!known.moment?.absent.includes(known.seat) && Date.now() - this.stirred < STIR_MS) return
    this.stirred = Date.now()
    void socket.say({ type: 'here', table: this.id })
  }

  play = async (move: Move): Promise<Done | Refused> => {
    return (await this.say({ type: 'play', move, rev: this.known?.moment?.rev ?? null })) as Done | Refused
  }

  ask = async (move: Move): Promise<Scored | Refused> => {
    return (await socket.say({ type: 'ask', table: this.id, move })) as Scored | Refused
  }
}
