"""Games of self-play on the processor that are written down apart, each by its own stream of chance, as a card does."""

from typing import Any

import numpy as np

from septet.bots.kernels.chance import new_chance
from septet.bots.kernels.sep import records, selfplay
from septet.bots.kernels.sep.learnt import room_for
from septet.lab.curricula import CURRICULA, SPEND, Written, houses_of

Array = Any


def written_apart(game: str, net: Any, noise: float, words: Array, longest: int) -> Written:
    """A game from each of the words."""
    course, each = CURRICULA[game], len(words)
    found = np.zeros(each, np.int32)
    rows, results = np.zeros((each, longest, course.signs), np.float32), np.zeros((each, longest), np.float32)
    written = Written(words.copy(), rows, results, found)
    houses, prizes = houses_of(game, records, course.houses), np.linspace(0, 1, max(2, course.results))
    there = np.zeros(1, records.STATE), houses, net, room_for(net)
    selfplay.self_play_each(*written, *there, noise, SPEND[game], prizes, new_chance(1))
    return written
