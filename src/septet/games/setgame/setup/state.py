"""What there is in a game of SetUp: the hands and the draw pile are hidden."""

from septet.games.game import Seat
from septet.games.setgame.cards import Cards
from septet.games.setgame.setup.options import SetupOptions
from septet.games.setgame.state import NOBODY, Counts, HasDeck, Seats, Shown

HAND = 4


class SetupState(HasDeck[SetupOptions]):
    """The table is the row of cards in the order in which they were played."""

    hands: tuple[Cards, ...] = ()
    mover: Seat = 0
    player: Seat | None = None  # who played the last card, while it may be challenged
    window: bool = False  # the next player must leave the others time to look
    closing: bool = False  # the last card lies there
    barred: Seats = NOBODY
    taken: tuple[Cards, ...] = ()
    fines: Counts = ()
    plays: int = 0
    pick_ups: Counts = ()  # how many cards each pick-up had, of all deals


class SetupView(Shown[SetupOptions], frozen=True):  # type: ignore[misc]  # only a view is frozen
    """What one seat sees: its own hand, and how many cards the others have."""

    mover: Seat = 0
    player: Seat | None = None
    window: bool = False
    closing: bool = False
    barred: Seats = NOBODY
    sizes: Counts = ()  # of the hands
    taken: tuple[Cards, ...] = ()
    fines: Counts = ()
    plays: int = 0
    pick_ups: Counts = ()
    seat: Seat | None = None
    deck_left: int = 0
    hand: Cards = ()


Seen = SetupState | SetupView  # what both have, the rules may look at
