// What of a person's settings changes how cards, tiles and boards look.

export interface Look {
  readonly suits?: 'four' | 'two'
  /** Letters on cards and tiles, for players who do not tell the colours apart. */
  readonly letters?: boolean
  readonly motion?: 'auto' | 'less'
  /** Whether a move waits for a second tap. */
  readonly confirm?: boolean
}
