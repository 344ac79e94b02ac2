"""How moves and positions of a game are written, and which positions there are."""

from abc import ABC, abstractmethod
from typing import Any, Generic

from septet.games.errors import BadText
from septet.games.game import Move, Own, Seat, State
from septet.games.places import Places


class Notation(ABC, Generic[State, Own]):
    """How moves and positions of a game are written: in pictures, in records that people read, at the terminal."""

    @abstractmethod
    def say(self, move: Own) -> str:
        """A move as text."""

    @abstractmethod
    def hear(self, words: str) -> Own:
        """A move from text; raises BadText."""

    @abstractmethod
    def parse(self, options: Any, lines: list[str]) -> State:
        """A position from the lines of a picture; raises BadText."""

    def begin(self, options: Any, lines: list[str], seed: bytes) -> State:
        """A position from a picture to be played from: what is not named comes as this seed has it; raises BadText."""
        return self.parse(options, lines)

    @abstractmethod
    def picture(self, state: State) -> list[str]:
        """The position as the lines of a picture."""

    def impossible(self, state: State) -> BadText | None:
        """Why no game comes to this position, if a rule tells: a picture may draw it, but nobody plays from it."""

    def places(self, options: Any, seats: int) -> Places:
        """What an editor offers: where things can lie in a picture, and all the pieces there are."""
        return Places()

    @abstractmethod
    def check(self, name: str, state: State) -> str:
        """What a check of this name sees in a position; raises BadText."""

    @abstractmethod
    def tally(self, state: State, seat: Seat) -> int:
        """What `+n` in a picture counts."""

    def lend(self, state: State, seat: Seat | None, move: Move) -> State:
        """The position for this move of a try: a seat whose hand is not drawn may hold what the move needs."""
        return state
