"""Bots that search: many deals that fit what they see, played on in a tree of moves, as long as the budget lasts."""

import random
import time
from typing import Any, ClassVar

from septet.bots.bot import Budget, Mind, Plan
from septet.bots.engine import SEP, Engine
from septet.bots.sep import SepCautious, SoloGreedy
from septet.games.game import Game, Move, Seat
from septet.games.sep.view import View

BATCH_MS = 4.0  # between two looks at the clock
FIRST_BATCH = 32  # playouts, to see how fast they are
LARGEST_BATCH = 2_000


class SepSearcher:
    """Looks for the move with the best chance to win."""

    engine: ClassVar[Engine] = SEP
    usual: ClassVar[Budget] = Budget(playouts=6_000)
    most: ClassVar[int | None] = None  # playouts that this level never goes beyond, whatever its budget
    knobs: ClassVar[dict[str, float]] = {"curiosity": 0.5, "horizon": 8, "depth": 60, "fear": 0, "spend": 50}

    def __init__(self, game: Game[Any, Any, Any], seat: Seat, rng: random.Random, budget: Budget | None = None) -> None:
        self.game = game
        self.rng = rng
        self.budget = self.usual if budget is None or budget == Budget() else budget
        self.plain = self.plain_player(game, seat, rng)
        self.engine.start()

    def plain_player(self, game: Game[Any, Any, Any], seat: Seat, rng: random.Random) -> Mind:
        """Who plays until the compiled code is ready."""
        return SepCautious(game, seat, rng)

    def see(self, view: View) -> Plan | None:
        started = time.perf_counter()
        moves = self.game.legal(view)
        if len(moves) < 2:
            return Plan(moves[0]) if moves else None
        if not self.engine.ready:
            return self.plain.see(view)
        return Plan(self.think(view, started))

    def think(self, view: View, started: float) -> Move:
        """The move that was looked at most when the budget is used up."""
        state = self.game.guess(view, self.rng)
        search = self.engine.module.Search(state, self.prizes(view), self.rng.getrandbits(64), **self.knobs)
        left = self.playouts()
        until = started + self.budget.ms / 1000 if self.budget.ms is not None else None
        batch = FIRST_BATCH
        while left > 0:
            now = time.perf_counter()
            batch = min(batch, left)
            search.add(batch)
            left -= batch
            then = time.perf_counter()
            if until is not None:
                remaining = (until - then) * 1000
                if remaining <= 0:
                    break
                batch = max(1, int(batch / max(then - now, 1e-6) * min(BATCH_MS, remaining) / 1000))
            batch = min(max(batch, 1), LARGEST_BATCH) if until is not None else LARGEST_BATCH
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
    to_win: ClassVar[bool] = True

    def plain_player(self, game: Game[Any, Any, Any], seat: Seat, rng: random.Random) -> Mind:
        return SoloGreedy(game, seat, rng)

    def prizes(self, view: View) -> Any:
        return self.engine.module.prizes(view.options, view.points, self.to_win)


class SoloCollector(SoloSearcher):
    """Looks for points only, whatever a match still needs."""

    to_win = False
