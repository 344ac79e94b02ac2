"""What there is in a game of 20/20: the pile is hidden, and by a house rule the hands."""

from septet.games.game import Seat
from septet.games.setgame.cards import Cards
from septet.games.setgame.lock import Lock
from septet.games.setgame.state import NOBODY, Counts, HasDeck, Seats, Shown
from septet.games.setgame.twenty.options import TwentyOptions
from septet.games.setgame.votes import Votes

OWN, MOST = 6, 9  # cards that each is dealt, and may have


class TwentyState(HasDeck[TwentyOptions]):
    """Hands are open, or (a house rule) backs in the order in which they were drawn."""

    calling: Lock = Lock()
    voting: Votes = Votes()  # for a new table
    drawing: Seats = NOBODY  # who has just drawn a card
    hands: tuple[Cards, ...] = ()
    backs: tuple[Cards, ...] = ()  # each hand as all see it; an unknown card is ""
    ages: tuple[Counts, ...] = ()  # after how many shuffles each card of a hand was drawn
    buried: tuple[tuple[str, int], ...] = ()  # cards that all saw being shuffled into the pile, and when
    burials: int = 0
    discards: Cards = ()
    claims: int = 0  # sets with own cards
    table_sets: int = 0  # sets of the table alone
    draws: int = 0
    refreshes: int = 0


class TwentyView(Shown[TwentyOptions], frozen=True):  # type: ignore[misc]  # only a view is frozen
    """Hands are open, or (a house rule) backs in the order in which they were drawn."""

    lock: Seat | None = None
    picked: Cards = ()
    cooling: Seats = NOBODY
    frozen: Seats = NOBODY  # nobody ever is
    drawing: Seats = NOBODY
    flags: Seats = NOBODY
    backs: tuple[Cards, ...] = ()
    ages: tuple[Counts, ...] = ()
    buried: tuple[tuple[str, int], ...] = ()
    burials: int = 0
    discards: Cards = ()
    claims: int = 0
    table_sets: int = 0
    draws: int = 0
    refreshes: int = 0
    seat: Seat | None = None
    deck_left: int = 0
    hand: Cards = ()

    @property
    def calling(self) -> Lock:
        return Lock(self.lock, self.picked, self.cooling)

    @property
    def voting(self) -> Votes:
        return Votes(self.flags)


Seen = TwentyState | TwentyView  # what both have, the rules may look at
