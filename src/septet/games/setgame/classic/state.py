"""What there is in a game of SET; only the deck is hidden."""

from typing import Any

from septet.games.game import Seat
from septet.games.setgame.cards import Cards
from septet.games.setgame.state import NOBODY, Seats, Shown

Counts = tuple[int, ...]  # one for each seat


class SetShown(Shown[Any]):
    """What all see of a game of SET; only the deck is hidden."""

    lock: Seat | None = None  # who has called
    picked: Cards = ()
    cooling: Seats = NOBODY
    excused: Seats = NOBODY  # whose last call ran out at no cost
    frozen: Seats = NOBODY
    flags: Seats = NOBODY  # who says that there is no set
    looks: Counts = ()  # how often a seat was still looking, on this table
    resting: bool = False  # after a wrong vote nobody votes for a while
    won: tuple[Cards, ...] = ()
    faults: Counts = ()
    bonus: Counts = ()
    sets: Counts = ()  # of all deals, for ties
    all_faults: Counts = ()
    left: Counts = ()  # the cards that each finished deal left over
    additions: int = 0
    largest: int = 0


class SetState(SetShown):
    seed: bytes = b""
    deck: Cards = ()  # the last card is the next one

    @property
    def deck_left(self) -> int:
        return len(self.deck)


class SetView(SetShown, frozen=True):  # type: ignore[misc]  # only a view is frozen
    seat: Seat | None = None
    deck_left: int = 0
