// The figures of a review as people read them: of a hundred games, or points; and seen by whoever looks.

import type { Decision, Estimate, Luck, Valued } from '../lib/api'

export type Unit = Valued['unit']

/** What is added to a value, and its spread, that 19 of 20 such estimates keep within. */
const SPREAD = 2

/** Of a hundred, or points with their tenths. */
export const scaled = (value: number, unit: Unit): number =>
  unit === 'share' ? Math.round(100 * value) : Math.round(10 * value) / 10

/** How far off it may be; nothing where it is certain. */
export function giveOrTake(one: Estimate, unit: Unit): number {
  if (one.error <= 0) return 0
  return Math.max(scaled(SPREAD * one.error, unit), unit === 'share' ? 1 : 0.1)
}

/** A number as a language writes it. */
export function written(n: number, unit: Unit, language: string): string {
  const text = unit === 'share' ? String(Math.abs(n)) : Math.abs(n).toFixed(1)
  return `${n < 0 ? '−' : ''}${language === 'en' ? text : text.replace('.', ',')}`
}

export const signed = (n: number, unit: Unit, language: string): string =>
  `${n < 0 ? '' : n > 0 ? '+' : '±'}${written(n, unit, language)}`

const turned = ({ value, error }: Estimate): Estimate => ({ value: -value, error })

/** The curve as this seat sees it: what one of two gains, the other loses. */
export function curveOf(review: Valued, seat: number): readonly Estimate[] {
  if (seat !== 1 || review.unit !== 'share') return review.curve
  return review.curve.map(({ value, error }) => ({ value: 1 - value, error }))
}

/** The frame of luck and skill as this seat sees it; the own skill comes first. */
export function luckOf(review: Valued, seat: number): Luck {
  const { luck } = review
  if (seat !== 1 || review.unit !== 'share') return luck
  return {
    start: 1 - luck.start,
    draws: turned(luck.draws),
    hidden: turned(luck.hidden),
    skill: [...luck.skill].reverse(),
    ended: -luck.ended,
    result: 1 - luck.result,
  }
}

/** One bar of the frame: from where to where, and what it adds. */
export interface Bar {
  readonly what: 'start' | 'draws' | 'hidden' | 'mine' | 'theirs' | 'ended' | 'result'
  readonly from: number
  readonly to: number
  readonly n: number
}

/** Numbers that are rounded, and add up all the same: what is over goes where most was cut off. */
export function addingUp(parts: readonly number[], sum: number): number[] {
  const down = parts.map(Math.floor)
  const over = Math.round(sum - down.reduce((a, b) => a + b, 0))
  const cut = parts.map((part, at) => ({ at, rest: part - Math.floor(part) })).sort((a, b) => b.rest - a.rest)
  for (const { at } of cut.slice(0, Math.max(0, over))) down[at] = (down[at] ?? 0) + 1
  return down
}

/** Start, the luck of the draws, the luck of what was hidden, what each has decided, what it took to
 * end the game before its end, and the result, one on the other. */
export function bars(luck: Luck, unit: Unit): Bar[] {
  const fine = unit === 'share' ? 100 : 10
  const back = unit === 'share' ? 1 : 10
  const [mine, theirs] = luck.skill
  const steps: [Bar['what'], number][] = [
    ['start', luck.start],
    ['draws', luck.draws.value],
    ['hidden', luck.hidden.value],
    ['mine', mine?.value ?? 0],
  ]
  if (theirs) steps.push(['theirs', -theirs.value])
  if (luck.ended) steps.push(['ended', luck.ended])
  const whole = Math.round(fine * luck.result)
  const rounded = addingUp(
    steps.map(([, value]) => fine * value),
    whole,
  )
  let sum = 0
  const found = steps.map(([what], at): Bar => {
    const [from, n] = [sum, (rounded[at] ?? 0) / back]
    sum = Math.round(fine * (sum + n)) / fine
    return { what, from, to: sum, n }
  })
  return [...found, { what: 'result', from: 0, to: whole / back, n: whole / back }]
}

/** What cost most, the dearest first; or all in the order of the game. */
export function sorted(review: Valued, order: 'cost' | 'game', seat: number | null): readonly Decision[] {
  const of = new Map(review.decisions.map((one) => [one.number, one]))
  const all = order === 'game' ? review.decisions : review.costliest.flatMap((number) => of.get(number) ?? [])
  return seat === null ? all : all.filter((one) => one.seat === seat)
}

/** The next labelled decision after a moment, around to the first; the same one if there is no other. */
export function nextMistake(review: Valued, at: number, seat: number | null): Decision | undefined {
  const labelled = review.decisions.filter((one) => one.label && (seat === null || one.seat === seat))
  return labelled.find((one) => one.number > at + 1) ?? labelled[0]
}

/** Is the best one another than the one that was played? */
export const differs = (one: Decision): boolean => key(one.best) !== key(one.played)
const key = (move: object): string => JSON.stringify(Object.entries(move).sort())

/** The scale of a curve: where its values lie between its foot and its head. */
export function scaleOf(curve: readonly Estimate[], unit: Unit): { readonly low: number; readonly high: number } {
  if (unit === 'share') return { low: 0, high: 1 }
  const values = curve.flatMap(({ value, error }) => [value - error, value + error])
  const [low, high] = [Math.floor(Math.min(...values)), Math.ceil(Math.max(...values))]
  return { low, high: high > low ? high : low + 1 }
}
