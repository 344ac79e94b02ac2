"""Bots of SEP and SEP solo that search a tree of moves."""

from typing import Any, ClassVar

from septet.bots.bot import Budget
from septet.bots.engine import SEP
from septet.bots.search import Searcher
from septet.bots.sep.simple import SepCautious, SoloGreedy
from septet.bots.simple import Random


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


class SepJudged(SepSearcher):
    """The same tree, and playouts of one turn that end with what a net says which has learnt from its own games; under
    rules that the net has never played, the other search."""

    usual = Budget(playouts=6_000)
    alone: ClassVar[Budget] = SepSearcher.usual  # without the net
    judging: ClassVar[dict[str, Any]] = {"curiosity": 0.25, "horizon": 8, "depth": 60, "spend": 50, "beyond": 1}

    def begun(self, view: Any) -> Any:
        if not self.engine.ready:
            return None
        learnt = self.engine.module.judge(self.game.name, view.options) if self.trusts(view.options) else None
        if learnt is None:
            self.by_search_alone(self.alone)
            return super().begun(view)
        state, word = self.game.guess(view, self.rng), self.rng.getrandbits(64)
        return self.engine.module.JudgedSearch(learnt, state, self.prizes(view), word, **self.judging)

    def trusts(self, options: Any) -> bool:
        """Shall the net judge under these rules, if it knows them?"""
        return True


class SoloJudged(SepJudged, SoloSearcher):
    """Alone, for points or for the match: a tree whose leaves the net judges, without any playouts."""

    usual = Budget(playouts=1_500)
    alone = SoloSearcher.usual
    judging: ClassVar[dict[str, Any]] = {"curiosity": 0.05, "depth": 60, "spend": 10}


class SoloCollector(SoloSearcher):
    """Looks for points only, whatever a match still needs."""

    to_win = False
