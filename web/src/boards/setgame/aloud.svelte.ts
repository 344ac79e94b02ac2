// The table for those who listen: what is chosen, which cards have come and where, and the whole table on demand.

import { setWords } from './cards'
import type { Words } from '../../lib/format'
import { announce } from '../../lib/say.svelte'
import type { Place } from './arrange'
import { printOf } from './keys'
import type { Common } from './model'
import type { Sitting } from './sitting.svelte'

/** A card with its key in front, if keys are shown, or with its row and place. */
function placed(here: Sitting<Common>, { slot, row, column }: Place, t: Words): string {
  const key = here.print ? printOf(here.codes[slot], here.print) : ''
  const where = key ? t('board.set.key', { key }) : t('board.set.place', { row: row + 1, column: column + 1 })
  return `${where}: ${setWords(here.view.slots[slot] ?? '', t)}`
}

const all = (here: Sitting<Common>): Place[] => here.places.filter((one) => here.view.slots[one.slot])

/** Read the whole table, row by row. */
export function readTable(here: Sitting<Common>, t: Words): void {
  const rows = new Map<number, string[]>()
  for (const one of all(here)) rows.set(one.row, [...(rows.get(one.row) ?? []), placed(here, one, t)])
  announce([...rows].map(([row, cards]) => `${t('board.aloud.row', { row: row + 1 })}: ${cards.join('; ')}`).join('. '))
}

/** Say what is taken up; and, where it is wanted, which cards have come and where they lie. */
export function narrate(
  here: Sitting<Common>,
  chosen: () => readonly string[],
  wanted: () => boolean,
  t: () => Words,
): void {
  let had: readonly string[] = []
  let lay: readonly string[] = []
  $effect(() => {
    const now = chosen()
    for (const card of now.filter((one) => !had.includes(one)))
      announce(t()('board.aloud.chosen', { card: setWords(card, t()), n: now.length }))
    had = now
  })
  $effect(() => {
    const come = all(here).filter(({ slot }) => !lay.includes(here.view.slots[slot] ?? ''))
    if (wanted() && lay.length && come.length)
      announce(t()('board.aloud.new', { cards: come.map((one) => placed(here, one, t())).join('; ') }))
    lay = here.view.slots
  })
}
