// Cards of SET that stand in the sentences of a rule book: places that the book's HTML has left for them.

import { mount, unmount } from 'svelte'
import '../faces/faces.css'
import SetFace from '../faces/SetFace.svelte'
import { settings } from '../lib/settings.svelte'

/** Draws every card whose place is in this element, and goes on doing so while the text changes. */
export function drawCards(element: HTMLElement): () => void {
  const drawn = new Map<Element, ReturnType<typeof mount>>()
  const draw = (): void => {
    for (const place of element.querySelectorAll<HTMLElement>('[data-card]')) {
      if (drawn.has(place)) continue
      drawn.set(
        place,
        mount(SetFace, {
          target: place,
          props: { card: place.dataset.card ?? '', palette: settings.palette, coarse: true },
        }),
      )
    }
    for (const [place, face] of drawn) {
      if (place.isConnected) continue
      void unmount(face)
      drawn.delete(place)
    }
  }
  draw()
  const watch = new MutationObserver(draw)
  watch.observe(element, { childList: true, subtree: true })
  return () => {
    watch.disconnect()
    for (const face of drawn.values()) void unmount(face)
  }
}
