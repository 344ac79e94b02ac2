"""Bots that search: many deals that fit what they see, played on as long as the budget lasts."""

import math
import random
import time
from typing import Any, ClassVar

from septet.bots.bot import Budget
from septet.bots.engine import SEP, SEPMOSA, Engine
from septet.bots.sep import SepCautious, SoloGreedy
from septet.bots.sepmosa import SepmosaDenial
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
        self.budget = self.usual if budget is None or budget == Budget() else budget
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

    def begun(self, view: Any) -> Any:
        """A search of the compiled code, if that is ready."""
        raise NotImplementedError

    def think(self, search: Any) -> Move:
        """The move that looks best when the budget is used up."""
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
        move: Move = search.found()[0][0]
        return move

    def playouts(self) -> int:
        limits = [limit for limit in (self.budget.playouts, self.most) if limit is not None]
        return min(limits) if limits else 1 << 60


class SepSearcher(Searcher):
    """A tree of moves, for the chance to win."""

    engine = SEP
    usual = Budget(playouts=6_000)
    knobs: ClassVar[dict[str, Any]] = {"curiosity": 0.5, "horizon": 8, "depth": 60, "spend": 50}
    plain: ClassVar[type[Random]] = SepCautious

    def begun(self, view: Any) -> Any:
        if not self.engine.ready:
            return None
        state = self.game.guess(view, self.rng)
        return self.engine.module.Search(state, self.prizes(view), self.rng.getrandbits(64), **self.knobs)

    def prizes(self, view: Any) -> Any:
        """What the results of a round are worth; two players play for the game."""
        return None


class SoloSearcher(SepSearcher):
    """Looks for the move with the most points to be expected; in a match, with the best chance to win it."""

    usual = Budget(playouts=3_000)
    knobs: ClassVar[dict[str, Any]] = {"curiosity": 0.5, "depth": 60, "spend": 10}
    plain = SoloGreedy
    to_win: ClassVar[bool] = True

    def prizes(self, view: Any) -> Any:
        return self.engine.module.prizes(view.options, view.points, self.to_win)


class SoloCollector(SoloSearcher):
    """Looks for points only, whatever a match still needs."""

    to_win = False


class SepmosaSearcher(Searcher):
    """A race of moves, each tried in the same imagined worlds, for the chance to win."""

    engine = SEPMOSA
    usual = Budget(playouts=20_000)
    knobs: ClassVar[dict[str, Any]] = {
        "horizon": 5,
        "price": 3,
        "shift_below": 3,
        "keep": (0.3, 0.3, 0.3),
        "scale": 1.33,
        "doubt": 3.0,
        "warm": 12,
        "blind": 1,
    }
    plain: ClassVar[type[Random]] = SepmosaDenial
    search: Any

    def moves(self, view: Any) -> tuple[Any, ...]:
        """What may be done, which the compiled code knows sooner."""
        self.started = time.perf_counter()
        self.search = None
        if view.seat != view.mover or view.ending or not self.engine.ready:
            return super().moves(view)
        state = self.game.guess(view, self.rng)
        self.search = self.engine.module.Search(view, state, self.rng.getrandbits(64), **self.knobs)
        found: tuple[Any, ...] = self.search.moves()
        return found

    def begun(self, view: Any) -> Any:
        return self.search
