"""Bots that search: many deals that fit what they see, played on in a tree of moves, as long as the budget lasts."""

import math
import random
import time
from typing import Any, ClassVar

from septet.bots.bot import Budget
from septet.bots.engine import SEP, Engine
from septet.bots.sep import SepCautious, SoloGreedy
from septet.bots.simple import Random
from septet.games.game import Game, Move, Seat
from septet.games.sep.view import View

BATCH = 0.004  # seconds between two looks at the clock
FIRST_BATCH, LARGEST_BATCH = 32, 2_000  # playouts


def sized(rate: float, left: float) -> int:
    """How many playouts to look at before the clock is looked at again, at so many a second."""
    return max(1, min(LARGEST_BATCH, int(rate * min(BATCH, left))))


class SepSearcher(Random):
    """Looks for the move with the best chance to win."""

    engine: ClassVar[Engine] = SEP
    usual: ClassVar[Budget] = Budget(playouts=6_000)
    most: ClassVar[int | None] = None  # playouts that this level never goes beyond, whatever its budget
    knobs: ClassVar[dict[str, float]] = {"curiosity": 0.5, "horizon": 8, "depth": 60, "spend": 50}
    plain: ClassVar[type[Random]] = SepCautious  # plays until the compiled code is ready

    def __init__(self, game: Game[Any, Any, Any], seat: Seat, rng: random.Random, budget: Budget | None = None) -> None:
        super().__init__(game, seat, rng)
        self.budget = self.usual if budget is None or budget == Budget() else budget
        self.meanwhile = self.plain(game, seat, rng)
        self.engine.start()

    def choose(self, view: View, moves: tuple[Any, ...]) -> Move:
        started = time.perf_counter()
        if len(moves) == 1:
            return super().choose(view, moves)
        if not self.engine.ready:
            return self.meanwhile.choose(view, moves)
        return self.think(view, started)

    def think(self, view: View, started: float) -> Move:
        """The move that was looked at most when the budget is used up."""
        state = self.game.guess(view, self.rng)
        search = self.engine.module.Search(state, self.prizes(view), self.rng.getrandbits(64), **self.knobs)
        until = started + self.budget.ms / 1000 if self.budget.ms is not None else math.inf
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
        move: Move = search.found()[0][0]
        return move

    def playouts(self) -> int:
        limits = [limit for limit in (self.budget.playouts, self.most) if limit is not None]
        return min(limits) if limits else 1 << 60

    def prizes(self, view: View) -> Any:
        """What the results of a round are worth; two players play for the game."""
        return None


class SoloSearcher(SepSearcher):
    """Looks for the move with the most points to be expected; in a match, with the best chance to win it."""

    usual = Budget(playouts=3_000)
    knobs: ClassVar[dict[str, float]] = {"curiosity": 0.5, "depth": 60, "spend": 10}
    plain = SoloGreedy
    to_win: ClassVar[bool] = True

    def prizes(self, view: View) -> Any:
        return self.engine.module.prizes(view.options, view.points, self.to_win)


class SoloCollector(SoloSearcher):
    """Looks for points only, whatever a match still needs."""

    to_win = False
