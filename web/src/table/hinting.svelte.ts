// Hints at a table: what was told last, for as long as the game stands as it did; and where the board shows it.

import type { LiveTable } from '../lib/live.svelte'
import type { HintTold } from '../wire'

export class Hinting {
  private told: HintTold | null = $state.raw(null)
  private hidden = $state(false)
  private sure = false
  /** Whether an answer is on its way. */
  thinking = $state(false)
  /** Whether it was said that this game will count for no best time, and no more. */
  warns = $state(false)
  /** What is shown now. */
  readonly shown = $derived.by(() => {
    const { known, looking } = this.table()
    const stands = known?.status === 'running' && known.moment?.moves === this.told?.moves
    return stands && looking === null && !this.hidden ? this.told : null
  })

  constructor(
    private readonly table: () => LiveTable,
    /** Is there a best time that a hint would spoil? */
    private readonly counts: () => boolean,
  ) {}

  /** The next degree; after the last one it is put away. */
  readonly press = async (): Promise<void> => {
    if (this.thinking) return
    if (this.shown?.degree === 3) {
      this.hidden = true
      return
    }
    if (!this.sure && this.counts() && !this.warns) {
      this.warns = true
      return
    }
    this.sure = true
    this.warns = false
    this.thinking = true
    const degree = ((this.shown?.degree ?? 0) + 1) as 1 | 2 | 3
    const reply = await this.table()
      .hint(degree)
      .finally(() => (this.thinking = false))
    if (reply.type === 'hint_told') [this.told, this.hidden] = [reply, false]
  }

  readonly close = (): void => {
    this.hidden = true
    this.warns = false
  }
}

/** Mark these places on a board for those who look and those who listen, until the function that is given back is called. */
export function pointAt(board: Element, spots: readonly string[], words: string): () => void {
  const found = spots.flatMap((spot) => board.querySelector(`[data-spot="${CSS.escape(spot)}"]`) ?? [])
  for (const one of found) {
    one.setAttribute('data-hinted', '')
    one.setAttribute('aria-description', words)
  }
  return () => {
    for (const one of found) {
      one.removeAttribute('data-hinted')
      one.removeAttribute('aria-description')
    }
  }
}
