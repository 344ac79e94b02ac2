// The order of the tiles on the rack: it belongs to the player, and nothing that happens at the table resets it.

import { colourOf, tileValue } from './tiles'

/** Twins are told apart: `R7/0` and `R7/1`. */
export const tileOf = (id: string): string => id.split('/')[0] ?? id

export class RackOrder {
  order: string[] = $state([])

  constructor(private place: string) {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(place) ?? '[]')
      if (Array.isArray(kept)) this.order = kept.map(String)
    } catch {
      // Storage is closed to us: the order lasts as long as the page.
    }
  }

  /** The tiles as they are now: those that stay keep their places, new ones stand at the end. */
  reconcile(rack: readonly string[]): void {
    const count = new Map<string, number>()
    const ids = rack.map((tile) => {
      const twin = count.get(tile) ?? 0
      count.set(tile, twin + 1)
      return `${tile}/${twin}`
    })
    const kept = this.order.filter((id) => ids.includes(id))
    const order = kept.concat(ids.filter((id) => !kept.includes(id)))
    if (order.join() !== this.order.join()) this.keep(order)
  }

  /** This tile is about to be played: of two twins the second is the one that goes. */
  spend(id: string): void {
    const twin = `${tileOf(id)}/1`
    if (!id.endsWith('/0') || !this.order.includes(twin)) return
    this.keep(this.order.map((one) => (one === id ? twin : one === twin ? id : one)))
  }

  move(id: string, to: number): void {
    const rest = this.order.filter((one) => one !== id)
    rest.splice(Math.max(0, Math.min(rest.length, to)), 0, id)
    this.keep(rest)
  }

  sort(by: 'colour' | 'value'): void {
    const colour = (id: string): number => 'KRBO'.indexOf(colourOf(id))
    const value = (id: string): number => tileValue(tileOf(id))
    const first = by === 'colour' ? colour : value
    const then = by === 'colour' ? value : colour
    this.keep(this.order.toSorted((one, other) => first(one) - first(other) || then(one) - then(other)))
  }

  private keep(order: string[]): void {
    this.order = order
    try {
      localStorage.setItem(this.place, JSON.stringify(order))
    } catch {
      // As above.
    }
  }
}
