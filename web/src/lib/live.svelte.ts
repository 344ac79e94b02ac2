// A table that is being watched: what is known of it, and what one may say there.

import { SvelteMap } from 'svelte/reactivity'
import type { Done, Event, HintTold, Moment, Move, Refused, Reply, Scored, Sent } from '../wire'
import { answer, newPledge, ownNumber } from './fair'
import { ensure, session, socket } from './session.svelte'
import type { Say } from './socket'
import { fromTable, withEvent, withPresence, type Known } from './table'

type AtTable<M> = M extends { table: string } ? Omit<M, 'table'> : never

const STIR_MS = 20_000 // so often the server is told that somebody is there and thinks

export class LiveTable {
  private stirred = 0
  /** What we were last asked for, for the deal. */
  private asked = ''
  known: Known | null = $state.raw(null)
  /** Why there is nothing to see, if so. */
  missing: Refused | null = $state.raw(null)
  /** The last refusal, until it is taken away; and whether a move was refused, which boards may tell themselves. */
  refused: Refused | null = $state.raw(null)
  refusedMove = $state(false)
  /** Who has lost the seat because no number was shown in time: the name, or nothing if it was ours. */
  late: { readonly name: string | null } | null = $state.raw(null)
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
      this.addNumber(true)
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
    this.noteLate(this.known, event)
    this.known = next
    this.addNumber(false)
    this.onevent(event, next)
    // What everybody is worth is told with the whole table only.
    if (event.event.type === 'started' && next.table.rated)
      void socket.say({ type: 'watch', table: this.id, have: null })
  }

  /** Our part in the deal: whatever is asked of our seat, once. Who comes on another device takes it over at first. */
  private addNumber(first: boolean): void {
    const { deal, seat, status, table } = this.known ?? {}
    if (!deal || !table || seat === null || seat === undefined || status !== 'waiting') return
    const free = deal.seats === null || deal.pledges.every((one, at) => !one || at === seat)
    if (first && free && !ownNumber(deal.pledges[seat])) this.add({ type: 'pledge', pledge: newPledge() })
    const asked = deal.awaited.includes(seat) ? `${deal.showing}${deal.pledges[seat]}` : ''
    if (asked !== this.asked) {
      this.asked = asked
      const said = answer(deal, seat, table.commitment)
      if (said) this.add(said)
    }
  }

  /** Nobody needs to read why that may be refused: then somebody has got up, and all are asked again. */
  private add(message: AtTable<Say>): void {
    void socket.insist({ ...message, table: this.id } as Say)
  }

  private noteLate(known: Known, { event }: Event): void {
    if (event.type === 'stood' && event.late) {
      this.late = { name: event.seat === known.seat ? null : (known.chairs[event.seat]?.name ?? '') }
    } else if (event.type === 'sat' || event.type === 'started') this.late = null
  }

  /** Whatever brings us to a seat brings a number of ours to the deal. */
  private withPledge(message: AtTable<Say>): AtTable<Say> {
    const sits = message.type === 'sit' && this.known?.status === 'waiting' && this.known.seat === null
    const again = (message.type === 'propose' || (message.type === 'answer' && message.yes)) && message.what === 'again'
    return sits || again ? { ...message, pledge: newPledge() } : message
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
  async say(message: AtTable<Say>): Promise<Reply> {
    await ensure()
    this.refused = null
    if (message.type !== 'say') this.looking = null
    const reply = await socket.say({ ...this.withPledge(message), table: this.id } as Say)
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

  /** Help with a move, in three degrees; a refusal is shown. */
  hint = async (degree: 1 | 2 | 3): Promise<HintTold | Refused> => {
    return (await this.say({ type: 'hint', degree })) as HintTold | Refused
  }

  ask = async (move: Move): Promise<Scored | Refused> => {
    return (await socket.say({ type: 'ask', table: this.id, move })) as Scored | Refused
  }
}
