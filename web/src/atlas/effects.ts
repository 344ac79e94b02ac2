// The effects of a rule atlas: every one on every figure, which of them somebody wants to see, and in what order.

import type { AtlasAbout } from '../lib/api'

/** One effect on one figure. */
export interface EffectRow {
  readonly rules: readonly number[]
  readonly values: readonly number[]
  readonly figure: number
  readonly size: number
  readonly half: number
  /** Is it surely not nothing? */
  readonly sure: boolean
  /** How large beside how far single games are apart. */
  readonly rank: number
}

export type Order = 'size' | 'rule' | 'figure'

export interface Wanted {
  /** A figure or a rule by its place; null for all. */
  readonly figure: number | null
  readonly rule: number | null
  readonly both: boolean
  readonly sure: boolean
  readonly order: Order
}

/** With the decimal sign of a language; parts of all games in hundredths, of which differences are points. */
export function written(value: number, part: boolean, signed: boolean, decimal: string): string {
  const shown = (part ? 100 * value : value).toFixed(part ? 1 : 2)
  const plain = Number(shown) === 0 ? shown.replace('-', '') : shown
  const sign = signed && !plain.startsWith('-') ? '+' : ''
  return sign + plain.replace('-', '−').replace('.', decimal) + (part && !signed ? '\u00a0%' : '')
}

/** Every effect on every figure. */
export function effectRows(atlas: AtlasAbout): readonly EffectRow[] {
  return atlas.effects.flatMap(({ effect, sizes, halves }) => {
    const both = effect.other_rule !== null && effect.other_value !== null
    return sizes.map((size, figure) => {
      const half = halves[figure] ?? 0
      const apart = atlas.spreads[figure] || (atlas.parts[figure] ? 0.5 : 1)
      return {
        rules: both ? [effect.rule, effect.other_rule ?? 0] : [effect.rule],
        values: both ? [effect.value, effect.other_value ?? 0] : [effect.value],
        figure,
        size,
        half,
        sure: Math.abs(size) > half,
        rank: Math.abs(size) / apart,
      }
    })
  })
}

/** Those that somebody wants to see, in their order. */
export function selected(rows: readonly EffectRow[], wanted: Wanted): readonly EffectRow[] {
  const found = rows.filter(
    (one) =>
      one.rules.length === (wanted.both ? 2 : 1) &&
      (wanted.figure === null || one.figure === wanted.figure) &&
      (wanted.rule === null || one.rules.includes(wanted.rule)) &&
      (one.sure || !wanted.sure),
  )
  const by: Readonly<Record<Order, (one: EffectRow) => readonly number[]>> = {
    size: (one) => [-one.rank],
    rule: (one) => [...one.rules, ...one.values, one.figure],
    figure: (one) => [one.figure, -one.rank],
  }
  const key = by[wanted.order]
  return [...found].sort((one, other) => {
    const [mine, others] = [key(one), key(other)]
    return mine.map((value, i) => value - (others[i] ?? 0)).find((apart) => apart) ?? 0
  })
}
