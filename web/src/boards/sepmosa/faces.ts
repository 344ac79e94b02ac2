// The faces of SEPMOSA for the sheet of symbols; a tile that floats has a wave behind its name.

import { markup, type Faces } from '../markup'
import { KINDS } from './tiles'
import TileFace from './TileFace.svelte'

export function faces(): Faces {
  const found: Faces = {}
  for (const tile of [...KINDS, '*', '??']) found[tile] = markup(TileFace, { tile })
  for (const tile of KINDS) found[`${tile}~`] = markup(TileFace, { tile, floating: true })
  return found
}
