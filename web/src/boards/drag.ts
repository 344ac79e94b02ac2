// Drag with mouse, pen or finger: a piece follows the pointer, and is let go over a place that is marked `data-drop`.

export interface Drag {
  take?: () => void // the piece has left its place
  over?: (place: string | null, x: number, y: number) => void
  drop: (place: string | null, x: number, y: number) => void
}

const FAR_ENOUGH = 7

/** The marked place under a point, if there is one. */
export function placeAt(x: number, y: number): string | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const place = element.closest<HTMLElement>('[data-drop]')
    if (place) return place.dataset['drop'] ?? null
  }
  return null
}

/** Follow the pointer from its press on; a short press stays a click. */
export function follow(event: PointerEvent, piece: HTMLElement, drag: Drag): void {
  if (event.button !== 0 || !event.isPrimary) return
  const [startX, startY] = [event.clientX, event.clientY]
  let dragging = false

  const move = (now: PointerEvent): void => {
    const [x, y] = [now.clientX - startX, now.clientY - startY]
    if (!dragging && Math.hypot(x, y) < FAR_ENOUGH) return
    if (!dragging) {
      dragging = true
      piece.setPointerCapture(now.pointerId)
      piece.classList.add('dragged')
      drag.take?.()
    }
    piece.style.translate = `${x}px ${y}px`
    drag.over?.(placeAt(now.clientX, now.clientY), now.clientX, now.clientY)
  }
  const end = (now: PointerEvent): void => {
    stop()
    if (!dragging) return
    piece.addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => piece.removeEventListener('click', swallow, { capture: true }))
    drag.drop(now.type === 'pointerup' ? placeAt(now.clientX, now.clientY) : null, now.clientX, now.clientY)
  }
  const stop = (): void => {
    piece.classList.remove('dragged')
    piece.style.translate = ''
    window.removeEventListener('pointermove', move)
    window.removeEventListener('pointerup', end)
    window.removeEventListener('pointercancel', end)
  }
  window.addEventListener('pointermove', move)
  window.addEventListener('pointerup', end)
  window.addEventListener('pointercancel', end)
}

function swallow(event: Event): void {
  event.stopPropagation()
  event.preventDefault()
}
