// The mosaic is one stop of the tab key; arrows walk from cell to cell, Home goes to the joker.

import { cellAt, columnOf, JOKER, rowOf } from './model'

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
}

export function walk(grid: HTMLElement): { destroy: () => void } {
  const find = (cell: string): HTMLElement | null => grid.querySelector(`[data-cell="${cell}"]`)
  let here = JOKER

  const settle = (): void => {
    if (!find(here)) here = JOKER
    for (const one of grid.querySelectorAll<HTMLElement>('[data-cell]')) {
      one.tabIndex = one.dataset.cell === here ? 0 : -1
    }
  }
  const go = (event: KeyboardEvent): void => {
    const at = (document.activeElement as HTMLElement | null)?.dataset.cell
    const step = STEPS[event.key]
    if (at === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    const to = event.key === 'Home' ? JOKER : step ? cellAt(rowOf(at) + step[0], columnOf(at) + step[1]) : null
    const next = to === null ? null : find(to)
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  const focused = (event: FocusEvent): void => {
    here = (event.target as HTMLElement).dataset.cell ?? here
    settle()
  }
  const watcher = new MutationObserver(settle)
  watcher.observe(grid, { childList: true, subtree: true })
  grid.addEventListener('keydown', go)
  grid.addEventListener('focusin', focused)
  settle()
  return {
    destroy: () => {
      watcher.disconnect()
      grid.removeEventListener('keydown', go)
      grid.removeEventListener('focusin', focused)
    },
  }
}
