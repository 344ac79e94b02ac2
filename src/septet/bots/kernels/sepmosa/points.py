"""What a move of SEPMOSA makes and scores, compiled: read it beside `points` of `games/sepmosa`."""

import numpy as np

from septet.bots.kernels import Int, Record, inner
from septet.bots.kernels.sepmosa.mosaic import (
    DOWN,
    LEFT,
    RIGHT,
    UP,
    cut_off,
    lay,
    lift,
    onward,
    settle,
    side,
    stretch,
    stretch_end,
    tie_back,
)
from septet.bots.kernels.sepmosa.tables import ANY_ACTION, ANY_LOST, COLOUR, NO_SCORE, ORDINAL, STRIDE
from septet.games.sepmosa.points import MOST, MOST_FLOATING, THREE


@inner
def series(state: Record, colour: Int, place: Int) -> Int:
    """Three or more tiles of one colour in a row or in a column score their number, in both directions."""
    return pays(state, colour, place, LEFT, RIGHT) + pays(state, colour, place, UP, DOWN)


@inner
def pays(state: Record, colour: Int, place: Int, one: Int, other: Int) -> Int:
    before, after = stretch(state, colour, place, one), stretch(state, colour, place, other)
    if before + after < THREE - 1:
        return 0
    if state.options.join == ORDINAL:  # by its place behind the longer of the stretches that it joins
        return max(THREE, before + 1, after + 1)
    return before + after + 1


@inner
def relayed(state: Record, colour: Int, place: Int, one: Int, other: Int, left_behind: Record) -> bool:
    """Would a moved tile stand in this line only with tiles that it stood in a series with before?"""
    for step in (one, other):
        near = onward(state, place, step)
        while COLOUR[state.cells[near]] == colour:
            in_row = left_behind[0] <= near <= left_behind[1]
            in_column = near % STRIDE == left_behind[2] % STRIDE and left_behind[2] <= near <= left_behind[3]
            if not in_row and not in_column:
                return False
            near = onward(state, near, step)
    return True


@inner
def place_tile(state: Record, place: Int, kind: Int) -> Int:
    """A placed tile scores its series and the floating tiles that it ties back."""
    points = series(state, COLOUR[kind], place)
    lay(state, place, kind)
    tied = 0
    for number in range(4):
        name = state.floating[place + side(number)]
        if name:
            tied += tie_back(state, name)
    state.floats -= tied
    return min(MOST, points + tied)


@inner
def shift_tile(state: Record, work: Record, place: Int, to: Int) -> Int:
    """A moved tile scores like a placed one; what the move itself cut off and ties back again scores nothing."""
    options, kind = state.options, np.int64(state.cells[place])
    colour = COLOUR[kind]
    left, right = stretch_end(state, colour, place, LEFT), stretch_end(state, colour, place, RIGHT)
    top, bottom = stretch_end(state, colour, place, UP), stretch_end(state, colour, place, DOWN)
    lift(state, place)
    cut = cut_off(state, work)
    points = 0
    own = (left, right, top, bottom)
    if options.relay != NO_SCORE or not relayed(state, colour, to, LEFT, RIGHT, own):
        points += pays(state, colour, to, LEFT, RIGHT)
    if options.relay != NO_SCORE or not relayed(state, colour, to, UP, DOWN, own):
        points += pays(state, colour, to, UP, DOWN)
    lay(state, to, kind)
    for number in range(4):
        name = state.floating[to + side(number)]
        if name:
            tied = tie_back(state, name)
            cut -= tied if name < 0 else 0
            points += tied if name > 0 or options.lost12 == ANY_LOST else 0
    settle(state)
    if options.float_bonus == ANY_ACTION:
        points += min(cut, MOST_FLOATING)
    return min(MOST, points)


@inner
def begins_to_float(state: Record, work: Record) -> Int:
    """A point for each tile that begins to float, four at most."""
    cut = cut_off(state, work)
    settle(state)
    return min(cut, MOST_FLOATING)
