// What the player is about to do: the tile in the hand, the cell it points at, and what that would bring.

import type { Refused, Scored } from '../../wire'
import { marks, same, tried, type Mark, type Move } from './model'
import { tileOf } from './rack.svelte'

interface Table {
  readonly rev: number
  readonly offers: readonly Move[]
  readonly confirm: boolean
  play: (move: Move) => Promise<unknown>
  ask: (move: Move) => Promise<Scored | Refused>
}

const keyOf = (move: Move): string => JSON.stringify(move)
const ASKED = 30 // questions about one tile
const PAUSE = 60 // milliseconds between them: the server hears so many a second

export class Choice {
  /** The tile that is taken up, by its place on the rack. */
  held: string | null = $state(null)
  /** For a 12: the tile of the mosaic that is to move. */
  from: string | null = $state(null)
  /** The move that is looked at. */
  aim: Move | null = $state.raw(null)
  refusal: Refused | null = $state.raw(null)
  sent = $state(false)
  private answers: Record<string, Scored> = $state({})
  private asking = 0

  constructor(private table: () => Table) {}

  get tile(): string | null {
    return this.held === null ? null : tileOf(this.held)
  }

  get marks(): ReadonlyMap<string, Mark> {
    return marks(this.table().offers, this.tile, this.from)
  }

  clear(): void {
    this.take(null)
    this.sent = false
    this.answers = {}
  }

  take(id: string | null): void {
    this.held = id
    this.from = null
    this.aim = null
    this.refusal = null
    void this.wonder()
  }

  /** One step back: the tile that a 12 would move, or else the tile in the hand. */
  back(): void {
    if (this.from === null) this.take(null)
    else this.take(this.held)
  }

  answer(move: Move | null): Scored | null {
    return move ? (this.answers[keyOf(move)] ?? null) : null
  }

  /** Look at what a cell stands for, without doing it. */
  look(cell: string | null, again = false): void {
    const mark = cell === null ? undefined : this.marks.get(cell)
    if (!mark || this.steps(mark)) {
      this.aim = null
      return
    }
    const at = mark.moves.findIndex((move) => same(move, this.aim))
    if (at >= 0 && !again) return
    this.aim = mark.moves[(at + 1) % mark.moves.length] ?? null
    if (this.aim) void this.ask(this.aim)
  }

  /** A 12 first needs a tile to move. */
  private steps(mark: Mark): boolean {
    return this.from === null && mark.moves[0]?.type === 'shift'
  }

  /** Choose a cell: play what it stands for, or look at it first where a second tap is wanted. */
  async choose(cell: string, first: boolean): Promise<void> {
    const { tile } = this
    if (tile === null || this.sent) return
    const mark = this.marks.get(cell)
    if (!mark) return this.refuse(tried(tile, cell, this.from))
    this.refusal = null
    if (this.steps(mark)) {
      this.from = cell
      this.aim = null
      return this.wonder()
    }
    const looked = mark.moves.some((move) => same(move, this.aim))
    if (!looked) this.look(cell)
    if ((looked || !first) && this.aim) await this.play(this.aim)
  }

  async play(move: Move): Promise<void> {
    this.sent = true
    try {
      await this.table().play(move)
    } finally {
      this.sent = false
    }
  }

  private async refuse(move: Move): Promise<void> {
    this.aim = null
    const answer = await this.table().ask(move)
    if (answer.type === 'refused') this.refusal = answer
  }

  private async ask(move: Move): Promise<void> {
    const { rev, ask } = this.table()
    if (this.answers[keyOf(move)]) return
    const answer = await ask(move)
    if (answer.type === 'scored' && this.table().rev === rev) this.answers[keyOf(move)] = answer
  }

  /** Ask what the moves of the tile in the hand would bring, one after the other. */
  private async wonder(): Promise<void> {
    const turn = ++this.asking
    const cells = [...this.marks.values()].filter((mark) => !this.steps(mark))
    const moves = new Map(cells.flatMap((mark) => mark.moves).map((move) => [keyOf(move), move]))
    for (const move of [...moves.values()].slice(0, ASKED)) {
      if (turn !== this.asking) return
      if (this.answers[keyOf(move)]) continue
      await this.ask(move)
      await new Promise((done) => setTimeout(done, PAUSE))
    }
  }
}
