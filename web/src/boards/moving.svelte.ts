// A board in motion: where everything was is looked up before a new moment is drawn, and the flights start after it.

import { tick } from 'svelte'
import { pieces, places, type Rects } from './motion'

export type Fly = (root: HTMLElement, before: Rects, gone: Map<string, Element>) => void

/** Called once while a board is made; `rev` names the moment that is shown. */
export function moving(root: () => HTMLElement | undefined, rev: () => number, fly: Fly): void {
  let before: Rects = new Map()
  let gone = new Map<string, Element>()
  let shown: number | null = null
  const shownRev = $derived(rev()) // moments come more often, and to look up places makes the browser lay out the page
  $effect.pre(() => {
    void shownRev
    const board = root()
    if (!board) return
    before = places(board)
    gone = pieces(board)
  })
  $effect(() => {
    const now = shownRev
    void tick().then(() => {
      const board = root()
      if (board && shown !== null && shown !== now) fly(board, before, gone)
      shown = now
    })
  })
}
