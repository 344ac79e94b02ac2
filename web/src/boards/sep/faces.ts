// The faces of SEP for the sheet of symbols.

import { inner, markup, type Faces } from '../markup'
import { HIDDEN, SUIT_PATHS } from './cards'
import CardFace from './CardFace.svelte'
import { BOX, CENTRES, FAN, HIGH, WIDE } from './model'
import Token from './Token.svelte'

/** A court has its English letter, as its code has: whoever draws knows the language, and puts its own there. */
const t = (key: string): string => key.slice(-1)

export function faces(): Faces {
  const found: Faces = {}
  for (const suit of Object.keys(SUIT_PATHS))
    for (const value of 'A23456789TJQK') found[value + suit] = markup(CardFace, { card: value + suit, t, small: true })
  found[HIDDEN] = markup(CardFace, { card: HIDDEN, t })
  found[`${HIDDEN}action`] = markup(CardFace, { card: HIDDEN, t, action: true })
  found.token = inner(markup(Token, {}))
  found.no_token = inner(markup(Token, { gone: true }))
  return found
}

/** Where the stacks stand, in widths of a card. */
export const layout = { centres: CENTRES, wide: WIDE, high: HIGH, fan: FAN, box: BOX }
