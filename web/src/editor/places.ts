// What the lines of a picture and their values are called.

import type { Words } from '../lib/format'

/** `hand P2` is the hand of player 2. */
export function placeName(family: string, key: string, t: Words): string {
  const [name = '', seat] = key.split(' ')
  const said = t.of(family, `place.${name}`)
  return seat ? t('place.of_seat', { place: said, seat: seat.slice(1) }) : said
}

/** What one of several numbers counts; without parts it is a seat's. */
export const partName = (family: string, part: string | undefined, at: number, t: Words): string =>
  part === undefined ? t('place.seat', { seat: at + 1 }) : t.of(family, `place.part.${part}`)

export const valueName = (family: string, value: string, t: Words): string =>
  /^P\d+$/.test(value) ? t('place.seat', { seat: value.slice(1) }) : t.of(family, `place.value.${value}`)
