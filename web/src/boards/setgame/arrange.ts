// Where cards lie: the columns, the rows and the turn of a card that make it largest in the room there is.

import type { Settings } from '../../lib/settings.svelte'

export interface Room {
  readonly width: number
  readonly height: number
}

export interface Arrangement {
  readonly columns: number
  readonly rows: number
  /** Cards come one below the other, column by column, and not row by row. */
  readonly down: boolean
  /** Cards stand higher than wide. */
  readonly upright: boolean
  /** How wide a card is. */
  readonly card: number
}

/** What a person has asked for: how the table stands, and how cards are turned. */
export type Wish = Pick<Settings, 'table' | 'cards'>

/** How much wider than high a card is that lies. */
export const LYING = 92 / 60
export const GAP = 7
/** For the ring around a chosen card. */
export const EDGE = 14
/** Larger than this no card need be. */
const MOST = 280
const LEAST = 20
/** So much smaller may a card be if everything else can stay as it is. */
const NEAR = 0.95
/** And so much smaller, if nothing but its room has changed. */
const STEADY = 0.85

const THREE = 3
const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1)

export const shape = (upright: boolean): number => (upright ? 1 / LYING : LYING)

/** How large a card is, however it is turned: by its longer side. */
export const size = (one: Arrangement): number => (one.upright ? one.card * LYING : one.card)

/** A table that is wider than high fills columns, another one rows: cards that come later stand behind the others either way. */
function fitted(room: Room, columns: number, rows: number, upright: boolean): Arrangement {
  const wide = (room.width - EDGE - GAP * (columns - 1)) / columns
  const high = (room.height - EDGE - GAP * (rows - 1)) / rows
  const most = upright ? MOST / LYING : MOST
  const card = Math.floor(Math.max(LEAST, Math.min(wide, high * shape(upright), most)))
  return { columns, rows, down: columns > rows, upright, card }
}

const turnsOf = (wish: Wish): readonly boolean[] => (wish.cards === 'auto' ? [false, true] : [wish.cards === 'upright'])

/** All ways to lay so many cards that a person would want. */
function ways(room: Room, count: number, wish: Wish): Arrangement[] {
  const across = { auto: upTo(count), upright: [THREE], lying: [Math.ceil(count / THREE)] }[wish.table]
  return across.flatMap((columns) =>
    turnsOf(wish).map((turned) => fitted(room, columns, Math.ceil(count / columns), turned)),
  )
}

/** The way that makes the cards largest; of equal ones the first, and cards that lie rather than those that stand. */
function largest(all: readonly Arrangement[]): Arrangement {
  const worth = (one: Arrangement): number => size(one) * (one.upright ? 0.97 : 1)
  return all.reduce((best, one) => (worth(one) > worth(best) ? one : best))
}

/** How to lay so many cards; a table that has grown stays as it was if that costs little. */
export function arrange(room: Room, usual: number, count: number, wish: Wish): Arrangement {
  const before = largest(ways(room, usual, wish))
  if (count <= usual) return before
  const all = ways(room, count, wish)
  const best = largest(all)
  const same = all.filter((one) => one.upright === before.upright && one.down === before.down)
  const stays = same.length ? largest(same) : best
  return size(stays) >= size(best) * NEAR ? stays : best
}

/** While words come and go above the cards, each stays where it is, unless they could be much larger otherwise. */
export function steady(was: Arrangement | null, room: Room, best: Arrangement): Arrangement {
  if (!was) return best
  const same = fitted(room, was.columns, was.rows, was.upright)
  return size(same) >= size(best) * STEADY ? same : best
}

/** Two groups of cards of one size, one below the other or side by side: how each lies. */
export interface Pair {
  readonly beside: boolean
  readonly first: Arrangement
  readonly second: Arrangement
}

/** The way to lay two groups that makes their cards largest; `apart` is the room between them. */
export function paired(room: Room, counts: readonly [number, number], apart: number, wish: Wish): Pair {
  const [one, two] = counts
  const below = { width: room.width, height: room.height - apart }
  const next = { width: room.width - apart, height: room.height }
  const inRows = upTo(Math.max(one, two)).map(
    (columns) =>
      ({
        beside: false,
        first: [columns, Math.ceil(one / columns)],
        second: [columns, Math.ceil(two / columns)],
      }) as const,
  )
  const inColumns = upTo(Math.max(one, two)).map(
    (rows) => ({ beside: true, first: [Math.ceil(one / rows), rows], second: [Math.ceil(two / rows), rows] }) as const,
  )
  const all = [...inRows, ...inColumns].flatMap(({ beside, first, second }) =>
    turnsOf(wish).map((turned): Pair => {
      const whole = beside
        ? fitted(next, first[0] + second[0], first[1], turned)
        : fitted(below, first[0], first[1] + second[1], turned)
      const part = ([columns, rows]: readonly [number, number]): Arrangement => ({
        ...whole,
        columns,
        rows,
        down: false,
      })
      return { beside, first: part(first), second: part(second) }
    }),
  )
  const best = largest(all.map((pair) => pair.first))
  return all.find((pair) => pair.first === best) as Pair
}

/** Room for so many cards: threes are added, and where there is plenty of room it was kept from the start. */
export const kept = (room: number, count: number): number =>
  room + THREE * Math.max(0, Math.ceil((count - room) / THREE))

export interface Place {
  readonly slot: number
  readonly row: number
  readonly column: number
}

/** Where each card lies, in the order in which people read. */
export function places(
  count: number,
  { columns, rows, down }: Pick<Arrangement, 'columns' | 'rows' | 'down'>,
): Place[] {
  const all = Array.from({ length: count }, (_, slot) =>
    down
      ? { slot, row: slot % rows, column: Math.floor(slot / rows) }
      : { slot, row: Math.floor(slot / columns), column: slot % columns },
  )
  return down ? all.sort((a, b) => a.row - b.row || a.column - b.column) : all
}
