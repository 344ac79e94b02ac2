// Why a move was refused, and if somebody was first: who, and by how much.

import type { Done, Move, Past, Refused } from '../../wire'

type Play = (move: Move) => Promise<Done | Refused>

const SHOWN_FOR = 5000

export class Refusing {
  why: Refused | null = $state.raw(null)
  /** How much later we were, in milliseconds: both messages took the same way to us. */
  later: number | null = $state(null)
  private readonly came = new Map<number, number>()
  private fades: ReturnType<typeof setTimeout> | undefined

  /** Remember when we heard of the last move. */
  hear(history: readonly Past[]): void {
    const last = history.at(-1)
    if (last && !this.came.has(last.n)) this.came.set(last.n, performance.now())
  }

  forget(): void {
    this.why = null
  }

  /** A move that remembers its refusal. */
  wrap =
    (play: Play): Play =>
    async (move) => {
      const answer = await play(move)
      if (answer.type === 'refused') this.note(answer)
      else this.forget()
      return answer
    }

  private note(refused: Refused): void {
    const heard = refused.by ? this.came.get(refused.by.n) : undefined
    this.why = refused
    this.later = heard === undefined ? null : performance.now() - heard
    clearTimeout(this.fades)
    this.fades = setTimeout(() => this.forget(), SHOWN_FOR)
  }
}
