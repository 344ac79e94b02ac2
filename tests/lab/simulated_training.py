"""A training on a simulated graphics card beside the processor: `python -m tests.lab.simulated_training sep 24`.

It is a program of its own, as Numba reads NUMBA_ENABLE_CUDASIM when it is imported.
"""

import sys

import numpy as np

from septet.bots.kernels import card
from septet.lab.curricula import CURRICULA
from septet.lab.gradients import error_of, new_net, no_steps
from septet.lab.learners import CardLearner
from septet.lab.training import NOISE
from tests.lab.each_game import written_apart


def main(game: str, games: int) -> None:
    course = CURRICULA[game]
    net = new_net(course.signs, (16, 8), course.results, np.random.default_rng(1))
    there = CardLearner(course, net, no_steps(net), 60 * games)
    for noise in (course.quick, NOISE):
        there.play(noise, 7)
        words = np.random.Generator(np.random.PCG64(7)).integers(1, 1 << 63, games).astype(np.uint64)
        here = written_apart(game, net, noise, words, there.written.rows.shape[1])
        for name in ("words", "found"):
            assert (card.on_host(getattr(there.written, name)) == getattr(here, name)).all(), name
        for name in ("rows", "results"):  # what lies beyond a game's last row is nobody's
            ours, theirs = getattr(here, name), getattr(there.written, name)
            assert all((theirs[at, :last] == ours[at, :last]).all() for at, last in enumerate(here.found)), name
        assert here.found.min() > 0 and here.found.max() < there.written.rows.shape[1]
    before = there.error()
    rows, results, back = there.flat()
    held, places = there.places[:back], there.places[back:]
    told = [error_of(there.net(), rows[some], results[some]) for some in (held, places)]
    assert abs(before - told[0]) < 1e-5
    for number in range(30):
        there.learn(1e-3, np.random.default_rng(number))
    assert error_of(there.net(), rows[places], results[places]) < told[1] - 0.005
    assert there.steps().made == 30 * (len(places) // there.per_batch)
    sys.stdout.write(f"{games} games of {game} are learnt from alike\n")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
