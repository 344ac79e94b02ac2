"""What there is in a game of Scout: the deck is hidden, and the two cards that a scout has in mind."""

from septet.games.game import Seat
from septet.games.setgame.cards import Cards
from septet.games.setgame.open_table import OpenState
from septet.games.setgame.scout.options import ScoutOptions
from septet.games.setgame.state import NOBODY, Counts, Seats, Shown
from septet.games.setgame.votes import Votes


class ScoutState(OpenState[ScoutOptions]):
    scout: Seat | None = None
    pointed: str = ""  # the scout's card
    commit: Cards = ()  # the other two that the scout has in mind
    tried: tuple[Cards, ...] = ()  # what wrong seconds have pointed at in this round
    barred: Seats = NOBODY
    given_up: Seats = NOBODY
    frozen: Seats = NOBODY
    won: tuple[Cards, ...] = ()
    debts: Counts = ()
    sunk: Cards = ()  # cards that all saw being put under the deck, the lowest first
    outcomes: str = ""  # of all rounds, a letter each

    def draw(self, count: int) -> Cards:
        """When all others are drawn, the cards under the deck come up again."""
        drawn = super().draw(count)
        self.sunk = self.sunk[: len(self.deck)]
        return drawn


class ScoutView(Shown[ScoutOptions], frozen=True):  # type: ignore[misc]  # only a view is frozen
    """What one seat sees: all but the deck and, unless it scouts, what the scout has in mind."""

    flags: Seats = NOBODY  # who says that there is no set
    looks: Counts = ()
    resting: bool = False
    scout: Seat | None = None
    pointed: str = ""
    tried: tuple[Cards, ...] = ()
    barred: Seats = NOBODY
    given_up: Seats = NOBODY
    frozen: Seats = NOBODY
    won: tuple[Cards, ...] = ()
    debts: Counts = ()
    sunk: Cards = ()
    left: Counts = ()
    additions: int = 0
    largest: int = 0
    outcomes: str = ""
    seat: Seat | None = None
    deck_left: int = 0
    commit: Cards = ()  # the scout's own

    @property
    def voting(self) -> Votes:
        return Votes(self.flags, self.looks, self.resting)


Seen = ScoutState | ScoutView  # what both have, the rules may look at
