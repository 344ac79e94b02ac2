import { capital } from '../../lib/format'
import type { Family } from '../family'
import Scene from './Scene.svelte'
import Whole from './Whole.svelte'
import { cellText, tileWords, tilesWords } from './tiles'

const board = () => import('./index')

export const family: Family = {
  name: 'sepmosa',
  place: 3,
  boards: { sepmosa: board },
  tellsAll: false,
  Scene,
  forms: {
    tile: (tiles, t) => tilesWords(String(tiles).split(' '), t),
    Tile: (tiles, t) => capital(tilesWords(String(tiles).split(' '), t)),
    cell: (cell) => cellText(String(cell)),
  },
  pieces: { code: /^[KRBO](?:1[0-3]|[1-9])$/, sign: (tile) => tile, words: tileWords, Whole },
  prose: (text) => text,
}
