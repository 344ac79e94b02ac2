// Alone against time: the games with the same deck, how far each had come after as much play, and the best results.

import { api, type Best, type Deck, type Run } from './api'

const EVERY_MS = 4000

/** How many sets a game had found after so much play. */
export const foundAfter = (run: Run, ms: number): number => run.finds.filter((at) => at <= ms).length

export class Against {
  deck: Deck | null = $state.raw(null)
  best: Best | null = $state.raw(null)
  /** When we were told, by our own clock. */
  private at = $state(0)
  private now = $state(Date.now())
  private asked = 0

  constructor(private readonly table: string) {}

  readonly mine: Run | undefined = $derived(this.deck?.runs.find((run) => run.table === this.table))
  readonly others: readonly Run[] = $derived(this.deck?.runs.filter((run) => run.table !== this.table) ?? [])
  /** Whether somebody else is playing this deck now. */
  readonly busy = $derived(this.others.some((run) => run.status === 'running'))

  /** How long this game has been played. */
  played(paused: boolean): number {
    const { mine } = this
    if (!mine) return 0
    return mine.played + (mine.status === 'running' && !paused ? Math.max(0, this.now - this.at) : 0)
  }

  /** Ask how everybody stands; answers that come too late are left alone. */
  async load(): Promise<void> {
    const asked = ++this.asked
    try {
      const deck = await api.deck(this.table)
      const best = await api.best(deck.game, deck.options)
      if (asked !== this.asked) return
      this.deck = deck
      this.best = best
      this.at = this.now = Date.now()
    } catch {
      // What cannot be asked now is asked again with the next move.
    }
  }

  /** Let the time run; ask again now and then while others play. To be called in an effect. */
  run(): () => void {
    const beat = setInterval(() => (this.now = Date.now()), 200)
    const look = setInterval(() => this.busy && void this.load(), EVERY_MS)
    return () => {
      clearInterval(beat)
      clearInterval(look)
    }
  }
}
