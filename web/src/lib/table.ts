// What is known of a table, and what every event changes in it: plain functions, so that they can be tested.

import type {
  Chair,
  Closed,
  Deal,
  Event,
  Happening,
  Moment,
  Past,
  Presence,
  Proposal,
  Remark,
  Status,
  Table,
} from '../wire'

/** A table as we have it: as the server told it at first, brought up to date by every event. */
export interface Known {
  readonly table: Table
  readonly n: number
  readonly status: Status
  readonly seat: number | null
  readonly host: string | null
  readonly chairs: readonly Chair[]
  readonly moment: Moment | null
  readonly history: readonly Past[]
  readonly chat: readonly Remark[]
  readonly proposals: readonly Proposal[]
  readonly again: string | null
  readonly closed: Closed | null
  /** When the cards were dealt, in table time. */
  readonly started: number | null
  readonly watchers: number
  /** How far the deal is that nobody chooses; null where the cards were dealt before. */
  readonly deal: Deal | null
  /** When the moment came, by our own clock: from then on the times run. */
  readonly at: number
}

/** Time ran out, and nothing came of it that anybody could see. */
export const quiet = (past: Past): boolean =>
  past.move?.type === 'timeout' && (past.last as readonly unknown[] | null)?.length === 0

/** The moves that stand, by the number of their event: the first is 1. What was taken back, or the table did, has none. */
export function counted(history: readonly Past[]): ReadonlyMap<number, number> {
  const stand = history.filter((past) => !past.move && !past.undone)
  return new Map(stand.map((past, at) => [past.n, at + 1]))
}

const NOBODY: Chair = { name: null, user: null, bot: null, stand_in: null, here: false, rating: null, seen: null }

export function fromTable(table: Table, now: number): Known {
  const { n, status, seat, host, chairs, moment, history, chat, proposals, again, closed, started, watchers, deal } =
    table
  return {
    table,
    n,
    status,
    seat,
    host,
    chairs,
    moment,
    history,
    chat,
    proposals,
    again,
    closed,
    started,
    watchers,
    deal,
    at: now,
  }
}

export function withPresence(known: Known, presence: Presence): Known {
  const chairs = known.chairs.map((chair, seat) => ({
    ...chair,
    here: presence.here[seat] ?? chair.here,
    seen: presence.seen[seat] ?? null,
  }))
  return { ...known, chairs, watchers: presence.watchers }
}

/** The table after an event; null if one is missing in between. */
export function withEvent(known: Known, event: Event, me: string | null, now: number): Known | null {
  if (event.n <= known.n) return known
  if (event.n !== known.n + 1) return null
  const deal = event.deal ?? known.deal
  const next: Known = { ...known, n: event.n, deal, ...happened(known, event, event.event, me) }
  if (!event.moment) return next
  const status = event.moment.outcome ? 'over' : next.status
  return { ...next, moment: event.moment, status, at: now }
}

function happened(known: Known, event: Event, what: Happening, me: string | null): Partial<Known> {
  switch (what.type) {
    case 'sat': {
      const chair = { ...NOBODY, name: what.name, user: what.user ?? null, bot: what.bot ?? null, here: true }
      const mine = me !== null && what.user === me
      const host = known.host ?? chair.user
      return { chairs: withChair(known, what.seat, chair), seat: mine ? what.seat : known.seat, host }
    }
    case 'stood':
      return stood(known, what.seat)
    case 'resized':
      return { chairs: Array.from({ length: what.seats }, (_, seat) => known.chairs[seat] ?? NOBODY) }
    case 'started':
      return {
        status: 'running',
        started: event.at,
        chairs: what.seats.map((seat) => known.chairs[seat] ?? NOBODY),
        seat: known.seat === null ? null : notFound(what.seats.indexOf(known.seat)),
      }
    case 'played':
      return played(known, event, what)
    case 'proposed': {
      const proposal = { what: what.what, seat: what.seat, agreed: [what.seat], to: what.to ?? null, pledges: [] }
      return { proposals: [...without(known.proposals, what.what), proposal] }
    }
    case 'answered':
      return { proposals: answered(known.proposals, what) }
    case 'said': {
      const { name, seat = null, text = null, phrase = null } = what
      return { chat: [...known.chat, { n: event.n, name, seat, text, phrase }] }
    }
    case 'stood_in':
      return { chairs: withChair(known, what.seat, { stand_in: what.bot }), proposals: [] }
    case 'came_back':
      return { chairs: withChair(known, what.seat, { stand_in: null, here: true }) }
    case 'again':
      return { again: what.table, proposals: [] }
    case 'closed':
      return { status: 'closed', closed: what }
    case 'became':
      return called(known, what.user, what.account, what.name)
    case 'forgotten':
      return called(known, what.user, what.user, what.name)
    case 'hinted':
    case 'hurried':
    case 'shared':
    case 'pledged':
    case 'settled':
    case 'revealed':
    case 'nothing':
      return {}
  }
}

function notFound(index: number): number | null {
  return index < 0 ? null : index
}

/** The chairs with one of them changed; whoever joins a game has a new one. */
function withChair(known: Known, seat: number, some: Partial<Chair>): readonly Chair[] {
  if (seat === known.chairs.length) return [...known.chairs, { ...NOBODY, ...some }]
  return known.chairs.map((chair, at) => (at === seat ? { ...chair, ...some } : chair))
}

function without(proposals: readonly Proposal[], what: string): readonly Proposal[] {
  return proposals.filter((one) => one.what !== what)
}

function answered(proposals: readonly Proposal[], what: Extract<Happening, { type: 'answered' }>): readonly Proposal[] {
  if (!what.yes) return without(proposals, what.what)
  return proposals.map((one) => (one.what === what.what ? { ...one, agreed: [...one.agreed, what.seat] } : one))
}

/** Somebody has another id or another name from now on: on the chair, as the host, and in the chat. */
function called(known: Known, user: string, account: string, name: string): Partial<Known> {
  const seat = known.chairs.findIndex((chair) => chair.user === user)
  return {
    chairs: withChair(known, seat, { user: account, name }),
    host: known.host === user ? account : known.host,
    chat: known.chat.map((remark) => (seat >= 0 && remark.seat === seat ? { ...remark, name } : remark)),
  }
}

/** When the host gets up, the next person is the host. */
function stood(known: Known, seat: number): Partial<Known> {
  const chairs = withChair(known, seat, NOBODY)
  const left = known.chairs[seat]?.user ?? null
  const next = chairs.find((chair) => chair.user !== null)?.user ?? null
  return {
    chairs,
    seat: known.seat === seat ? null : known.seat,
    host: left !== null && left === known.host ? next : known.host,
  }
}

/** A move goes into the list; it ends whatever was proposed. An undo marks what it takes back. */
function played(known: Known, event: Event, what: Extract<Happening, { type: 'played' }>): Partial<Known> {
  const move = what.move ?? null
  const view = event.moment?.view as { last?: unknown } | null | undefined
  const last = move && move.type !== 'timeout' ? null : (view?.last ?? null) // what time has done is told, too
  const to = move?.type === 'undo' ? move.to : Infinity
  const before = known.history.map((past, index) => (index >= to && !past.move ? { ...past, undone: true } : past))
  return {
    history: [...before, { n: event.n, at: event.at, seat: what.seat, last, move, undone: false }],
    proposals: [],
  }
}
