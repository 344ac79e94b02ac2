// What a review needs of the game that it stands beside.

import type { Moment, Past } from '../wire'

export interface Shown {
  readonly at: number
  readonly seat: number | null
  readonly hide: boolean
  readonly steps: readonly { readonly past: Past }[]
  /** A moment that is known already. */
  known(at: number): Moment | undefined
  /** Get to know it. */
  have(at: number): Promise<void>
  go(to: number): Promise<void>
  look(some: { seat?: number; open?: boolean; hide?: boolean }): Promise<void>
}
