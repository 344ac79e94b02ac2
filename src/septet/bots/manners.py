"""Mixed into bots that people play with: they take their time, and the weaker ones do not always look."""

from typing import Any, ClassVar

from septet.bots.bot import Plan
from septet.bots.simple import Random
from septet.games.game import Move


class Unhurried(Random):
    """Mixed into a bot: it asks to move when a person would, a glance for the only move, longer for a choice."""

    def see(self, view: Any, now_ms: int) -> Plan | None:
        plan = super().see(view, now_ms)
        if plan is None:
            return None
        least, most = (600, 1_500) if self.free else (250, 500)
        return Plan(plan.move, self.rng.randint(least, most))

    def choose(self, view: Any, moves: tuple[Any, ...]) -> Move:
        self.free = len(moves) > 1
        return super().choose(view, moves)


class Absent(Random):
    """Mixed into a bot: now and then it does not look, and makes any move that is not a pass."""

    slips: ClassVar[float]
    idle: ClassVar[tuple[type[Move], ...]]  # the moves that are a pass

    def choose(self, view: Any, moves: tuple[Any, ...]) -> Move:
        if self.rng.random() < self.slips:
            useful = tuple(move for move in moves if not isinstance(move, self.idle))
            return Random.choose(self, view, useful or moves)
        return super().choose(view, moves)
