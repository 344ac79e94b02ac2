import type { Family } from '../family'
import { cardText, cardWords, LETTERS } from './cards'
import Scene from './Scene.svelte'
import Whole from './Whole.svelte'

const board = () => import('./index')

export const family: Family = {
  name: 'sep',
  place: 1,
  boards: { sep: board, 'sep-solo': board },
  tellsAll: false,
  Scene,
  forms: {
    card: (cards, t) =>
      String(cards)
        .split(' ')
        .map((card) => cardText(card, t))
        .join(' '),
    slot: (slot) => LETTERS.charAt(Number(slot)),
    phase: (phase, t) => t(`sep.phase.${String(phase)}`),
    source: (source, t) => t(`sep.source.${String(source)}`),
  },
  pieces: {
    code: /^[A2-9TJQK][CDHS]$/,
    sign: cardText,
    words: cardWords,
    Whole,
  },
  prose: (text) => text,
}
