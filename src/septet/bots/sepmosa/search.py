"""A bot of SEPMOSA that lets moves race each other."""

import time
from typing import Any, ClassVar

from septet.bots.bot import Budget
from septet.bots.engine import SEPMOSA
from septet.bots.search import Searcher
from septet.bots.sepmosa.denial import SepmosaDenial
from septet.bots.simple import Random


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
        self.search = self.race(view, state, self.rng.getrandbits(64))
        found: tuple[Any, ...] = self.search.moves()
        return found

    def race(self, view: Any, state: Any, word: int) -> Any:
        return self.engine.module.Search(view, state, word, **self.knobs)

    def begun(self, view: Any) -> Any:
        return self.search


class SepmosaJudged(SepmosaSearcher):
    """A race in which half of the say is a net's that has learnt from its own games; under rules that the net has never
    played, the other race."""

    usual = Budget(playouts=10_000)

    def race(self, view: Any, state: Any, word: int) -> Any:
        learnt = self.engine.module.judge(view.options)
        if learnt is None:
            self.by_search_alone(SepmosaSearcher.usual)
            return super().race(view, state, word)
        return self.engine.module.JudgedRace(learnt, view, state, word, **self.knobs)
