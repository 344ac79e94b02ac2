// The review of a finished game: asked for, waited for, stopped; and which of its decisions are looked at.

import type { Finding } from '../boards/board'
import { api, type Decision, type ReviewState, type ReviewTried, type Valued } from '../lib/api'
import type { Move } from '../wire'
import { nextMistake, sorted } from './figures'
import { Trying } from './trying.svelte'

const OFTEN_MS = 1_000 // how often it is asked how far it is

/** What is asked of the server. */
export type Asked = Pick<typeof api, 'review' | 'askReview' | 'dropReview' | 'tryReview' | 'study' | 'record'>

export class Reviewing {
  told: ReviewState | null = $state.raw(null)
  /** Why something could not be had, in words. */
  trouble = $state('')
  busy = $state(false)
  order: 'cost' | 'game' = $state('cost')
  /** Whose decisions; null for everybody's. */
  whose: number | null = $state(null)
  /** The moves that are tried at one of its moments. */
  trying: Trying | null = $state.raw(null)
  /** What was chosen of what it has found, where nothing is valued. */
  finding: Finding | null = $state.raw(null)
  private waits: ReturnType<typeof setTimeout> | undefined
  private closed = false
  private text: Promise<string> | undefined

  constructor(
    readonly table: string,
    private readonly asked: Asked = api,
    /** Whoever has something made is somebody, if only a guest. */
    private readonly enter: () => Promise<unknown> = () => Promise.resolve(),
  ) {}

  get going(): boolean {
    return this.told?.status === 'waiting' || this.told?.status === 'running'
  }

  get review(): ReviewState['review'] {
    return this.told?.review ?? null
  }

  /** A review by values, if it is one. */
  get valued(): Valued | null {
    return this.review?.kind === 'valued' ? this.review : null
  }

  /** The decisions that are listed. */
  get listed(): readonly Decision[] {
    return this.valued ? sorted(this.valued, this.order, this.whose) : []
  }

  /** The decision that is made at this moment of the game, if one was. */
  at(moment: number): Decision | undefined {
    return this.valued?.decisions.find((one) => one.number === moment + 1)
  }

  next(moment: number): Decision | undefined {
    return this.valued ? nextMistake(this.valued, moment, this.whose) : undefined
  }

  /** How does it stand? */
  begin = (): Promise<void> => this.hear(() => this.asked.review(this.table))
  /** Make it. */
  ask = (): Promise<void> =>
    this.hear(async () => {
      await this.enter()
      return this.asked.askReview(this.table)
    })
  /** Enough: it is not made. */
  stop = (): Promise<void> =>
    this.hear(async () => {
      await this.asked.dropReview(this.table)
      return this.asked.review(this.table)
    })

  close(): void {
    this.closed = true
    clearTimeout(this.waits)
  }

  private async hear(ask: () => Promise<ReviewState>): Promise<void> {
    clearTimeout(this.waits)
    this.busy = true
    try {
      this.told = await ask()
      this.trouble = ''
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error)
    } finally {
      this.busy = false
    }
    if (this.going && !this.closed) this.waits = setTimeout(() => void this.begin(), OFTEN_MS)
  }

  /** Another move in place of the one that was played. */
  async try(game: string, decision: Decision): Promise<void> {
    this.text ??= this.asked.record(this.table)
    const valued = async (move: Move): Promise<ReviewTried> => {
      await this.enter()
      return this.asked.tryReview(this.table, decision.number, move)
    }
    const trying = new Trying(game, decision, this.text, this.asked.study, valued)
    this.trying = trying
    await trying.begin()
    if (!trying.told) this.text = undefined // perhaps it can be had another time
  }
}
