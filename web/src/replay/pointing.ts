// Places on a board that somebody can point at: what every board marks for hints and for the coach.

import { piecesOf } from '../boards/families'
import type { Words } from '../lib/format'

const SPOT = /^[a-z]+(-[A-Za-z0-9+-]{1,24})?$/ // as the server has it

/** The place of the board that something belongs to. */
export function spotAt(touched: Element): string | null {
  const found = touched.closest<HTMLElement>('.board [data-spot], .board [data-at]')
  const spot = found?.dataset.spot ?? found?.dataset.at ?? ''
  return SPOT.test(spot) ? spot : null
}

/** Where a spot is on this board, if it is. */
export function spotOn(board: Element, spot: string): HTMLElement | null {
  const name = CSS.escape(spot)
  return board.querySelector<HTMLElement>(`[data-spot="${name}"]`) ?? board.querySelector(`[data-at="${name}"]`)
}

/** What a spot is called, by those who see it. */
export function spotWords(place: HTMLElement, spot: string, t: Words): string {
  const code = spot.slice(spot.indexOf('-') + 1)
  const label = place.getAttribute('aria-label') ?? piecesOf(code)?.words(code, t)
  return label ?? place.closest('[aria-label]')?.getAttribute('aria-label') ?? place.innerText.trim().slice(0, 60)
}

/** Of each who looks, so that all know whose finger it is; dark enough for white letters. */
export const COLOURS = ['#0b57d0', '#a8201f', '#1e7a46', '#7b2fb5', '#8a5a00', '#00696d', '#b0126e', '#46505c']
export const colourOf = (n: number): string => COLOURS[n % COLOURS.length] ?? '#46505c'
