"""What there is in a game of ChipSet: hands, the deck, and the answers to the question are hidden."""

from typing import Any

from septet.games.game import Seat
from septet.games.setgame.cards import Cards
from septet.games.setgame.state import NOBODY, Seats, Shown

Counts = tuple[int, ...]


class ChipShown(Shown[Any]):
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
    marks: tuple[tuple[Cards, ...], ...] = ()  # the sets that count, and before that those that players have found
    dealt: Counts = ()  # how often each seat has dealt
    all_phases: int = 0
    exposures: int = 0
    splits: int = 0

    @property
    def pot(self) -> int:
        return sum(self.paid) + self.carried

    @property
    def highest(self) -> int:
        return max(self.staked)

    def owes(self, seat: Seat) -> int:
        return self.highest - self.staked[seat]


class ChipState(ChipShown):
    seed: bytes = b""
    deck: Cards = ()  # the last card is the next one
    hands: tuple[Cards, ...] = ()
    exposing: Seats = NOBODY


class ChipView(ChipShown, frozen=True):  # type: ignore[misc]  # only a view is frozen
    seat: Seat | None = None
    deck_left: int = 0
    hand: Cards = ()
    exposes: bool | None = None  # has this seat answered that it will show?
