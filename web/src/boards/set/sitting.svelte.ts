// What every table of the family begins with: the moment as this seat sees it, how the cards lie, and what the keys do.

import { untrack } from 'svelte'
import { keepSettings } from '../../lib/session.svelte'
import type { Done, Move, Refused } from '../../wire'
import type { BoardProps } from '../board'
import { readTable } from './aloud.svelte'
import { forBoard } from './keys'
import type { Common, Offers } from './model'
import { Refusing } from './refusing.svelte'

/** What can be reached by keys: cards on the table, cards in the hand, and what Space and Escape do. */
export interface Reach {
  readonly press: (card: string) => void
  readonly hand?: { readonly cards: readonly string[]; readonly codes: readonly string[]; readonly press: (card: string) => void }
  readonly space?: { readonly act: () => void; readonly words: string } | undefined
  readonly escape: () => void
}

export class Sitting<View extends Common> {
  /** Whether the table is wider than high. */
  lying = $state(true)
  /** The keys of the places on the table, in the order of the places. */
  codes: readonly string[] = $state.raw([])
  /** How many cards lie in a row. */
  columns = $state(3)
  /** Whether the list of keys is open. */
  help = $state(false)
  readonly refusing = new Refusing()
  readonly view: View = $derived.by(() => this.board().moment.view as View)
  readonly offers: Offers = $derived.by(() => this.board().moment.offers)
  readonly between = $derived.by(() => this.view.phase === 'between')
  /** Whether this seat plays now: not before a new deal, not when all is over. */
  readonly seated = $derived.by(() => this.board().seat !== null && !this.between && !this.board().moment.outcome)
  /** Which print is shown on the keys; null shows none. */
  readonly print = $derived.by(() => {
    const { keyboard } = this.board().settings
    return this.seated && keyboard !== 'none' ? keyboard : null
  })

  constructor(private readonly board: () => BoardProps) {}

  /** Make a move; if it is refused, the news say why. */
  readonly send = (move: Move): Promise<Done | Refused> => this.refusing.wrap(this.board().play)(move)

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
    else if (event.code === 'Semicolon') keepSettings({ cards: this.board().settings.cards === 'lying' ? 'upright' : 'lying' })
    else if (event.code === 'Quote') keepSettings({ table: this.lying ? 'upright' : 'lying' })
    else if (!this.seated || !this.reached(event, reach)) return
    event.preventDefault()
  }

  private reached(event: KeyboardEvent, { press, hand, space, escape }: Reach): boolean {
    const onButton = (event.target as Element).closest?.('button:not([data-card]), a')
    const lies = this.view.slots[this.codes.indexOf(event.code)]
    const held = hand?.cards[hand.codes.indexOf(event.code)]
    if (event.code === 'Escape') escape()
    else if (event.code === 'Space' && space && !onButton) space.act()
    else if (lies) press(lies)
    else if (held) hand?.press(held)
    else return false
    return true
  }
}
