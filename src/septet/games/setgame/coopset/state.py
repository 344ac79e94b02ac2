"""What there is in a game of CoopSet; only the deck is hidden."""

from septet.games.game import Seat
from septet.games.setgame.cards import Cards
from septet.games.setgame.coopset.options import CoopOptions
from septet.games.setgame.state import Counts, HasDeck, Shown


class CoopState(HasDeck[CoopOptions]):
    marks: tuple[Cards, ...] = ()
    proposed: Cards = ()  # a set that somebody wants to mark
    proposer: Seat | None = None
    proposals: int = 0
    warned: tuple[Cards, ...] | None = None  # the marks with which a commit left a set
    points: int = 0
    taken: Cards = ()
    layouts: Counts = ()  # the sets that each layout gave
    extras: int = 0
    rating: str = ""  # what the total is called, at the end


class CoopView(Shown[CoopOptions], frozen=True):  # type: ignore[misc]  # only a view is frozen
    marks: tuple[Cards, ...] = ()
    proposed: Cards = ()
    proposer: Seat | None = None
    proposals: int = 0
    warned: tuple[Cards, ...] | None = None
    points: int = 0
    taken: Cards = ()
    layouts: Counts = ()
    extras: int = 0
    rating: str = ""
    seat: Seat | None = None
    deck_left: int = 0


Seen = CoopState | CoopView  # what both have, the rules may look at
