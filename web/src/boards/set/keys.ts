// One key for each card, by where the keys are and not by what is printed on them; the prints are only for show.

export type Print = 'qwerty' | 'azerty' | 'qwertz'

const named = (letters: string): string[] => [...letters].map((one) => `Key${one}`)

/** Rows of three, as the cards lie on a table that is higher than wide. */
const UPRIGHT: readonly string[] = [
  ...['Digit1', 'Digit2', 'Digit3'],
  ...named('QWEASDZXCRTYFGHVBNUIOJKL'),
]

/** Columns of three, as the cards lie on a table that is wider than high. */
const LYING: readonly string[] = [...named('QAZWSXEDCRFVTGBYHNUJM'), 'KeyI', 'KeyK', 'Comma']

/** The rows of letters, for a table that grows card by card. */
const ROWS: readonly (readonly string[])[] = [named('QWERTYUIOP'), named('ASDFGHJKL'), named('ZXCVBNM')]

/** Cards of one's own, where letters belong to the table. */
export const DIGITS: readonly string[] = Array.from({ length: 9 }, (_, at) => `Digit${at + 1}`)

const AZERTY: Readonly<Record<string, string>> = {
  Digit1: '&', Digit2: 'é', Digit3: '"', Digit4: "'", Digit5: '(', Digit6: '-', Digit7: 'è', Digit8: '_', Digit9: 'ç',
  KeyQ: 'A', KeyW: 'Z', KeyA: 'Q', KeyZ: 'W', KeyM: ',', Comma: ';', Semicolon: 'M', Quote: 'ù',
} // prettier-ignore
const PRINTS: Readonly<Record<Print, Readonly<Record<string, string>>>> = {
  qwerty: { Comma: ',', Semicolon: ';', Quote: "'" },
  azerty: AZERTY,
  qwertz: { KeyY: 'Z', KeyZ: 'Y', Comma: ',', Semicolon: 'Ö', Quote: 'Ä' },
}

/** The keys of the places of a table, in the order of the places. */
export const codes = (lying: boolean): readonly string[] => (lying ? LYING : UPRIGHT)

/** The keys of a table that grows: row under row where the keyboard has as many, else one letter after the other. */
export function flowing(count: number, columns: number): readonly string[] {
  const shortest = ROWS.at(-1)?.length ?? 0
  if (count > columns * ROWS.length || columns > shortest) return ROWS.flat()
  return ROWS.flatMap((row) => row.slice(0, columns))
}

/** Which place a key stands for; null if it is no card's. */
export function placeOf(code: string, lying: boolean): number | null {
  const at = codes(lying).indexOf(code)
  return at < 0 ? null : at
}

/** What is printed on a key. */
export const printOf = (code: string | undefined, print: Print): string =>
  code === undefined ? '' : (PRINTS[print][code] ?? code.slice(-1))

/** What is printed on the key of a place, if it has one. */
export const printed = (place: number, lying: boolean, print: Print): string => printOf(codes(lying)[place], print)

/** Whether a key is meant for the board: not while somebody types, nor for the browser. */
export function forBoard(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return false
  return !(event.target as Element | null)?.closest?.('input, select, textarea, dialog, [contenteditable="true"]')
}
