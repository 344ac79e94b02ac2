// The rule atlas in words: what its figures and effects are called, numbers as people write them, and which come first.

import type { AtlasAbout } from '../lib/api'
import { chosen } from '../lib/houserules'
import { t, words } from '../lib/words.svelte'

const OWN = new Set(['first', 'tie', 'won', 'score', 'comeback', 'decided']) // figures that every game tells alike

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

export function figureName(family: string, figure: string): string {
  if (figure.startsWith('ending.'))
    return t('lab.ending', { ending: words().of(family, `ending_name.${figure.slice('ending.'.length)}`) })
  return OWN.has(figure) ? t(`lab.figure.${figure}`) : words().of(family, `figure.${figure}`)
}

/** With the decimal sign of the language; parts of all games in hundredths, of which differences are points. */
export function number(value: number, part: boolean, signed = false): string {
  const shown = (part ? 100 * value : value).toFixed(part ? 1 : 2)
  const plain = Number(shown) === 0 ? shown.replace('-', '') : shown
  const sign = signed && !plain.startsWith('-') ? '+' : ''
  return sign + plain.replace('-', '−').replace('.', t('lab.decimal')) + (part && !signed ? '\u00a0%' : '')
}

/** Half the width of an interval. */
export const giveOrTake = (half: number, part: boolean): string => `±\u00a0${number(half, part, true).slice(1)}`

/** A rule and its reading, or two of them. */
export function ruleName(
  atlas: AtlasAbout,
  family: string,
  rules: readonly number[],
  values: readonly number[],
): string {
  const said = rules.map((rule, i) => {
    const factor = atlas.factors[rule]
    return factor ? chosen(family, factor.option, factor.values[values[i] ?? 0]) : ''
  })
  return said.join(' + ')
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
