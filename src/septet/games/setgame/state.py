"""What every game of the SET family has on its table, and what has just happened there."""

from typing import Any

import msgspec

from septet.games.game import Seat
from septet.games.setgame.cards import NONE, Cards

Seats = frozenset[Seat]
NOBODY: Seats = frozenset()


class Event(msgspec.Struct, frozen=True):
    """Something that has just happened, as all may know it."""

    what: str
    seat: Seat | None = None
    cards: Cards = ()
    number: int = 0
    features: tuple[str, ...] = ()  # those that fail, of three cards that are not a set


class Shown(msgspec.Struct):
    """What everybody sees: the common part of the states and the views."""

    options: Any
    seats: int = 0
    phase: str = "open"
    slots: Cards = ()  # the table; an empty slot is ""
    rev: int = 0
    dealer: Seat = 0
    deal: int = 0
    totals: tuple[int, ...] = ()  # of the deals that are over
    ready: Seats = NOBODY  # for the next deal
    gone: Seats = NOBODY  # away from the table
    joining: Seats = NOBODY  # at the table from the next deal on
    joined: int = 0  # how many seats, the last ones, were not there at the start
    out: Cards = ()  # out of play, face up
    tries: int = 0  # claims and the like that the table has answered
    shuffles: int = 0
    ending: str = ""
    last: tuple[Event, ...] = ()

    @property
    def table(self) -> Cards:
        """The cards on the table, without the empty slots."""
        return tuple([card for card in self.slots if card]) if NONE in self.slots else self.slots

    @property
    def active(self) -> Seats:
        """Who is at the table."""
        return frozenset(range(self.seats)) - self.gone - self.joining


class HasDeck(Shown):
    """A state; the games add what they hide besides."""

    seed: bytes = b""
    deck: Cards = ()  # the last card is the next one
