// Steps of an answer and what they bring, as people read and hear them.

import type { FindingPart, Step } from '../boards/board'
import { piecesOf } from '../boards/families'
import type { PuzzleState } from '../lib/api'
import { playerNames } from '../lib/plainly'
import { t, words } from '../lib/words.svelte'
import { tellers } from '../table/telling.svelte'
import type { Moment, Move } from '../wire'

const HUNDRED = 100

/** What is told of a puzzle where its steps are written down. */
export type Asked = Pick<PuzzleState, 'game' | 'seat' | 'hands' | 'moment'>

/** Everybody at the table; whoever is asked is "you", unless all hands are open and nobody is. */
export function namesOf({ seat, hands, moment }: Asked): readonly string[] {
  const names = playerNames(words()).slice(0, Math.max(1, moment.scores.length))
  return hands ? names : names.map((name, at) => (at === seat ? t('play.you') : name))
}

const movesOf = (steps: readonly Step[]): readonly Move[] =>
  steps.flatMap((step) => (step.type === 'move' ? [step.move] : []))

/** Steps one after the other, from this moment on: in words, with cards that are drawn. */
export function told(steps: readonly Step[], moment: Moment, asked: Asked): readonly FindingPart[] {
  const moves = movesOf(steps)
  if (moves.length) return [tellers.advise(asked.game, moves, moment).words]
  return steps.flatMap((step, at): FindingPart[] => {
    const between = at ? [' · '] : []
    if ('cards' in step) return [...between, step.cards]
    return [...between, step.type === 'seat' ? (namesOf(asked)[step.seat] ?? '') : t('board.quiz.none')]
  })
}

/** The same for those who listen. */
export function aloud(parts: readonly FindingPart[]): string {
  const said = (code: string): string => piecesOf(code)?.words(code, words()) ?? code
  return parts
    .map((part) => (typeof part === 'string' ? part : part.map(said).join('; ')))
    .map((part) => part.replace(' · ', '. '))
    .join('')
}

/** The places of the board that the next step is about. */
export function spotsOf(steps: readonly Step[], moment: Moment, game: string): readonly string[] {
  const moves = movesOf(steps)
  return moves.length ? tellers.advise(game, moves.slice(0, 1), moment).spots : []
}

/** What a step brings, in the measure of its kind; nothing where it is right or is not. */
export function worth(value: number, { unit }: Pick<PuzzleState, 'unit'>): string {
  if (unit === 'win') return ''
  const n = unit === 'share' ? Math.round(HUNDRED * value) : Math.round(value)
  return t(`puzzle.worth.${unit}`, { n, value: n < 0 ? `−${-n}` : n })
}
