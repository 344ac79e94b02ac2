// Made by `python -m septet.server.typescript` from the Python types: change those, not this file.

export const PROTOCOL = 1

/** Every game, and what its view, its terms, its moves and its options are. */
export interface Games {
  "sep": { view: sep.View; terms: sep.Terms; move: sep.Draw | sep.TakeReserve | sep.ActionTurn | sep.Place | sep.Pass | sep.Use | sep.Discard | sep.Fill; options: sep.SepOptions }
  "sep-solo": { view: sep.View; terms: sep.Terms; move: sep.Draw | sep.TakeReserve | sep.ActionTurn | sep.Place | sep.Pass | sep.Use | sep.Discard | sep.Fill; options: sep.SepSoloOptions }
  "sepmosa": { view: sepmosa.View; terms: sepmosa.Terms; move: sepmosa.Place | sepmosa.Remove | sepmosa.Shift | sepmosa.RemoveThree | sepmosa.SetAside; options: sepmosa.SepmosaOptions }
  "set": { view: setgame.SetView; terms: setgame.Terms; move: setgame.Call | setgame.Pick | setgame.Unpick | setgame.Abort | setgame.Claim | setgame.Noset | setgame.Ready; options: setgame.SetOptions }
  "set-quick": { view: setgame.SetView; terms: setgame.Terms; move: setgame.Call | setgame.Pick | setgame.Unpick | setgame.Abort | setgame.Claim | setgame.Noset | setgame.Ready; options: setgame.QuickOptions }
  "set-solo": { view: setgame.SetView; terms: setgame.Terms; move: setgame.Call | setgame.Pick | setgame.Unpick | setgame.Abort | setgame.Claim | setgame.Noset | setgame.Ready; options: setgame.SetSoloOptions }
  "scout": { view: setgame.ScoutView; terms: setgame.Terms; move: setgame.Scout | setgame.Commit | setgame.Second | setgame.Giveup | setgame.Noset | setgame.Ready; options: setgame.ScoutOptions }
  "chipset": { view: setgame.ChipView; terms: setgame.Terms; move: setgame.Fold | setgame.Check | setgame.Bet | setgame.MatchBet | setgame.Raise | setgame.Expose | setgame.Wait | setgame.Mark | setgame.Unmark | setgame.Ready; options: setgame.ChipOptions }
  "setup": { view: setgame.SetupView; terms: setgame.Terms; move: setgame.PlayCard | setgame.Challenge | setgame.Ready; options: setgame.SetupOptions }
  "coopset": { view: setgame.CoopView; terms: setgame.Terms; move: setgame.Mark | setgame.Unmark | setgame.Veto | setgame.CommitLayout; options: setgame.CoopOptions }
  "twenty": { view: setgame.TwentyView; terms: setgame.Terms; move: setgame.Call | setgame.Pick | setgame.Unpick | setgame.Abort | setgame.Draw | setgame.RefreshVote | setgame.Ready; options: setgame.TwentyOptions }
}

export type GameName = keyof Games

export type TableMove = table.Resign | table.Forfeit | table.AgreeTie | table.Leave | table.Return | table.Join | table.Undo | table.Pause | table.Resume | table.Timeout

export type Happening = Sat | Stood | Resized | Pledged | Settled | Revealed | Started | Played | Proposed | Answered | Said | StoodIn | CameBack | Hurried | Hinted | Again | Shared | Closed | Became | Forgotten | Nothing

export type Message = Watch | Unwatch | Sit | Invite | Resize | Pledge | Reveal | Start | GetUp | Here | StandIn | CallOff | Hurry | Play | Ask | Coaching | WantHint | Propose | Answer | Say | Ping | Work | Advice | ChunkMade | EnterLook | LeaveLook | LeadLook | HandOver | TryMove | PointAt | SayInLook

export type Reply = Done | Refused | Scored | Coached | HintTold

export type Sent = Hello | Done | Refused | Scored | Coached | HintTold | Table | Event | Presence | Job | Drop | Consult | ChunkJob | ChunkDrop | Gone | Bye | Notice | LookState | LookRemark | LookPointed | LookEnded

export type Status = "waiting" | "running" | "over" | "closed"

export type What = "tie" | "undo" | "pause" | "resume" | "again"

export type Move = Games[GameName]["move"] | TableMove

/** One reason why points were scored: the rule, the points, and the cards that made it. */
export interface Why {
  readonly rule: string
  readonly points: number
  readonly cards: readonly string[]
}

/** Somebody, or a bot, took a seat. */
export interface Sat {
  readonly type: "sat"
  readonly seat: number
  readonly name: string
  readonly user?: string | null
  readonly bot?: string | null
  readonly pledge?: string | null
}

/** A seat is free again; `late` if that is because its number was not shown in time. */
export interface Stood {
  readonly type: "stood"
  readonly seat: number
  readonly late?: boolean
}

/** The table has so many seats now; new ones are free, and only free ones went. */
export interface Resized {
  readonly type: "resized"
  readonly seats: number
}

/** A seat gives the hash of a number that it will add to the deal. */
export interface Pledged {
  readonly type: "pledged"
  readonly seat: number
  readonly pledge: string
}

/** These chairs will play: the numbers are asked for, and until they are shown nobody else sits down. */
export interface Settled {
  readonly type: "settled"
  readonly seats: readonly number[]
}

/** A seat shows the number that it has pledged. */
export interface Revealed {
  readonly type: "revealed"
  readonly seat: number
  readonly number: string
}

/** The cards are dealt to these chairs; seats that were free are gone. */
export interface Started {
  readonly type: "started"
  readonly seats: readonly number[]
  readonly numbers?: readonly (string | null)[] | null
}

/** A move of the game or of the table; `credit` is the delay that the clock gives back, in milliseconds. */
export interface Played {
  readonly type: "played"
  readonly seat: number | null
  readonly move?: TableMove | null
  readonly credit?: number
}

/** A seat proposes something that the others must agree to. */
export interface Proposed {
  readonly type: "proposed"
  readonly seat: number
  readonly what: "tie" | "undo" | "pause" | "resume" | "again"
  readonly to?: number | null
  readonly pledge?: string | null
}

/** A seat agrees, or does not: then the proposal is off. */
export interface Answered {
  readonly type: "answered"
  readonly seat: number
  readonly what: "tie" | "undo" | "pause" | "resume" | "again"
  readonly yes: boolean
  readonly pledge?: string | null
}

/** Chat. What spectators say while a game runs is for spectators. */
export interface Said {
  readonly type: "said"
  readonly user: string
  readonly name: string
  readonly seat?: number | null
  readonly text?: string | null
  readonly phrase?: string | null
}

/** A bot plays for a person who is away. */
export interface StoodIn {
  readonly type: "stood_in"
  readonly seat: number
  readonly bot: string
}

/** A person takes the seat back from the bot that stood in. */
export interface CameBack {
  readonly type: "came_back"
  readonly seat: number
}

/** Only bots still have something to do, and somebody who watches asks them to do it without a pause. */
export interface Hurried {
  readonly type: "hurried"
  readonly seat: number
}

/** A seat was helped with a move: where to look (1), which card (2), or which move and why (3). */
export interface Hinted {
  readonly type: "hinted"
  readonly seat: number
  readonly degree: 1 | 2 | 3
}

/** The rematch is at this table. */
export interface Again {
  readonly type: "again"
  readonly table: string
}

/** Somebody plays the same deck at this table. */
export interface Shared {
  readonly type: "shared"
  readonly table: string
}

/** Nobody needs this table any more. */
export interface Closed {
  readonly type: "closed"
  readonly why: string
  readonly seat?: number | null
}

/** A guest has signed in: seat and table are the account's from now on. */
export interface Became {
  readonly type: "became"
  readonly user: string
  readonly account: string
  readonly name: string
}

/** Somebody has gone for good: the games stay, without the name and without what was said. */
export interface Forgotten {
  readonly type: "forgotten"
  readonly user: string
  readonly name: string
}

/** On the wire only: something that is none of this reader's business. */
export interface Nothing {
  readonly type: "nothing"
}

/** Tell me about this table from now on; `have` is the last number that I have of it. */
export interface Watch {
  readonly type: "watch"
  readonly id: string
  readonly table: string
  readonly have?: number | null
}

/** No more about this table. */
export interface Unwatch {
  readonly type: "unwatch"
  readonly id: string
  readonly table: string
}

/** Take a free seat, or come back to one's own; with the hash of a number that goes into the deal. */
export interface Sit {
  readonly type: "sit"
  readonly id: string
  readonly table: string
  readonly seat?: number | null
  readonly pledge?: string | null
}

/** The host puts a bot on a free seat, or frees a bot's seat. */
export interface Invite {
  readonly type: "invite"
  readonly id: string
  readonly table: string
  readonly seat: number
  readonly bot?: string | null
}

/** The host wants so many seats; before the game. */
export interface Resize {
  readonly type: "resize"
  readonly id: string
  readonly table: string
  readonly seats: number
}

/** The hash of a number that goes into the deal: another one than before, or one for the first time. */
export interface Pledge {
  readonly type: "pledge"
  readonly id: string
  readonly table: string
  readonly pledge: string
}

/** The number itself, once all hashes are in the log. */
export interface Reveal {
  readonly type: "reveal"
  readonly id: string
  readonly table: string
  readonly number: string
}

/** The host begins with those who are there. */
export interface Start {
  readonly type: "start"
  readonly id: string
  readonly table: string
}

/** Get up from one's seat. */
export interface GetUp {
  readonly type: "leave"
  readonly id: string
  readonly table: string
}

/** I am at the table, and thinking: what brings a player back who was silent or away, and is no move. */
export interface Here {
  readonly type: "here"
  readonly id: string
  readonly table: string
}

/** Let a bot play for somebody who is away, at a table that waits. */
export interface StandIn {
  readonly type: "stand_in"
  readonly id: string
  readonly table: string
  readonly seat: number
}

/** Call the game off, at a table that has waited for somebody for a day. */
export interface CallOff {
  readonly type: "call_off"
  readonly id: string
  readonly table: string
}

/** Let the bots play on without a pause, where only they still have something to do. */
export interface Hurry {
  readonly type: "hurry"
  readonly id: string
  readonly table: string
}

/** Make a move on the table as it was at revision `rev`; workers say for which seat. */
export interface Play {
  readonly type: "play"
  readonly id: string
  readonly table: string
  readonly move: Move
  readonly rev?: number | null
  readonly seat?: number | null
}

/** What would this move score, or why is it refused? Nothing is played. */
export interface Ask {
  readonly type: "ask"
  readonly id: string
  readonly table: string
  readonly move: Move
}

/** What would a coach say to this seat now? Nothing is played, and nobody else hears of it. */
export interface Coaching {
  readonly type: "coach"
  readonly id: string
  readonly table: string
}

/** Help me with my move: where to look (1), which card (2), or which move and why (3). */
export interface WantHint {
  readonly type: "hint"
  readonly id: string
  readonly table: string
  readonly degree?: 1 | 2 | 3
}

/** Propose a tie, an undo, a pause or a rematch to the others; or end a pause. */
export interface Propose {
  readonly type: "propose"
  readonly id: string
  readonly table: string
  readonly what: "tie" | "undo" | "pause" | "resume" | "again"
  readonly to?: number | null
  readonly pledge?: string | null
}

/** Agree to what was proposed, or not. */
export interface Answer {
  readonly type: "answer"
  readonly id: string
  readonly table: string
  readonly what: "tie" | "undo" | "pause" | "resume" | "again"
  readonly yes: boolean
  readonly pledge?: string | null
}

/** Chat: words of one's own, or a phrase that everybody reads in his own language. */
export interface Say {
  readonly type: "say"
  readonly id: string
  readonly table: string
  readonly text?: string | null
  readonly phrase?: string | null
}

/** Are you there? */
export interface Ping {
  readonly type: "ping"
  readonly id: string
}

/** A worker offers to think for so many bot seats, and to make chunks of work that may wait. */
export interface Work {
  readonly type: "work"
  readonly id: string
  readonly seats: number
  readonly chunks?: boolean
}

/** A worker's answer to what it was consulted about; nothing, where there is nothing to say, or not yet. */
export interface Advice {
  readonly type: "advice"
  readonly id: string
  readonly question: number
  readonly hint: string
  readonly ready?: boolean
}

/** What a worker has made of a chunk, in parts if it is long; or why nothing came of it. */
export interface ChunkMade {
  readonly type: "chunk_made"
  readonly id: string
  readonly chunk: number
  readonly at?: number
  readonly part?: string
  readonly more?: boolean
  readonly fault?: string
}

/** I look too; or I am back. */
export interface EnterLook {
  readonly type: "enter"
  readonly id: string
  readonly look: string
}

/** No more of this look. */
export interface LeaveLook {
  readonly type: "exit"
  readonly id: string
  readonly look: string
}

/** Where somebody looks: after so many moves, from whose point of view, and what is told. */
export interface LookPlace {
  readonly at: number
  readonly seat: number
  readonly open: boolean
  readonly hide: boolean
  readonly branch: boolean
}

/** Whoever leads goes there, and so do all who follow. */
export interface LeadLook {
  readonly type: "lead"
  readonly id: string
  readonly look: string
  readonly place: LookPlace
}

/** Whoever leads lets somebody else lead. */
export interface HandOver {
  readonly type: "hand_over"
  readonly id: string
  readonly look: string
  readonly person: string
}

/** Try a move where the leader looks, on a branch beside the game; nobody's, if it is the clock's. */
export interface TryMove {
  readonly type: "try"
  readonly id: string
  readonly look: string
  readonly seat: number | null
  readonly move: Move
}

/** Look there, everybody. */
export interface PointAt {
  readonly type: "point"
  readonly id: string
  readonly look: string
  readonly spot: string
}

/** Words of one's own, or a phrase that everybody reads in his own language. */
export interface SayInLook {
  readonly type: "remark"
  readonly id: string
  readonly look: string
  readonly text?: string | null
  readonly phrase?: string | null
}

/** Message `id` was accepted; what it did has number `n` at that table. */
export interface Done {
  readonly type: "done"
  readonly id: string
  readonly table: string | null
  readonly n: number | null
}

/** Who was first, and at which number. */
export interface By {
  readonly seat: number | null
  readonly n: number
}

/** Message `id` was refused: why, as a code, as facts and in words, where the rule book says so (`sep#placing`); and */
export interface Refused {
  readonly type: "refused"
  readonly id: string
  readonly code: string
  readonly words: string
  readonly facts: Readonly<Record<string, unknown>>
  readonly table: string | null
  readonly n: number | null
  readonly by: By | null
  readonly rule: string | null
}

/** What a move would score, asked for with `ask`. */
export interface Scored {
  readonly type: "scored"
  readonly id: string
  readonly table: string
  readonly n: number
  readonly points: number
  readonly why: readonly Why[]
}

/** What a coach says to this seat as of number `n`, asked for with `coach`: keys of sentences, and their facts. */
export interface Coached {
  readonly type: "coached"
  readonly id: string
  readonly table: string
  readonly n: number
  readonly names: Readonly<Record<string, string>>
  readonly happened: readonly coaching.Tip[]
  readonly now: readonly coaching.Tip[]
  readonly goal: coaching.Tip | null
  readonly rules: Readonly<Record<string, coaching.Tip>>
}

/** A hint, asked for with `hint`: in words, with the places on the board that it points at, for as long as the game */
export interface HintTold {
  readonly type: "hint_told"
  readonly id: string
  readonly table: string
  readonly n: number
  readonly degree: number
  readonly moves: number
  readonly words: string
  readonly spots: readonly string[]
  readonly move: Move | null
}

/** Who somebody is, to everybody. */
export interface Person {
  readonly id: string
  readonly name: string
  readonly guest: boolean
}

/** The first message on every socket. */
export interface Hello {
  readonly type: "hello"
  readonly protocol: number
  readonly version: string
  readonly you: Person | null
}

/** A seat as everybody sees it: a person, a bot, a bot that stands in for a person, or nobody yet. */
export interface Chair {
  readonly name: string | null
  readonly user: string | null
  readonly bot: string | null
  readonly stand_in: string | null
  readonly here: boolean
  readonly rating: number | null
  readonly seen: number | null
}

/** Thinking time for the whole game, and what every turn adds; `credit` gives measured delays back. */
export interface Clock {
  readonly seconds: number
  readonly increment?: number
  readonly credit?: boolean
}

/** A timer of the game that runs now: what is left of it, and how long it is in all. */
export interface Countdown {
  readonly name: string
  readonly seat: number | null
  readonly ms: number
  readonly of_ms: number
  readonly rests: boolean
}

/** How a game ended. Place 1 is best and equal places are shared; solo and team games are won or lost. */
export interface Outcome {
  readonly places: readonly number[]
  readonly scores: readonly number[]
  readonly reason: string
  readonly won: boolean | null
}

/** The game as one seat sees it: its view, what it may do, and the time that is left. */
export interface Moment {
  readonly rev: number
  readonly moves: number
  readonly view: unknown
  readonly terms: unknown
  readonly offers: readonly (Move | Choose)[]
  readonly scores: readonly number[]
  readonly to_move: readonly number[]
  readonly timers: readonly Countdown[]
  readonly clocks: readonly number[] | null
  readonly paused: boolean
  readonly absent: readonly number[]
  readonly joinable: boolean
  readonly joining: readonly number[]
  readonly pace: "usual" | "may_hurry" | "quick"
  readonly hints: boolean
  readonly outcome: Outcome | null
  readonly seed: string | null
  readonly secret: string | null
}

/** A move of the past as this seat may know it: its number, its time, and what the view told of it. */
export interface Past {
  readonly n: number
  readonly at: number
  readonly seat: number | null
  readonly last: unknown
  readonly move: TableMove | null
  readonly undone: boolean
}

/** Something that was said. */
export interface Remark {
  readonly n: number
  readonly name: string
  readonly seat: number | null
  readonly text: string | null
  readonly phrase: string | null
}

/** What a seat has proposed, and which seats have agreed. */
export interface Proposal {
  readonly what: "tie" | "undo" | "pause" | "resume" | "again"
  readonly seat: number
  readonly agreed: readonly number[]
  readonly to: number | null
  readonly pledges: readonly (string | null)[]
}

/** How far a deal is that nobody chooses: hashes and numbers by seat, and who is asked for one now. */
export interface Deal {
  readonly pledges: readonly (string | null)[]
  readonly numbers: readonly (string | null)[]
  readonly seats: readonly number[] | null
  readonly awaited: readonly number[]
  readonly showing: boolean
}

/** Where a game begins that was not dealt: after so many moves of another one, or in a drawn position. */
export interface BeginsAt {
  readonly table: string | null
  readonly at: number | null
  readonly same: boolean
}

/** All about a table as of number `n`; what follows are events from `n + 1` on. */
export interface Table {
  readonly type: "table"
  readonly table: string
  readonly n: number
  readonly game: string
  readonly options: Readonly<Record<string, unknown>>
  readonly status: "waiting" | "running" | "over" | "closed"
  readonly chairs: readonly Chair[]
  readonly seat: number | null
  readonly host: string | null
  readonly public: boolean
  readonly rated: boolean
  readonly absent: string
  readonly clock: Clock | null
  readonly commitment: string
  readonly watchers: number
  readonly moment: Moment | null
  readonly history: readonly Past[]
  readonly chat: readonly Remark[]
  readonly proposals: readonly Proposal[]
  readonly again: string | null
  readonly started: number | null
  readonly deck: string | null
  readonly fresh: boolean
  readonly after: string | null
  readonly closed: Closed | null
  readonly call_window_ms: number
  readonly deal: Deal | null
  readonly start: BeginsAt | null
}

/** What happened at number `n`, and the game after it where it changed. */
export interface Event {
  readonly type: "event"
  readonly table: string
  readonly n: number
  readonly at: number
  readonly event: Happening
  readonly moment: Moment | null
  readonly seat: number | null
  readonly deal: Deal | null
}

/** Who is connected; not part of the row of numbers. */
export interface Presence {
  readonly type: "presence"
  readonly table: string
  readonly n: number
  readonly here: readonly boolean[]
  readonly watchers: number
  readonly seen: readonly (number | null)[]
}

/** To a worker: think for this seat; its `event` messages follow. */
export interface Job {
  readonly type: "job"
  readonly table: string
  readonly n: number
  readonly at: number
  readonly seat: number
  readonly game: string
  readonly options: Readonly<Record<string, unknown>>
  readonly bot: string
  readonly moment: Moment | null
  readonly share: string
}

/** To a worker: no more thinking for this seat. */
export interface Drop {
  readonly type: "drop"
  readonly table: string
  readonly seat: number
}

/** To a worker: what would the expert of this game do on this seat? Answered with `advice`. */
export interface Consult {
  readonly type: "consult"
  readonly question: number
  readonly game: string
  readonly view: unknown
  readonly share: string
}

/** To a worker: make this chunk of work that may wait, below all its bots. Answered with `chunk_made`. */
export interface ChunkJob {
  readonly type: "chunk"
  readonly chunk: number
  readonly kind: string
  readonly body: string
  readonly soon: boolean
}

/** To a worker: nobody wants this chunk any more. */
export interface ChunkDrop {
  readonly type: "drop_chunk"
  readonly chunk: number
}

/** This socket hears no more of the table; `watch` it again with the number you have. */
export interface Gone {
  readonly type: "gone"
  readonly table: string
  readonly n: number
  readonly why: string
}

/** The server is about to stop; come back in so many seconds. */
export interface Bye {
  readonly type: "bye"
  readonly why: string
  readonly seconds: number
}

/** The house is to be stopped in so many seconds, for a while; or after all not. Games go on afterwards. */
export interface Notice {
  readonly type: "notice"
  readonly stops_in_s: number | null
}

/** Somebody who looks, with a colour of their own; who is away for a moment is not here. */
export interface Looker {
  readonly user: string
  readonly name: string
  readonly colour: number
  readonly here: boolean
}

/** Moves that were tried: after which move of the game, and how many; another number for every change. */
export interface Fork {
  readonly at: number
  readonly moves: number
  readonly rev: number
}

/** How it stands with a look, whenever that has changed. */
export interface LookState {
  readonly type: "look"
  readonly look: string
  readonly game: string
  readonly table: string | null
  readonly people: readonly Looker[]
  readonly leads: string
  readonly place: LookPlace
  readonly fork: Fork | null
  readonly chat: readonly Remark[] | null
}

/** Somebody has said something. */
export interface LookRemark {
  readonly type: "remarked"
  readonly look: string
  readonly remark: Remark
}

/** Somebody points at a place of the board. */
export interface LookPointed {
  readonly type: "pointed"
  readonly look: string
  readonly user: string
  readonly spot: string
}

/** There is no such look any more: why, as the code of a refusal. */
export interface LookEnded {
  readonly type: "look_ended"
  readonly look: string
  readonly why: string
}

/** An offer that stands for many moves of one kind: any `k` of these cards. */
export interface Choose {
  readonly kind: string
  readonly k: number
  readonly cards: readonly string[]
  readonly single?: boolean
}

/** A bot: what a newcomer should meet first, one of the levels, or something for the curious. */
export interface BotAbout {
  readonly name: string
  readonly rank: "first" | "level" | "more"
  readonly rating: number | null
  readonly finds_s: readonly number[]
}

/** Whom a seat is for. */
export interface SeatPlan {
  readonly who: "me" | "anyone" | "bot"
  readonly bot?: string | null
}

/** Begin after so many moves of a game that is over here, or of one that you have a record of; or in a picture. */
export interface StartWish {
  readonly table?: string | null
  readonly record?: string | null
  readonly picture?: string | null
  readonly at?: number | null
  readonly same?: boolean
}

/** Three cards that lay there from one moment on, until they were taken or something else took them away. */
export interface Find {
  readonly cards: readonly string[]
  readonly first: number
  readonly last: number | null
  readonly since: number
  readonly lay: number | null
  readonly taken: boolean
  readonly by: number | null
  readonly levels: readonly number[]
}

/** A move of the game. */
export interface ByMove {
  readonly type: "move"
  readonly move: Move
}

/** Three cards that lie there, in the order of their names. */
export interface BySet {
  readonly type: "set"
  readonly cards: readonly [string, string, string]
}

/** There is none; or there are no more. */
export interface ByNone {
  readonly type: "none"
}

/** This player. */
export interface BySeat {
  readonly type: "seat"
  readonly seat: number
}

/** One of the first steps that there are, and what the best that goes on from it brings. */
export interface FirstStep {
  readonly step: ByMove | BySet | ByNone | BySeat
  readonly worth: number
  readonly error: number
}

export declare namespace chance {
  /** One shuffle as it was made: its number, what was shuffled, and in which order that came out. */
  export interface Shuffle {
    readonly nth: number
    readonly items: readonly string[]
    readonly order: readonly string[]
  }
}

export declare namespace coaching {
  /** One sentence: its topic, the key of its words and their facts, and what of the table it speaks of. */
  export interface Tip {
    readonly topic: string
    readonly key: string
    readonly facts?: Readonly<Record<string, unknown>>
    readonly at?: readonly string[]
    readonly rule?: string | null
  }
}

export declare namespace http {
  /** What is known of you. */
  export interface Me {
    readonly id: string
    readonly name: string
    readonly guest: boolean
    readonly settings: Readonly<Record<string, unknown>>
  }
  /** A personal token, without its secret. */
  export interface Token {
    readonly id: string
    readonly label: string
    readonly created: number
    readonly used: number | null
  }
  /** A token, with its secret: it is shown this once. */
  export interface NewToken {
    readonly id: string
    readonly label: string
    readonly created: number
    readonly token: string
  }
  /** A passkey as its owner sees it. */
  export interface Passkey {
    readonly id: string
    readonly created: number
  }
  /** A house rule: its values, listed or as a range of numbers. */
  export interface Option {
    readonly name: string
    readonly default: boolean | number | string
    readonly values: readonly (boolean | number | string)[]
    readonly low: number | null
    readonly high: number | null
    readonly group: string
    readonly rule: boolean
  }
  /** House rules that are chosen as a whole: what differs from the usual. */
  export interface House {
    readonly name: string
    readonly options: Readonly<Record<string, boolean | number | string>>
    readonly lasts: number | null
  }
  /** A game: how many may sit, how long it takes and how hard it is, its house rules, its bots as they are offered. */
  export interface GameAbout {
    readonly name: string
    readonly family: string
    readonly least: number
    readonly most: number
    readonly ties: boolean
    readonly team: boolean
    readonly against_time: boolean
    readonly options: readonly http.Option[]
    readonly bots: readonly BotAbout[]
    readonly lasts: number
    readonly difficulty: 1 | 2 | 3
    readonly presets: readonly http.House[]
    readonly crowded: string | null
    readonly turns: boolean
    readonly races: boolean
    readonly undo: boolean
    readonly unit: "points" | "tokens" | "chips"
    readonly goal: number | null
    readonly chapter: string
    readonly lessons: number
    readonly minutes: number
    readonly atlas: boolean
  }
  /** A table as somebody wants it; what is left out is as usual. */
  export interface NewTable {
    readonly game: string
    readonly seats: readonly SeatPlan[]
    readonly options?: Readonly<Record<string, unknown>>
    readonly public?: boolean
    readonly rated?: boolean
    readonly absent?: "bot" | "leave" | "forfeit" | "wait" | null
    readonly clock?: Clock | null
    readonly call_window_ms?: number
    readonly pledge?: string | null
  }
  /** Made */
  export interface Made {
    readonly id: string
  }
  /** A table that is not dealt: who sits there, and where it begins. */
  export interface TableFrom {
    readonly table: http.NewTable
    readonly start: StartWish
  }
  /** What the cards of a game that is over were dealt from; the secret and the numbers where the seats had a part. */
  export interface Dealt {
    readonly commitment: string
    readonly seed: string
    readonly secret: string | null
    readonly numbers: readonly (string | null)[] | null
    readonly shuffles: readonly chance.Shuffle[]
  }
  /** A table in a list. */
  export interface Listed {
    readonly id: string
    readonly game: string
    readonly status: Status
    readonly public: boolean
    readonly rated: boolean
    readonly chairs: readonly Partial<Chair>[]
    readonly created: number
    readonly outcome: Outcome | null
    readonly ended: number | null
    readonly options: Readonly<Record<string, unknown>>
    readonly clock: Clock | null
    readonly host: string | null
    readonly call_window_ms: number
    readonly turn: number | null
    readonly moved: number | null
  }
  /** Games that ended within a day, tables in play, and people who are here now. */
  export interface Today {
    readonly games: number
    readonly tables: number
    readonly people: number
  }
  /** A result: whose, in how many milliseconds, for how many points, and when. */
  export interface SoloResult {
    readonly table: string
    readonly name: string
    readonly took: number
    readonly points: number
    readonly ended: number
  }
  /** The quickest game that was won, and the one with the most points. */
  export interface Bests {
    readonly time: http.SoloResult | null
    readonly points: http.SoloResult | null
  }
  /** Your own best results and those of the house, under the same house rules. */
  export interface Best {
    readonly mine: http.Bests
    readonly house: http.Bests
  }
  /** A game with this deck: whose, how far, and when each set was found; never which. */
  export interface Run {
    readonly table: string
    readonly name: string
    readonly you: boolean
    readonly status: Status
    readonly counts: boolean
    readonly finds: readonly number[]
    readonly played: number
    readonly points: number
    readonly won: boolean | null
  }
  /** A deck, by the table that it was first dealt at, and all games that were begun with it. */
  export interface Deck {
    readonly deck: string
    readonly game: string
    readonly options: Readonly<Record<string, unknown>>
    readonly known: boolean
    readonly in_play: boolean
    readonly runs: readonly http.Run[]
  }
  /** A rating as people read it: a number, how far off it may be (95 %), and what it is made of. */
  export interface Rank {
    readonly name: string
    readonly bot: boolean
    readonly rating: number
    readonly spread: number
    readonly games: number
    readonly mu: number
    readonly sigma: number
  }
  /** What a game did to somebody's rating. */
  export interface RatingChange {
    readonly name: string
    readonly before: number
    readonly after: number
  }
  /** The games before this one: how many, how many each seat of this table has won alone, and what was said. */
  export interface Match {
    readonly games: number
    readonly wins: readonly number[]
    readonly chat: readonly Remark[]
  }
  /** A move of a try, and what the rules say has happened; None where nothing has. */
  export interface TriedStep {
    readonly seat: number | null
    readonly move: Move
    readonly last: unknown
  }
  /** A try: as the book writes it, and as it went. */
  export interface Tried {
    readonly text: string
    readonly note: string
    readonly options: Readonly<Record<string, unknown>>
    readonly steps: readonly http.TriedStep[]
    readonly refused: http.TriedStep | null
    readonly why: string
    readonly code: string
    readonly by: number | null
    readonly gain: number | null
    readonly ended: "" | "wins" | "loses" | "tie" | "over"
    readonly may: readonly http.TriedStep[]
    readonly may_not: readonly http.TriedStep[]
    readonly seen: readonly (readonly string[])[]
  }
  /** A move as a socket would say it, and whose it is; nobody's, if it is a timer of the game that runs out. */
  export interface StudyMove {
    readonly seat: number | null
    readonly move: Move
  }
  /** A position, drawn or out of a record, and moves to try on it. */
  export interface StudyWish {
    readonly game: string
    readonly picture?: string | null
    readonly record?: string | null
    readonly at?: number | null
    readonly options?: Readonly<Record<string, boolean | number | string>>
    readonly seat?: number | null
    readonly begin?: readonly http.StudyMove[]
    readonly moves?: readonly http.StudyMove[]
    readonly replies?: readonly http.StudyMove[]
    readonly goal?: string | null
    readonly whole?: boolean
  }
  /** A position, as for the study, and how it is to look. */
  export interface ImageWish {
    readonly open?: boolean
    readonly names?: readonly string[]
    readonly theme?: "light" | "dark"
    readonly palette?: "classic" | "clear" | "grey"
    readonly width?: number | null
    readonly position: http.StudyWish
  }
  /** The position as the seat sees it after the moves, or after those before the one that is refused. */
  export interface Studied {
    readonly moment: Moment
    readonly gains: readonly (number | null)[]
    readonly history: readonly Past[]
    readonly made: number
    readonly refused: Refused | null
    readonly reached: boolean | null
    readonly picture: string | null
    readonly impossible: string | null
  }
  /** What can lie where, under these house rules and for so many. */
  export interface PlacesWish {
    readonly game: string
    readonly options?: Readonly<Record<string, boolean | number | string>>
    readonly players?: number | null
  }
  /** The lines that a picture of the game may have, all the pieces that there are, and a deal to begin with. */
  export interface PlacesFound {
    readonly places: readonly places.Place[]
    readonly pools: Readonly<Record<string, readonly string[]>>
    readonly picture: string
  }
  /** Which moments: so many of them from this move on, as a seat saw them, or with all cards open. */
  export interface Look {
    readonly first?: number
    readonly count?: number
    readonly seat?: number | null
    readonly open?: boolean
    readonly hide?: boolean
    readonly history?: boolean
  }
  /** Moments of a game that somebody has a record of, or its text as people write it (SEPN). */
  export interface ReplayWish {
    readonly record: string
    readonly look?: http.Look
  }
  /** Who sat there: a name, and which bot if it was one. */
  export interface ReplaySeat {
    readonly name: string
    readonly bot: string | null
  }
  /** A move: what the point of view was told of it, and what it brought each seat. */
  export interface ReplayStep {
    readonly past: Past
    readonly gained: readonly number[]
  }
  /** Moments of a game, one after every move from `first` on. */
  export interface Replayed {
    readonly game: string
    readonly options: Readonly<Record<string, unknown>>
    readonly sitters: readonly http.ReplaySeat[]
    readonly you: number | null
    readonly vouched: "here" | "record" | "text"
    readonly timed: boolean
    readonly hides: boolean
    readonly length: number | null
    readonly more: boolean
    readonly first: number
    readonly moments: readonly Moment[]
    readonly hands: readonly (readonly (readonly string[])[])[]
    readonly history: readonly http.ReplayStep[]
    readonly began: number | null
    readonly finds: readonly Find[]
  }
  /** A moment as the seat sees it that may move there, with what it may do, and what each offer would bring. */
  export interface Tryable {
    readonly seat: number
    readonly moment: Moment
    readonly gains: readonly (number | null)[]
    readonly waits: Move | null
  }
  /** Look together: at a game that is over here, or at one that you have a record of, or its text (SEPN). */
  export interface LookWish {
    readonly table?: string | null
    readonly record?: string | null
    readonly place?: LookPlace
  }
  /** A look that was opened: its address is /look/ and this. */
  export interface LookMade {
    readonly look: string
  }
  /** A mean over playouts, and its standard error. */
  export interface Estimate {
    readonly value: number
    readonly error: number
  }
  /** One choice of one seat, by what this seat could see. Values are the mover's own: shares of a win from 0 to 1, or */
  export interface Decision {
    readonly number: number
    readonly seat: number
    readonly choices: number
    readonly played: Move
    readonly best: Move
    readonly line: readonly Move[]
    readonly value: http.Estimate
    readonly best_value: http.Estimate
    readonly lost: http.Estimate
    readonly gained: http.Estimate
    readonly label: "mistake" | "missed_win" | null
    readonly as_good: readonly (Readonly<Record<string, unknown>>)[]
  }
  /** The frame: start + draws + hidden + ended + skill of the first seat - skill of the second = result, all for the */
  export interface Luck {
    readonly start: number
    readonly draws: http.Estimate
    readonly hidden: http.Estimate
    readonly skill: readonly http.Estimate[]
    readonly ended: number
    readonly result: number
  }
  /** A review by playouts. */
  export interface Valued {
    readonly kind: "valued"
    readonly version: string
    readonly game: string
    readonly unit: "share" | "points"
    readonly seed: string
    readonly playouts: number
    readonly curve: readonly http.Estimate[]
    readonly decisions: readonly http.Decision[]
    readonly costliest: readonly number[]
    readonly luck: http.Luck
  }
  /** One decision at ChipSet: a bet, or the answer to the question who shows. */
  export interface Wager {
    readonly number: number
    readonly at: number
    readonly seat: number
    readonly deal: number
    readonly hand: readonly string[]
    readonly sets: readonly (readonly string[])[]
    readonly others: number
    readonly pot: number
    readonly owed: number
    readonly needed: number
    readonly now: http.Estimate
    readonly later: http.Estimate
    readonly exact: boolean
    readonly played: Move
    readonly by_clock: boolean
    readonly best: Move
    readonly value: http.Estimate
    readonly best_value: http.Estimate
    readonly lost: http.Estimate
  }
  /** A hand that was shown: what each seat was promised, each pot in proportion to the odds, and what it was given. */
  export interface Showdown {
    readonly number: number
    readonly at: number
    readonly deal: number
    readonly seats: readonly number[]
    readonly promised: readonly http.Estimate[]
    readonly given: readonly number[]
  }
  /** What a seat's chips came from. */
  export interface Purse {
    readonly seat: number
    readonly decisions: number
    readonly lost: http.Estimate
    readonly luck: http.Estimate
    readonly result: number
  }
  /** A review of ChipSet by its odds. */
  export interface Weighed {
    readonly kind: "odds"
    readonly game: string
    readonly seed: string
    readonly decisions: readonly http.Wager[]
    readonly costliest: readonly number[]
    readonly showdowns: readonly http.Showdown[]
    readonly purses: readonly http.Purse[]
  }
  /** A moment when the team took its sets, or said that it saw none. */
  export interface Layout {
    readonly number: number
    readonly at: number
    readonly seat: number
    readonly taken: readonly (readonly string[])[]
    readonly sets: number
    readonly most: number
    readonly best: readonly (readonly string[])[]
    readonly paid: number
    readonly most_paid: number
  }
  /** A review of CoopSet by the best packing of each layout. */
  export interface Packed {
    readonly kind: "packing"
    readonly game: string
    readonly layouts: readonly http.Layout[]
    readonly taken: number
    readonly most: number
    readonly missed: readonly number[]
  }
  /** Something that was overlooked or seen wrongly. */
  export interface Slip {
    readonly number: number
    readonly at: number
    readonly what: "false_noset" | "wrong_call" | "empty_call" | "made_a_set" | "passed_over" | "wrong_challenge" | "fewer_own" | "no_scout_set" | "wrong_second" | "gave_up"
    readonly seat: number | null
    readonly cards: readonly string[]
    readonly sets: readonly (readonly string[])[]
    readonly better: readonly string[]
    readonly features: readonly string[]
    readonly own: number
    readonly most_own: number
    readonly found_out: boolean
  }
  /** What a seat found, and how quickly. */
  export interface Eyes {
    readonly seat: number
    readonly taken: number
    readonly timed: number
    readonly typical_ms: number | null
    readonly quicker: readonly number[]
    readonly slips: number
  }
  /** A review of the games where eyes decide: what lay there, and what was overlooked. */
  export interface Overlooked {
    readonly kind: "overlooked"
    readonly game: string
    readonly timed: boolean
    readonly longest: readonly Find[]
    readonly slips: readonly http.Slip[]
    readonly eyes: readonly http.Eyes[]
  }
  /** How far the review of a game is, and what it says once it is done. */
  export interface ReviewState {
    readonly status: "none" | "waiting" | "running" | "done" | "failed"
    readonly progress: number
    readonly yours: boolean
    readonly review: http.Valued | http.Weighed | http.Packed | http.Overlooked | null
  }
  /** Another move than the one that was played, and the number of that one in the record; the first is 1. */
  export interface TryWish {
    readonly number: number
    readonly move: Move
  }
  /** What that move is worth to whoever had to decide, beside the best one, in the same worlds. */
  export interface TryWorth {
    readonly value: http.Estimate
    readonly best_value: http.Estimate
    readonly lost: http.Estimate
  }
  /** A move as the wire has it, and whose it is; nobody's, if a timer runs out. */
  export interface LessonMove {
    readonly seat: number | null
    readonly move: Move
  }
  /** One idea: what is said, the position, and what is asked; how it is reached is told to those who ask. */
  export interface LessonStep {
    readonly title: string
    readonly text: string
    readonly picture: string
    readonly options: Readonly<Record<string, boolean | number | string>>
    readonly begin: readonly http.LessonMove[]
    readonly replies: readonly http.LessonMove[]
    readonly goal: string
    readonly moves: number
    readonly rule: string
    readonly also: readonly string[]
    readonly hint: string
    readonly done: string
  }
  /** All steps of a game, and how many minutes they take somebody who reads 200 words a minute. */
  export interface Course {
    readonly game: string
    readonly minutes: number
    readonly steps: readonly http.LessonStep[]
  }
  /** A step that a chapter of a rule book leads to. */
  export interface Practice {
    readonly chapter: string
    readonly game: string
    readonly number: number
    readonly title: string
  }
  /** A kind of puzzle, how many there are of it, and how far you are. */
  export interface PuzzleKind {
    readonly kind: string
    readonly game: string
    readonly unit: "tokens" | "points" | "tiles" | "sets" | "share" | "win"
    readonly exact: boolean
    readonly count: number
    readonly themes: Readonly<Record<string, number>>
    readonly done: number
    readonly solved: number
    readonly rating: number | null
    readonly spread: number
    readonly streak: number
    readonly best_streak: number
  }
  /** All kinds, your best race, and how many of your own mistakes wait for you. */
  export interface PuzzleKinds {
    readonly kinds: readonly http.PuzzleKind[]
    readonly race_seconds: number
    readonly best_race: number | null
    readonly due: number
  }
  /** What a puzzle did to somebody's rating. */
  export interface PuzzleRating {
    readonly before: number
    readonly after: number
  }
  /** A puzzle as one person has it before the eyes. What is right is told when it is solved or failed, not before. */
  export interface PuzzleState {
    readonly id: string
    readonly kind: string
    readonly game: string
    readonly unit: "tokens" | "points" | "tiles" | "sets" | "share" | "win"
    readonly exact: boolean
    readonly seat: number
    readonly options: Readonly<Record<string, boolean | number | string>>
    readonly status: "open" | "solved" | "failed"
    readonly steps: readonly (ByMove | BySet | ByNone | BySeat)[]
    readonly wrong: ByMove | BySet | ByNone | BySeat | null
    readonly moment: Moment
    readonly history: readonly Past[]
    readonly hands: readonly (readonly string[])[] | null
    readonly level: number
    readonly tries: number
    readonly solved_by: number
    readonly themes: readonly string[]
    readonly counts: boolean
    readonly worth: number | null
    readonly solution: readonly (readonly (ByMove | BySet | ByNone | BySeat)[])[]
    readonly proof: readonly FirstStep[]
    readonly rating: http.PuzzleRating | null
    readonly streak: number
  }
  /** All steps so far, and for your own figures how long you have looked; or that you give it up. */
  export interface PuzzleTry {
    readonly steps?: readonly (ByMove | BySet | ByNone | BySeat)[]
    readonly ms?: number
    readonly give_up?: boolean
  }
  /** What is wrong with a puzzle. */
  export interface PuzzleReport {
    readonly why: string
  }
  /** A race over puzzles of this kind; of all kinds, if none is named. */
  export interface RaceWish {
    readonly kind?: string | null
  }
  /** Three minutes by the clock of the house: as many puzzles as one can solve, each harder than the one before. */
  export interface RaceState {
    readonly race: string
    readonly kind: string | null
    readonly left_ms: number
    readonly solved: number
    readonly failed: number
    readonly best: number
    readonly puzzle: http.PuzzleState | null
    readonly last: http.PuzzleState | null
  }
  /** One of your own mistakes: where it was made, and as a puzzle. */
  export interface DrillCard {
    readonly card: string
    readonly table: string
    readonly number: number
    readonly played_at: number
    readonly seen: number
    readonly due: number
    readonly puzzle: http.PuzzleState
  }
  /** Your own mistakes in games that were reviewed: how many there are, how many are due, and the next one. */
  export interface DrillState {
    readonly cards: number
    readonly due: number
    readonly next_due: number | null
    readonly card: http.DrillCard | null
  }
  /** A question to the studio: rules beside each other, the first of them the base; who plays, and how many deals. */
  export interface ComparisonWish {
    readonly game: string
    readonly columns: readonly (Readonly<Record<string, boolean | number | string>>)[]
    readonly bots: readonly string[]
    readonly deals?: number
    readonly seed?: string
  }
  /** How far a comparison is; one that is done has its report as HTML, JSON and CSV. */
  export interface ComparisonState {
    readonly id: string
    readonly status: "waiting" | "running" | "done" | "failed"
    readonly wish: http.ComparisonWish
    readonly progress: number
    readonly seconds: number | null
    readonly ahead: number
    readonly yours: boolean
  }
  /** A game in the studio: who can play it there, how many deals are offered, and what a game counts for. */
  export interface StudioGame {
    readonly name: string
    readonly bots: readonly string[]
    readonly deals: readonly number[]
    readonly each: number
  }
  /** What the studio of this house offers; nothing, where the host has none. */
  export interface StudioAbout {
    readonly open: boolean
    readonly games: readonly http.StudioGame[]
    readonly columns: number
    readonly most: number
    readonly charts: boolean
  }
  /** A rule and its readings, the usual one first. */
  export interface Factor {
    readonly option: string
    readonly values: readonly unknown[]
  }
  /** Another reading instead of the usual one, or what two such have more together than each alone. */
  export interface RuleEffect {
    readonly rule: number
    readonly value: number
    readonly other_rule: number | null
    readonly other_value: number | null
  }
  /** An effect on every figure: how large, and half the width of its interval. */
  export interface EffectSizes {
    readonly effect: http.RuleEffect
    readonly sizes: readonly number[]
    readonly halves: readonly number[]
  }
  /** A rule that a sentence about an atlas names, or one of its readings. */
  export interface SaidRule {
    readonly option: string
    readonly value: string | null
  }
  /** What was played, the rules with their readings, the usual one first, and every effect of one or two of them. */
  export interface AtlasAbout {
    readonly game: string
    readonly bots: readonly string[]
    readonly deals: number
    readonly sets: number
    readonly every: boolean
    readonly figures: readonly string[]
    readonly parts: readonly boolean[]
    readonly spreads: readonly number[]
    readonly factors: readonly http.Factor[]
    readonly effects: readonly http.EffectSizes[]
    readonly sentences: readonly (http.SaidRule | null)[]
  }
  /** Every figure under some rules, and half the width of its 95 % interval. */
  export interface AtlasMeans {
    readonly means: readonly number[]
    readonly halves: readonly number[]
  }
  /** A row for each reading of the one rule, and in it a cell for each of the other. */
  export interface AtlasPair {
    readonly cells: readonly (readonly http.AtlasMeans[])[]
  }
  /** Every figure under one rule set, which was played, or else is estimated. */
  export interface LookedUp {
    readonly found: http.AtlasMeans
    readonly played: boolean
  }
  /** One thing of a day, and how far you are with it. A deal is `played` when its game is over. */
  export interface DailyItem {
    readonly item: string
    readonly game: string
    readonly deal: boolean
    readonly timed: boolean
    readonly unit: "tokens" | "points" | "tiles" | "sets" | "share" | "win" | null
    readonly ready: boolean
    readonly status: "new" | "open" | "solved" | "failed" | "played"
    readonly steps: number
    readonly table: string | null
    readonly points: number | null
    readonly ms: number | null
    readonly won: boolean | null
  }
  /** Days in a row on which you have finished at least one thing. */
  export interface DailyStreak {
    readonly days: number
    readonly longest: number
    readonly today: boolean
    readonly mendable: string | null
    readonly would_be: number
  }
  /** A day in a row of days. */
  export interface DayShort {
    readonly date: string
    readonly mark: "played" | "mended" | "missed" | "none"
    readonly solved: number
    readonly done: number
    readonly of: number
  }
  /** A chain of seeds: the hash of the first day's seed was published before that day began. */
  export interface DailyChain {
    readonly anchor: string
    readonly first: string
    readonly last: string
    readonly length: number
    readonly announced: number
  }
  /** Today, and what you have made of it. */
  export interface DailyDay {
    readonly date: string
    readonly now: number
    readonly begins_at: number
    readonly ends_at: number
    readonly items: readonly http.DailyItem[]
    readonly streak: http.DailyStreak
    readonly recent: readonly http.DayShort[]
    readonly chains: readonly http.DailyChain[]
    readonly share: string | null
    readonly counted: boolean
  }
  /** The next step of today's puzzle, after so many. A step that is sent again is not counted twice. */
  export interface DailyTry {
    readonly date: string
    readonly at?: number
    readonly step?: ByMove | BySet | ByNone | BySeat | null
    readonly give_up?: boolean
  }
  /** A puzzle of today as far as you are; what is right is told when the day is over. */
  export interface DailyPosition {
    readonly date: string
    readonly item: http.DailyItem
    readonly puzzle: http.PuzzleState
    readonly share: string | null
  }
  /** One bar of a histogram: an answer that people gave, or points from `low` to `high`. */
  export interface DailyBar {
    readonly count: number
    readonly step: ByMove | BySet | ByNone | BySeat | null
    readonly right: boolean
    readonly yours: boolean
    readonly low: number | null
    readonly high: number | null
  }
  /** What everybody with an account has made of one thing of a day. */
  export interface DailyHistogram {
    readonly people: number
    readonly solved: number
    readonly median_ms: number | null
    readonly bars: readonly http.DailyBar[]
  }
  /** One thing of a day that is over: its solution, your try, and everybody's. */
  export interface PastItem {
    readonly item: http.DailyItem
    readonly histogram: http.DailyHistogram
    readonly puzzle: http.PuzzleState | null
    readonly seed: string
  }
  /** A day that is over. */
  export interface PastDay {
    readonly date: string
    readonly seed: string
    readonly chain: http.DailyChain
    readonly items: readonly http.PastItem[]
    readonly before: string | null
    readonly after: string | null
    readonly share: string | null
  }
}

export declare namespace places {
  /** A line of a picture, known by its key; or the rows of a grid. */
  export interface Place {
    readonly key: string
    readonly kind: "row" | "stacks" | "grid" | "counts" | "number" | "choice" | "seats"
    readonly pieces: string
    readonly most: number
    readonly least: number
    readonly parts: readonly string[]
    readonly sign: string
    readonly values: readonly string[]
    readonly coming: boolean
  }
}

export declare namespace sep {
  /** A number turn: take the top card of the draw pile. */
  export interface Draw {
    readonly type: "draw"
  }
  /** A number turn: take the top card of the reserve. */
  export interface TakeReserve {
    readonly type: "take_reserve"
  }
  /** An action turn: draw an action card; if there is none, all twelve are shuffled and dealt anew. */
  export interface ActionTurn {
    readonly type: "action_turn"
  }
  /** Put a number card from the hand on a stack of the circle. */
  export interface Place {
    readonly type: "place"
    readonly card: string
    readonly slot: number
  }
  /** Place nothing: lay a number card on the reserve (solo: on the discard pile). */
  export interface Pass {
    readonly type: "pass"
    readonly card: string
  }
  /** Lift cards off a stack with an action card. */
  export interface Use {
    readonly type: "use"
    readonly card: string
    readonly slot: number
  }
  /** Lay down an action card, because none can be used. */
  export interface Discard {
    readonly type: "discard"
    readonly card: string
  }
  /** Fill the empty slot from the draw pile or from the reserve. */
  export interface Fill {
    readonly type: "fill"
    readonly source: "draw" | "reserve"
  }
  /** SepOptions */
  export interface SepOptions {
    readonly combo_ace: "cyclic" | "high_low" | "low"
    readonly combo_swap: boolean
    readonly combo_six_run: 2 | 3
    readonly action_match: "top" | "all_removed"
    readonly start_dealt_combo: "ignore" | "redeal"
    readonly reserve_take: "fits" | "fits_and_place_it" | "free"
    readonly number_voluntary_pass: boolean
    readonly action_voluntary_discard: boolean
    readonly turn_limit: number
    readonly token_empty_centre: "take" | "return_only"
    readonly pile_count: number
    readonly tie_mode: "sudden_death" | "draw"
    readonly tie_extra_piles: number
    readonly start_player: "random" | "first" | "second"
  }
  /** SepSoloOptions */
  export interface SepSoloOptions {
    readonly combo_ace: "cyclic" | "high_low" | "low"
    readonly combo_swap: boolean
    readonly combo_six_run: 2 | 3
    readonly action_match: "top" | "all_removed"
    readonly start_dealt_combo: "ignore" | "redeal"
    readonly solo_match: "single" | "a" | "b"
    readonly solo_pass_penalty: boolean
    readonly solo_voluntary_pass: boolean
    readonly solo_action_penalty: boolean
    readonly solo_between: "turn" | "placement"
    readonly solo_last_action: "deck_empty" | "all_twelve"
    readonly solo_piles: number
    readonly solo_b_target: "at_least" | "exactly"
  }
  /** The last move, and what came of it. */
  export interface Last {
    readonly seat: number
    readonly move: sep.Draw | sep.TakeReserve | sep.ActionTurn | sep.Place | sep.Pass | sep.Use | sep.Discard | sep.Fill
    readonly card: string | null
    readonly lifted: readonly string[]
    readonly why: readonly Why[]
    readonly from_centre: number
    readonly from_opponent: number
    readonly returned: number
    readonly new_actions: boolean
    readonly new_pile: number
    readonly points: number | null
  }
  /** All that a seat sees or could remember. Piles stand from bottom to top, heaps without order are sorted. */
  export interface View {
    readonly options: sep.SepOptions | sep.SepSoloOptions
    readonly seat: number | null
    readonly mover: number
    readonly phase: "choose" | "place" | "use" | "fill" | "over"
    readonly circle: readonly (readonly string[])[]
    readonly centre: number
    readonly tokens: readonly number[]
    readonly reserve: readonly string[]
    readonly discard: readonly string[]
    readonly discard_left: number
    readonly draw_left: number
    readonly action_discard: readonly string[]
    readonly action_left: number
    readonly number_hand: readonly string[]
    readonly action_hand: readonly string[]
    readonly number_hands: readonly number[]
    readonly action_hands: readonly number[]
    readonly shown: readonly (readonly string[])[]
    readonly source: "draw" | "reserve"
    readonly empty: number | null
    readonly pile: number
    readonly tie: boolean
    readonly turn: number
    readonly moves: number
    readonly action_resets: number
    readonly after_action: boolean
    readonly points: readonly number[]
    readonly ending: string
    readonly last: sep.Last | null
  }
  /** What was agreed on: how many draw piles a game has; alone, the rounds of a match and the points that win it. */
  export interface Terms {
    readonly piles: number
    readonly rounds: number
    readonly target: number | null
  }
}

export declare namespace sepmosa {
  /** Put a number tile from the rack on an empty cell. */
  export interface Place {
    readonly type: "place"
    readonly tile: string
    readonly cell: string
  }
  /** Use an 11: take one tile of its colour off the mosaic. */
  export interface Remove {
    readonly type: "remove"
    readonly tile: string
    readonly cell: string
  }
  /** Use a 12: move one tile of its colour to another cell. */
  export interface Shift {
    readonly type: "shift"
    readonly tile: string
    readonly cell: string
    readonly to: string
  }
  /** Use a 13: take three tiles of its colour, from this cell to the right or downwards. */
  export interface RemoveThree {
    readonly type: "remove_three"
    readonly tile: string
    readonly cell: string
    readonly line: "h" | "v"
  }
  /** Nothing can be done: put a tile aside, face down. */
  export interface SetAside {
    readonly type: "set_aside"
    readonly tile: string
  }
  /** SepmosaOptions */
  export interface SepmosaOptions {
    readonly dup: "run" | "rowcol" | "series"
    readonly dup_join: boolean
    readonly joker_break: boolean
    readonly joker_wild: "isolated" | "always"
    readonly width: "free" | "box8"
    readonly join: "length" | "ordinal"
    readonly float_bonus: 13 | "11-12-13"
    readonly lost12: "before" | "any"
    readonly relay: "allow" | "no-score"
    readonly reconnect: "adjacent" | "match"
    readonly passing: "forced" | "voluntary"
    readonly floor: "none" | "zero"
    readonly m49: "table" | "connected"
    readonly dead_reset: boolean
    readonly stall_reset: number
    readonly target: 77 | 49 | 35
    readonly max_plies: number
    readonly show_removed_log: boolean
    readonly start_player: "random" | "first" | "second"
  }
  /** The last move, and what came of it. */
  export interface Last {
    readonly seat: number
    readonly move: sepmosa.Place | sepmosa.Remove | sepmosa.Shift | sepmosa.RemoveThree | sepmosa.SetAside
    readonly why: readonly Why[]
    readonly taken: readonly string[]
    readonly tied: readonly string[]
    readonly cut: readonly string[]
    readonly reset: "full" | "dead" | "stall" | null
    readonly refilled: boolean
  }
  /** All that a seat sees or could remember. */
  export interface View {
    readonly options: sepmosa.SepmosaOptions
    readonly seat: number | null
    readonly mover: number
    readonly mosaic: Readonly<Record<string, string>>
    readonly floating: readonly string[]
    readonly scores: readonly number[]
    readonly rack: readonly string[]
    readonly racks: readonly number[]
    readonly pool_left: number
    readonly removed: readonly string[]
    readonly removed_left: number
    readonly set_aside: readonly string[]
    readonly set_aside_left: readonly number[]
    readonly played: readonly string[]
    readonly passes: readonly number[]
    readonly moves: number
    readonly shuffles: number
    readonly set_asides: number
    readonly resets: number
    readonly rescues: number
    readonly refills: number
    readonly ending: string
    readonly last: sepmosa.Last | null
    readonly copies: number
  }
  /** What was agreed on: the score that wins, and how many tiles make the mosaic full. */
  export interface Terms {
    readonly target: number
    readonly full: number
  }
}

export declare namespace setgame {
  /** Say that you see a set; nobody else may take cards until you have shown it. */
  export interface Call {
    readonly type: "call"
  }
  /** Show a card of the set that you have called. */
  export interface Pick {
    readonly type: "pick"
    readonly card: string
  }
  /** Put a card back that you have shown. */
  export interface Unpick {
    readonly type: "unpick"
    readonly card: string
  }
  /** Admit that you see no set after all. */
  export interface Abort {
    readonly type: "abort"
  }
  /** Take three cards at once, without a call before. */
  export interface Claim {
    readonly type: "claim"
    readonly cards: readonly string[]
  }
  /** Say that there is no set on the table, or (off) that you are still looking. */
  export interface Noset {
    readonly type: "noset"
    readonly on?: boolean
  }
  /** Ask for the next deal. */
  export interface Ready {
    readonly type: "ready"
  }
  /** SetOptions */
  export interface SetOptions {
    readonly noset_grace_s: number
    readonly auto_noset_delay_s: number
    readonly end_mode: "auto" | "vote"
    readonly pick_timeout_s: number
    readonly cooldown_s: number
    readonly timeout_cost: "as_false" | "free"
    readonly false_call_cost: number
    readonly false_call_freeze: "none" | "until_next_set" | 5 | 10 | 20 | 30 | 60
    readonly noset_reward: 0 | 1
    readonly score_floor: "none" | 0
    readonly claim_mode: "call_then_pick" | "direct"
    readonly noset_mode: "vote" | "vote_checked" | "auto" | "claim"
    readonly deals: "each" | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8
    readonly late_join: boolean
    readonly tie_break: "shared" | "more_sets" | "fewer_faults" | "extra_deal"
  }
  /** One player claims directly and says alone that there is no set; several call and vote (by_table). */
  export interface QuickOptions {
    readonly noset_grace_s: number
    readonly auto_noset_delay_s: number
    readonly end_mode: "auto" | "vote"
    readonly pick_timeout_s: number
    readonly cooldown_s: number
    readonly timeout_cost: "as_false" | "free"
    readonly false_call_cost: number
    readonly false_call_freeze: "none" | "until_next_set" | 5 | 10 | 20 | 30 | 60
    readonly noset_reward: 0 | 1
    readonly score_floor: "none" | 0
    readonly claim_mode: "by_table" | "call_then_pick" | "direct"
    readonly noset_mode: "by_table" | "vote" | "vote_checked" | "auto" | "claim"
    readonly deals: "each" | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8
    readonly tie_break: "shared" | "more_sets" | "fewer_faults" | "extra_deal"
    readonly solo_end: "stop" | "add3"
    readonly quick_attr: "colour" | "shading" | "number" | "shape"
    readonly quick_value: "first" | "second" | "third"
  }
  /** SetSoloOptions */
  export interface SetSoloOptions {
    readonly noset_grace_s: number
    readonly auto_noset_delay_s: number
    readonly end_mode: "auto" | "vote"
    readonly pick_timeout_s: number
    readonly cooldown_s: number
    readonly timeout_cost: "as_false" | "free"
    readonly false_call_cost: number
    readonly false_call_freeze: "none" | "until_next_set" | 5 | 10 | 20 | 30 | 60
    readonly noset_reward: 0 | 1
    readonly score_floor: "none" | 0
    readonly claim_mode: "direct" | "call_then_pick"
    readonly noset_mode: "claim" | "auto"
    readonly solo_end: "stop" | "add3"
  }
  /** Something that has just happened, as all may know it. */
  export interface SetEvent {
    readonly what: string
    readonly seat: number | null
    readonly cards: readonly string[]
    readonly number: number
    readonly features: readonly string[]
  }
  /** What all see of a game of SET; only the deck is hidden. */
  export interface SetView {
    readonly options: setgame.SetOptions | setgame.QuickOptions | setgame.SetSoloOptions
    readonly seats: number
    readonly phase: string
    readonly slots: readonly string[]
    readonly rev: number
    readonly dealer: number
    readonly deal: number
    readonly totals: readonly number[]
    readonly ready: readonly number[]
    readonly gone: readonly number[]
    readonly joining: readonly number[]
    readonly joined: number
    readonly out: readonly string[]
    readonly tries: number
    readonly shuffles: number
    readonly ending: string
    readonly last: readonly setgame.SetEvent[]
    readonly lock: number | null
    readonly picked: readonly string[]
    readonly cooling: readonly number[]
    readonly excused: readonly number[]
    readonly frozen: readonly number[]
    readonly flags: readonly number[]
    readonly looks: readonly number[]
    readonly resting: boolean
    readonly won: readonly (readonly string[])[]
    readonly faults: readonly number[]
    readonly bonus: readonly number[]
    readonly sets: readonly number[]
    readonly all_faults: readonly number[]
    readonly left: readonly number[]
    readonly additions: number
    readonly largest: number
    readonly seat: number | null
    readonly deck_left: number
  }
  /** What was agreed on, as far as a table shows it; each game says what there is of it. */
  export interface Terms {
    readonly on_table: number
    readonly grows: boolean
    readonly deals: number
    readonly target: number | null
    readonly votes: boolean
    readonly direct: boolean
    readonly confirms: boolean
    readonly pays: string
    readonly whole_deck: Readonly<Record<string, string>>
  }
  /** Point at one card of a set that you see. */
  export interface Scout {
    readonly type: "scout"
    readonly card: string
  }
  /** Name, in secret, the other two cards of your set. */
  export interface Commit {
    readonly type: "commit"
    readonly cards: readonly string[]
  }
  /** Point at a second card of a set through the scout's card (and, with a house rule, at the third). */
  export interface Second {
    readonly type: "second"
    readonly cards: readonly string[]
  }
  /** Stop looking for the scout's set. */
  export interface Giveup {
    readonly type: "giveup"
  }
  /** ScoutOptions */
  export interface ScoutOptions {
    readonly noset_grace_s: number
    readonly auto_noset_delay_s: number
    readonly end_mode: "auto" | "vote"
    readonly noset_mode: "vote" | "vote_checked" | "auto" | "claim"
    readonly deals: "each" | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8
    readonly scout_commit_s: number
    readonly second_timeout_s: number
    readonly second_shows_third: boolean
    readonly scout_second_penalty: "lose_card" | "none"
    readonly freeze_until: "next_round" | "next_set"
    readonly scout_debt: "waive" | "debt"
    readonly lost_card_to: "out" | "deck_bottom"
  }
  /** What one seat sees: all but the deck and, unless it scouts, what the scout has in mind. */
  export interface ScoutView {
    readonly options: setgame.ScoutOptions
    readonly seats: number
    readonly phase: string
    readonly slots: readonly string[]
    readonly rev: number
    readonly dealer: number
    readonly deal: number
    readonly totals: readonly number[]
    readonly ready: readonly number[]
    readonly gone: readonly number[]
    readonly joining: readonly number[]
    readonly joined: number
    readonly out: readonly string[]
    readonly tries: number
    readonly shuffles: number
    readonly ending: string
    readonly last: readonly setgame.SetEvent[]
    readonly flags: readonly number[]
    readonly looks: readonly number[]
    readonly resting: boolean
    readonly scout: number | null
    readonly pointed: string
    readonly tried: readonly (readonly string[])[]
    readonly barred: readonly number[]
    readonly given_up: readonly number[]
    readonly frozen: readonly number[]
    readonly won: readonly (readonly string[])[]
    readonly debts: readonly number[]
    readonly sunk: readonly string[]
    readonly left: readonly number[]
    readonly additions: number
    readonly largest: number
    readonly outcomes: string
    readonly seat: number | null
    readonly deck_left: number
    readonly commit: readonly string[]
  }
  /** Leave the hand for good. */
  export interface Fold {
    readonly type: "fold"
  }
  /** Bet nothing while nobody has bet. */
  export interface Check {
    readonly type: "check"
  }
  /** Open the betting. */
  export interface Bet {
    readonly type: "bet"
    readonly chips: number
  }
  /** Pay what the highest contribution asks, or all that you have. */
  export interface MatchBet {
    readonly type: "match"
  }
  /** Match, and add chips. */
  export interface Raise {
    readonly type: "raise"
    readonly chips: number
  }
  /** Answer, in secret, that you will show: here is one of your sets. */
  export interface Expose {
    readonly type: "expose"
    readonly cards: readonly string[]
  }
  /** Answer, in secret, that you do not show; or say that you have marked all your sets. */
  export interface Wait {
    readonly type: "wait"
  }
  /** Mark a set. */
  export interface Mark {
    readonly type: "mark"
    readonly cards: readonly string[]
  }
  /** Take a mark away. */
  export interface Unmark {
    readonly type: "unmark"
    readonly cards: readonly string[]
  }
  /** ChipOptions */
  export interface ChipOptions {
    readonly chip_stack: number
    readonly chip_ante: number
    readonly bet_limit: number
    readonly raises_per_player: number
    readonly first_speaker: "dealer_left" | "rotate"
    readonly first_bet_forced: boolean
    readonly chip_table_max: 0 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20 | 21 | 22 | 23 | 24 | 25 | 26 | 27 | 28 | 29 | 30 | 31 | 32 | 33 | 34 | 35 | 36 | 37 | 38 | 39 | 40
    readonly expose_check: boolean
    readonly chip_count: "auto" | "declared"
    readonly chip_disjoint: boolean
    readonly chip_short: "side_pots" | "must_fold"
    readonly zero_pot: "split" | "carry"
    readonly chip_match: "rounds" | "last_standing"
    readonly chip_rounds: number
  }
  /** ChipView */
  export interface ChipView {
    readonly options: setgame.ChipOptions
    readonly seats: number
    readonly phase: string
    readonly slots: readonly string[]
    readonly rev: number
    readonly dealer: number
    readonly deal: number
    readonly totals: readonly number[]
    readonly ready: readonly number[]
    readonly gone: readonly number[]
    readonly joining: readonly number[]
    readonly joined: number
    readonly out: readonly string[]
    readonly tries: number
    readonly shuffles: number
    readonly ending: string
    readonly last: readonly setgame.SetEvent[]
    readonly stacks: readonly number[]
    readonly paid: readonly number[]
    readonly staked: readonly number[]
    readonly carried: number
    readonly live: readonly number[]
    readonly bust: readonly number[]
    readonly mover: number
    readonly spoken: readonly number[]
    readonly raises: readonly number[]
    readonly phases: number
    readonly turns: number
    readonly answered: readonly number[]
    readonly backs: readonly (readonly string[])[]
    readonly marks: readonly (readonly (readonly string[])[])[]
    readonly dealt: readonly number[]
    readonly all_phases: number
    readonly exposures: number
    readonly splits: number
    readonly seat: number | null
    readonly deck_left: number
    readonly hand: readonly string[]
    readonly exposes: boolean | null
  }
  /** Lay a card from the hand on the table. */
  export interface PlayCard {
    readonly type: "play"
    readonly card: string
  }
  /** Name two cards of the table that make a set with the last card. */
  export interface Challenge {
    readonly type: "challenge"
    readonly cards: readonly string[]
  }
  /** SetupOptions */
  export interface SetupOptions {
    readonly deals: "each" | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8
    readonly setup_window_s: number
    readonly setup_last_window_s: number
    readonly setup_check: "players" | "auto"
    readonly setup_false_penalty: "bar" | "none" | "bar_and_1"
    readonly setup_end: "pile_empty" | "hands_empty"
  }
  /** What one seat sees: its own hand, and how many cards the others have. */
  export interface SetupView {
    readonly options: setgame.SetupOptions
    readonly seats: number
    readonly phase: string
    readonly slots: readonly string[]
    readonly rev: number
    readonly dealer: number
    readonly deal: number
    readonly totals: readonly number[]
    readonly ready: readonly number[]
    readonly gone: readonly number[]
    readonly joining: readonly number[]
    readonly joined: number
    readonly out: readonly string[]
    readonly tries: number
    readonly shuffles: number
    readonly ending: string
    readonly last: readonly setgame.SetEvent[]
    readonly mover: number
    readonly player: number | null
    readonly window: boolean
    readonly closing: boolean
    readonly barred: readonly number[]
    readonly sizes: readonly number[]
    readonly taken: readonly (readonly string[])[]
    readonly fines: readonly number[]
    readonly plays: number
    readonly pick_ups: readonly number[]
    readonly seat: number | null
    readonly deck_left: number
    readonly hand: readonly string[]
  }
  /** Speak against the set that somebody wants to mark. */
  export interface Veto {
    readonly type: "veto"
  }
  /** Take all marked sets. */
  export interface CommitLayout {
    readonly type: "commit_layout"
  }
  /** CoopOptions */
  export interface CoopOptions {
    readonly coop_complete: "maximal" | "free"
    readonly coop_detect: "auto" | "team"
    readonly coop_final_layout: boolean
    readonly coop_control: "by_table" | "confirm" | "free" | "leader"
    readonly coop_rules: "booklet" | "modern"
  }
  /** CoopView */
  export interface CoopView {
    readonly options: setgame.CoopOptions
    readonly seats: number
    readonly phase: string
    readonly slots: readonly string[]
    readonly rev: number
    readonly dealer: number
    readonly deal: number
    readonly totals: readonly number[]
    readonly ready: readonly number[]
    readonly gone: readonly number[]
    readonly joining: readonly number[]
    readonly joined: number
    readonly out: readonly string[]
    readonly tries: number
    readonly shuffles: number
    readonly ending: string
    readonly last: readonly setgame.SetEvent[]
    readonly marks: readonly (readonly string[])[]
    readonly proposed: readonly string[]
    readonly proposer: number | null
    readonly proposals: number
    readonly warned: readonly (readonly string[])[] | null
    readonly points: number
    readonly taken: readonly string[]
    readonly layouts: readonly number[]
    readonly extras: number
    readonly rating: string
    readonly seat: number | null
    readonly deck_left: number
  }
  /** Ask for one more card of your own. */
  export interface Draw {
    readonly type: "draw"
  }
  /** Say that nobody can make a set, or (off) take that back. */
  export interface RefreshVote {
    readonly type: "refresh_vote"
    readonly on?: boolean
  }
  /** TwentyOptions */
  export interface TwentyOptions {
    readonly pick_timeout_s: number
    readonly cooldown_s: number
    readonly tt_hands: "open" | "private"
    readonly tt_table_only: boolean
    readonly draw_cooldown_s: number
    readonly tt_refresh: "vote" | "auto" | "off"
    readonly tt_target_factor: number
  }
  /** Hands are open, or (a house rule) backs in the order in which they were drawn. */
  export interface TwentyView {
    readonly options: setgame.TwentyOptions
    readonly seats: number
    readonly phase: string
    readonly slots: readonly string[]
    readonly rev: number
    readonly dealer: number
    readonly deal: number
    readonly totals: readonly number[]
    readonly ready: readonly number[]
    readonly gone: readonly number[]
    readonly joining: readonly number[]
    readonly joined: number
    readonly out: readonly string[]
    readonly tries: number
    readonly shuffles: number
    readonly ending: string
    readonly last: readonly setgame.SetEvent[]
    readonly lock: number | null
    readonly picked: readonly string[]
    readonly cooling: readonly number[]
    readonly frozen: readonly number[]
    readonly drawing: readonly number[]
    readonly flags: readonly number[]
    readonly backs: readonly (readonly string[])[]
    readonly ages: readonly (readonly number[])[]
    readonly buried: readonly (readonly [string, number])[]
    readonly burials: number
    readonly discards: readonly string[]
    readonly claims: number
    readonly table_sets: number
    readonly draws: number
    readonly refreshes: number
    readonly seat: number | null
    readonly deck_left: number
    readonly hand: readonly string[]
  }
}

export declare namespace table {
  /** The seat gives the game up. */
  export interface Resign {
    readonly type: "resign"
  }
  /** The table takes the game from a seat: its clock ran out, or it left for good. */
  export interface Forfeit {
    readonly type: "forfeit"
    readonly reason: string
  }
  /** All seats have agreed to a tie. */
  export interface AgreeTie {
    readonly type: "agree_tie"
  }
  /** The seat is away from the table. */
  export interface Leave {
    readonly type: "leave"
  }
  /** The seat is back at the table. */
  export interface Return {
    readonly type: "return"
  }
  /** Somebody takes a new seat, the last one; played by the table. */
  export interface Join {
    readonly type: "join"
    readonly name: string
  }
  /** Everybody agreed to go back to where the first `to` moves of the log had led. */
  export interface Undo {
    readonly type: "undo"
    readonly to: number
  }
  /** The table rests; nobody sees a card meanwhile. */
  export interface Pause {
    readonly type: "pause"
  }
  /** The table goes on. */
  export interface Resume {
    readonly type: "resume"
  }
  /** A timer of the game has run out; played by the table, never by a player. */
  export interface Timeout {
    readonly type: "timeout"
    readonly name: string
    readonly seat?: number | null
  }
}
