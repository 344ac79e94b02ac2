"""What there is in a game of SetUp: the hands and the draw pile are hidden."""

from septet.games.game import Seat
from septet.games.setgame.cards import Cards
from septet.games.setgame.state import NOBODY, Seats, Shown


class SetupShown(Shown):
    """The table is the row of cards in the order in which they were played."""

    mover: Seat = 0
    player: Seat | None = None  # who played the last card, while it may be challenged
    window: bool = False  # the next player must leave the others time to look
    closing: bool = False  # the last card lies there
    barred: Seats = NOBODY
    sizes: tuple[int, ...] = ()  # of the hands
    taken: tuple[Cards, ...] = ()
    fines: tuple[int, ...] = ()
    plays: int = 0
    pick_ups: tuple[int, ...] = ()  # how many cards each pick-up had, of all deals


class SetupState(SetupShown):
    seed: bytes = b""
    deck: Cards = ()  # the last card is the next one
    hands: tuple[Cards, ...] = ()


class SetupView(SetupShown, frozen=True):  # type: ignore[misc]  # only a view is frozen
    seat: Seat | None = None
    deck_left: int = 0
    hand: Cards = ()
