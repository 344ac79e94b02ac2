"""Where a training plays its games and learns from them: on the processor, or all of it on a graphics card.

On a card a thread plays a game, in rows of its own, and the net, its gradients and the rows never leave the card's
memory. Both play by the same functions; only how chance is shared out differs, so that each has a net of its own.
"""

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from septet.bots.kernels.chance import new_chance
from septet.bots.kernels.nets import Net
from septet.lab.curricula import Curriculum, Written
from septet.lab.gradients import PER_BATCH, Steps, error_of, learn_from

Array = Any
HELD_BACK = 0.1  # of the positions of a round are not learnt from, and tell the error
MOST_PER_BATCH = 8_192  # on a card, and a hundredth of the positions at most: else it would wait more than learn
MOST_TOGETHER = 1 << 17  # games that a card plays at once


class Learner(Protocol):
    """Plays the games of a round, and learns from them."""

    def net(self) -> Net:
        """The weights as they are now, in the processor's memory."""
        ...

    def steps(self) -> Steps: ...

    def play(self, noise: float, word: int) -> int:
        """Play on from where chance stands; where it stands then."""
        ...

    def error(self) -> float:
        """The mean surprise about the games that are held back."""
        ...

    def learn(self, rate: float, order: np.random.Generator) -> None: ...


class ProcessorLearner:
    """One core, and as many positions as were asked for."""

    def __init__(self, course: Curriculum, net: Net, steps: Steps, positions: int) -> None:
        self.course, self._net, self._steps = course, net, steps
        self.rows = np.zeros((positions, course.signs), np.float32)
        self.results = np.zeros(positions, np.float32)
        self.found = 0

    def net(self) -> Net:
        return self._net

    def steps(self) -> Steps:
        return self._steps

    @property
    def back(self) -> int:
        return max(1, round(HELD_BACK * self.found))

    def play(self, noise: float, word: int) -> int:
        chance = new_chance(word)
        self.found = self.course.play(self._net, noise, self.rows, self.results, chance)
        return int(chance["word"])

    def error(self) -> float:
        return error_of(self._net, self.rows[: self.back], self.results[: self.back])

    def learn(self, rate: float, order: np.random.Generator) -> None:
        some = slice(self.back, self.found)
        places = order.permutation(self.found - self.back)
        learn_from(self._net, self._steps, self.rows[some], self.results[some], places, rate=rate, per_batch=PER_BATCH)


class CardLearner:
    """As many games at once as are likely to bring the positions that were asked for."""

    def __init__(self, course: Curriculum, net: Net, steps: Steps, positions: int) -> None:
        from septet.bots.kernels import card

        self.card, self.cupy = card, card.arrays()
        assert course.on_card, "this game is learnt on the processor only"
        self.there = course.on_card()
        self._net = Net(*map(self.cupy.asarray, net))
        self._steps = Steps([self.cupy.asarray(a) for a in steps.means], [self.cupy.asarray(a) for a in steps.squares])
        self._steps.made = steps.made
        self.games = games = min(MOST_TOGETHER, max(1, -(-positions // self.there.usual)))
        batches = -(-positions // (games * self.there.usual))  # of games, one after the other
        shape = batches * games, self.there.longest
        self.written = Written(
            self.cupy.zeros(shape[0], np.uint64),
            self.cupy.zeros((*shape, course.signs), np.float32),
            self.cupy.zeros(shape, np.float32),
            self.cupy.zeros(shape[0], np.int32),
        )
        self.places: Array = None
        self.per_batch = min(MOST_PER_BATCH, max(PER_BATCH, positions // 100))

    def net(self) -> Net:
        return Net(*map(self.card.on_host, self._net))

    def steps(self) -> Steps:
        kept = self._steps
        return Steps(list(map(self.card.on_host, kept.means)), list(map(self.card.on_host, kept.squares)), kept.made)

    def play(self, noise: float, word: int) -> int:
        rng = np.random.Generator(np.random.PCG64(word))
        words, found = self.written.words, self.written.found
        words[:] = self.cupy.asarray(rng.integers(1, 1 << 63, len(words)).astype(np.uint64))
        net = Net(*map(self.card.shown, self._net))
        for start in range(0, len(words), self.games):
            self.there.play(self.written.some(slice(start, start + self.games)), net, noise)
        told = self.cupy.arange(self.there.longest)[None] < found[:, None]
        self.places = self.cupy.flatnonzero(told)
        return int(rng.integers(1, 1 << 62))

    def flat(self) -> tuple[Array, Array, int]:
        """All rows and results one after the other, and how many of the positions are held back."""
        rows = self.written.rows.reshape(-1, self.written.rows.shape[-1])
        return rows, self.written.results.reshape(-1), max(1, round(HELD_BACK * len(self.places)))

    def error(self) -> float:
        rows, results, back = self.flat()
        total = 0.0
        for at in range(0, back, 1 << 20):
            some = self.places[at : min(back, at + (1 << 20))]
            total += len(some) * float(error_of(self._net, rows[some], results[some]))
        return total / back

    def learn(self, rate: float, order: np.random.Generator) -> None:
        rows, results, back = self.flat()
        mixed = self.cupy.asarray(order.permutation(len(self.places) - back))
        places = self.places[back:][mixed]
        learn_from(self._net, self._steps, rows, results, places, rate=rate, per_batch=self.per_batch)


LEARNERS: dict[str, Callable[[Curriculum, Net, Steps, int], Learner]] = {"cpu": ProcessorLearner, "cuda": CardLearner}
