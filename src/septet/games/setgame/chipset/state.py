"""What there is in a game of ChipSet: hands, the deck, and the answers to the question are hidden."""

from septet.games.game import Seat
from septet.games.setgame.cards import Cards
from septet.games.setgame.chipset.options import ChipOptions
from septet.games.setgame.state import NOBODY, Counts, HasDeck, Seats, Shown

Marks = tuple[Cards, ...]
HAND = 2


class ChipState(HasDeck[ChipOptions]):
    hands: tuple[Cards, ...] = ()
    exposing: Seats = NOBODY  # who has answered that they will show
    stacks: Counts = ()
    paid: Counts = ()  # into the pot of this hand
    staked: Counts = ()  # in this phase of betting
    carried: int = 0  # from hands that nobody won
    live: Seats = NOBODY  # dealt in, and not folded
    bust: Seats = NOBODY
    mover: Seat = 0
    spoken: Seats = NOBODY
    raises: Counts = ()  # in this phase
    phases: int = 0  # of betting, in this hand
    turns: int = 0
    answered: Seats = NOBODY
    backs: tuple[Cards, ...] = ()  # the hands that were shown
    marks: tuple[Marks, ...] = ()  # the sets that count, and before that those that players have found
    dealt: Counts = ()  # how often each seat has dealt
    all_phases: int = 0
    exposures: int = 0
    splits: int = 0


class ChipView(Shown[ChipOptions], frozen=True):  # type: ignore[misc]  # only a view is frozen
    stacks: Counts = ()
    paid: Counts = ()
    staked: Counts = ()
    carried: int = 0
    live: Seats = NOBODY
    bust: Seats = NOBODY
    mover: Seat = 0
    spoken: Seats = NOBODY
    raises: Counts = ()
    phases: int = 0
    turns: int = 0
    answered: Seats = NOBODY
    backs: tuple[Cards, ...] = ()
    marks: tuple[Marks, ...] = ()
    dealt: Counts = ()
    all_phases: int = 0
    exposures: int = 0
    splits: int = 0
    seat: Seat | None = None
    deck_left: int = 0
    hand: Cards = ()
    exposes: bool | None = None  # has this seat answered that it will show?


Seen = ChipState | ChipView  # what both have, the rules may look at
