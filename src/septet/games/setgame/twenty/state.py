"""What there is in a game of 20/20: the pile is hidden, and by a house rule the hands."""

from typing import Any

from septet.games.game import Seat
from septet.games.setgame.cards import Cards
from septet.games.setgame.state import NOBODY, Seats, Shown

Ages = tuple[int, ...]


class TwentyShown(Shown[Any]):
    """Hands are open, or (a house rule) backs in the order in which they were drawn."""

    lock: Seat | None = None
    picked: Cards = ()
    cooling: Seats = NOBODY
    frozen: Seats = NOBODY  # nobody ever is
    drawing: Seats = NOBODY  # who has just drawn a card
    flags: Seats = NOBODY  # who votes for a new table
    backs: tuple[Cards, ...] = ()  # each hand as all see it; an unknown card is ""
    ages: tuple[Ages, ...] = ()  # after how many shuffles each card of a hand was drawn
    buried: tuple[tuple[str, int], ...] = ()  # cards that all saw being shuffled into the pile, and when
    burials: int = 0
    discards: Cards = ()
    claims: int = 0  # sets with own cards
    table_sets: int = 0  # sets of the table alone
    draws: int = 0
    refreshes: int = 0


class TwentyState(TwentyShown):
    seed: bytes = b""
    deck: Cards = ()  # the pile; the last card is the next one
    hands: tuple[Cards, ...] = ()


class TwentyView(TwentyShown, frozen=True):  # type: ignore[misc]  # only a view is frozen
    seat: Seat | None = None
    deck_left: int = 0
    hand: Cards = ()
