"""What there is in a game of CoopSet; only the deck is hidden."""

from typing import Any

from septet.games.game import Seat
from septet.games.setgame.cards import Cards
from septet.games.setgame.state import Shown


class CoopShown(Shown[Any]):
    marks: tuple[Cards, ...] = ()
    proposed: Cards = ()  # a set that somebody wants to mark
    proposer: Seat | None = None
    proposals: int = 0
    warned: tuple[Cards, ...] | None = None  # the marks with which a commit left a set
    points: int = 0
    taken: Cards = ()
    layouts: tuple[int, ...] = ()  # the sets that each layout gave
    extras: int = 0
    rating: str = ""  # what the total is called, at the end


class CoopState(CoopShown):
    seed: bytes = b""
    deck: Cards = ()  # the last card is the next one


class CoopView(CoopShown, frozen=True):  # type: ignore[misc]  # only a view is frozen
    seat: Seat | None = None
    deck_left: int = 0
