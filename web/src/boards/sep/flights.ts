// From where to where the pieces of SEP fly when a moment follows another.

import { arrive, depart, within, type Rects } from '../motion'
import type { Last, View } from './model'

const OWN = 230
const OTHERS = 320
const THREAD = 320

/** Where a card that was not seen before has come from. */
function origin(last: Last, hidden: boolean): string {
  switch (last.move.type) {
    case 'draw':
      return 'draw'
    case 'take_reserve':
      return 'reserve'
    case 'action_turn':
      return 'actions'
    case 'fill':
      return last.move.source
    case 'use':
    case 'discard':
      return hidden ? `actions-${last.seat}` : 'hand-actions'
    default:
      return hidden ? `numbers-${last.seat}` : 'hand-numbers'
  }
}

/** Cards first, then the thread, then the tokens. */
export function flySep(root: HTMLElement, before: Rects, gone: Map<string, Element>, view: View, me: number): void {
  const last = view.last
  if (!last) return
  const hidden = last.seat !== me
  const duration = hidden ? OTHERS : OWN
  const place = before.get(origin(last, hidden))
  const from = place && (place.height < 60 ? within(place, 24, 34) : place) // a hand of another: one of its small cards
  const now = new Map<string, HTMLElement>()
  for (const one of root.querySelectorAll<HTMLElement>('[data-at]')) now.set(one.dataset.at ?? '', one)
  for (const [name, element] of now) {
    if (!name.startsWith('card-')) continue
    const start = before.get(name) ?? from
    if (start) arrive(element, start, { duration })
  }
  leave(root, before, gone, now, last, duration)
  tokens(before, now, duration + (last.why.length ? THREAD : 0))
}

/** Cards that are no longer seen: lifted ones go to the discard pile, others to the hand of whoever took them. */
function leave(
  root: HTMLElement,
  before: Rects,
  gone: Map<string, Element>,
  now: Map<string, HTMLElement>,
  last: Last,
  duration: number,
): void {
  const to = now.get(last.move.type === 'take_reserve' ? `numbers-${last.seat}` : 'place-discard')
  for (const [name, piece] of gone) {
    const start = before.get(name)
    if (!name.startsWith('card-') || now.has(name) || !start || !to) continue
    depart(root, piece, start, to.getBoundingClientRect(), { duration })
  }
  const unseen = { draw: ['draw', 'numbers'], action_turn: ['actions', 'actions'] } as Record<string, string[]>
  const [pile, hand] = unseen[last.move.type] ?? []
  const [source, target] = [now.get(pile ?? ''), now.get(`${hand}-${last.seat}`)]
  if (source && target) {
    depart(root, source, source.getBoundingClientRect(), target.getBoundingClientRect(), { duration })
  }
}

/** Tokens that are somewhere now fly there from where tokens are missing now. */
function tokens(before: Rects, now: Map<string, HTMLElement>, delay: number): void {
  const lost = [...before.keys()].filter((name) => name.startsWith('token-') && !now.has(name))
  const won = [...now.keys()].filter((name) => name.startsWith('token-') && !before.has(name))
  won.forEach((name, at) => {
    const [from, element] = [before.get(lost[at] ?? ''), now.get(name)]
    if (from && element) arrive(element, from, { delay: delay + at * 120, duration: 320 })
  })
}
