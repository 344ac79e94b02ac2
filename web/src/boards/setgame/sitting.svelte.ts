// What every table of the family begins with: the moment as this seat sees it, how the cards lie, and what the keys do.

import { untrack } from 'svelte'
import { MediaQuery } from 'svelte/reactivity'
import { keepSettings } from '../../lib/session.svelte'
import type { Done, Move, Refused } from '../../wire'
import type { BoardProps } from '../board'
import { another } from '../whose'
import { places, type Arrangement } from './arrange'
import { readTable } from './aloud.svelte'
import { forBoard } from './keys'
import type { Common, Offers, Terms } from './model'
import { Reading } from './reading.svelte'
import { Refusing } from './refusing.svelte'

/** What can be reached by keys: cards on the table, cards in the hand, and what Space, Backspace and Escape do. */
export interface Reach {
  readonly press: (card: string) => void
  readonly hand?: {
    readonly cards: readonly string[]
    readonly codes: readonly string[]
    readonly press: (card: string) => void
  }
  readonly space?: { readonly act: () => void; readonly words: string } | undefined
  readonly none?: { readonly act: () => void; readonly words: string } | undefined
  readonly escape: () => void
}

export class Sitting<View extends Common> {
  /** A small screen: no room can be kept for cards that may come. */
  readonly phone = new MediaQuery('(max-width: 760px), (max-height: 560px)')
  /** How the cards lie. */
  laid: Arrangement = $state.raw({ columns: 4, rows: 3, down: true, upright: false, card: 0 })
  /** Where each card lies, in the order of reading. */
  readonly places = $derived.by(() => places(this.view.slots.length, this.laid))
  /** The keys of the places on the table, in the order of the places. */
  codes: readonly string[] = $state.raw([])
  /** Whether the list of keys is open. */
  help = $state(false)
  readonly refusing = new Refusing()
  readonly reading = new Reading()
  readonly view: View = $derived.by(() => this.board().moment.view as View)
  /** What was agreed on. */
  readonly terms: Terms = $derived.by(() => this.board().moment.terms as Terms)
  readonly offers: Offers = $derived.by(() => this.board().moment.offers)
  readonly between = $derived.by(() => this.view.phase === 'between')
  /** Whether this seat plays now: not before a new deal, not when all is over. */
  readonly seated = $derived.by(() => {
    const { seat, past, moment } = this.board()
    return seat !== null && !past && !this.between && !moment.outcome
  })
  /** Which print is shown on the keys; null shows none. */
  readonly print = $derived.by(() => {
    const { keyboard } = this.board().settings
    return this.seated && keyboard !== 'none' ? keyboard : null
  })

  /** Whose cards lie in the hand, if they are not one's own. */
  readonly another = $derived.by(() => another(this.board(), this.board().t))

  constructor(private readonly board: () => BoardProps) {}

  /** Make a move; if it is refused, the news say why. */
  readonly send = (move: Move): Promise<Done | Refused> => {
    this.reading.playsOn()
    return this.refusing.wrap(this.board().play)(move)
  }

  /** Put back what was chosen when the table changes, or what else is named. */
  whenever(changes: () => string | boolean, putBack: () => void): void {
    const rev = $derived(this.board().moment.rev)
    const other = $derived(changes())
    $effect(() => {
      void [rev, other]
      untrack(putBack)
    })
  }

  /** What a key does. */
  key(event: KeyboardEvent, reach: Reach): void {
    if (!forBoard(event)) return
    if (event.key === '?') this.help = true
    else if (event.code === 'Digit0') readTable(this, this.board().t)
    else if (event.code === 'Semicolon') keepSettings({ cards: this.laid.upright ? 'lying' : 'upright' })
    else if (event.code === 'Quote') keepSettings({ table: this.laid.columns > this.laid.rows ? 'upright' : 'lying' })
    else if (!this.seated || !this.reached(event, reach)) return
    event.preventDefault()
  }

  private reached(event: KeyboardEvent, { press, hand, space, none, escape }: Reach): boolean {
    const onButton = (event.target as Element).closest?.('button:not([data-card]), a')
    const lies = this.view.slots[this.codes.indexOf(event.code)]
    const held = hand?.cards[hand.codes.indexOf(event.code)]
    if (event.code === 'Escape') escape()
    else if (event.code === 'Space' && space && !onButton) space.act()
    else if (event.code === 'Backspace' && none) none.act()
    else if (lies) press(lies)
    else if (held) hand?.press(held)
    else return false
    return true
  }
}
