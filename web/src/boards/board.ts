// What a board is: a Svelte component that shows one moment of one game and lets its seat move.

import type { Component } from 'svelte'
import type { ReviewState, Tried } from '../lib/api'
import type { Words } from '../lib/format'
import type { Options } from '../lib/plainly'
import type { Settings } from '../lib/settings.svelte'
import type { ByMove, ByNone, BySeat, BySet, Done, Moment, Move, Past, Refused, Scored } from '../wire'

export interface BoardProps {
  /** The game as this seat sees it. A moment of the past has no offers. */
  moment: Moment
  /** Your seat; null when you watch. */
  seat: number | null
  /** By seat; yours is the word for "you". */
  names: readonly string[]
  /** How many seats are people's, not bots'. */
  people?: number
  /** Makes a move. The new moment comes by itself; a refusal has already been shown to the player. */
  play: (move: Move) => Promise<Done | Refused>
  /** What a move would score, or why it cannot be made. Nothing is played. */
  ask: (move: Move) => Promise<Scored | Refused>
  /** Asks the bots to play on without a pause, where only they still have something to do. */
  hurry?: () => void
  settings: Settings
  t: Words
  /** What has happened up to this moment. */
  history?: readonly Past[]
  /** When this moment came, by our own clock: from then on its timers run. */
  since?: number
  /** When the cards were dealt, in the table's time, as in `history`; null where nobody knows. */
  started?: number | null
  /** Whether this is a game that was played, seen again: nobody can do anything here. */
  past?: boolean
  /** Whether it began with a deal; a position that was posed or drawn did not. */
  dealt?: boolean
  /** With all cards open: what each seat holds. */
  hands?: readonly (readonly string[])[]
  /** Seats whose people have no line to the table just now, or for whom a bot plays. */
  away?: readonly number[]
}

export type Board = Component<BoardProps>

/** What the module of a board exports: the board, and if it likes, the words for a move of the past. */
export interface BoardModule {
  default: Board
  /** One line for the list of moves and for screen readers. */
  tell?: (past: Past, names: readonly string[], t: Words) => string
  /** The same for those who listen, where it should be said in other words than it is written. */
  aloud?: BoardModule['tell']
  /** Whether a move belongs in one line with the one before, and whether it need not be told beside the others there. */
  joins?: (before: Past, past: Past) => boolean
  implied?: (past: Past) => boolean
  /** Whether a move belongs to the turn of the one before: a list of a whole game tells a turn in one line. */
  sameTurn?: (before: Past, past: Past) => boolean
  /** Moves that one seat could make one after the other from this moment on. */
  advise?: (line: readonly Move[], moment: Moment, t: Words) => Advice
  /** What a review has found, where it counts and does not value. */
  findings?: (review: Review, names: readonly string[], t: Words) => Findings
  /** The same drawn, for the list of moves; it says nothing where `tell` says nothing. */
  Told?: Told
  /** What a result is called, where a game has words for it. */
  verdict?: (moment: Moment, t: Words) => string
  /** What is worth telling of a whole game once it is over. */
  Summary?: Summary
  /** Draws the pictures of the rule books. */
  Picture?: Picture
  /** Asks a puzzle's question where the answer is no move of the game. */
  Quiz?: Quiz
}

/** A step of an answer to a puzzle. */
export type Step = ByMove | BySet | ByNone | BySeat

export interface QuizProps extends BoardProps {
  /** Which kind of puzzle it is. */
  kind: string
  /** What was answered so far, and was right. */
  steps: readonly Step[]
  /** The step that was not. */
  wrong: Step | null
  /** Steps of the solution that are to be seen on the table. */
  shown: readonly Step[]
  answer: (step: Step) => void
}
export type Quiz = Component<QuizProps>

/** What could be done, in words, and the places of the board that it is about. */
export interface Advice {
  readonly words: string
  readonly spots: readonly string[]
}

export type Review = NonNullable<ReviewState['review']>

/** A piece of a sentence: words, or pieces that are drawn. */
export type FindingPart = string | readonly string[]

/** One thing that a review has found. */
export interface Finding {
  /** Of the move that it is about. */
  readonly number: number
  /** The moment whose board shows it. */
  readonly at: number
  readonly seat: number | null
  readonly parts: readonly FindingPart[]
  /** The places of the board that it is about. */
  readonly spots: readonly string[]
}

/** All that it has found, under its titles. */
export interface Findings {
  readonly intro: readonly string[]
  readonly sections: readonly { readonly title: string; readonly items: readonly Finding[] }[]
  readonly notes: readonly string[]
}

/** A move of the past, drawn. */
export type Told = Component<{ past: Past; names: readonly string[]; settings: Settings; t: Words }>

export interface SummaryProps {
  game: string
  moment: Moment
  names: readonly string[]
  history: readonly Past[]
  started: number | null
  t: Words
}

/** What a whole game came to, for the window with the result. */
export type Summary = Component<SummaryProps>

/** A position and moves as text, drawn. */
export interface PictureProps {
  game: string
  text: string
  /** What is tried on it; in an exercise that is for the reader to find out first. */
  tries: readonly Tried[]
  exercise?: boolean
  /** The house rules that it may name. */
  options: Options
  settings: Settings
  t: Words
}
export type Picture = Component<PictureProps>
