// The families of games that have boards of their own: every folder beside this file says who it is.

import type { GameInfo } from '../lib/api'
import type { Family, Pieces } from './family'

const FOUND = import.meta.glob<{ family: Family }>('./*/family.ts', { eager: true })

export const FAMILIES: readonly Family[] = Object.values(FOUND)
  .map((module) => module.family)
  .sort((one, other) => one.place - other.place)

/** How all of them write their facts. */
export const FORMS = Object.assign({}, ...FAMILIES.map((family) => family.forms)) as Family['forms']

/** The family that has a board for this game. */
export const familyOf = (game: string): Family | undefined => FAMILIES.find((family) => game in family.boards)

/** The pieces that such a code belongs to. */
export const piecesOf = (code: string): Pieces | undefined =>
  FAMILIES.find((family) => family.pieces.code.test(code))?.pieces

/** The names of all families, also of those that have no board of their own. */
export const familyNames = (games: readonly GameInfo[]): readonly string[] => [
  ...new Set([...FAMILIES.map((family) => family.name), ...games.map((game) => game.family)]),
]
