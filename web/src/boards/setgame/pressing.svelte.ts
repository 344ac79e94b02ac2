// Cards that are pressed one after the other, until there are enough of them.

const BURST_MS = 700 // between two presses of one and the same wish

export class Pressing {
  chosen: readonly string[] = $state([])
  private wish = ''
  private last = -BURST_MS

  has(card: string): boolean {
    return this.chosen.includes(card)
  }

  clear(): void {
    this.chosen = []
  }

  /** Whether a press is meant for this. Cards serve one wish after another: a hand that was about to do one thing when
   *  somebody else was quicker goes on pressing, and that is no answer to what they did. */
  meant(what: string, now: number = performance.now()): boolean {
    const goesOn = what !== this.wish && now - this.last < BURST_MS
    this.last = now
    if (!goesOn) this.wish = what
    return !goesOn
  }

  /** Take a card up or put it back; with the last that is needed all are handed on, and none is chosen any more. */
  press(card: string, enough: number, then: (cards: readonly string[]) => void): void {
    this.chosen = this.has(card) ? this.chosen.filter((one) => one !== card) : [...this.chosen, card]
    if (this.chosen.length < enough) return
    const cards = this.chosen
    this.clear()
    then(cards)
  }
}
