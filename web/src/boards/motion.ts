// Motion tells what happened: pieces fly from where they were to where they are. It never stands in the way of a move.

export type Rects = Map<string, DOMRect>

/** Where every named piece and place of a board is now. */
export function places(root: HTMLElement): Rects {
  const found: Rects = new Map()
  for (const element of root.querySelectorAll<HTMLElement>('[data-at]')) {
    found.set(element.dataset['at'] ?? '', element.getBoundingClientRect())
  }
  return found
}

/** The pieces of a board by name: kept, so that those that vanish can still be seen to leave. */
export function pieces(root: HTMLElement): Map<string, Element> {
  const found = new Map<string, Element>()
  for (const one of root.querySelectorAll<HTMLElement>('[data-at]')) found.set(one.dataset['at'] ?? '', one)
  return found
}

export function still(motion: 'auto' | 'less' | undefined): boolean {
  return motion === 'less' || matchMedia('(prefers-reduced-motion: reduce)').matches
}

export interface Flight {
  delay?: number
  duration: number
  /** Where the piece, or for one that is gone its board, is now: whoever has looked already need not look again. */
  now?: DOMRect | undefined
  /** Whether it stays as it is, to be seen where it lands. */
  lasting?: boolean
}

/** The middle of a place, as large as a piece that lies there. */
export function within(place: DOMRect, width: number, height: number): DOMRect {
  return new DOMRect(place.x + (place.width - width) / 2, place.y + (place.height - height) / 2, width, height)
}

const EASE = 'cubic-bezier(0.3, 0.1, 0.2, 1)'

/** Let a piece that stands where it belongs arrive there from another place. */
export function arrive(element: Element, from: DOMRect, { delay = 0, duration, now }: Flight): void {
  const to = now ?? element.getBoundingClientRect()
  const [x, y] = [from.x + from.width / 2 - to.x - to.width / 2, from.y + from.height / 2 - to.y - to.height / 2]
  if (Math.abs(x) + Math.abs(y) < 3 || to.width === 0) return
  const start = `translate(${x}px, ${y}px) scale(${from.width / to.width})`
  const style = (element as HTMLElement).style
  style.zIndex = '30' // set, not animated: with a transform alone the compositor flies the piece by itself
  const flight = element.animate([{ transform: start }, { transform: 'none' }], {
    delay,
    duration,
    easing: EASE,
    fill: 'backwards',
  })
  const land = (): void => void (style.zIndex = '')
  flight.finished.then(land, land)
}

/** Let a piece arrive as a copy above the whole board: the window that it belongs to would cut it off. */
export function soar(root: HTMLElement, element: HTMLElement, from: DOMRect, { duration }: Flight): void {
  const to = element.getBoundingClientRect()
  if (to.width === 0) return
  depart(root, element, from, to, { duration, lasting: true })
  element.animate([{ opacity: 0 }, { opacity: 0 }], { duration })
}

/** Let a copy of a piece that is gone fly to where it went. */
export function depart(
  root: HTMLElement,
  piece: Element,
  from: DOMRect,
  to: DOMRect,
  { delay = 0, duration, now, lasting = false }: Flight,
): void {
  const copy = piece.cloneNode(true) as HTMLElement
  const frame = now ?? root.getBoundingClientRect()
  for (const name of ['data-at', 'data-card', 'data-stop']) copy.removeAttribute(name)
  copy.setAttribute('aria-hidden', 'true')
  copy.inert = true // a picture only: no keys, no presses
  Object.assign(copy.style, {
    position: 'absolute',
    left: `${from.x - frame.x}px`,
    top: `${from.y - frame.y}px`,
    width: `${from.width}px`,
    height: `${from.height}px`,
    margin: '0',
    pointerEvents: 'none',
    zIndex: '40',
  })
  root.append(copy)
  const [x, y] = [to.x + to.width / 2 - from.x - from.width / 2, to.y + to.height / 2 - from.y - from.height / 2]
  const end = `translate(${x}px, ${y}px) scale(${to.width / from.width})`
  const flight = copy.animate([{ transform: 'none' }, { transform: end, opacity: lasting ? 1 : 0.7 }], {
    delay,
    duration,
    easing: EASE,
    fill: 'both',
  })
  flight.finished.then(
    () => copy.remove(),
    () => copy.remove(),
  )
}
