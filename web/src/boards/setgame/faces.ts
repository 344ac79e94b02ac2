// The faces of SET for the sheet of symbols. Colours stay `currentColor`: which ink it is says a palette.

import { inner, markup, type Faces } from '../markup'
import Face from './Face.svelte'
import { PALETTES } from './palettes'

/** A pattern gets the name of its card, since many cards lie in one picture. */
function one(card: string): string {
  const drawn = inner(markup(Face, { card }))
  const id = / id="([^"]+)"/.exec(drawn)?.[1]
  return id ? drawn.replaceAll(id, `hatch-${card}`) : drawn
}

export function faces(): Faces {
  const codes = ['123', 'RGP', 'OBD', 'FHE'].reduce(
    (all, values) => all.flatMap((begun) => [...values].map((value) => begun + value)),
    [''],
  )
  return Object.fromEntries(codes.map((card) => [card, one(card)]))
}

export const layout = { palettes: PALETTES }
