"""What the games of a study have in common: their columns, and what is counted alike in all of them."""

import numpy as np

from septet.bots.kernels import Int, Record, inner

RANDOM, GREEDY = range(2)
POLICIES = ("random", "greedy")  # the bots that a twin can play for
FIRST, ENDING, SCORES, COMEBACK, DECIDED, MATTERS = 0, 1, 2, 4, 5, 6
FIGURES = 7  # columns that all games have; their own come after these
LONGEST = 1 << 19  # moves of a game that is looked back on
SURE = 0.8


@inner
def came_back(leads: Record, made: Int, lead: Int, behind: Int) -> bool:
    """Was the winner so far behind in the middle of the game? The leads are the first seat's after every move."""
    half = np.int64(leads[(made - 1) // 2])
    return half <= -behind if lead > 0 else lead < 0 and half >= behind


@inner
def same_pile(one: Record, other: Record) -> bool:
    if one.size != other.size:
        return False
    for place in range(one.size):
        if one.cards[place] != other.cards[place]:
            return False
    return True
