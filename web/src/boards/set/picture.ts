// A picture of the rule books of SET: `table: 2ROF 1RBE …`, `hand P1: …`, `deck: …`, and below them moves to try.

/** Cards that lie together: on the table, in a hand, won, laid away, or still to come. */
export interface Group {
  readonly kind: 'table' | 'hand' | 'won' | 'deck' | 'discards'
  /** Whose they are: P1, P2 …; empty where they are nobody's. */
  readonly whose: string
  /** What the book says of them. */
  readonly note: string
  readonly cards: readonly string[]
}

export interface Drawn {
  readonly title: string
  readonly groups: readonly Group[]
  /** What stands below: facts that a picture does not show, and the moves that are tried. */
  readonly tries: readonly string[]
}

const CARD = /^([123][RGP][OBD][FHE]|-)$/
const GROUP = /^(table|hand|won|deck|discards)(?: (P\d+))?: *(.*)$/

/** What the text shows; null if it names no card. */
export function read(text: string): Drawn | null {
  const groups: Group[] = []
  const tries: string[] = []
  let title = ''
  let note = ''
  for (const line of text.split('\n').map((one) => one.trim())) {
    const [, kind, whose = '', named = ''] = GROUP.exec(line) ?? []
    const cards = named.split(/\s+/).filter((card) => CARD.test(card))
    if (line.startsWith('#')) [title, note] = title ? [title, line.slice(1).trim()] : [line.slice(1).trim(), '']
    else if (kind && cards.length) groups.push({ kind: kind as Group['kind'], whose, note, cards: cards.map((card) => (card === '-' ? '' : card)) })
    else if (line) tries.push(...(note ? [`# ${note}`, line] : [line]))
    if (!line.startsWith('#')) note = ''
  }
  return groups.length ? { title, groups, tries } : null
}

/** How many cards of a table lie in a row: three rows of them, as on a real one. */
export const across = (count: number): number => (count <= 6 ? Math.max(1, Math.min(count, 3)) : Math.ceil(count / 3))
