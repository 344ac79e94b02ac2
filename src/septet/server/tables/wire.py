"""Every message that goes over the socket, in and out; docs/protocol.md says when."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from septet.games.coaching import Tip
from septet.games.game import Outcome, Seat, Why
from septet.server.tables.events import By, Closed, Deal, Pace, Proposal, What
from septet.server.tables.seating import Clock, Status
from septet.server.tables.wire_base import Hex, Incoming, Key, Outgoing, Remark, TableId, Text
from septet.server.tables.wire_looks import (
    EnterLook,
    HandOver,
    LeadLook,
    LeaveLook,
    LookEnded,
    LookPointed,
    LookRemark,
    LookState,
    PointAt,
    SayInLook,
    TryMove,
)

PROTOCOL = 1


class Watch(Incoming, frozen=True):
    """Tell me about this table from now on; `have` is the last number that I have of it."""

    table: TableId
    have: int | None = None


class Unwatch(Incoming, frozen=True):
    """No more about this table."""

    table: TableId


class Sit(Incoming, frozen=True):
    """Take a free seat, or come back to one's own; with the hash of a number that goes into the deal."""

    table: TableId
    seat: Seat | None = None
    pledge: Hex | None = None


class Invite(Incoming, frozen=True):
    """The host puts a bot on a free seat, or frees a bot's seat."""

    table: TableId
    seat: Seat
    bot: Key | None = None


class Resize(Incoming, frozen=True):
    """The host wants so many seats; before the game."""

    table: TableId
    seats: Annotated[int, Meta(ge=1, le=16)]


class Pledge(Incoming, frozen=True):
    """The hash of a number that goes into the deal: another one than before, or one for the first time."""

    table: TableId
    pledge: Hex


class Reveal(Incoming, frozen=True):
    """The number itself, once all hashes are in the log."""

    table: TableId
    number: Hex


class Start(Incoming, frozen=True):
    """The host begins with those who are there."""

    table: TableId


class GetUp(Incoming, frozen=True, tag="leave"):
    """Get up from one's seat."""

    table: TableId


class Here(Incoming, frozen=True):
    """I am at the table, and thinking: what brings a player back who was silent or away, and is no move."""

    table: TableId


class StandIn(Incoming, frozen=True):
    """Let a bot play for somebody who is away, at a table that waits."""

    table: TableId
    seat: Seat


class CallOff(Incoming, frozen=True):
    """Call the game off, at a table that has waited for somebody for a day."""

    table: TableId


class Hurry(Incoming, frozen=True):
    """Let the bots play on without a pause, where only they still have something to do."""

    table: TableId


class Play(Incoming, frozen=True):
    """Make a move on the table as it was at revision `rev`; workers say for which seat."""

    table: TableId
    move: msgspec.Raw
    rev: int | None = None
    seat: Seat | None = None


class Ask(Incoming, frozen=True):
    """What would this move score, or why is it refused? Nothing is played."""

    table: TableId
    move: msgspec.Raw


class Coaching(Incoming, frozen=True, tag="coach"):
    """What would a coach say to this seat now? Nothing is played, and nobody else hears of it."""

    table: TableId


class WantHint(Incoming, frozen=True, tag="hint"):
    """Help me with my move: where to look (1), which card (2), or which move and why (3)."""

    table: TableId
    degree: Literal[1, 2, 3] = 1


class Propose(Incoming, frozen=True):
    """Propose a tie, an undo, a pause or a rematch to the others; or end a pause."""

    table: TableId
    what: What
    to: int | None = None
    pledge: Hex | None = None  # for the deal of a rematch


class Answer(Incoming, frozen=True):
    """Agree to what was proposed, or not."""

    table: TableId
    what: What
    yes: bool
    pledge: Hex | None = None


class Say(Incoming, frozen=True):
    """Chat: words of one's own, or a phrase that everybody reads in his own language."""

    table: TableId
    text: Text | None = None
    phrase: Key | None = None


class Ping(Incoming, frozen=True):
    """Are you there?"""


class Work(Incoming, frozen=True):
    """A worker offers to think for so many bot seats, and to make chunks of work that may wait."""

    seats: Annotated[int, Meta(ge=1, le=10_000)]
    chunks: bool = False


class Advice(Incoming, frozen=True):
    """A worker's answer to what it was consulted about; nothing, where there is nothing to say, or not yet."""

    question: int
    hint: str  # as JSON
    ready: bool = True  # was the expert of the game?


class ChunkMade(Incoming, frozen=True):
    """What a worker has made of a chunk, in parts if it is long; or why nothing came of it."""

    chunk: int
    at: int = 0  # so many characters came before
    part: str = ""
    more: bool = False
    fault: str = ""


# fmt: off
Message = (
    Watch | Unwatch | Sit | Invite | Resize | Pledge | Reveal | Start | GetUp | Here | StandIn | CallOff
    | Hurry | Play | Ask | Coaching | WantHint | Propose | Answer | Say | Ping | Work | Advice | ChunkMade
    | EnterLook | LeaveLook | LeadLook | HandOver | TryMove | PointAt | SayInLook
)
# fmt: on


class Person(msgspec.Struct, frozen=True):
    """Who somebody is, to everybody."""

    id: str
    name: str
    guest: bool = True


class Hello(Outgoing, frozen=True):
    """The first message on every socket."""

    protocol: int
    version: str
    you: Person | None


class Done(Outgoing, frozen=True):
    """Message `id` was accepted; what it did has number `n` at that table."""

    id: str
    table: str | None = None
    n: int | None = None


class Refused(Outgoing, frozen=True):
    """Message `id` was refused: why, as a code, as facts and in words, where the rule book says so (`sep#placing`); and
    who came before, if that is why."""

    id: str
    code: str
    words: str
    facts: dict[str, Any] = msgspec.field(default_factory=dict)
    table: str | None = None
    n: int | None = None
    by: By | None = None
    rule: str | None = None


class Scored(Outgoing, frozen=True):
    """What a move would score, asked for with `ask`."""

    id: str
    table: str
    n: int
    points: int
    why: tuple[Why, ...]


class Coached(Outgoing, frozen=True):
    """What a coach says to this seat as of number `n`, asked for with `coach`: keys of sentences, and their facts."""

    id: str
    table: str
    n: int
    names: dict[str, str]  # what has a name on the table: the place, and the key of its name
    happened: tuple[Tip, ...] = ()  # since this seat has moved
    now: tuple[Tip, ...] = ()  # what is to be decided, and what each choice means
    goal: Tip | None = None
    rules: dict[str, Tip] = msgspec.field(default_factory=dict)  # after a refused move, by the chapter that it leads to


class HintTold(Outgoing, frozen=True):
    """A hint, asked for with `hint`: in words, with the places on the board that it points at, for as long as the game
    has so many moves; the last degree names the move."""

    id: str
    table: str
    n: int
    degree: int
    moves: int
    words: str
    spots: tuple[str, ...]
    move: Any = None


class Chair(msgspec.Struct, frozen=True):
    """A seat as everybody sees it: a person, a bot, a bot that stands in for a person, or nobody yet."""

    name: str | None = None
    user: str | None = None
    bot: str | None = None
    stand_in: str | None = None  # the bot that plays while its person is away
    here: bool = False
    rating: float | None = None
    seen: int | None = None  # at a table that waits: when somebody who is away was last here, in ms since 1970


class Countdown(msgspec.Struct, frozen=True, gc=False):
    """A timer of the game that runs now: what is left of it, and how long it is in all."""

    name: str
    seat: Seat | None
    ms: int
    of_ms: int
    rests: bool = False  # does it only give people time to look?


class Moment(msgspec.Struct, frozen=True, gc=False):
    """The game as one seat sees it: its view, what it may do, and the time that is left.

    While the table is paused there is no view. A moment of the past has neither offers nor times.
    """

    rev: int
    moves: int  # how many moves the game's log holds: what an undo counts in
    view: Any
    terms: Any = None  # what was agreed on, as the game tells those who draw its table
    offers: Any = ()
    scores: tuple[int, ...] = ()  # of each seat, so far
    to_move: tuple[Seat, ...] = ()
    timers: tuple[Countdown, ...] = ()
    clocks: tuple[int, ...] | None = None
    paused: bool = False
    absent: tuple[Seat, ...] = ()  # whom nobody waits for: away, or silent for long
    joinable: bool = False  # may somebody take a new seat?
    joining: tuple[Seat, ...] = ()  # who has taken one, and cannot play yet
    pace: Pace = "usual"
    hints: bool = False  # may this seat ask for hints at this table, when there is something to decide?
    outcome: Outcome | None = None
    seed: str | None = None  # when the game is over
    secret: str | None = None  # and what the server added to it, where the seats have had a part in it


class Past(msgspec.Struct, frozen=True):
    """A move of the past as this seat may know it: its number, its time, and what the view told of it."""

    n: int
    at: int
    seat: Seat | None
    last: Any
    move: Any = None  # the table's own moves: resign, undo, timeout …
    undone: bool = False


class BeginsAt(msgspec.Struct, frozen=True):
    """Where a game begins that was not dealt: after so many moves of another one, or in a drawn position."""

    table: str | None  # that other one, if it was played here
    at: int | None  # null if it was drawn
    same: bool  # do the cards of the other one come again?


class Table(Outgoing, frozen=True, kw_only=True):
    """All about a table as of number `n`; what follows are events from `n + 1` on."""

    table: str
    n: int
    game: str
    options: dict[str, Any]
    status: Status
    chairs: tuple[Chair, ...]
    seat: Seat | None  # yours
    host: str | None
    public: bool
    rated: bool
    absent: str
    clock: Clock | None
    commitment: str
    watchers: int
    moment: Moment | None
    history: tuple[Past, ...] = ()  # the latest moves, where all would be too many to tell at once
    chat: tuple[Remark, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    again: str | None = None  # the table of the rematch
    started: int | None = None  # when the cards were dealt, in table time like `at`
    deck: str | None = None  # played alone against time: the table whose deck this is
    fresh: bool = True  # and whether that deck was new to the player
    after: str | None = None  # the table that this is the rematch of
    closed: Closed | None = None  # why it is closed, if it is
    call_window_ms: int = 0  # how long claims are gathered, so that a slow line costs nobody a set
    deal: Deal | None = None  # unless the cards are those of another table, or were dealt before there were numbers
    start: BeginsAt | None = None


class Event(Outgoing, frozen=True, kw_only=True):
    """What happened at number `n`, and the game after it where it changed."""

    table: str
    n: int
    at: int
    event: Any  # one of `Happening`
    moment: Moment | None = None
    seat: Seat | None = None  # to workers: which seat's moment this is
    deal: Deal | None = None  # before the game and as it begins: how far its deal is now


class Presence(Outgoing, frozen=True):
    """Who is connected; not part of the row of numbers."""

    table: str
    n: int
    here: tuple[bool, ...]
    watchers: int
    seen: tuple[int | None, ...] = ()


class Job(Outgoing, frozen=True):
    """To a worker: think for this seat; its `event` messages follow."""

    table: str
    n: int
    at: int
    seat: Seat
    game: str
    options: dict[str, Any]
    bot: str
    moment: Moment | None
    share: str = ""  # those of one share think in turn with those of others


class Drop(Outgoing, frozen=True):
    """To a worker: no more thinking for this seat."""

    table: str
    seat: Seat


class Consult(Outgoing, frozen=True):
    """To a worker: what would the expert of this game do on this seat? Answered with `advice`."""

    question: int
    game: str
    view: Any
    share: str = ""


class ChunkJob(Outgoing, frozen=True, tag="chunk"):
    """To a worker: make this chunk of work that may wait, below all its bots. Answered with `chunk_made`."""

    chunk: int
    kind: str
    body: str  # JSON
    soon: bool  # does somebody wait for it?


class ChunkDrop(Outgoing, frozen=True, tag="drop_chunk"):
    """To a worker: nobody wants this chunk any more."""

    chunk: int


class Gone(Outgoing, frozen=True):
    """This socket hears no more of the table; `watch` it again with the number you have."""

    table: str
    n: int
    why: str


class Bye(Outgoing, frozen=True):
    """The server is about to stop; come back in so many seconds."""

    why: str
    seconds: int


class Notice(Outgoing, frozen=True):
    """The house is to be stopped in so many seconds, for a while; or after all not. Games go on afterwards."""

    stops_in_s: int | None


Reply = Done | Refused | Scored | Coached | HintTold
Looking = LookState | LookRemark | LookPointed | LookEnded
Sent = (
    Hello
    | Reply
    | Table
    | Event
    | Presence
    | Job
    | Drop
    | Consult
    | ChunkJob
    | ChunkDrop
    | Gone
    | Bye
    | Notice
    | Looking
)
