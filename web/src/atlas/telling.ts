// The rule atlas in words: what its figures and effects are called, and numbers as people write them.

import type { AtlasAbout } from '../lib/api'
import { chosen } from '../lib/houserules'
import { t, words } from '../lib/words.svelte'
import { written } from './effects'

const OWN = new Set(['first', 'tie', 'won', 'score', 'comeback', 'decided']) // figures that every game tells alike

export function figureName(family: string, figure: string): string {
  if (figure.startsWith('ending.'))
    return t('lab.ending', { ending: words().of(family, `ending_name.${figure.slice('ending.'.length)}`) })
  return OWN.has(figure) ? t(`lab.figure.${figure}`) : words().of(family, `figure.${figure}`)
}

/** A number as people of this language write it. */
export const number = (value: number, part: boolean, signed = false): string =>
  written(value, part, signed, t('lab.decimal'))

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
