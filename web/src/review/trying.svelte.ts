// Another move at a moment of a game that was played, as whoever moved saw it; and what it is worth. No rule is known here.

import type { Decision, ReviewTried, Studied } from '../lib/api'
import type { Done, Move, Past, Refused, Scored } from '../wire'
import type { Asked } from './reviewing.svelte'

const DONE: Done = { type: 'done', id: '', table: null, n: null }
const keyOf = (move: object): string => JSON.stringify(Object.entries(move).sort())

export class Trying {
  /** The moment as the server tells it, after the move that was tried. */
  told: Studied | null = $state.raw(null)
  /** The move that was tried. */
  move: Move | null = $state.raw(null)
  worth: ReviewTried | null = $state.raw(null)
  /** Why there is no answer, or no move, in words. */
  trouble = $state('')
  /** Is the move being valued? */
  thinking = $state(false)
  private before: Studied | null = null

  constructor(
    readonly game: string,
    readonly decision: Decision,
    private readonly record: Promise<string>,
    private readonly asked: Asked['study'],
    private readonly valued: (move: Move) => Promise<ReviewTried>,
  ) {}

  get seat(): number {
    return this.decision.seat
  }

  /** Was it the very move that was played in the game, or the best one? */
  get known(): 'played' | 'best' | null {
    if (!this.move) return null
    if (keyOf(this.move) === keyOf(this.decision.best)) return 'best'
    return keyOf(this.move) === keyOf(this.decision.played) ? 'played' : null
  }

  /** What the move has brought, as it follows the moves of the game. */
  get past(): readonly Past[] {
    const before = this.decision.number - 1
    return (this.told?.history ?? []).map((past) => ({ ...past, n: before + past.n }))
  }

  begin = async (): Promise<void> => {
    this.told = this.before = await this.study([])
  }

  play = async (move: Move): Promise<Done | Refused> => {
    if (this.move) return DONE // it is one move that is asked for
    const told = await this.study([move])
    if (!told) return DONE
    if (told.refused) {
      this.trouble = told.refused.words
      return told.refused
    }
    this.move = move
    this.told = { ...told, moment: { ...told.moment, offers: [] } }
    await this.value(move)
    return DONE
  }

  /** What an offered move would bring is known already; why another cannot be made is asked. */
  ask = async (move: Move): Promise<Scored | Refused> => {
    const at = this.told?.moment.offers.findIndex((offer) => keyOf(offer) === keyOf(move)) ?? -1
    const told = at < 0 ? await this.study([move]) : null
    return told?.refused ?? { type: 'scored', id: '', table: '', n: 0, points: this.told?.gains[at] ?? 0, why: [] }
  }

  undo = (): void => {
    this.move = this.worth = null
    this.trouble = ''
    this.told = this.before
  }

  private async value(move: Move): Promise<void> {
    this.thinking = true
    try {
      const worth = await this.valued(move)
      if (this.move === move) this.worth = worth
    } catch (error) {
      if (this.move === move) this.trouble = error instanceof Error ? error.message : String(error)
    } finally {
      this.thinking = false
    }
  }

  private async study(moves: readonly Move[]): Promise<Studied | null> {
    const { seat } = this
    try {
      this.trouble = ''
      const wish = { game: this.game, record: await this.record, at: this.decision.number - 1, seat }
      return await this.asked({ ...wish, moves: moves.map((move) => ({ seat, move })) })
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error)
      return null
    }
  }
}
