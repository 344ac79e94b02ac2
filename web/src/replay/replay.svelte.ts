// A game that was played, seen again: its moments as the server tells them, a range at a time. No rule is known here.

import { SvelteMap } from 'svelte/reactivity'
import { ApiError, type Look, type Replayed, type ReplayStep } from '../lib/api'
import { quiet } from '../lib/table'
import type { Find, Moment } from '../wire'

const AT_ONCE = 128 // moments that are asked for together
const AHEAD = 24 // so many before the end of what we have, the next ones are asked for
const HIDDEN = 32 // without spoilers we have no more than a few that were not seen
const [SHORTEST_MS, LONGEST_MS, USUAL_MS] = [400, 3_000, 1_200]

/** Where somebody looks, and how. */
export interface Place {
  readonly at: number
  /** Whose point of view; null until the server has said whose seat it was. */
  readonly seat: number | null
  readonly open: boolean
  readonly hide: boolean
}

/** The address of a moment of a table: whoever has it sees the same. Seats are counted from one, as people do. */
export function addressOf(table: string, { at, seat, open, hide }: Place, reviewed = false): string {
  const seen = [seat === null ? '' : `seat=${seat + 1}`, open ? 'open' : '', hide ? 'hide' : '']
  const said = [...seen, reviewed ? 'review' : ''].filter(Boolean)
  return `/table/${table}/${at}${said.length ? `?${said.join('&')}` : ''}`
}

interface Shown {
  readonly moment: Moment
  readonly hands: readonly (readonly string[])[] | undefined
}

export class Replay {
  about: Replayed | null = $state.raw(null)
  /** Why there is nothing to see. */
  trouble = $state('')
  at = $state(0)
  seat: number | null = $state(null)
  open = $state(false)
  hide = $state(false)
  playing = $state(false)
  speed = $state(1)
  /** The moves as far as they are told. */
  steps: readonly ReplayStep[] = $state.raw([])
  /** What lay there to be found, as far as it is told. */
  finds: readonly Find[] = $state.raw([])
  /** The last moment, once we know which it is. */
  private end: number | null = $state(null)
  private readonly moments = new SvelteMap<number, Shown>()
  private asking = new Map<number, Promise<void>>()
  private seen = 0 // grows with every other point of view: what was asked for another is not for us

  constructor(
    private readonly ask: (look: Look) => Promise<Replayed>,
    place: Place,
  ) {
    this.at = place.at
    this.seat = place.seat
    this.open = place.open
    this.hide = place.hide
  }

  get shown(): Shown | undefined {
    return this.moments.get(this.at)
  }

  /** A moment, if it is known already. */
  known(at: number): Moment | undefined {
    return this.moments.get(at)?.moment
  }

  /** Get to know a moment without going there. */
  have(at: number): Promise<void> {
    return this.reach(at)
  }

  /** How many moves there are; null if that is not to be told. */
  get length(): number | null {
    return this.hide ? null : this.end
  }

  get atEnd(): boolean {
    return this.end !== null && this.at >= this.end
  }

  /** The moves up to here, or all of them where nothing is hidden. */
  get told(): readonly ReplayStep[] {
    return this.hide ? this.steps.slice(0, this.at) : this.steps
  }

  get place(): Place {
    return { at: this.at, seat: this.seat, open: this.open, hide: this.hide }
  }

  async begin(): Promise<void> {
    await this.reach(this.at)
    const about = this.about
    if (about && this.seat === null) {
      // Whoever played sees the own seat; everybody else sees all there is to see.
      if (about.you !== null) this.seat = about.you
      else await this.look({ seat: 0, open: about.hides })
    }
  }

  /** Look from another point of view, or with more or less told. */
  async look(some: Partial<Omit<Place, 'at'>>): Promise<void> {
    if (some.seat !== undefined) this.seat = some.seat
    this.open = some.open ?? this.open
    this.hide = some.hide ?? this.hide
    this.seen += 1
    this.asking.clear()
    this.steps = []
    const before = this.shown
    this.moments.clear()
    if (before) this.moments.set(this.at, before) // until the other one comes
    await this.reach(this.at, true)
  }

  /** Show the table after so many moves. */
  async go(to: number): Promise<void> {
    const at = Math.max(0, Math.min(to, this.end ?? to))
    if (!this.moments.has(at)) await this.reach(at)
    this.at = Math.min(at, this.end ?? at)
    const next = this.at + AHEAD
    if ((this.end === null || this.at < this.end) && !this.moments.has(Math.min(next, this.end ?? next)))
      void this.reach(Math.min(next, this.end ?? next)).catch(() => {})
  }

  /** The next moment in this direction in which something is to be seen. */
  step(by: 1 | -1): Promise<void> {
    let to = this.at + by
    const hushed = (at: number): boolean => {
      const past = this.steps[at - 1]?.past
      return past !== undefined && quiet(past)
    }
    while (to > 0 && to < (this.end ?? this.steps.length) && hushed(to)) to += by
    return this.go(to)
  }

  /** How long this moment is shown when it plays by itself: as long as it lasted, but nobody waits for long. */
  get lasts(): number {
    const [before, next] = [this.steps[this.at - 1], this.steps[this.at]]
    const gap = this.about?.timed && before && next ? next.past.at - before.past.at : USUAL_MS
    return Math.max(SHORTEST_MS, Math.min(LONGEST_MS, gap)) / this.speed
  }

  /** Have this moment; what is around it is asked for together with it. */
  private async reach(at: number, again = false): Promise<void> {
    if (this.moments.has(at) && !again) return
    const count = this.hide ? HIDDEN : AT_ONCE
    const first = Math.floor(at / count) * count
    const asked = this.asking.get(first) ?? this.fetch(first, count)
    this.asking.set(first, asked)
    await asked
  }

  private async fetch(first: number, count: number): Promise<void> {
    const [seen, { seat, open, hide }] = [this.seen, this]
    const history = hide || this.steps.length === 0
    try {
      const told = await this.ask({ first, count, seat, open, hide, history })
      if (seen !== this.seen) return
      this.about = told
      this.trouble = ''
      told.moments.forEach((moment, i) =>
        this.moments.set(first + i, { moment, hands: open ? told.hands[i] : undefined }),
      )
      if (history && told.history.length >= this.steps.length) [this.steps, this.finds] = [told.history, told.finds]
      if (told.length !== null) this.end = told.length
      else if (!told.more) this.end = first + told.moments.length - 1
      if (this.end !== null && this.at > this.end) this.at = this.end
    } catch (error) {
      if (seen !== this.seen) return
      this.asking.delete(first)
      if (error instanceof ApiError && error.code === 'no_such_move' && first > 0) {
        this.at = 0 // a link beyond the end leads to the end
        await this.reach(0)
        if (this.length !== null) await this.go(this.length)
      } else this.trouble = error instanceof Error ? error.message : String(error)
    }
  }
}
