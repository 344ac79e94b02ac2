"""What a review says, whoever shows it.

SEP, SEP solo and SEPMOSA are valued by playouts (`Valued`). The other games are counted, without any guess: ChipSet by
its odds, CoopSet by the best packing, and what lay there to be found where eyes decide.
"""

from typing import Any, Literal

import msgspec

from septet.games.game import Seat

Told = dict[str, Any]  # a move as sockets say it
Label = Literal["mistake", "missed_win"]


class Estimate(msgspec.Struct, frozen=True, gc=False):
    """A mean over playouts, and its standard error."""

    value: float
    error: float


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """One choice of one seat, by what this seat could see. Values are the mover's own: shares of a win from 0 to 1, or
    points where one plays alone."""

    number: int  # of the move in the record, the first is 1
    seat: Seat
    choices: int  # how many moves there were
    played: Told
    best: Told  # the one that looked best; the played one itself, if no other did better
    line: tuple[Told, ...]  # the best one, and how its turn would go on
    value: Estimate  # of the move that was played
    best_value: Estimate
    lost: Estimate  # by how much the best is better, in the same worlds; never below 0 but for chance
    gained: Estimate  # by how much the played one is better than what the reference hand plays, in the same worlds
    label: Label | None = None


class Luck(msgspec.Struct, frozen=True, kw_only=True):
    """The frame, for the first seat: start + draws + hidden + its skill - that of the second = result."""

    start: float
    draws: Estimate
    hidden: Estimate
    skill: tuple[Estimate, ...]  # of each seat
    result: float


class Valued(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="valued"):
    """A review by playouts."""

    version: str  # of the valuer
    game: str
    unit: Literal["share", "points"]
    seed: str
    playouts: int
    curve: tuple[Estimate, ...]  # the first seat's, with all cards known: before the first move and after each
    decisions: tuple[Decision, ...]  # where there was a choice, and the move was not taken back
    costliest: tuple[int, ...]  # the numbers of the moves that cost most, the dearest first
    luck: Luck


Review = Valued
