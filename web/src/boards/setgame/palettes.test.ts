import { describe, expect, it } from 'vitest'
import { contrast, distance, PALETTES, PAPERS, SIGHTS, type Colour, type Palette } from './palettes'

const ENOUGH = 25 // in CIELAB; two greens that people call different are about 10 apart
const PAIRS: readonly (readonly [Colour, Colour])[] = [
  ['R', 'G'],
  ['R', 'P'],
  ['G', 'P'],
]
const NAMES = Object.keys(PALETTES) as Palette[]

describe.each(NAMES)('the palette %s', (name) => {
  const inks = PALETTES[name]

  it.each(SIGHTS)('keeps its three colours apart for eyes of the kind %s', (sight) => {
    for (const [one, other] of PAIRS) expect(distance(inks[one], inks[other], sight)).toBeGreaterThan(ENOUGH)
  })

  it('stands out from the paper by day and by night', () => {
    for (const ink of Object.values(inks)) for (const paper of PAPERS) expect(contrast(ink, paper)).toBeGreaterThan(3)
  })
})

it('a colour is no distance from itself, and black is far from white for everybody', () => {
  for (const sight of SIGHTS) {
    expect(distance('#1a9357', '#1a9357', sight)).toBe(0)
    expect(distance('#000000', '#ffffff', sight)).toBeGreaterThan(99)
  }
})

it('pure red and the green of the same lightness are nearly one for eyes without red', () => {
  expect(distance('#ff0000', '#5a5a00', 'protan')).toBeLessThan(distance('#ff0000', '#5a5a00', 'all') / 2)
})
