// Who plays with keys must not lose the focus when the thing that had it is gone.

/** Put on a board: after a change, a lost focus goes to the first of these, if keys were used last. */
export function keepFocus(board: HTMLElement, wanted: string): { destroy: () => void } {
  let keys = false
  let inside = false
  const pressed = (): void => void (keys = true)
  const pointed = (): void => void (keys = false)
  const focused = (event: FocusEvent): void => void (inside = board.contains(event.target as Node))
  const watcher = new MutationObserver(() => {
    const lost = document.activeElement === document.body
    if (keys && inside && lost) board.querySelector<HTMLElement>(wanted)?.focus()
  })
  watcher.observe(board, { childList: true, subtree: true })
  window.addEventListener('keydown', pressed)
  window.addEventListener('pointerdown', pointed)
  document.addEventListener('focusin', focused)
  return {
    destroy: () => {
      watcher.disconnect()
      window.removeEventListener('keydown', pressed)
      window.removeEventListener('pointerdown', pointed)
      document.removeEventListener('focusin', focused)
    },
  }
}
