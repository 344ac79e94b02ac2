// The tiles of SEPMOSA as pictures and as words: codes are a colour and a value, `R7`, `K12`.

import type { Words } from '../../lib/format'

export type Colour = 'K' | 'R' | 'B' | 'O'

export const GROUND: Record<Colour, string> = {
  K: 'var(--t-black)',
  R: 'var(--t-red)',
  B: 'var(--t-blue)',
  O: 'var(--t-orange)',
}

// A floating tile is hollow: only its edge and its value have the colour.
export const HOLLOW: Record<Colour, string> = {
  K: 'var(--t-lost-black)',
  R: 'var(--t-lost-red)',
  B: 'var(--t-lost-blue)',
  O: 'var(--t-lost-orange)',
}

/** Every tile that can be drawn. */
export const KINDS = [...'KRBO'].flatMap((colour) => Array.from({ length: 13 }, (_, at) => `${colour}${at + 1}`))

export const colourOf = (tile: string): Colour => tile[0] as Colour
export const tileValue = (tile: string): number => Number(tile.slice(1))
export const isActionTile = (tile: string): boolean => tileValue(tile) > 10

export function tileWords(tile: string, t: Words): string {
  if (tile === '??') return t('sepmosa.tell.a_tile')
  return t('board.sepmosa.tile', { colour: t(`board.sepmosa.colour.${colourOf(tile)}`), value: tileValue(tile) })
}

export const tilesWords = (tiles: readonly string[], t: Words): string =>
  tiles.map((tile) => tileWords(tile, t)).join(', ')

/** A cell as people read it: with a minus, at which no line breaks. */
export const cellText = (cell: string): string => cell.replace('-', '−')

// The notch in the middle of each side, 26 wide, as steps along the side and into the tile: a colour without colour.
type Step = readonly [along: number, inwards: number]
const NOTCHES: Record<Exclude<Colour, 'B'>, Step[]> = {
  K: [
    [0, 9],
    [26, 0],
    [0, -9],
  ], // square
  R: [
    [13, 12],
    [13, -12],
  ], // pointed
  O: [
    [6.5, 9],
    [6.5, -9],
    [6.5, 9],
    [6.5, -9],
  ], // two teeth
}

const LEAST = 3
const MOST = 97
const ROUND = 11
const STRAIGHT = (MOST - LEAST - 2 * ROUND - 26) / 2

function side(colour: Colour, x: number, y: number): string {
  const turn = ([along, inwards]: Step): string => `${along * x - inwards * y} ${along * y + inwards * x}`
  const straight = `l${turn([STRAIGHT, 0])}`
  const notch =
    colour === 'B' ? `a13 13 0 0 0 ${turn([26, 0])}` : NOTCHES[colour].map((step) => `l${turn(step)}`).join('')
  return `${straight}${notch}${straight}a${ROUND} ${ROUND} 0 0 1 ${turn([ROUND, ROUND])}`
}

function outline(colour: Colour): string {
  const sides = [side(colour, 1, 0), side(colour, 0, 1), side(colour, -1, 0), side(colour, 0, -1)]
  return `M${LEAST + ROUND} ${LEAST}${sides.join('')}z`
}

export const OUTLINES: Record<Colour, string> = { K: outline('K'), R: outline('R'), B: outline('B'), O: outline('O') }
