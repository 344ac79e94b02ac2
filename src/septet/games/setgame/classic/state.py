"""What there is in a game of SET; only the deck is hidden."""

from typing import TYPE_CHECKING, Any

from septet.games.game import Seat
from septet.games.setgame.cards import Cards
from septet.games.setgame.classic.options import ClassicOptions, deals_agreed
from septet.games.setgame.lock import Lock
from septet.games.setgame.open_table import OpenState
from septet.games.setgame.options import deals_in
from septet.games.setgame.state import NOBODY, Counts, Seats, Shown
from septet.games.setgame.votes import Votes

if TYPE_CHECKING:
    Told = ClassicOptions
else:
    Told = Any  # msgspec reads no union of structs: `view_from` says which of them it is


class SetState(OpenState[ClassicOptions]):
    calling: Lock = Lock()
    won: tuple[Cards, ...] = ()
    faults: Counts = ()
    bonus: Counts = ()
    sets: Counts = ()  # of all deals, for ties
    all_faults: Counts = ()


class SetView(Shown[Told], frozen=True):  # type: ignore[misc]  # only a view is frozen
    """What all see of a game of SET; only the deck is hidden."""

    lock: Seat | None = None  # who has called
    picked: Cards = ()
    cooling: Seats = NOBODY
    excused: Seats = NOBODY
    frozen: Seats = NOBODY
    flags: Seats = NOBODY  # who says that there is no set
    looks: Counts = ()
    resting: bool = False
    won: tuple[Cards, ...] = ()
    faults: Counts = ()
    bonus: Counts = ()
    sets: Counts = ()
    all_faults: Counts = ()
    left: Counts = ()
    additions: int = 0
    largest: int = 0
    seat: Seat | None = None
    deck_left: int = 0

    @property
    def calling(self) -> Lock:
        return Lock(self.lock, self.picked, self.cooling, self.excused, self.frozen)

    @property
    def voting(self) -> Votes:
        return Votes(self.flags, self.looks, self.resting)


Seen = SetState | SetView  # what both have, the rules may look at


def forget_deal(state: SetState) -> None:
    """Nobody has called or won anything yet."""
    nothing = (0,) * state.seats
    state.calling = Lock()
    state.won, state.faults, state.bonus = ((),) * state.seats, nothing, nothing


def deals(seen: Seen) -> int:
    """Each seat deals once, or as often as was agreed; whoever joins later changes nothing in that."""
    return deals_in(deals_agreed(seen.options), seen.seats - seen.joined)
