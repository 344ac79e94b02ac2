// One's own mistake stays explained until it has been read: whatever others do meanwhile, it is not wiped away.

import type { Happened } from './model'

/** A press sooner than this was not made by somebody who has read. */
const READ_MS = 2000

export class Reading {
  kept: Happened | null = $state.raw(null)
  private at: number | null = null
  private since = 0

  /** What has happened at this number: a mistake of one's own is kept. */
  hear(events: readonly Happened[], n: number, seat: number | null): void {
    const wrong = seat === null ? undefined : events.find((one) => one.features.length && one.seat === seat)
    if (!wrong || n === this.at) return
    this.kept = wrong
    this.at = n
    this.since = performance.now()
  }

  /** One plays on: the explanation has done its work. */
  playsOn(): void {
    if (performance.now() - this.since > READ_MS) this.close()
  }

  close(): void {
    this.kept = null
  }
}
