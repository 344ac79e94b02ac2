// Whose pieces these are: one's own at a table, and another's in a game that is seen again from that seat.

import type { Words } from '../lib/format'
import type { BoardProps } from './board'

/** The name of whoever holds what this board shows in the hand, if that is somebody else. */
export function another({ past, seat, names }: Pick<BoardProps, 'past' | 'seat' | 'names'>, t: Words): string | null {
  const name = names[seat ?? -1]
  return past && name && name !== t('play.you') ? name : null
}

/** What a hand is called: in the words for one's own, or by the name of whoever holds it. */
export function handName(board: Pick<BoardProps, 'past' | 'seat' | 'names'>, own: string, t: Words): string {
  const name = another(board, t)
  return name === null ? t(own) : t('board.picture.hand', { name })
}
