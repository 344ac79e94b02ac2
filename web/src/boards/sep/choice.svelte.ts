// What the player is about to do: the card that is taken up, what its moves would bring, and why something cannot be.

import type { Refused, Scored } from '../../wire'
import { laidDown, offered, onSlot, same, slotsOf, type Move } from './model'

interface Table {
  readonly rev: number
  readonly offers: readonly Move[]
  readonly confirm: boolean
  play: (move: Move) => Promise<unknown>
  ask: (move: Move) => Promise<Scored | Refused>
}

const keyOf = (move: Move): string => JSON.stringify(move)

export class Choice {
  held: string | null = $state(null)
  /** Why the last thing that was tried cannot be done. */
  refusal: Refused | null = $state.raw(null)
  /** The move that waits for a second tap. */
  waiting: Move | null = $state.raw(null)
  sent = $state(false)
  private gains: Record<string, number> = $state({})
  private asked = new Set<string>()

  constructor(private table: () => Table) {}

  /** A new moment: nothing is held, nothing is known. */
  clear(): void {
    this.held = null
    this.refusal = null
    this.waiting = null
    this.sent = false
    this.gains = {}
    this.asked.clear()
  }

  /** Take a card up, or put it back; ask what each of its moves would bring. */
  take(card: string | null): void {
    this.held = card
    this.refusal = null
    this.waiting = null
    if (card === null) return
    for (const slot of slotsOf(this.table().offers, card)) this.wonder(onSlot(card, slot))
    this.wonder(laidDown(card))
  }

  gain(move: Move): number | null {
    return this.gains[keyOf(move)] ?? null
  }

  /** Ask what an offered move would bring, once. */
  wonder(move: Move): void {
    const { offers, ask, rev } = this.table()
    const key = keyOf(move)
    if (!offered(offers, move) || this.asked.has(key)) return
    this.asked.add(key)
    void ask(move).then((answer) => {
      if (answer.type === 'scored' && this.table().rev === rev) this.gains[key] = answer.points
    })
  }

  /** Make the move if it is offered; else ask why it cannot be made. */
  async attempt(move: Move): Promise<void> {
    const { offers, ask, confirm } = this.table()
    if (this.sent) return
    this.refusal = null
    const offer = offered(offers, move)
    if (!offer) {
      this.waiting = null
      const answer = await ask(move)
      if (answer.type === 'refused') this.refusal = answer
    } else if (confirm && !same(this.waiting, offer)) {
      this.waiting = offer
    } else await this.send(offer)
  }

  /** Make a move that is offered. */
  async send(offer: Move): Promise<void> {
    if (this.sent) return
    this.sent = true
    try {
      await this.table().play(offer)
    } finally {
      this.sent = false
    }
  }
}
