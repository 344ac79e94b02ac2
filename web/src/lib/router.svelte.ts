// Where we are: the path of the page, without ever loading it again.

import { tick } from 'svelte'

let path = $state(location.pathname)

addEventListener('popstate', () => {
  path = location.pathname
})

export function here(): string {
  return path
}

/** The parts of the path: /table/abc is ['table', 'abc']. */
export function parts(): string[] {
  return path
    .split('/')
    .filter(Boolean)
    .map((part) => {
      try {
        return decodeURIComponent(part)
      } catch {
        return part
      }
    })
}

/** Go to a page; `replace` forgets the one we were on. The new page begins at its top, and is read from there. */
export async function go(to: string, replace = false): Promise<void> {
  if (to !== location.pathname + location.search + location.hash) {
    if (replace) history.replaceState(null, '', to)
    else history.pushState(null, '', to)
  }
  path = location.pathname
  await tick()
  if (location.hash) return
  scrollTo(0, 0)
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}

/** What the server answers itself, without the web app: these, and files. */
const OTHERS = /^\/(api|docs)\/|\.\w+$/

/** Follow links of our own inside the page; leave the rest to the browser. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  const link = (event.target as Element | null)?.closest('a')
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return
  if (OTHERS.test(link.pathname)) return
  if (link.pathname === location.pathname && link.hash) return
  event.preventDefault()
  void go(link.pathname + link.search + link.hash)
}
