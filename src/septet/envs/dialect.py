"""How a game is spoken of in other libraries: seats in turn, actions as numbers, what is seen as a row and as text.

All that an agent is shown, and what it may do, is made from its view: a dialect has no other door to a state, but for
the oracle, which somebody has to ask for.
"""

from abc import ABC, abstractmethod
from typing import Any, ClassVar

import msgspec

from septet.bots.layouts import Row, RowLayout
from septet.envs.needing import options_of
from septet.games import GAMES
from septet.games.game import Game, Move, Seat

LONGEST = 5_000  # moves of a game, if its rules set no limit
_TEXT = msgspec.json.Encoder(order="deterministic")


class Dialect(ABC):
    """A game with its options, as environments speak of it."""

    name: ClassVar[str]
    actions: int  # how many numbers an action may have
    layout: RowLayout
    oracle_layout: RowLayout
    longest: int = LONGEST

    def __init__(self, options: str = "", seats: int | None = None, game: Game[Any, Any, Any] | None = None) -> None:
        self.game = game or GAMES[self.name]
        self.options = options_of(self.game, options)
        self.seats = self.game.seats.start if seats is None else seats
        if self.seats not in self.game.seats:
            raise ValueError(f"{self.name} is for {self.game.seats.start} to {self.game.seats.stop - 1} players")

    def deal(self, seed: bytes) -> Any:
        return self.settled(self.game.deal(self.options, self.seats, seed))

    def mover(self, state: Any) -> Seat | None:
        """Whose turn it is; of several who answer at once, one after the other in the order of the seats."""
        if self.over(state):
            return None
        return min(self.game.to_move(state))

    def over(self, state: Any) -> bool:
        return self.game.outcome(state) is not None

    def play(self, state: Any, seat: Seat, move: Move) -> Any:
        """The state after a move, and after all that follows without anybody's choice."""
        return self.settled(self.game.apply(state, seat, move))

    def settled(self, state: Any) -> Any:
        while forced := self.forced(state):
            state = self.game.apply(state, *forced)
        return state

    def forced(self, state: Any) -> tuple[Seat | None, Move] | None:
        """What has to happen next whatever anybody wants, if something has."""
        return None

    def view(self, state: Any, seat: Seat) -> Any:
        return self.game.view(state, seat)

    @abstractmethod
    def moves(self, view: Any) -> dict[int, Move]:
        """The legal moves of whoever looks, by the numbers of their actions, in the order of these."""

    @abstractmethod
    def row(self, view: Any) -> Row:
        """What is seen, in `layout`."""

    @abstractmethod
    def oracle(self, state: Any, seat: Seat) -> Row:
        """What is not, in `oracle_layout`."""

    def text(self, view: Any) -> str:
        """What is seen, as text: the view as JSON, its keys in a fixed order."""
        return _TEXT.encode(view).decode()

    def say(self, number: int) -> str:
        """An action in words, as far as its number says what it is."""
        return str(number)

    def results(self, state: Any) -> tuple[float, ...]:
        """What each seat gets at the end; nothing before. A win is 1, a loss -1."""
        ended = self.game.outcome(state)
        if ended is None:
            return (0.0,) * self.seats
        first, second = ended.places
        return float(second - first), float(first - second)

    def gained(self, before: Any, after: Any) -> tuple[float, ...]:
        """What each seat gets for a move."""
        return self.results(after)
