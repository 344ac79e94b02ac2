// The cards that one has a finger on. A press counts at once; the server hears of it afterwards.

import type { Done, Move, Refused } from '../../wire'
import { choice, moves, type Offers } from './model'

export interface Table {
  readonly offers: Offers
  /** Cards that the table shows as picked by this seat. */
  readonly picked: readonly string[]
  readonly play: (move: Move) => Promise<Done | Refused>
}

/** How many cards make a set. */
const SET = 3

export class Selecting {
  chosen: readonly string[] = $state([])
  /** Whether a call is on its way. */
  calling = $state(false)
  /** Cards that are being shown: the table has not answered yet. */
  private readonly onTheWay = new Set<string>()

  constructor(private readonly table: () => Table) {}

  has(card: string): boolean {
    return this.chosen.includes(card) || this.table().picked.includes(card)
  }

  clear(): void {
    this.chosen = []
  }

  /** Take a card up or put it back; the third one of a claim is sent at once. */
  press(card: string): void {
    const { offers, picked, play } = this.table()
    if (picked.includes(card)) {
      void play({ type: 'unpick', card })
      return
    }
    const taken = this.chosen.includes(card)
    if (taken && this.calling) return // whoever presses twice in a hurry still means the card
    if (choice(offers, 'pick')) {
      if (!taken) this.show([card])
      return
    }
    this.chosen = taken ? this.chosen.filter((one) => one !== card) : [...this.chosen, card].slice(-SET)
    if (this.chosen.length < SET || taken) return
    if (choice(offers, 'claim')) void this.send()
    else if (moves(offers, 'call').length) void this.call()
  }

  private async send(): Promise<void> {
    const cards = this.chosen
    await this.table().play({ type: 'claim', cards })
    if (this.chosen === cards) this.clear()
  }

  /** Say "Set!"; whatever is chosen already is shown as soon as the table has heard it. */
  async call(): Promise<void> {
    if (this.calling) return
    this.calling = true
    const answer = await this.table().play({ type: 'call' })
    this.calling = false
    if (answer.type === 'done') this.show(this.chosen)
    else this.clear()
  }

  private show(cards: readonly string[]): void {
    this.chosen = [...new Set([...this.chosen, ...cards])]
    for (const card of cards) {
      if (!this.onTheWay.has(card) && !this.table().picked.includes(card)) void this.pick(card)
    }
  }

  private async pick(card: string): Promise<void> {
    this.onTheWay.add(card)
    await this.table().play({ type: 'pick', card })
    this.onTheWay.delete(card)
    this.chosen = this.chosen.filter((one) => one !== card)
  }
}
