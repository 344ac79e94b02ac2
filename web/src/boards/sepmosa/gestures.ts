// One finger or the mouse moves the window over the mosaic, two fingers or the wheel make it larger and smaller.

import type { Camera } from './camera.svelte'

const FAR_ENOUGH = 7

interface Point {
  x: number
  y: number
}

/** Put on the window of the mosaic; a drag does not count as a click. */
export function gestures(window: HTMLElement, camera: Camera): { destroy: () => void } {
  const fingers = new Map<number, Point>()
  let travelled = 0

  const place = (event: MouseEvent): Point => {
    const frame = window.getBoundingClientRect()
    return { x: event.clientX - frame.x, y: event.clientY - frame.y }
  }
  const press = (event: PointerEvent): void => {
    if (event.button !== 0) return
    if (!fingers.size) travelled = 0
    fingers.set(event.pointerId, place(event))
  }
  const move = (event: PointerEvent): void => {
    const before = fingers.get(event.pointerId)
    if (!before) return
    const now = place(event)
    const other = [...fingers].find(([finger]) => finger !== event.pointerId)?.[1]
    fingers.set(event.pointerId, now)
    travelled += Math.hypot(now.x - before.x, now.y - before.y)
    if (travelled < FAR_ENOUGH) return
    if (other) pinch(camera, before, now, other)
    else camera.pan(now.x - before.x, now.y - before.y)
  }
  const release = (event: PointerEvent): void => {
    fingers.delete(event.pointerId)
  }
  const click = (event: MouseEvent): void => {
    if (travelled >= FAR_ENOUGH && event.detail) event.stopPropagation()
    travelled = 0
  }
  const wheel = (event: WheelEvent): void => {
    event.preventDefault()
    const { x, y } = place(event)
    camera.zoom(Math.exp(-event.deltaY / 500), x, y)
  }

  window.addEventListener('pointerdown', press)
  window.addEventListener('pointermove', move)
  for (const end of ['pointerup', 'pointercancel', 'pointerleave'] as const) window.addEventListener(end, release)
  window.addEventListener('click', click, { capture: true })
  window.addEventListener('wheel', wheel, { passive: false })
  return {
    destroy: () => {
      window.removeEventListener('pointerdown', press)
      window.removeEventListener('pointermove', move)
      for (const end of ['pointerup', 'pointercancel', 'pointerleave'] as const)
        window.removeEventListener(end, release)
      window.removeEventListener('click', click, { capture: true })
      window.removeEventListener('wheel', wheel)
    },
  }
}

function pinch(camera: Camera, before: Point, now: Point, other: Point): void {
  const apart = (point: Point): number => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y))
  camera.zoom(apart(now) / apart(before), (now.x + other.x) / 2, (now.y + other.y) / 2)
  camera.pan((now.x - before.x) / 2, (now.y - before.y) / 2)
}
