import { named } from '../../lib/plainly'
import type { Board, BoardModule } from '../board'
import type { Family } from '../family'
import InText from './InText.svelte'
import Scene from './Scene.svelte'
import Whole from './Whole.svelte'
import { CARD, cardSigns, setWords } from './cards'

type Load = () => Promise<{ default: Board }>

const board = (load: Load) => async (): Promise<BoardModule> => ({ ...(await import('./common')), ...(await load()) })

/** A board that tells at the end what everybody has found. */
const counted = (load: Load) => async (): Promise<BoardModule> => ({
  ...(await board(load)()),
  Summary: (await import('./Summary.svelte')).default,
})

const open = counted(() => import('./Board.svelte'))

export const family: Family = {
  name: 'setgame',
  place: 2,
  boards: {
    set: open,
    'set-quick': open,
    'set-solo': open,
    scout: counted(() => import('./Scout.svelte')),
    chipset: board(() => import('./ChipSet.svelte')),
    setup: board(() => import('./SetUp.svelte')),
    coopset: board(() => import('./Coop.svelte')),
    twenty: counted(() => import('./Twenty.svelte')),
  },
  tellsAll: true,
  Scene,
  forms: {
    set: (cards, t) =>
      String(cards)
        .split(' ')
        .map((card) => setWords(card, t))
        .join(' – '),
    features: (names, t) =>
      String(names)
        .split(' ')
        .map((name) => t(`setgame.feature.${name}`))
        .join(', '),
  },
  pieces: { code: CARD, sign: cardSigns, words: setWords, Face: InText, Whole },
  prose: named,
}
