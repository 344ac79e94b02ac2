// A position that is tried out: what the server says of it after the moves so far. It knows no rule.

import type { Done, Move, Refused, Scored } from '../wire'
import { api, type LessonStep, type Studied, type StudyMove } from './api'

const keyOf = (move: object): string => JSON.stringify(Object.entries(move).sort())

export class Study {
  told: Studied | null = $state.raw(null)
  /** Why the last move cannot be made. */
  refused: Refused | null = $state.raw(null)
  /** Grows whenever the position is set up anew. */
  attempt = $state(0)
  /** Whether the server could not be asked. */
  failed = $state('')
  moves: readonly StudyMove[] = $state.raw([])
  /** Whether the server is being asked. */
  asking = $state(false)

  constructor(
    readonly game: string,
    readonly step: LessonStep,
    readonly seat = 0,
  ) {}

  get reached(): boolean {
    return this.told?.reached ?? false
  }

  /** Enough was done to reach the goal, or nothing more can be; and it is not reached. */
  get astray(): boolean {
    const stuck = this.told?.moment.offers.length === 0
    return !this.reached && this.moves.length > 0 && (stuck || this.moves.length >= this.step.moves)
  }

  /** Set the position up, for the first time or again. */
  async begin(): Promise<void> {
    this.moves = []
    this.refused = null
    const told = await this.asked([])
    if (!told) return
    this.told = told
    this.attempt += 1
  }

  play = async (move: Move): Promise<Done | Refused> => {
    this.refused = null
    const moves = [...this.moves, { seat: this.seat, move }]
    const told = await this.asked(moves)
    if (told?.refused) this.refused = told.refused
    else if (told) [this.told, this.moves] = [told, moves]
    return told?.refused ?? { type: 'done', id: '', table: null, n: null }
  }

  /** What an offered move would bring is known already; why another cannot be made is asked. */
  ask = async (move: Move): Promise<Scored | Refused> => {
    const offers = this.told?.moment.offers ?? []
    const at = offers.findIndex((offer) => keyOf(offer) === keyOf(move))
    const told = at < 0 ? await this.asked([...this.moves, { seat: this.seat, move }]) : null
    if (told?.refused) return told.refused
    return { type: 'scored', id: '', table: '', n: 0, points: this.told?.gains[at] ?? 0, why: [] }
  }

  private async asked(moves: readonly StudyMove[]): Promise<Studied | null> {
    const { picture, options, begin, replies, goal } = this.step
    try {
      this.failed = ''
      this.asking = true
      return await api.study({ game: this.game, picture, options, begin, replies, goal, moves, seat: this.seat })
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error)
      return null
    } finally {
      this.asking = false
    }
  }
}
