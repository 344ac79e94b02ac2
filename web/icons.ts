// The icons that systems want as pictures, drawn from mark.svg when the app is built: its square and its circles, no more.

import { readFileSync } from 'node:fs'
import { deflateSync, crc32 } from 'node:zlib'
import type { Plugin } from 'vite'

type Colour = readonly [number, number, number, number]
interface Disc {
  readonly x: number
  readonly y: number
  readonly r: number
  readonly fill: Colour
}
export interface Drawing {
  readonly size: number
  readonly corner: number
  readonly ground: Colour
  readonly discs: readonly Disc[]
}

const FINE = 4 // samples of a pixel, each way
const CLEAR: Colour = [0, 0, 0, 0]

function attribute(element: string, name: string): string {
  const found = new RegExp(` ${name}="([^"]*)"`).exec(element)?.[1]
  if (found === undefined) throw new Error(`mark.svg: ${element} has no ${name}`)
  return found
}

function colour(hex: string): Colour {
  const part = (at: number): number => parseInt(hex.slice(at, at + 2), 16)
  return [part(1), part(3), part(5), 255]
}

/** A square with round corners and circles on it; anything else in the file is an error, and not left out in silence. */
export function drawing(svg: string): Drawing {
  const [rect, ...circles] = [...svg.matchAll(/<(\w+) [^>]*\/>/g)].map(([element]) => element)
  if (!rect?.startsWith('<rect ') || !circles.every((one) => one.startsWith('<circle ')))
    throw new Error('mark.svg: a square and circles are drawn')
  return {
    size: Number(attribute(rect, 'width')),
    corner: Number(attribute(rect, 'rx')),
    ground: colour(attribute(rect, 'fill')),
    discs: circles.map((one) => ({
      x: Number(attribute(one, 'cx')),
      y: Number(attribute(one, 'cy')),
      r: Number(attribute(one, 'r')),
      fill: colour(attribute(one, 'fill')),
    })),
  }
}

function onGround({ size, corner }: Drawing, x: number, y: number): boolean {
  const dx = Math.max(corner - x, x - (size - corner), 0)
  const dy = Math.max(corner - y, y - (size - corner), 0)
  return dx * dx + dy * dy <= corner * corner
}

/** The colour at a point of the drawing; `whole`: the ground fills the square, for systems that cut the corners themselves. */
function at(drawn: Drawing, x: number, y: number, whole: boolean): Colour {
  const disc = drawn.discs.find((one) => (x - one.x) ** 2 + (y - one.y) ** 2 <= one.r ** 2)
  if (disc) return disc.fill
  return whole || onGround(drawn, x, y) ? drawn.ground : CLEAR
}

/** The pixels; `scale` below 1 leaves a margin around the circles, for icons that are cut to any shape. */
export function pixels(drawn: Drawing, side: number, whole: boolean, scale = 1): Uint8Array {
  const found = new Uint8Array(side * side * 4)
  const middle = drawn.size / 2
  const place = (sample: number): number => middle + (((sample + 0.5) / FINE / side) * drawn.size - middle) / scale
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const sum = [0, 0, 0, 0]
      for (let fine = 0; fine < FINE * FINE; fine++) {
        const [r, g, b, a] = at(
          drawn,
          place(x * FINE + (fine % FINE)),
          place(y * FINE + Math.floor(fine / FINE)),
          whole,
        )
        ;[r, g, b].forEach((value, i) => (sum[i] = (sum[i] ?? 0) + value * a))
        sum[3] = (sum[3] ?? 0) + a
      }
      const alpha = sum[3] ?? 0
      const start = (y * side + x) * 4
      for (let i = 0; i < 3; i++) found[start + i] = alpha ? Math.round((sum[i] ?? 0) / alpha) : 0
      found[start + 3] = Math.round(alpha / (FINE * FINE))
    }
  }
  return found
}

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}

export function png(rgba: Uint8Array, side: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 6, 0, 0, 0], 8)
  const rows = Buffer.alloc(side * (side * 4 + 1))
  for (let y = 0; y < side; y++) rows.set(rgba.subarray(y * side * 4, (y + 1) * side * 4), y * (side * 4 + 1) + 1)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', new Uint8Array()),
  ])
}

/** An .ico file may hold a PNG as it is. */
export function ico(picture: Buffer, side: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.set([side, side], 6)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(picture.length, 14)
  head.writeUInt32LE(22, 18)
  return Buffer.concat([head, picture])
}

/** Every icon by its name. */
export function icons(svg: string): Record<string, Buffer> {
  const drawn = drawing(svg)
  const picture = (side: number, whole = false, scale = 1): Buffer => png(pixels(drawn, side, whole, scale), side)
  return {
    'favicon.ico': ico(picture(32), 32),
    'apple-touch-icon.png': picture(180, true, 0.9),
    'icon-192.png': picture(192),
    'icon-512.png': picture(512),
    'maskable-512.png': picture(512, true, 0.72),
  }
}

export function drawIcons(): Plugin {
  return {
    name: 'septet-icons',
    generateBundle() {
      const all = icons(readFileSync(new URL('public/mark.svg', import.meta.url), 'utf8'))
      for (const [fileName, source] of Object.entries(all)) this.emitFile({ type: 'asset', fileName, source })
    },
  }
}
