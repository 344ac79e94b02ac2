// A position that is being drawn: its text is all there is, and the server says what comes of it. It knows no rule.

import { ApiError, api, type GameInfo, type House, type Studied, type StudyMove } from '../lib/api'
import { changedChoices, usualValues, type Values } from '../lib/houserules'
import type { Done, http, Move, places, Refused, Scored } from '../wire'
import {
  cellAt,
  grid,
  gridLines,
  pieces,
  read,
  stacks,
  stacksText,
  without,
  write,
  type Grid,
  type Line,
} from './picture'

export type Place = places.Place
/** Where a piece lies: in a row at a place, in a part of several, or in a cell of a grid. */
export type Spot = { readonly key: string; readonly part?: number | string; readonly at: number }
/** A piece in the hand: from a spot, or out of the box. */
export type Held = { readonly piece: string; readonly from: Spot | null }

const LATER_MS = 250
const HOUSE = 'house'
const written = (value: unknown): string => (typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value))

export class Editing {
  found: http.PlacesFound | null = $state.raw(null)
  lines: readonly Line[] = $state.raw([])
  options: Values = $state({})
  held: Held | null = $state.raw(null)
  /** What the server says of the position, after the moves that were tried on it. */
  told: Studied | null = $state.raw(null)
  moves: readonly StudyMove[] = $state.raw([])
  /** Why it cannot be drawn at all. */
  trouble = $state('')
  refused: Refused | null = $state.raw(null)
  /** Who looks at the table; null is whoever is to move. */
  looks: number | null = $state(null)
  /** Grows whenever the table is set up anew. */
  attempt = $state(0)
  private before: readonly string[] = $state.raw([])
  private after: readonly string[] = $state.raw([])
  /** Has something changed of which the server has not spoken yet? */
  pending = $state(false)
  private waits: ReturnType<typeof setTimeout> | undefined
  private asked = 0

  constructor(
    readonly info: GameInfo,
    options: Values,
  ) {
    this.options = { ...usualValues(info), ...options }
  }

  get places(): readonly Place[] {
    return this.found?.places ?? []
  }
  private get rows(): readonly string[] {
    return this.places.find((place) => place.kind === 'grid')?.parts ?? []
  }
  get text(): string {
    return write(this.lines, this.rows)
  }
  /** House rules that are not as usual. */
  get changed(): House['options'] {
    const changed = changedChoices(this.info, this.options).map(({ name }) => [name, this.options[name]])
    return Object.fromEntries(changed) as House['options']
  }
  /** For whoever keeps it: a block that `septet check` plays. */
  get block(): string {
    const house = Object.entries(this.changed).map(([name, value]) => `${name}=${written(value)}`)
    const lines = [...(house.length ? [`${HOUSE}: ${house.join(', ')}`] : []), this.text]
    return ['```' + this.info.name, ...lines, '```'].join('\n')
  }
  get players(): number {
    return this.number('players') ?? this.info.least
  }
  get seat(): number {
    return this.looks ?? this.told?.moment.to_move[0] ?? 0
  }
  get undoable(): boolean {
    return this.before.length > 0
  }
  get redoable(): boolean {
    return this.after.length > 0
  }

  // What lies where

  line(key: string): string {
    return this.lines.find((line) => line.key === key)?.text ?? ''
  }
  number(key: string): number | null {
    const text = this.line(key)
    return /^-?\d+$/.test(text) ? Number(text) : null
  }
  /** Several numbers in a line. */
  counts(place: Place): number[] {
    const parts = place.parts.length || this.players
    const found = place.sign === ' ' ? pieces(this.line(place.key)) : this.line(place.key).split(/(?<=\d)-/)
    return Array.from({ length: parts }, (_, at) => Number(found[at] ?? 0) || 0)
  }
  row(key: string): string[] {
    return pieces(this.line(key))
  }
  stacks(place: Place): string[][] {
    return stacks(this.line(place.key), place.parts.length)
  }
  get grid(): Grid {
    return grid(this.lines, this.rows)
  }
  /** Every piece that has a place. */
  get laid(): string[] {
    return this.places.flatMap((place) => {
      if (place.kind === 'row') return this.row(place.key).filter((piece) => piece !== '-')
      if (place.kind === 'stacks') return this.stacks(place).flat()
      return place.kind === 'grid' ? [...this.grid.values()] : []
    })
  }
  /** What is still in the box. */
  box(pool: string): string[] {
    return without(this.found?.pools[pool] ?? [], this.laid)
  }

  // What is changed

  hold(piece: string, from: Spot | null): void {
    const same = this.held?.piece === piece && JSON.stringify(this.held.from) === JSON.stringify(from)
    this.held = same ? null : { piece, from }
  }

  /** Put down what is held; what lay in a cell goes back into the box. */
  put(to: Spot): void {
    const held = this.held
    if (!held) return
    this.held = null
    const lifted = held.from ? this.taken(this.lines, held.from) : this.lines
    const row = held.from?.key === to.key && held.from.part === to.part && held.from.at < to.at
    this.change(this.laidAt(lifted, held.piece, row ? { ...to, at: to.at - 1 } : to))
  }

  /** Back into the box. */
  drop(from: Spot): void {
    this.held = null
    this.change(this.taken(this.lines, from))
  }

  set(key: string, text: string): void {
    this.change(this.with(this.lines, key, text))
  }

  setCount(place: Place, at: number, value: number): void {
    const counts = this.counts(place)
    counts[at] = value
    this.set(place.key, counts.join(place.sign))
  }

  private placeOf(key: string): Place | undefined {
    return this.places.find((place) => place.key === key)
  }

  private with(lines: readonly Line[], key: string, text: string): readonly Line[] {
    const others = lines.filter((line) => line.key !== key)
    if (!text) return others
    const order = this.places.map((place) => place.key)
    const later = (one: Line): boolean => order.includes(one.key) && order.indexOf(one.key) > order.indexOf(key)
    const at = others.findIndex(later)
    const put = { key, text }
    return at < 0 ? [...others, put] : [...others.slice(0, at), put, ...others.slice(at)]
  }

  private withGrid(lines: readonly Line[], laid: Grid): readonly Line[] {
    return [...gridLines(laid, this.rows), ...lines.filter((line) => !this.rows.includes(line.key))]
  }

  private taken(lines: readonly Line[], { key, part, at }: Spot): readonly Line[] {
    const place = this.placeOf(key)
    if (place?.kind === 'grid') {
      const laid = new Map(grid(lines, this.rows))
      laid.delete(cellAt(String(part), at))
      return this.withGrid(lines, laid)
    }
    const text = lines.find((line) => line.key === key)?.text ?? ''
    if (place?.kind === 'stacks') {
      const all = stacks(text, place.parts.length)
      all[Number(part)]?.splice(at, 1)
      return this.with(lines, key, stacksText(all))
    }
    return this.with(lines, key, pieces(text).toSpliced(at, 1).join(' '))
  }

  private laidAt(lines: readonly Line[], piece: string, { key, part, at }: Spot): readonly Line[] {
    const place = this.placeOf(key)
    if (place?.kind === 'grid')
      return this.withGrid(lines, new Map(grid(lines, this.rows)).set(cellAt(String(part), at), piece))
    const text = lines.find((line) => line.key === key)?.text ?? ''
    if (place?.kind === 'stacks') {
      const all = stacks(text, place.parts.length)
      all[Number(part)]?.splice(at, 0, piece)
      return this.with(lines, key, stacksText(all))
    }
    return this.with(lines, key, pieces(text).toSpliced(at, 0, piece).join(' '))
  }

  private change(lines: readonly Line[]): void {
    const text = write(lines, this.rows)
    if (text === this.text) return
    this.before = [...this.before, this.text]
    this.after = []
    this.lines = lines
    this.later()
  }

  undo(): void {
    const text = this.before.at(-1)
    if (text === undefined) return
    ;[this.before, this.after] = [this.before.slice(0, -1), [...this.after, this.text]]
    this.lines = read(text, this.rows)
    this.later()
  }

  redo(): void {
    const text = this.after.at(-1)
    if (text === undefined) return
    ;[this.before, this.after] = [[...this.before, this.text], this.after.slice(0, -1)]
    this.lines = read(text, this.rows)
    this.later()
  }

  /** Text that somebody has typed or pasted; its house rules become those of the position. */
  take(text: string): void {
    const lines = read(text, this.rows)
    const house = lines.find((line) => line.key === HOUSE)
    if (house) this.options = { ...usualValues(this.info), ...this.heard(house.text) }
    this.change(lines.filter((line) => line.key !== HOUSE))
  }

  private heard(text: string): Values {
    const said = text.split(',').map((one) => one.split('=').map((part) => part.trim()))
    return Object.fromEntries(
      said.flatMap(([name, word]) => {
        const choice = this.info.options.find((one) => one.name === name)
        if (!choice || word === undefined) return []
        const value = choice.values.find((one) => written(one) === word)
        return [[choice.name, value ?? Number(word)]]
      }),
    )
  }

  // What the server says

  /** Learn what can lie where; without a text, a fresh deal is drawn. */
  async begin(text = ''): Promise<void> {
    const players = Number(/^players: *(\d+)/m.exec(text)?.[1]) || null
    try {
      this.found = await api.places({ game: this.info.name, options: this.changed, players })
      this.trouble = ''
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error)
      return
    }
    this.take(text || this.found.picture)
    this.before = []
    clearTimeout(this.waits)
    await this.study()
  }

  /** Another deal, or other house rules, or more players: what lies there may not fit any more. */
  async deal(players: number | null = this.players): Promise<void> {
    try {
      this.found = await api.places({ game: this.info.name, options: this.changed, players })
      this.change(read(this.found.picture, this.rows))
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error)
    }
  }

  /** Other house rules: perhaps there are other pieces, and the position may be possible now, or no longer. */
  async rules(): Promise<void> {
    try {
      this.found = await api.places({ game: this.info.name, options: this.changed, players: this.players })
      this.later()
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error)
    }
  }

  empty(): void {
    this.change(this.lines.filter((line) => line.key === 'players'))
  }

  later(): void {
    clearTimeout(this.waits)
    this.moves = []
    this.pending = true
    this.waits = setTimeout(() => void this.study(), LATER_MS)
  }

  private wish(moves: readonly StudyMove[], seat: number): http.StudyWish {
    return { game: this.info.name, picture: this.text, options: this.changed, moves, seat, whole: true }
  }

  private async study(): Promise<void> {
    const now = ++this.asked
    try {
      const told = await api.study(this.wish([], 0))
      const seat = this.looks ?? told.moment.to_move[0] ?? 0
      const mine = seat === 0 || seat >= told.moment.scores.length ? told : await api.study(this.wish([], seat))
      if (now !== this.asked) return
      this.told = mine
      this.pending = false
      this.trouble = ''
      this.refused = null
      this.attempt += 1
    } catch (error) {
      if (now !== this.asked) return
      this.pending = false
      this.trouble = error instanceof ApiError || error instanceof Error ? error.message : String(error)
    }
  }

  look(seat: number | null): void {
    this.looks = seat
    void this.study()
  }

  /** Try a move of whoever is to move; then the next one looks at the table. */
  play = async (move: Move): Promise<Done | Refused> => {
    const moves = [...this.moves, { seat: this.seat, move }]
    const told = await this.walked(moves)
    if (told?.refused) return (this.refused = told.refused)
    return { type: 'done', id: '', table: null, n: null }
  }

  ask = async (move: Move): Promise<Scored | Refused> => {
    const seat = this.seat
    const offers = this.told?.moment.offers ?? []
    const at = offers.findIndex((offer) => JSON.stringify(offer) === JSON.stringify(move))
    if (at < 0) {
      const told = await api.study(this.wish([...this.moves, { seat, move }], seat)).catch(() => null)
      if (told?.refused) return told.refused
    }
    return { type: 'scored', id: '', table: '', n: 0, points: this.told?.gains[at] ?? 0, why: [] }
  }

  back(): void {
    void this.walked(this.moves.slice(0, -1))
  }

  private async walked(moves: readonly StudyMove[]): Promise<Studied | null> {
    this.refused = null
    try {
      let told = await api.study(this.wish(moves, this.seat))
      if (told.refused) return told
      const next = this.looks ?? told.moment.to_move[0] ?? this.seat
      if (next !== this.seat) told = await api.study(this.wish(moves, next))
      ;[this.told, this.moves] = [told, moves]
      return told
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error)
      return null
    }
  }

  /** Where the moves have led becomes the position, with all that is known of it. */
  keep(): void {
    if (this.told?.picture) this.take(this.told.picture)
  }
}
