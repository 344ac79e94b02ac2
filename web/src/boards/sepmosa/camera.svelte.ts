// Which part of the mosaic is seen, and how large: it follows the mosaic until somebody moves it.

import { cellAt, type Extent } from './model'

const [SMALLEST, LARGEST] = [20, 96]
const [FIT_LEAST, FIT_MOST] = [26, 68]
/** The strips at the edge in which rows and columns are named: to the left and above. */
export const EDGE = { left: 14, top: 18 }

export class Camera {
  /** How many pixels a cell has. */
  scale = $state(48)
  /** Where row a and column 0 begin. */
  x = $state(0)
  y = $state(0)
  /** Whether it follows the mosaic by itself. */
  follows = $state(true)
  width = $state(0)
  height = $state(0)

  /** Show all of this, as large as it goes. */
  fit(range: Extent): void {
    if (!this.width || !this.height) return
    const [columns, rows] = [range.right - range.left + 1, range.bottom - range.top + 1]
    const [wide, high] = [this.width - EDGE.left, this.height - EDGE.top]
    const scale = Math.min(wide / columns, high / rows)
    this.scale = Math.floor(Math.max(FIT_LEAST, Math.min(FIT_MOST, scale)))
    this.x = EDGE.left + (wide - columns * this.scale) / 2 - range.left * this.scale
    this.y = EDGE.top + (high - rows * this.scale) / 2 - range.top * this.scale
  }

  pan(x: number, y: number): void {
    this.follows = false
    this.x += x
    this.y += y
  }

  /** Larger or smaller, around a point of the window. */
  zoom(by: number, x = this.width / 2, y = this.height / 2): void {
    const scale = Math.max(SMALLEST, Math.min(LARGEST, this.scale * by))
    this.follows = false
    this.x = x - ((x - this.x) * scale) / this.scale
    this.y = y - ((y - this.y) * scale) / this.scale
    this.scale = scale
  }

  /** Bring a cell into the window, if it is outside. */
  reveal(row: number, column: number): void {
    const [left, top] = [this.x + column * this.scale, this.y + row * this.scale]
    this.x += Math.max(0, EDGE.left - left) - Math.max(0, left + this.scale - this.width)
    this.y += Math.max(0, EDGE.top - top) - Math.max(0, top + this.scale - this.height)
  }

  /** The cell under a point of the window. */
  at(x: number, y: number): string {
    const row = Math.max(0, Math.min(6, Math.floor((y - this.y) / this.scale)))
    return cellAt(row, Math.floor((x - this.x) / this.scale))
  }

  /** How far a point is from the middle of a cell. */
  distance(x: number, y: number, row: number, column: number): number {
    return Math.hypot(x - this.x - (column + 0.5) * this.scale, y - this.y - (row + 0.5) * this.scale)
  }
}
