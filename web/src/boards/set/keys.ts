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

const AZERTY: Readonly<Record<string, string>> = {
  Digit1: '&', Digit2: 'é', Digit3: '"', KeyQ: 'A', KeyW: 'Z', KeyA: 'Q', KeyZ: 'W', KeyM: ',', Comma: ';',
} // prettier-ignore
const PRINTS: Readonly<Record<Print, Readonly<Record<string, string>>>> = {
  qwerty: { Comma: ',' },
  azerty: AZERTY,
  qwertz: { KeyY: 'Z', KeyZ: 'Y', Comma: ',' },
}

/** The keys of the places of a table, in the order of the places. */
export const codes = (lying: boolean): readonly string[] => (lying ? LYING : UPRIGHT)

/** Which place a key stands for; null if it is no card's. */
export function placeOf(code: string, lying: boolean): number | null {
  const at = codes(lying).indexOf(code)
  return at < 0 ? null : at
}

/** What is printed on the key of a place, if it has one. */
export function printed(place: number, lying: boolean, print: Print): string {
  const code = codes(lying)[place]
  if (code === undefined) return ''
  return PRINTS[print][code] ?? code.slice(-1)
}

/** Whether a key is meant for the board: not while somebody types, nor for the browser. */
export function forBoard(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return false
  return !(event.target as Element | null)?.closest?.('input, select, textarea, dialog, [contenteditable="true"]')
}
