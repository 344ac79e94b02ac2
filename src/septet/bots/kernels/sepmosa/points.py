"""What a move of SEPMOSA makes and scores, compiled: read it beside `points` of `games/sepmosa`."""

import numpy as np

from septet.bots.kernels import Int, Record, inner, within
from septet.bots.kernels.bits import size_of
from septet.bots.kernels.sepmosa.mosaic import kind_at, lay, lift
from septet.bots.kernels.sepmosa.planes import (
    column_line,
    cut_off,
    from_place,
    gap_after,
    gap_before,
    is_linked,
    islands_beside,
    line_across,
    line_down,
    reach,
    row_with_joker,
)
from septet.bots.kernels.sepmosa.tables import (
    A_ROW,
    ACROSS,
    AMONG,
    ANY_ACTION,
    ANY_LOST,
    BLOCKS,
    COLOUR,
    COLOUR_PLANE,
    CUT,
    DOWN_A_COLUMN,
    FLOATING,
    MATCHING,
    NO_SCORE,
    ORDINAL,
    OWN,
    REACHED,
    ROW_OF,
    THE_JOKER,
)
from septet.games.sepmosa.points import MOST, MOST_FLOATING, THREE


@within
def series(state: Record, colour: Int, place: Int) -> Int:
    """Three or more tiles of one colour in a row or in a column score their number, in both directions."""
    return pays_across(state, colour, place) + pays_down(state, colour, place)


@within
def pays_across(state: Record, colour: Int, place: Int) -> Int:
    block, row = place >> 6, ROW_OF[place & 63]
    at = ACROSS + (place & 63) - ACROSS * row
    line = line_across(state, COLOUR_PLANE + colour, block, row)
    before, after = gap_before(line, at), gap_after(line, at)
    if after - before <= THREE:
        return 0
    if state.options.joker_break:
        return pays(state, at - before - 1, after - at - 1)
    line &= ~row_with_joker(block, row)
    return pays(state, between(line, before, at), between(line, at, after))


@within
def pays_down(state: Record, colour: Int, place: Int) -> Int:
    block, row = place >> 6, ROW_OF[place & 63]
    across, at = (place & 63) - ACROSS * row, row + 1
    line = line_down(state, COLOUR_PLANE + colour, block, across)
    before, after = gap_before(line, at), gap_after(line, at)
    if after - before <= THREE:
        return 0
    if state.options.joker_break:
        return pays(state, at - before - 1, after - at - 1)
    line &= ~column_line(THE_JOKER[block], across)
    return pays(state, between(line, before, at), between(line, at, after))


@within
def between(line: Int, one: Int, other: Int) -> Int:
    """How many of a line lie between two places of it."""
    return size_of((line >> (one + 1)) & ((np.int64(1) << (other - one - 1)) - 1))


@within
def pays(state: Record, before: Int, after: Int) -> Int:
    """What a tile scores that stands between two stretches of its colour, of these lengths."""
    if before + after < THREE - 1:
        return 0
    if state.options.join == ORDINAL:  # by its place behind the longer of the stretches that it joins
        return max(THREE, before + 1, after + 1)
    return before + after + 1


@within
def place_tile(state: Record, work: Record, place: Int, kind: Int) -> Int:
    """A placed tile scores its series and the floating tiles that it ties back."""
    points = series(state, COLOUR[kind], place)
    lay(state, place, kind)
    tied = 0
    if state.floats:
        tied = tie_back(state, work, place)
    return min(MOST, points + tied)


@inner
def tie_back(state: Record, work: Record, place: Int) -> Int:
    """Anchor the floating tiles that hang together with this place; how many these are."""
    reach(state, work)
    tied = islands_beside(state, work, place)
    if tied:
        state.floats -= tied
        for block in range(np.int64(work.first), np.int64(work.last) + 1):
            state.planes[FLOATING, block] ^= work.planes[REACHED, block]
    return tied


@inner
def shift_tile(state: Record, work: Record, place: Int, to: Int) -> Int:
    """A moved tile scores like a placed one; what the move itself cut off and ties back again scores nothing."""
    options, kind = state.options, kind_at(state, place)
    colour = COLOUR[kind]
    reach(state, work)
    if options.relay == NO_SCORE:
        note_series(state, work, colour, place)
    lift(state, place, kind)
    cut = 0 if is_linked(state, place) else cut_off(state, work)
    points = 0
    if options.relay != NO_SCORE or not relayed(state, work, colour, to, False):
        points += pays_across(state, colour, to)
    if options.relay != NO_SCORE or not relayed(state, work, colour, to, True):
        points += pays_down(state, colour, to)
    lay(state, to, kind)
    if cut:
        again = cut_tied_back(work, to)
        cut -= again
        points += again if options.lost12 == ANY_LOST else 0
    if state.floats:
        points += tie_back(state, work, to)
    if cut:
        set_adrift(state, work, cut)
    if options.float_bonus == ANY_ACTION:
        points += min(cut, MOST_FLOATING)
    return min(MOST, points)


@inner
def cut_tied_back(work: Record, place: Int) -> Int:
    """Of what has just been cut off, leave out what a tile on this place ties back at once; how many these are."""
    for block in range(np.int64(work.first) - 1, np.int64(work.last) + 2):
        work.planes[AMONG, block] &= ~work.planes[REACHED, block]
    again = from_place(work, place)
    for block in range(np.int64(work.first), np.int64(work.last) + 1):
        work.planes[CUT, block] &= ~work.planes[REACHED, block]
    return again


@inner
def set_adrift(state: Record, work: Record, cut: Int) -> None:
    """What has been cut off floats like the rest."""
    state.floats += cut
    for block in range(np.int64(work.first), np.int64(work.last) + 1):
        state.planes[FLOATING, block] |= work.planes[CUT, block]


@inner
def begins_to_float(state: Record, work: Record) -> Int:
    """A point for each tile that begins to float, four at most."""
    reach(state, work)
    cut = cut_off(state, work)
    if cut:
        set_adrift(state, work, cut)
    return min(cut, MOST_FLOATING)


# -- as a house rule, no points for a series that a moved tile stood in ------------------------------------------------


@inner
def stretch_across(state: Record, work: Record, colour: Int, place: Int, plane: Int) -> None:
    """Add the stretch of this colour on both sides of a place, in its row, to a plane."""
    block, row = place >> 6, ROW_OF[place & 63]
    at = ACROSS + (place & 63) - ACROSS * row
    line = line_across(state, COLOUR_PLANE + colour, block, row)
    before, after = gap_before(line, at), gap_after(line, at)
    line &= ((np.int64(1) << after) - 1) & ~((np.int64(1) << (before + 1)) - 1) & ~(np.int64(1) << at)
    for number in range(3):
        work.planes[plane, block + number - 1] |= ((line >> (ACROSS * number)) & A_ROW) << (ACROSS * row)


@inner
def stretch_down(state: Record, work: Record, colour: Int, place: Int, plane: Int) -> None:
    block, row = place >> 6, ROW_OF[place & 63]
    across, at = (place & 63) - ACROSS * row, row + 1
    line = line_down(state, COLOUR_PLANE + colour, block, across)
    for number in range(gap_before(line, at) + 1, gap_after(line, at)):
        if number != at:
            work.planes[plane, block] |= DOWN_A_COLUMN[number] << across


@inner
def note_series(state: Record, work: Record, colour: Int, place: Int) -> None:
    """Write down what a tile stands in a series with, before it is moved."""
    for block in range(BLOCKS):
        work.planes[OWN, block] = THE_JOKER[block]
    stretch_across(state, work, colour, place, OWN)
    stretch_down(state, work, colour, place, OWN)


@inner
def relayed(state: Record, work: Record, colour: Int, place: Int, down: Int) -> bool:
    """Would a moved tile stand in this line only with tiles that it stood in a series with before?"""
    for block in range(BLOCKS):
        work.planes[MATCHING, block] = 0
    if down:
        stretch_down(state, work, colour, place, MATCHING)
    else:
        stretch_across(state, work, colour, place, MATCHING)
    for block in range(BLOCKS):
        if work.planes[MATCHING, block] & ~work.planes[OWN, block]:
            return False
    return True
