// From where to where the tiles of SEPMOSA fly when a moment follows another.

import { arrive, depart, soar, within, type Rects } from '../motion'
import { touched, type Last, type View } from './model'

const OWN = 230
const OTHERS = 320
const THREAD = 320
const TILE = 24 // as large as a tile looks on its way out of another's hand, or of the pool

/** What moved, then the thread, then the points. */
export function flySepmosa(root: HTMLElement, before: Rects, gone: Map<string, Element>, view: View, me: number): void {
  const last = view.last
  if (!last) return
  const hidden = last.seat !== me
  const duration = hidden ? OTHERS : OWN
  const now = new Map<string, HTMLElement>()
  for (const one of root.querySelectorAll<HTMLElement>('[data-at]')) now.set(one.dataset.at ?? '', one)
  const seat = before.get(`seat-${last.seat}`)
  const from = hidden ? seat && within(seat, TILE, TILE) : rackTile(before, now, last.move.tile)
  for (const [name, element] of now) {
    const known = before.get(name)
    const start = known ?? origin(name, last, before, from)
    if (!start) continue
    if (name.startsWith('rack-')) arrive(element, within(start, TILE, TILE), { duration })
    else if (name.startsWith('cell-') && known) arrive(element, known, { duration })
    else if (name.startsWith('cell-')) soar(root, element, start, { duration })
  }
  const aside = now.get('aside')?.getBoundingClientRect()
  for (const [name, piece] of gone) {
    const start = before.get(name)
    const left = name.startsWith('cell-') && !now.has(name) && !(last.move.type === 'shift' && !last.reset)
    if (left && start && aside) depart(root, piece, start, aside, { duration })
  }
  points(root, now, last, duration + THREAD)
}

/** Where the tile of the rack that is gone now had stood. */
function rackTile(before: Rects, now: Map<string, HTMLElement>, tile: string): DOMRect | undefined {
  const name = [`rack-${tile}/1`, `rack-${tile}/0`].find((one) => before.has(one) && !now.has(one))
  return before.get(name ?? '')
}

function origin(name: string, last: Last, before: Rects, from: DOMRect | undefined): DOMRect | undefined {
  if (name.startsWith('rack-')) return before.get('pool')
  if (last.move.type === 'shift') return before.get(`cell-${last.move.cell}`)
  return from
}

/** The points rise where they were made and fly to the score. */
function points(root: HTMLElement, now: Map<string, HTMLElement>, last: Last, delay: number): void {
  const sum = last.why.reduce((all, why) => all + why.points, 0)
  const cell = touched(last.move)[0] ?? ''
  const place = root.querySelector(`[data-cell="${cell}"]`)
  const score = now.get(`score-${last.seat}`)
  if (!sum || !place || !score) return
  const label = document.createElement('span')
  label.className = 'flying-points'
  label.textContent = sum > 0 ? `+${sum}` : `−${-sum}`
  depart(root, label, place.getBoundingClientRect(), score.getBoundingClientRect(), { delay, duration: 420 })
}
