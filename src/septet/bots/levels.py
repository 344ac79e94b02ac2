"""The four levels of each game, from a gentle novice to an expert. A level is a bot with a character."""

from typing import Any, ClassVar

from septet.bots.search import SepSearcher, SoloSearcher
from septet.bots.sep import SepCautious, SepGreedy, SoloGreedy
from septet.bots.simple import Random
from septet.games.game import Move
from septet.games.sep.moves import Discard, Pass


class Absent(Random):
    """Mixed into a bot: now and then it does not look, and makes any move that is not a pass."""

    slips: ClassVar[float]

    def choose(self, view: Any, moves: tuple[Any, ...]) -> Move:
        if self.rng.random() < self.slips:
            useful = tuple(move for move in moves if not isinstance(move, Pass | Discard))
            return Random.choose(self, view, useful or moves)
        return super().choose(view, moves)


class SepNovice(Absent, SepGreedy):
    slips = 0.45


class SepCasual(Absent, SepCautious):
    slips = 0.12


class SepStrong(SepSearcher):
    most = 300


class SepExpert(SepSearcher):
    pass


class SoloNovice(Absent, SoloGreedy):
    slips = 0.3


class SoloCasual(SoloGreedy):
    pass


class SoloStrong(SoloSearcher):
    most = 40


class SoloExpert(SoloSearcher):
    pass
