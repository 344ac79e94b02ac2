import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { drawing, icons, pixels } from '../../icons'

const SVG = readFileSync(new URL('../../public/mark.svg', import.meta.url), 'utf8')
const drawn = drawing(SVG)
const colourAt = (rgba: Uint8Array, side: number, x: number, y: number): number[] => [
  ...rgba.subarray((y * side + x) * 4, (y * side + x) * 4 + 4),
]

describe('the icons', () => {
  it('are drawn from the mark: its square and its seven circles', () => {
    expect(drawn.discs).toHaveLength(7)
    const rgba = pixels(drawn, 64, false)
    expect(colourAt(rgba, 64, 0, 0)).toEqual([0, 0, 0, 0]) // the corners are round
    expect(colourAt(rgba, 64, 32, 32)).toEqual([0x22, 0x30, 0x2d, 255])
    expect(colourAt(rgba, 64, 32, 11)).toEqual([0xf2, 0xb8, 0x4b, 255])
  })

  it('fill the square where a system cuts the corners, with the circles inside what every shape leaves', () => {
    const rgba = pixels(drawn, 100, true, 0.72)
    expect(colourAt(rgba, 100, 0, 0)[3]).toBe(255)
    for (let y = 0; y < 100; y++)
      for (let x = 0; x < 100; x++)
        if (Math.hypot(x - 49.5, y - 49.5) > 41) expect(colourAt(rgba, 100, x, y)).toEqual([0x22, 0x30, 0x2d, 255])
  })

  it('are pictures that can be read', () => {
    const all = icons(SVG)
    for (const [name, side] of [
      ['apple-touch-icon.png', 180],
      ['icon-192.png', 192],
      ['icon-512.png', 512],
    ] as const) {
      const file = all[name] ?? Buffer.alloc(0)
      expect(file.subarray(1, 4).toString('latin1')).toBe('PNG')
      expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([side, side])
      const at = file.indexOf('IDAT')
      const rows = inflateSync(file.subarray(at + 4, at + 4 + file.readUInt32BE(at - 4)))
      expect(rows).toHaveLength(side * (side * 4 + 1))
    }
    const favicon = all['favicon.ico'] ?? Buffer.alloc(0)
    expect(favicon.subarray(0, 6)).toEqual(Buffer.from([0, 0, 1, 0, 1, 0]))
    expect(favicon.subarray(favicon.readUInt32LE(18) + 1, favicon.readUInt32LE(18) + 4).toString('latin1')).toBe('PNG')
  })

  it('say so when the mark holds something that they cannot draw', () => {
    expect(() => drawing('<svg><rect width="4" height="4" rx="1" fill="#000000"/><path d="M0 0"/></svg>')).toThrow(
      'mark.svg',
    )
  })
})
