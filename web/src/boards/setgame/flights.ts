// Taken cards fly to whoever has them now, cards that close up glide, and new ones come in place.

import { arrive, depart, places, type Rects } from '../motion'
import type { Happened } from './model'

const TAKEN = 260
const GLIDE = 220
const COME = 180

/** Who has got a card by what has just happened. */
function taker(events: readonly Happened[], card: string): number | null {
  const taken = (one: Happened): boolean => ['set_taken', 'cards_won', 'layout_scored'].includes(one.what)
  const found = events.find((one) => taken(one) && one.cards.includes(card))
  const pile = events.find((one) => one.what === 'pile_taken')
  return found?.seat ?? pile?.seat ?? null
}

/** All places are looked up before anything moves: a look after a move makes the browser lay out the page again. */
export function flyCards(
  root: HTMLElement,
  before: Rects,
  gone: Map<string, Element>,
  events: readonly Happened[],
): void {
  const now = places(root)
  const frame = root.getBoundingClientRect()
  const cards = [...root.querySelectorAll<HTMLElement>('[data-card]')]
  for (const card of cards) {
    const name = card.dataset['at'] ?? ''
    const from = before.get(name)
    if (from) arrive(card, from, { duration: GLIDE, now: now.get(name) })
    else appear(card)
  }
  const here = new Set(cards.map((card) => card.dataset['at']))
  for (const [name, element] of gone) {
    const from = before.get(name)
    const to = small(now.get(`seat-${taker(events, name) ?? ''}`))
    if (!name.startsWith('seat-') && !here.has(name) && from?.width && to) {
      depart(root, element, from, to, { duration: TAKEN, now: frame })
    }
  }
}

/** The lower edge of a seat: a card that comes there hides neither name nor score. */
const small = (seat: DOMRect | undefined): DOMRect | undefined =>
  seat && new DOMRect(seat.x + seat.width / 2 - 10, seat.bottom - 7, 20, 13)

function appear(card: HTMLElement): void {
  card.animate(
    [
      { opacity: 0, transform: 'scale(0.7)' },
      { opacity: 1, transform: 'none' },
    ],
    {
      duration: COME,
      delay: 60,
      easing: 'ease-out',
      fill: 'backwards',
    },
  )
}
