"""What a table's log is made of: one event a row, numbered from 1, never changed.

In other words: domain events; n is a sequence number, at a logical time, wall the wall clock.
"""

from typing import Any, Literal

import msgspec

from septet.games.game import Seat, snake_case

Pace = Literal["usual", "may_hurry", "quick"]  # may this seat ask the bots for speed, or do they hurry already?
What = Literal["tie", "undo", "pause", "resume", "again"]


class Happening(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="type",
    tag=snake_case,
    gc=False,
):
    """Something that happened at a table."""


class Sat(Happening, frozen=True):
    """Somebody, or a bot, took a seat."""

    seat: Seat
    name: str
    user: str | None = None
    bot: str | None = None
    pledge: str | None = None  # the hash of the number that this seat adds to the deal


class Stood(Happening, frozen=True):
    """A seat is free again; `late` if that is because its number was not shown in time."""

    seat: Seat
    late: bool = False


class Resized(Happening, frozen=True):
    """The table has so many seats now; new ones are free, and only free ones went."""

    seats: int


class Pledged(Happening, frozen=True):
    """A seat gives the hash of a number that it will add to the deal."""

    seat: Seat
    pledge: str


class Settled(Happening, frozen=True):
    """These chairs will play: the numbers are asked for, and until they are shown nobody else sits down."""

    seats: tuple[Seat, ...]


class Revealed(Happening, frozen=True):
    """A seat shows the number that it has pledged."""

    seat: Seat
    number: str


class Started(Happening, frozen=True):
    """The cards are dealt to these chairs; seats that were free are gone.

    The numbers are those that went into the deal besides the table's secret, by seat; without any, the secret alone is
    the seed: so it was with the first tables, and is with a deck that was dealt before.
    """

    seats: tuple[Seat, ...]
    numbers: tuple[str | None, ...] | None = None


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
    pledge: str | None = None  # for the deal of a rematch


class Answered(Happening, frozen=True):
    """A seat agrees, or does not: then the proposal is off."""

    seat: Seat
    what: What
    yes: bool
    pledge: str | None = None


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


class Hinted(Happening, frozen=True):
    """A seat was helped with a move: where to look (1), which card (2), or which move and why (3)."""

    seat: Seat
    degree: Literal[1, 2, 3]


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
    | Pledged
    | Settled
    | Revealed
    | Started
    | Played
    | Proposed
    | Answered
    | Said
    | StoodIn
    | CameBack
    | Hurried
    | Hinted
    | Again
    | Shared
    | Closed
    | Became
    | Forgotten
)


class By(msgspec.Struct, frozen=True, gc=False):
    """Who was first, and at which number."""

    seat: Seat | None
    n: int


class Proposal(msgspec.Struct, frozen=True):
    """What a seat has proposed, and which seats have agreed."""

    what: What
    seat: Seat
    agreed: tuple[Seat, ...] = ()
    to: int | None = None
    pledges: tuple[str | None, ...] = ()  # of those who have agreed to a rematch

    def with_yes(self, seat: Seat, pledge: str | None) -> "Proposal":
        """One more has agreed."""
        return msgspec.structs.replace(self, agreed=(*self.agreed, seat), pledges=(*self.pledges, pledge))


class Deal(msgspec.Struct, frozen=True):
    """How far a deal is that nobody chooses: hashes and numbers by seat, and who is asked for one now."""

    pledges: tuple[str | None, ...]
    numbers: tuple[str | None, ...]
    seats: tuple[Seat, ...] | None = None  # who will play, once that is settled
    awaited: tuple[Seat, ...] = ()
    showing: bool = False  # whether it is the numbers that are asked for: all hashes are in the log


class Row(msgspec.Struct, frozen=True, gc=False):
    """One event of a table's log as it is stored."""

    table: str
    n: int
    at: int
    wall: int
    user: str | None
    message: str | None
    event: bytes
