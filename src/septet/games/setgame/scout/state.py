"""What there is in a game of Scout: the deck is hidden, and the two cards that a scout has in mind."""

from typing import Any

from septet.games.game import Seat
from septet.games.setgame.cards import Cards
from septet.games.setgame.state import NOBODY, Seats, Shown

Counts = tuple[int, ...]


class ScoutShown(Shown[Any]):
    flags: Seats = NOBODY  # who says that there is no set
    looks: Counts = ()
    resting: bool = False
    scout: Seat | None = None
    pointed: str = ""  # the scout's card
    tried: tuple[Cards, ...] = ()  # what wrong seconds have pointed at in this round
    barred: Seats = NOBODY
    given_up: Seats = NOBODY
    frozen: Seats = NOBODY
    won: tuple[Cards, ...] = ()
    debts: Counts = ()
    sunk: Cards = ()  # cards that all saw being put under the deck, the lowest first
    left: Counts = ()  # the cards that each finished deal left over
    additions: int = 0
    largest: int = 0
    outcomes: str = ""  # of all rounds, a letter each; g: given up, w: a wrong scout


class ScoutState(ScoutShown):
    seed: bytes = b""
    deck: Cards = ()  # the last card is the next one
    commit: Cards = ()

    @property
    def deck_left(self) -> int:
        return len(self.deck)


class ScoutView(ScoutShown, frozen=True):  # type: ignore[misc]  # only a view is frozen
    seat: Seat | None = None
    deck_left: int = 0
    commit: Cards = ()  # the scout's own
