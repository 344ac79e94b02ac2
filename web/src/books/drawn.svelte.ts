// Pieces that stand in the sentences of a rule book: places that the book's HTML has left for them.

import { mount, unmount } from 'svelte'
import type { Attachment } from 'svelte/attachments'
import type { Face } from '../boards/family'
import { settings } from '../lib/settings.svelte'

/** Draws every piece whose place is in this element, and goes on doing so while the text changes. */
export function drawn(Piece: Face | undefined): Attachment | undefined {
  return Piece && ((element) => draw(element, Piece))
}

function draw(element: Element, Piece: Face): () => void {
  const found = new Map<Element, ReturnType<typeof mount>>()
  const look = (): void => {
    for (const place of element.querySelectorAll<HTMLElement>('[data-piece]')) {
      if (found.has(place)) continue
      found.set(place, mount(Piece, { target: place, props: { code: place.dataset.piece ?? '', settings } }))
    }
    for (const [place, face] of found) {
      if (place.isConnected) continue
      void unmount(face)
      found.delete(place)
    }
  }
  look()
  const watch = new MutationObserver(look)
  watch.observe(element, { childList: true, subtree: true })
  return () => {
    watch.disconnect()
    for (const face of found.values()) void unmount(face)
  }
}
