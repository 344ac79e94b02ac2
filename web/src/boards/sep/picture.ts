// A picture of the rule book of SEP: `circle: 4D 9C.5D …`, `tokens: 6-1-0`, `hand: 5D 8H`, and below them moves to try.

import type { View } from './model'

export interface Drawn {
  readonly title: string
  readonly view: Pick<View, 'circle' | 'centre' | 'tokens' | 'number_hand' | 'action_hand' | 'reserve'>
  /** What stands below: the moves that are tried, and facts that a picture does not show. */
  readonly tries: readonly string[]
}

const SHOWN = new Set(['circle', 'tokens', 'hand', 'actions', 'reserve'])
const cards = (text: string | undefined): string[] => text?.split(/\s+/).filter((card) => card !== '') ?? []

/** What the text shows; null if it draws no circle. */
export function read(text: string): Drawn | null {
  const facts = new Map<string, string>()
  const tries: string[] = []
  let title = ''
  for (const line of text.split('\n').map((one) => one.trim())) {
    const fact = /^([a-z-]+): *(.*)$/.exec(line)
    if (line.startsWith('#')) title ||= line.slice(1).trim()
    else if (fact && SHOWN.has(fact[1] ?? '')) facts.set(fact[1] ?? '', fact[2] ?? '')
    else if (line) tries.push(line)
  }
  const circle = cards(facts.get('circle')).map((stack) => (stack === '-' ? [] : stack.split('.')))
  if (circle.length !== 6) return null
  const [centre = 7, ...tokens] = (facts.get('tokens') ?? '7').split('-').map(Number)
  const [number_hand, action_hand] = [cards(facts.get('hand')), cards(facts.get('actions'))]
  return {
    title,
    tries,
    view: { circle, centre, tokens, number_hand, action_hand, reserve: cards(facts.get('reserve')) },
  }
}
