"""What may be done in SEPMOSA, compiled: read it beside `allowed` of `games/sepmosa`.

What may be done is found out as planes of cells, and counted; then all of it is written down, or one move is picked.
"""

import numpy as np

from septet.bots.kernels import Int, Record, inner, within
from septet.bots.kernels.bits import first_of, size_of
from septet.bots.kernels.sepmosa.mosaic import fitting, flip, forget, kind_at, narrow, open_up
from septet.bots.kernels.sepmosa.planes import BUT_LEFTMOST, count, cut_off, is_linked, nth, nth_of, reach, written
from septet.bots.kernels.sepmosa.tables import (
    A_ROW,
    ACROSS,
    ANY_ELEVEN,
    ANY_NUMBER,
    ANY_THIRTEEN,
    ANY_TWELVE,
    BIT,
    BOX8,
    CELL_OF,
    COLOUR,
    COLOUR_PLANE,
    CUT,
    ELEVEN,
    FIRST_KINDS,
    FIT,
    FLOATING,
    JOKER_BLOCK,
    NUMBER_KIND,
    ONTO,
    OPEN,
    PLACE_NUMBER,
    RIGHTMOST,
    ROW_OF,
    TARGET,
    THIRTEEN,
    TWELVE,
)
from septet.games.sepmosa.mosaic import ROW
from septet.games.sepmosa.moves import CELL_COUNT, REMOVE, REMOVE_THREE, SET_ASIDE, SHIFT

assert REMOVE_THREE == REMOVE + CELL_COUNT  # three planes in a row


@within
def held(rack: Record) -> Int:
    """The kinds of tiles on a rack, as bits."""
    kinds = np.int64(0)
    for number in range(rack.size):
        kinds |= np.int64(1) << rack.cards[number]
    return kinds


@within
def look(state: Record, work: Record, kinds: Int) -> Int:
    """Find out where the number tiles of these kinds may be placed; in how many ways."""
    reach(state, work)
    open_up(state, work)
    asked, found = 0, 0
    rest = kinds & ANY_NUMBER
    while rest:
        kind = first_of(rest)
        rest &= rest - 1
        size = fitting(state, work, kind, FIT + asked)
        work.kinds[asked], work.counts[FIT + asked] = kind, size
        found += size
        asked += 1
    work.asked = asked
    return found


@within
def usable(state: Record, work: Record, kinds: Int, action: Int, targets: Int) -> None:
    """The anchored tiles of the colours of which an action tile of this sort is among these kinds."""
    for block in range(np.int64(work.first), np.int64(work.last) + 1):
        work.planes[targets, block] = 0
    rest = (kinds >> action) & FIRST_KINDS
    while rest:
        plane = COLOUR_PLANE + COLOUR[first_of(rest)]
        rest &= rest - 1
        for block in range(np.int64(work.first), np.int64(work.last) + 1):
            work.planes[targets, block] |= state.planes[plane, block] & ~state.planes[FLOATING, block]


@inner
def survey(state: Record, work: Record, kinds: Int) -> Int:
    """Find out all that can be done with these tiles but putting one aside; how much."""
    found = look(state, work, kinds)
    work.counts[TARGET], work.counts[TARGET + 1], work.counts[TARGET + 2] = 0, 0, 0
    work.lift_count = 0
    if kinds & ANY_ELEVEN:
        usable(state, work, kinds, ELEVEN, TARGET)
        work.counts[TARGET] = count(work, TARGET)
        found += work.counts[TARGET]
    if kinds & ANY_THIRTEEN:
        found += threes(state, work, kinds)
    if kinds & ANY_TWELVE:
        found += shifts(state, work, kinds)
    return found


@within
def threes(state: Record, work: Record, kinds: Int) -> Int:
    """Where three neighbouring tiles of one colour begin, to the right and downwards, that a 13 may take off."""
    for block in range(np.int64(work.first), np.int64(work.last) + 1):
        work.planes[TARGET + 1, block], work.planes[TARGET + 2, block] = 0, 0
    rows, columns = 0, 0
    rest = (kinds >> THIRTEEN) & FIRST_KINDS
    while rest:
        plane = COLOUR_PLANE + COLOUR[first_of(rest)]
        rest &= rest - 1
        for block in range(np.int64(work.first), np.int64(work.last) + 1):
            here, right = state.planes[plane, block], state.planes[plane, block + 1]
            second = ((here & BUT_LEFTMOST) >> 1) | ((right << (ACROSS - 1)) & RIGHTMOST)
            third = ((second & BUT_LEFTMOST) >> 1) | (((right >> 1) << (ACROSS - 1)) & RIGHTMOST)
            here &= ~state.planes[FLOATING, block]
            across, down = here & second & third, here & (here >> ACROSS) & (here >> (2 * ACROSS))
            work.planes[TARGET + 1, block] |= across
            work.planes[TARGET + 2, block] |= down
            rows += size_of(across)
            columns += size_of(down)
    work.counts[TARGET + 1], work.counts[TARGET + 2] = rows, columns
    return rows + columns


@inner
def shifts(state: Record, work: Record, kinds: Int) -> Int:
    """A 12 lifts a tile and puts it down by the rules of placement, on another cell; in how many ways."""
    found = 0
    usable(state, work, kinds, TWELVE, ONTO)
    lifts = written(work, ONTO)
    for number in range(lifts):
        work.lifts[number] = work.places[number]
    for number in range(lifts):
        place = np.int64(work.lifts[number])
        size = fitting_lifted(state, work, place, kind_at(state, place), ONTO + number)
        work.counts[ONTO + number] = size
        found += size
    work.lift_count = lifts
    return found


@within
def fitting_lifted(state: Record, work: Record, place: Int, kind: Int, fits: Int) -> Int:
    """Write down where a tile of the mosaic may be moved to; on how many cells."""
    cut = lift_to_see(state, work, place, kind)
    open_up(state, work)
    work.planes[OPEN, place >> 6] &= ~(np.int64(1) << (place & 63))
    work.free &= work.planes[OPEN, JOKER_BLOCK]
    size = fitting(state, work, kind, fits)
    put_back(state, work, place, kind, cut)
    return size


@within
def lift_to_see(state: Record, work: Record, place: Int, kind: Int) -> Int:
    """Lift a tile for a while; how many tiles that cuts off."""
    flip(state, place, kind)
    row = ROW_OF[place & 63]
    if state.rows[row] == ROW:
        state.full ^= np.int64(A_ROW) << (ACROSS * row)
    work.once, work.twice, work.aligned = state.once, state.twice, state.aligned
    forget(state, kind)
    if state.options.width == BOX8:
        narrow(state)
    if is_linked(state, place):
        return 0
    cut = cut_off(state, work)
    if cut:
        state.floats += cut
        for block in range(np.int64(work.first), np.int64(work.last) + 1):
            state.planes[FLOATING, block] |= work.planes[CUT, block]
    return cut


@within
def put_back(state: Record, work: Record, place: Int, kind: Int, cut: Int) -> None:
    """The lifted tile lies again where it lay, and nothing is cut off."""
    flip(state, place, kind)
    row = ROW_OF[place & 63]
    if state.rows[row] == ROW:
        state.full ^= np.int64(A_ROW) << (ACROSS * row)
    state.once, state.twice, state.aligned = work.once, work.twice, work.aligned
    if state.options.width == BOX8:
        narrow(state)
    if cut:
        state.floats -= cut
        for block in range(np.int64(work.first), np.int64(work.last) + 1):
            state.planes[FLOATING, block] ^= work.planes[CUT, block]


@inner
def write(work: Record, aside: Int) -> Int:
    """Write down what was found, in the order of numbers, and these kinds of tiles to be put aside; how much."""
    found = 0
    for asked in range(work.asked):
        if work.counts[FIT + asked]:
            found = write_plane(work, FIT + asked, PLACE_NUMBER[work.kinds[asked]], found)
    for number in range(3):
        if work.counts[TARGET + number]:
            found = write_plane(work, TARGET + number, REMOVE + number * CELL_COUNT, found)
    while aside:
        work.moves[found] = SET_ASIDE + first_of(aside)
        found += 1
        aside &= aside - 1
    for number in range(work.lift_count):
        if work.counts[ONTO + number]:
            found = write_plane(work, ONTO + number, SHIFT + CELL_OF[work.lifts[number]] * CELL_COUNT, found)
    return found


@inner
def write_plane(work: Record, plane: Int, base: Int, found: Int) -> Int:
    """Write down a move for each cell of a plane; how many moves there are by then."""
    for number in range(written(work, plane)):
        work.moves[found] = base + CELL_OF[work.places[number]]
        found += 1
    return found


@within
def pick(work: Record, aside: Int, number: Int) -> Int:
    """The move that would be written down at this place."""
    for asked in range(work.asked):
        if number < work.counts[FIT + asked]:
            return PLACE_NUMBER[work.kinds[asked]] + CELL_OF[nth(work, FIT + asked, number)]
        number -= work.counts[FIT + asked]
    for line in range(3):
        if number < work.counts[TARGET + line]:
            return REMOVE + line * CELL_COUNT + CELL_OF[nth(work, TARGET + line, number)]
        number -= work.counts[TARGET + line]
    if number < size_of(aside):
        return SET_ASIDE + nth_of(aside, number)
    number -= size_of(aside)
    lift = 0
    while number >= work.counts[ONTO + lift]:
        number -= work.counts[ONTO + lift]
        lift += 1
    return SHIFT + CELL_OF[work.lifts[lift]] * CELL_COUNT + CELL_OF[nth(work, ONTO + lift, number)]


@inner
def dead(state: Record, work: Record) -> bool:
    """Nothing is anchored, and no kind of which a tile is off the table could stand beside the joker: for ever."""
    if state.floats < state.tiles:
        return False
    reach(state, work)
    open_up(state, work)
    for number in range(NUMBER_KIND.size):
        kind = NUMBER_KIND[number]
        if state.twice & BIT[kind] == 0 and fitting(state, work, kind, FIT):
            return False
    return True
