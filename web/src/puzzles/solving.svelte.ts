// One puzzle on the table: the steps that were answered, and what the server says of them. It knows no rule.

import type { Step } from '../boards/board'
import type { PuzzleState, PuzzleTry } from '../lib/api'
import type { Done, Moment, Move, Refused, Scored } from '../wire'
import { keyOf } from './lines'

/** Where a puzzle comes from, and where its answers go. */
export interface Door {
  readonly open: () => Promise<PuzzleState>
  readonly answer: (some: Required<PuzzleTry>) => Promise<PuzzleState>
}

const DONE: Done = { type: 'done', id: '', table: null, n: null }

export class Solving {
  told: PuzzleState | null = $state.raw(null)
  /** The position as it was asked; null where somebody has begun elsewhere. */
  start: Moment | null = $state.raw(null)
  /** Why there is no puzzle, in words. */
  trouble = $state('')
  /** Why the last step cannot be made. */
  refused = $state('')
  busy = $state(false)
  /** Grows whenever the position is set up anew. */
  attempt = $state(0)
  /** The position once it was laid: whoever tries again begins there. */
  private fresh: PuzzleState | null = null
  private since = 0

  constructor(
    private readonly door: Door,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get over(): boolean {
    return this.told !== null && this.told.status !== 'open'
  }

  /** Whether it can be tried again from its start. */
  get repeatable(): boolean {
    return this.fresh !== null
  }

  begin = async (): Promise<void> => {
    this.trouble = await this.asking(async () => this.lay(await this.door.open()))
  }

  /** Once more from the start, which counts for nobody. */
  again = (): void => {
    if (this.fresh) this.lay({ ...this.fresh, counts: false })
  }

  /** Another one in its place. */
  lay(told: PuzzleState): void {
    const untouched = told.status === 'open' && told.steps.length === 0
    this.fresh = untouched ? told : null
    this.start = untouched ? told.moment : null
    this.told = told
    this.attempt += 1
    this.since = this.now()
    this.refused = ''
  }

  answer = (step: Step): Promise<string> => this.send((steps) => ({ steps: [...steps, step], give_up: false }))

  giveUp = (): Promise<string> => this.send((steps) => ({ steps, give_up: true }))

  play = async (move: Move): Promise<Done | Refused> => {
    const why = await this.answer({ type: 'move', move })
    return why ? refusal(why) : DONE
  }

  /** What a move would bring is for the reader to find out; why one cannot be made is told. */
  ask = async (move: Move): Promise<Scored | Refused> => {
    const offers = this.told?.moment.offers ?? []
    const offered = offers.some((offer) => keyOf(offer) === keyOf(move))
    return refusal(offered ? '' : await this.answer({ type: 'move', move }))
  }

  private async send(wish: (steps: readonly Step[]) => Omit<Required<PuzzleTry>, 'ms'>): Promise<string> {
    const { told } = this
    if (!told || this.over || this.busy) return ''
    const ms = Math.round(this.now() - this.since)
    this.refused = await this.asking(async () => {
      this.told = await this.door.answer({ ...wish(told.steps), ms })
    })
    return this.refused
  }

  /** Ask the server; why it would not, in words. */
  private async asking(act: () => Promise<void>): Promise<string> {
    this.busy = true
    try {
      await act()
      return ''
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    } finally {
      this.busy = false
    }
  }
}

const refusal = (words: string): Refused => ({
  ...{ type: 'refused', id: '', code: '', words, facts: {} },
  ...{ table: null, n: null, by: null, rule: null },
})
