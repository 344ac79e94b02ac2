// One stop of the tab key for each group; arrows walk inside it.

const BACK = new Set(['ArrowLeft', 'ArrowUp'])
const ON = new Set(['ArrowRight', 'ArrowDown'])

/** Put on a group: its buttons are one tab stop, arrows, Home and End walk through them. */
export function roving(group: HTMLElement): { destroy: () => void } {
  const stops = (): HTMLElement[] => [...group.querySelectorAll<HTMLElement>('[data-stop]')]
  const settle = (chosen?: HTMLElement): void => {
    const all = stops()
    const keep = chosen ?? all.find((one) => one.tabIndex === 0) ?? all[0]
    for (const one of all) one.tabIndex = one === keep ? 0 : -1
  }
  const walk = (event: KeyboardEvent): void => {
    const all = stops()
    const at = all.indexOf(document.activeElement as HTMLElement)
    if (at < 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const to = next(event.key, at, all.length)
    if (to === null) return
    event.preventDefault()
    all[to]?.focus()
  }
  const focused = (event: FocusEvent): void => {
    const stop = (event.target as HTMLElement).closest<HTMLElement>('[data-stop]')
    if (stop) settle(stop)
  }
  const watcher = new MutationObserver(() => settle())
  watcher.observe(group, { childList: true, subtree: true })
  group.addEventListener('keydown', walk)
  group.addEventListener('focusin', focused)
  settle()
  return {
    destroy: () => {
      watcher.disconnect()
      group.removeEventListener('keydown', walk)
      group.removeEventListener('focusin', focused)
    },
  }
}

function next(key: string, at: number, count: number): number | null {
  if (ON.has(key)) return (at + 1) % count
  if (BACK.has(key)) return (at - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
