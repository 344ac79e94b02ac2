"""What a puzzle is: a position, who is to move in it, what is asked, and every answer that is right with its proof."""

import hashlib
from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from septet.games.game import Seat

ID = 12  # letters and digits of a puzzle's name
Told = dict[str, Any]  # a move as sockets say it
Unit = Literal["tokens", "points", "tiles", "sets", "share", "win"]


class Kind(msgspec.Struct, frozen=True):
    """A kind of puzzle: of which game, and what is counted."""

    name: str  # as in addresses and files: `sep-win`
    game: str
    unit: Unit
    exact: bool = True  # proved by counting; else by the valuer, with intervals


KINDS = {
    kind.name: kind
    for kind in (
        Kind("sep-win", "sep", "win"),  # win now
        Kind("sep-tokens", "sep", "tokens"),  # take the most tokens this turn
        Kind("sep-best", "sep", "share", exact=False),
        Kind("sepmosa-points", "sepmosa", "points"),  # make the most points with one move
        Kind("sepmosa-cut", "sepmosa", "tiles"),  # cut the most tiles loose
        Kind("sepmosa-best", "sepmosa", "share", exact=False),
        Kind("set-six", "set", "sets"),  # find all six
        Kind("set-any", "set", "win"),  # is there one?
        Kind("coopset-packing", "coopset", "sets"),  # the most sets that share no card
        Kind("chipset-pot", "chipset", "sets"),  # who takes the pot, all hands open
    )
}


class ByMove(msgspec.Struct, frozen=True, tag_field="type", tag="move", forbid_unknown_fields=True):
    """A move of the game."""

    move: Told


class BySet(msgspec.Struct, frozen=True, tag_field="type", tag="set", forbid_unknown_fields=True):
    """Three cards that lie there, in the order of their names."""

    cards: tuple[str, str, str]


class ByNone(msgspec.Struct, frozen=True, tag_field="type", tag="none", forbid_unknown_fields=True):
    """There is none; or there are no more."""


class BySeat(msgspec.Struct, frozen=True, tag_field="type", tag="seat", forbid_unknown_fields=True):
    """This player."""

    seat: Seat


Step = ByMove | BySet | ByNone | BySeat
Line = tuple[Step, ...]


class FirstStep(msgspec.Struct, frozen=True):
    """One of the first steps that there are, and what the best that goes on from it brings."""

    step: Step
    worth: float
    error: float = 0.0  # standard error, where it was valued


class Puzzle(msgspec.Struct, frozen=True, kw_only=True):
    """A position with a question. Steps that are sets may be given in any order; those that are moves may not."""

    id: str
    kind: str
    version: str  # of what made it
    picture: str  # all of the position, what is face down included: never told as it is
    options: dict[str, bool | int | str] = {}  # house rules
    seat: Seat  # who is asked
    worth: float  # the most that can be had
    right: tuple[Line, ...]  # every line that reaches it; of sets one order of each
    proof: tuple[FirstStep, ...]  # all first steps, the best ones first
    level: float  # how hard it is, on the scale of ratings
    themes: tuple[str, ...] = ()

    @property
    def game(self) -> str:
        return KINDS[self.kind].game


def name_of(kind: str, position: str) -> str:
    """A puzzle's name: the same position of the same kind has the same one, whoever makes it and whenever."""
    digest = int.from_bytes(hashlib.sha256(f"{kind}\n{position}".encode()).digest())
    return "".join(_letters(digest, ID))


def _letters(number: int, count: int) -> Iterator[str]:
    for _ in range(count):
        number, rest = divmod(number, 32)
        yield "0123456789abcdefghjkmnpqrstvwxyz"[rest]


class Going(msgspec.Struct, frozen=True, kw_only=True):
    """How far somebody is with a puzzle: what was done, and whether more is to come."""

    status: Literal["open", "solved", "failed"]
    steps: Line = ()
    wrong: Step | None = None  # what ended it
