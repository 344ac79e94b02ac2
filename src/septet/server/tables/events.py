"""What a table's log is made of: one event a row, numbered from 1, never changed.

In other words: domain events; n is a sequence number, at a logical time, wall the wall clock.
"""

from typing import Any, Literal

import msgspec

from septet.games.game import Seat, snake_case

Pace = Literal["usual", "may_hurry", "quick"]  # may this seat ask the bots for speed, or do they hurry already?
What = Literal["tie", "undo", "pause", "resume", "again"]


class Happening(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type", tag=snake_case
):
    """Something that happened at a table."""


class Sat(Happening, frozen=True):
    """Somebody, or a bot, took a seat."""

    seat: Seat
    name: str
    user: str | None = None
    bot: str | None = None


class Stood(Happening, frozen=True):
    """A seat is free again."""

    seat: Seat


class Resized(Happening, frozen=True):
    """The table has so many seats now; new ones are free, and only free ones went."""

    seats: int


class Started(Happening, frozen=True):
    """The cards are dealt to these chairs; seats that were free are gone."""

    seats: tuple[Seat, ...]


class Played(Happening, frozen=True):
    """A move of the game or of the table; `credit` is the delay that the clock gives back, in milliseconds.

    In the log the move is whole. On the wire it is there only if it is the table's own: what else may be known of it
    stands in the view.
    """

    seat: Seat | None
    move: Any = None
    credit: int = 0


class Proposed(Happening, frozen=True):
    """A seat proposes something that the others must agree to."""

    seat: Seat
    what: What
    to: int | None = None


class Answered(Happening, frozen=True):
    """A seat agrees, or does not: then the proposal is off."""

    seat: Seat
    what: What
    yes: bool


class Said(Happening, frozen=True):
    """Chat. What spectators say while a game runs is for spectators."""

    user: str
    name: str
    seat: Seat | None = None
    text: str | None = None
    phrase: str | None = None


class StoodIn(Happening, frozen=True):
    """A bot plays for a person who is away."""

    seat: Seat
    bot: str


class CameBack(Happening, frozen=True):
    """A person takes the seat back from the bot that stood in."""

    seat: Seat


class Hurried(Happening, frozen=True):
    """Only bots still have something to do, and somebody who watches asks them to do it without a pause."""

    seat: Seat


class Again(Happening, frozen=True):
    """The rematch is at this table."""

    table: str


class Shared(Happening, frozen=True):
    """Somebody plays the same deck at this table."""

    table: str


class Closed(Happening, frozen=True):
    """Nobody needs this table any more."""

    why: str
    seat: Seat | None = None  # who called the game off


class Became(Happening, frozen=True):
    """A guest has signed in: seat and table are the account's from now on."""

    user: str
    account: str
    name: str


class Forgotten(Happening, frozen=True):
    """Somebody has gone for good: the games stay, without the name and without what was said."""

    user: str
    name: str


class Nothing(Happening, frozen=True):
    """On the wire only: something that is none of this reader's business."""


Stored = (
    Sat
    | Stood
    | Resized
    | Started
    | Played
    | Proposed
    | Answered
    | Said
    | StoodIn
    | CameBack
    | Hurried
    | Again
    | Shared
    | Closed
    | Became
    | Forgotten
)


class By(msgspec.Struct, frozen=True):
    """Who was first, and at which number."""

    seat: Seat | None
    n: int


class Proposal(msgspec.Struct, frozen=True):
    """What a seat has proposed, and which seats have agreed."""

    what: What
    seat: Seat
    agreed: tuple[Seat, ...] = ()
    to: int | None = None


class Row(msgspec.Struct, frozen=True):
    """One event of a table's log as it is stored."""

    table: str
    n: int
    at: int
    wall: int
    user: str | None
    message: str | None
    event: bytes
