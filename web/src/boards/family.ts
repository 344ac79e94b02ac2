// What a family of games tells the rest of the page: its boards, and how its pieces are drawn and said.

import type { Component } from 'svelte'
import type { Form, Words } from '../lib/format'
import type { Settings } from '../lib/settings.svelte'
import type { BoardModule } from './board'

/** A piece, drawn. */
export type Face = Component<{ code: string; settings: Settings }>

/** The pieces of a family, each known by its code. */
export interface Pieces {
  /** What a code of theirs looks like. */
  readonly code: RegExp
  /** A piece in a few signs. */
  readonly sign: (code: string, t: Words) => string
  /** A piece as it is read aloud. */
  readonly words: (code: string, t: Words) => string
  /** A piece as it stands in a sentence of a rule book; without one it stands there as the book has it. */
  readonly Face?: Face
  /** A piece as it lies on the table, as large as the room it has. */
  readonly Whole: Component<{ code: string; settings: Settings; t: Words }>
}

export interface Family {
  /** As the server calls it, like the folder. */
  readonly name: string
  /** Its place among the others on the first page. */
  readonly place: number
  /** The board of each of its games, fetched when it is needed. */
  readonly boards: Readonly<Record<string, () => Promise<BoardModule>>>
  /** Whether its boards say themselves why a move was refused and what time is left: where speed counts, nothing may push the cards about. */
  readonly tellsAll: boolean
  /** A small table that plays by itself, one beat after the other. */
  readonly Scene: Component<{ beat: number }>
  /** How its facts are written where a message says `{fact:form}`. */
  readonly forms: Readonly<Record<string, Form>>
  readonly pieces: Pieces
  /** A sentence of its rule books as people read it. */
  readonly prose: (text: string, t: Words) => string
}
