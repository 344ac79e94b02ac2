// The coach of a table, as the server has him speak: which of his sentences are told now, and which were told enough.

import { untrack } from 'svelte'
import { coaches, coachingOf, ENOUGH, timesTold, withTold, type Coaching } from '../lib/coached'
import type { LiveTable } from '../lib/live.svelte'
import { keepSettings } from '../lib/session.svelte'
import { change, settings } from '../lib/settings.svelte'
import { socket } from '../lib/session.svelte'
import type { Coached, coaching, Done, Move, Refused, Scored } from '../wire'

export type Tip = coaching.Tip
const GAP_MS = 250 // he is asked no more often, however fast the bots play

const keyOf = (tip: Tip): string => `${tip.topic} ${JSON.stringify(tip.facts ?? {})}`

export class Coach {
  /** What he said last, of which event. */
  said: Coached | null = $state.raw(null)
  /** The rule behind the last refusal, until the table changes. */
  rule: Tip | null = $state.raw(null)
  /** What is told now. */
  happened: readonly Tip[] = $state.raw([])
  /** What the game is about, before anything else: until one has moved. */
  first: Tip | null = $state.raw(null)
  now: readonly Tip[] = $state.raw([])
  /** The first of these that one has never heard. */
  untold: Tip | null = $state.raw(null)
  private told: ReadonlySet<string> = new Set()
  private asked = -1
  private busy = false

  constructor(
    private readonly live: LiveTable,
    private readonly game: string,
  ) {}

  private get kept(): Coaching {
    return coachingOf(settings.coach, this.game)
  }

  get on(): boolean {
    return coaches(this.kept)
  }

  /** Dismissed, or called back; what was told stays told. */
  turn(on: boolean): void {
    void keepSettings({ coach: { ...settings.coach, [this.game]: { ...this.kept, on } } })
    this.asked = -1
    if (!on) [this.said, this.rule] = [null, null]
  }

  /** A game of this kind is behind one: the next has no coach, unless he is called. */
  over(): void {
    if (!this.kept.played)
      void keepSettings({ coach: { ...settings.coach, [this.game]: { ...this.kept, played: true } } })
  }

  /** Ask what he says of the table as it is after event `n`; one question at a time, the newest in the end. */
  async hear(n: number): Promise<void> {
    if (!this.on || this.busy || n === this.asked) return
    this.busy = true
    this.asked = n
    const reply = await socket.say({ type: 'coach', table: this.live.id })
    if (reply.type === 'coached' && this.on) untrack(() => this.take(reply))
    await new Promise((done) => setTimeout(done, GAP_MS))
    this.busy = false
    const newest = this.live.known?.n ?? n
    if (newest !== n && this.live.known?.status === 'running') void this.hear(newest)
  }

  private take(said: Coached): void {
    if (said.n !== this.said?.n) this.rule = null
    this.said = said
    const fresh = (tip: Tip): boolean => this.told.has(keyOf(tip)) || timesTold(this.kept, tip.topic) < ENOUGH
    const latest = new Map(said.happened.filter(fresh).map((tip) => [tip.topic, tip] as const))
    this.happened = [...latest.values()].slice(-2)
    this.now = said.now.filter(fresh)
    this.untold = this.now.find((tip) => !timesTold(this.kept, tip.topic)) ?? null
    this.first = said.goal && timesTold(this.kept, said.goal.topic) < ENOUGH ? said.goal : null
  }

  /** These sentences are to be read now; those that were not there a moment ago are told once more. */
  show(tips: readonly Tip[]): void {
    const more = tips.filter((tip) => !this.told.has(keyOf(tip))).map((tip) => tip.topic)
    this.told = new Set([...this.told, ...tips.map(keyOf)])
    if (more.length) this.keep(withTold(this.kept, more))
  }

  /** What became of a move: one that was allowed is understood, and one that was refused has a rule. */
  answered<Answer extends Done | Refused | Scored>(move: Move, reply: Answer): Answer {
    if (!this.on || !this.said) return reply
    if (reply.type === 'refused') {
      const rule = reply.rule ? (this.said.rules[reply.rule.split('#')[1] ?? ''] ?? null) : null
      this.rule = rule && timesTold(this.kept, rule.topic) < ENOUGH ? rule : null
    } else if (reply.type === 'done') {
      const phases = this.said.now.map((tip) => tip.topic).filter((topic) => topic.startsWith('phase.'))
      const goal = this.said.goal ? [this.said.goal.topic] : []
      this.keep(withTold(this.kept, [...goal, ...phases, ['offer', move.type].join('.')], true))
      this.told = new Set()
    }
    return reply
  }

  /** In this browser at once; an account hears of it when the game is over, or the coach is called or dismissed. */
  private keep(coaching: Coaching): void {
    change({ coach: { ...settings.coach, [this.game]: coaching } })
  }
}
