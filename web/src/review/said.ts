// What a review says of a decision and of a value, in words.

import type { Decision, Estimate } from '../lib/api'
import { t, words } from '../lib/words.svelte'
import { giveOrTake, scaled, signed, written, type Unit } from './figures'

const number = (n: number, unit: Unit): string => written(n, unit, words().language)
/** A number of the frame, with its sign. */
export const plusMinus = (n: number, unit: Unit): string => signed(n, unit, words().language)

/** A value alone: "63 of 100", or "4.5 points". */
export function worth(one: Estimate, unit: Unit): string {
  const n = scaled(one.value, unit)
  return t(`web.review.worth.${unit}`, { n, value: number(n, unit) })
}

/** A value, and how far off it may be. */
export function about(one: Estimate, unit: Unit): string {
  const error = giveOrTake(one, unit)
  return error ? t('web.review.about_so', { worth: worth(one, unit), error: number(error, unit) }) : worth(one, unit)
}

/** What a decision has cost. */
export function cost({ lost }: Decision, unit: Unit): string {
  const n = scaled(lost.value, unit)
  if (n <= 0) return t('web.review.cost.none')
  const error = giveOrTake(lost, unit)
  const said = t(`web.review.cost.${unit}`, { n, value: number(n, unit) })
  return error ? t('web.review.about_so', { worth: said, error: number(error, unit) }) : said
}

export const labelled = ({ label }: Decision): string => (label ? t(`web.review.label.${label}`) : '')
