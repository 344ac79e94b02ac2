// A picture of the rule book of SEP: `circle: 4D 9C.5D …`, `tokens: 6-1-0`, `hand: 5D 8H`, and below them moves to try.

import { cardText } from './cards'
import type { Tried, TriedStep } from '../../lib/api'
import { capital, type Words } from '../../lib/format'
import { unsigned, type Part } from '../../lib/plainly'
import type { Teller } from '../tries'
import type { Last, Move, View } from './model'
import { brought } from './tell'

export interface Drawn {
  readonly title: string
  readonly view: Pick<View, 'circle' | 'centre' | 'tokens' | 'number_hand' | 'action_hand' | 'reserve'>
  /** What a picture does not show: a name and its words. */
  readonly facts: readonly (readonly string[])[]
}

/** A card that a move brings to a slot: placed on its stack, or used on it. */
export interface Mark {
  readonly card: string
  readonly slot: number
  readonly refused: boolean
}

const SHOWN = new Set(['circle', 'tokens', 'hand', 'actions', 'reserve'])
const cards = (text: string | undefined): string[] => text?.split(/\s+/).filter((card) => card !== '') ?? []

/** What the text shows; null if it draws no circle. */
export function read(text: string): Drawn | null {
  const shown = new Map<string, string>()
  const facts: string[][] = []
  let title = ''
  for (const line of text.split('\n').map((one) => one.trim())) {
    const [, name = '', said = ''] = /^([a-z-]+): *(.*)$/.exec(line) ?? []
    if (line.startsWith('#')) title ||= line.slice(1).trim()
    else if (SHOWN.has(name)) shown.set(name, said)
    else if (name) facts.push([name, ...cards(said)])
  }
  const circle = cards(shown.get('circle')).map((stack) => (stack === '-' ? [] : stack.split('.')))
  if (circle.length !== 6) return null
  const [centre = 7, ...tokens] = (shown.get('tokens') ?? '7').split('-').map(Number)
  const [number_hand, action_hand] = [cards(shown.get('hand')), cards(shown.get('actions'))]
  return {
    title,
    facts,
    view: { circle, centre, tokens, number_hand, action_hand, reserve: cards(shown.get('reserve')) },
  }
}

/** The moves of a try as they are drawn on the position. */
export function marks(tried: Tried | undefined): Mark[] {
  const steps = [...(tried?.steps ?? []), ...(tried?.refused ? [tried.refused] : [])]
  return steps.flatMap((step): Mark[] => {
    const move = step.move as Move
    return 'slot' in move && 'card' in move
      ? [{ card: move.card, slot: move.slot, refused: step === tried?.refused }]
      : []
  })
}

function move(step: TriedStep, t: Words): Part[] {
  const made = step.move as Move
  const key = made.type === 'fill' ? `book.move.fill_${made.source}` : `book.move.${made.type}`
  const facts = { card: 'card' in made ? cardText(made.card, t) : '', slot: 'slot' in made ? made.slot : 0 }
  const told = t(key, facts)
  return [`${step.seat ? t('book.opponent', { told }) : told}`]
}

// A card is drawn in every turn: that is said only where nothing else is done.
const OPENS = new Set(['draw', 'action_turn'])

export const TELLER: Teller = {
  rows: new Set(),
  remark: (text, t) => [unsigned(text).replace(/\b[A2-9TJQK][CDHS]\b/g, (card) => cardText(card, t))],
  said: cardText,
  move,
  brought: (steps, more, t) =>
    steps.flatMap((step, at) => {
      if (OPENS.has(step.move.type) && (more || at < steps.length - 1)) return []
      return [`${capital(String(move(step, t)[0]))}. ${brought(step.last as Last, t)} `]
    }),
}
