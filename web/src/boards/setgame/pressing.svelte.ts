// Cards that are pressed one after the other, until there are enough of them.

export class Pressing {
  chosen: readonly string[] = $state([])

  has(card: string): boolean {
    return this.chosen.includes(card)
  }

  clear(): void {
    this.chosen = []
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
