// The colours of SET cards, and how far apart they are for eyes that lack one kind of cone.

export type Palette = 'classic' | 'clear' | 'grey'
export type Colour = 'R' | 'G' | 'P'
export type Sight = 'all' | 'protan' | 'deutan' | 'tritan'

/** What the hue does not tell, the lightness does. */
export const PALETTES: Readonly<Record<Palette, Readonly<Record<Colour, string>>>> = {
  classic: { R: '#bd0a10', G: '#1a9357', P: '#6a2ca8' },
  clear: { R: '#f94706', G: '#0e624d', P: '#650495' },
  grey: { R: '#000000', G: '#484848', P: '#878787' },
}

/** The papers that cards are printed on, by day and by night. */
export const PAPERS = ['#fffdf8', '#f3eee2'] as const

type Three = readonly [number, number, number]

/** What is left of a colour without one kind of cone, in linear light: Machado, Oliveira and Fernandes (2009). */
const SEEN: Readonly<Record<Sight, readonly [Three, Three, Three]>> = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

export const SIGHTS = Object.keys(SEEN) as Sight[]

function light(hex: string): Three {
  const part = (at: number): number => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [part(1), part(3), part(5)]
}

const dot = (a: Three, b: Three): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

/** A colour as it is seen, in CIELAB, where distances are about those that people feel. */
export function lab(hex: string, sight: Sight): Three {
  const seen = SEEN[sight].map((row) => Math.min(1, Math.max(0, dot(row, light(hex))))) as unknown as Three
  const f = (value: number): number => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116)
  const x = f(dot([0.4124, 0.3576, 0.1805], seen) / 0.95047)
  const y = f(dot([0.2126, 0.7152, 0.0722], seen))
  const z = f(dot([0.0193, 0.1192, 0.9505], seen) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

export function distance(one: string, other: string, sight: Sight): number {
  const [a, b] = [lab(one, sight), lab(other, sight)]
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

/** How a colour stands out from paper, as the accessibility guidelines count it. */
export function contrast(ink: string, paper: string): number {
  const shine = (hex: string): number => dot([0.2126, 0.7152, 0.0722], light(hex)) + 0.05
  const [a, b] = [shine(ink), shine(paper)]
  return Math.max(a, b) / Math.min(a, b)
}
