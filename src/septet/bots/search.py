"""Bots that search: many deals that fit what they see, played on as long as the budget lasts."""

import math
import random
import time
from typing import Any, ClassVar

from septet.bots.bot import Budget
from septet.bots.engine import Engine
from septet.bots.simple import Random
from septet.games.game import Game, Move, Seat

BATCH = 0.004  # seconds between two looks at the clock
FIRST_BATCH, LARGEST_BATCH = 32, 2_000  # playouts


def sized(rate: float, left: float) -> int:
    """How many playouts to look at before the clock is looked at again, at so many a second."""
    return max(1, min(LARGEST_BATCH, int(rate * min(BATCH, left))))


class Searcher(Random):
    """Looks for the move with the best chance to win."""

    engine: ClassVar[Engine]
    usual: ClassVar[Budget]
    most: ClassVar[int | None] = None  # playouts that this level never goes beyond, whatever its budget
    knobs: ClassVar[dict[str, Any]]
    plain: ClassVar[type[Random]]  # plays until the compiled code is ready

    def __init__(self, game: Game[Any, Any, Any], seat: Seat, rng: random.Random, budget: Budget | None = None) -> None:
        super().__init__(game, seat, rng)
        self.told = budget not in (None, Budget())
        self.budget = budget if budget and self.told else self.usual
        self.meanwhile = self.plain(game, seat, rng)
        self.started = 0.0
        self.engine.start()

    def moves(self, view: Any) -> tuple[Any, ...]:
        self.started = time.perf_counter()
        return super().moves(view)

    def choose(self, view: Any, moves: tuple[Any, ...]) -> Move:
        if len(moves) == 1:
            return super().choose(view, moves)
        search = self.begun(view)
        return self.meanwhile.choose(view, moves) if search is None else self.think(search)

    def ranked(self, view: Any) -> list[tuple[Any, int, float]]:
        """All moves, the best first: how often each was looked at, and its worth; never, if there is no choice, or
        nothing compiled to look with."""
        moves = self.moves(view)
        search = self.begun(view) if len(moves) > 1 else None
        if search is None:
            best = self.meanwhile.choose(view, moves) if moves else None
            return [(move, 0, 0.0) for move in sorted(moves, key=lambda move: move != best)]
        self.look(search)
        found: list[tuple[Any, int, float]] = search.found()
        return found

    def begun(self, view: Any) -> Any:
        """A search of the compiled code, if that is ready."""
        raise NotImplementedError

    def think(self, search: Any) -> Move:
        """The move that looks best when the budget is used up."""
        self.look(search)
        move: Move = search.found()[0][0]
        return move

    def look(self, search: Any) -> None:
        """Add playouts until the budget is used up."""
        until = self.started + self.budget.ms / 1000 if self.budget.ms is not None else math.inf
        left, batch = self.playouts(), FIRST_BATCH
        while left > 0:
            batch = min(batch, left)
            began = time.perf_counter()
            search.add(batch)
            now = time.perf_counter()
            left -= batch
            if now >= until:
                break
            batch = sized(batch / (now - began), until - now)

    def by_search_alone(self, usual: Budget) -> None:
        """No net knows these rules: whom nobody told how long to think looks at as many playouts as the one without."""
        if not self.told:
            self.budget = usual

    def playouts(self) -> int:
        limits = [limit for limit in (self.budget.playouts, self.most) if limit is not None]
        return min(limits) if limits else 1 << 60
