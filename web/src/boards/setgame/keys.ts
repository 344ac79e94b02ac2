// One key for each card, by where the keys are and not by what is printed on them; the prints are only for show.

import type { Place } from './arrange'

export type Print = 'qwerty' | 'azerty' | 'qwertz'

const named = (letters: string): string[] => [...letters].map((one) => `Key${one}`)

/** Rows of three, as the cards lie on a table that is higher than wide. */
const THREES: readonly string[] = [...['Digit1', 'Digit2', 'Digit3'], ...named('QWEASDZXCRTYFGHVBNUIOJKL')]

/** The rows of letters, and above them the digits. */
const ROWS: readonly (readonly string[])[] = [named('QWERTYUIOP'), named('ASDFGHJKL'), [...named('ZXCVBNM'), 'Comma']]

/** Cards of one's own, where letters belong to the table. */
export const DIGITS: readonly string[] = Array.from({ length: 9 }, (_, at) => `Digit${at + 1}`)

const AZERTY: Readonly<Record<string, string>> = {
  Digit1: '&',
  Digit2: 'é',
  Digit3: '"',
  Digit4: "'",
  Digit5: '(',
  Digit6: '-',
  Digit7: 'è',
  Digit8: '_',
  Digit9: 'ç',
  KeyQ: 'A',
  KeyW: 'Z',
  KeyA: 'Q',
  KeyZ: 'W',
  KeyM: ',',
  Comma: ';',
  Semicolon: 'M',
  Quote: 'ù',
}
const PRINTS: Readonly<Record<Print, Readonly<Record<string, string>>>> = {
  qwerty: { Comma: ',', Semicolon: ';', Quote: "'" },
  azerty: AZERTY,
  qwertz: { KeyY: 'Z', KeyZ: 'Y', Comma: ',', Semicolon: 'Ö', Quote: 'Ä' },
}

/** The keys of rows of three, in the order of reading. */
export const threes = (from: number): readonly string[] => THREES.slice(from)

/** The letters row by row, for a table beside which digits belong to cards of one's own. */
export function letters(count: number, columns: number): readonly string[] {
  const shortest = Math.min(...ROWS.map((row) => row.length))
  if (count > columns * ROWS.length || columns > shortest) return ROWS.flat()
  return ROWS.flatMap((row) => row.slice(0, columns))
}

/** The key of each place: as they lie on the keyboard where that has as many rows, else one after the other. */
export function codes(places: readonly Place[], columns: number, rows: number): readonly string[] {
  const under = rows > ROWS.length ? [DIGITS, ...ROWS] : ROWS
  const fits = rows <= under.length && columns <= Math.min(...under.map((row) => row.length))
  const found: string[] = []
  for (const [at, { slot, row, column }] of places.entries()) {
    const lies = columns === 3 ? THREES[row * 3 + column] : fits ? under[row]?.[column] : THREES[at]
    found[slot] = lies ?? ''
  }
  return found
}

/** What is printed on a key. */
export const printOf = (code: string | undefined, print: Print): string =>
  code === undefined ? '' : (PRINTS[print][code] ?? code.slice(-1))

/** Whether a key is meant for the board: not while somebody types, nor for the browser. */
export function forBoard(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return false
  return !(event.target as Element | null)?.closest?.('input, select, textarea, dialog, [contenteditable="true"]')
}
