"""The four levels of each game, from a gentle novice to an expert. A level is a bot with a character."""

from typing import Any, ClassVar

from septet.bots.bot import Plan
from septet.bots.search import SepmosaSearcher, SepSearcher, SoloSearcher
from septet.bots.sep import SepCautious, SepGreedy, SoloGreedy
from septet.bots.sepmosa import SepmosaDenial
from septet.bots.simple import Greedy, Random
from septet.games.game import Move
from septet.games.sep.moves import Discard, Pass
from septet.games.sepmosa.moves import SetAside


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

    def choose(self, view: Any, moves: tuple[Any, ...]) -> Move:
        if self.rng.random() < self.slips:
            useful = tuple(move for move in moves if not isinstance(move, Pass | Discard | SetAside))
            return Random.choose(self, view, useful or moves)
        return super().choose(view, moves)


class SepNovice(Unhurried, Absent, SepGreedy):
    slips = 0.45


class SepCasual(Unhurried, Absent, SepCautious):
    slips = 0.12


class SepStrong(Unhurried, SepSearcher):
    most = 300


class SepExpert(Unhurried, SepSearcher):
    pass


class SepmosaNovice(Unhurried, Absent, Greedy):
    slips = 0.4


class SepmosaCasual(Unhurried, Absent, SepmosaDenial):
    slips = 0.12


class SepmosaStrong(Unhurried, SepmosaSearcher):
    most = 200


class SepmosaExpert(Unhurried, SepmosaSearcher):
    pass


class SoloNovice(Unhurried, Absent, SoloGreedy):
    slips = 0.3


class SoloCasual(Unhurried, SoloGreedy):
    pass


class SoloStrong(Unhurried, SoloSearcher):
    most = 40


class SoloExpert(Unhurried, SoloSearcher):
    pass
