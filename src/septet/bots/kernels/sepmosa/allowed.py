"""What may be done in SEPMOSA, compiled: read it beside `allowed` of `games/sepmosa`.

What may be done is found out as planes of cells, and counted; then all of it is written down, or one move is picked.
"""

import numpy as np

from septet.bots.kernels import Int, Record, inner
from septet.bots.kernels.bits import first_of, size_of
from septet.bots.kernels.sepmosa.mosaic import fitting, flip, kind_at, narrow, open_up
from septet.bots.kernels.sepmosa.planes import count, cut_off, is_linked, nth, reach, written
from septet.bots.kernels.sepmosa.tables import (
    A_COLOUR,
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
    ELEVEN,
    LEFTMOST,
    NUMBER_KIND,
    PLACE_NUMBER,
    RIGHTMOST,
    ROW_OF,
    THIRTEEN,
    TWELVE,
    VALUE,
    WHOLE,
)
from septet.games.sepmosa.mosaic import ROW
from septet.games.sepmosa.moves import CELL_COUNT, REMOVE, REMOVE_THREE, SET_ASIDE, SHIFT
from septet.games.sepmosa.tiles import COPIES

assert REMOVE_THREE == REMOVE + CELL_COUNT  # three planes in a row


@inner
def held(rack: Record) -> Int:
    """The kinds of tiles on a rack, as bits."""
    kinds = np.int64(0)
    for number in range(rack.size):
        kinds |= np.int64(1) << rack.cards[number]
    return kinds


@inner
def look(state: Record, work: Record, kinds: Int) -> Int:
    """Find out where the number tiles of these kinds may be placed; in how many ways."""
    reach(state, work)
    open_up(state, work)
    asked, found = 0, 0
    rest = kinds & ANY_NUMBER
    while rest:
        kind = first_of(rest)
        rest &= rest - 1
        work.kinds[asked] = kind
        work.counts[asked] = fitting(state, work, kind, work.fits[asked])
        found += work.counts[asked]
        asked += 1
    work.asked = asked
    return found


@inner
def usable(state: Record, work: Record, kinds: Int, action: Int, targets: Record) -> None:
    """The anchored tiles of the colours of which an action tile of this sort is among these kinds."""
    for block in range(work.first - 1, work.last + 2):
        targets[block] = 0
    for colour in range(4):
        if kinds & BIT[colour * A_COLOUR + action]:
            for block in range(work.first, work.last + 1):
                targets[block] |= state.colours[colour, block] & ~state.floating[block]


@inner
def survey(state: Record, work: Record, kinds: Int) -> Int:
    """Find out all that can be done with these tiles but putting one aside; how much."""
    found = look(state, work, kinds)
    for number in range(3):
        work.target_counts[number] = 0
    work.lift_count = 0
    if kinds & ANY_ELEVEN:
        usable(state, work, kinds, ELEVEN, work.targets[0])
        work.target_counts[0] = count(work.targets[0], work)
        found += work.target_counts[0]
    if kinds & ANY_THIRTEEN:
        found += threes(state, work, kinds)
    if kinds & ANY_TWELVE:
        found += shifts(state, work, kinds)
    return found


@inner
def threes(state: Record, work: Record, kinds: Int) -> Int:
    """Where three neighbouring tiles of one colour begin, to the right and downwards, that a 13 may take off."""
    across, down = work.targets[1], work.targets[2]
    for block in range(work.first, work.last + 1):
        across[block], down[block] = 0, 0
    for colour in range(4):
        if kinds & BIT[colour * A_COLOUR + THIRTEEN]:
            plane = state.colours[colour]
            for block in range(work.first, work.last + 1):
                here, right = plane[block], plane[block + 1]
                anchored = here & ~state.floating[block]
                second = ((here & (WHOLE ^ LEFTMOST)) >> 1) | ((right << (ACROSS - 1)) & RIGHTMOST)
                after = (right >> 1) & LEFTMOST
                third = ((second & (WHOLE ^ LEFTMOST)) >> 1) | (after << (ACROSS - 1))
                across[block] |= anchored & second & third
                down[block] |= anchored & (here >> ACROSS) & (here >> (2 * ACROSS))
    work.target_counts[1], work.target_counts[2] = count(across, work), count(down, work)
    return work.target_counts[1] + work.target_counts[2]


@inner
def shifts(state: Record, work: Record, kinds: Int) -> Int:
    """A 12 lifts a tile and puts it down by the rules of placement, on another cell; in how many ways."""
    found, targets = 0, work.onto[0]
    usable(state, work, kinds, TWELVE, targets)
    lifts = written(targets, work)
    for number in range(lifts):
        work.lifts[number] = work.places[number]
    for number in range(lifts):
        place = np.int64(work.lifts[number])
        kind = kind_at(state, place)
        fitting_lifted(state, work, place, kind, work.onto[number])
        work.onto_counts[number] = count(work.onto[number], work)
        found += work.onto_counts[number]
    work.lift_count = lifts
    return found


@inner
def fitting_lifted(state: Record, work: Record, place: Int, kind: Int, fits: Record) -> None:
    """Write down where a tile of the mosaic may be moved to."""
    cut = lift_to_see(state, work, place, kind)
    open_up(state, work)
    fitting(state, work, kind, fits)
    fits[place >> 6] &= ~(np.int64(1) << (place & 63))
    put_back(state, work, place, kind, cut)


@inner
def lift_to_see(state: Record, work: Record, place: Int, kind: Int) -> Int:
    """Lift a tile for a while; how many tiles that cuts off."""
    flip(state, place, kind)
    row = ROW_OF[place & 63]
    if state.rows[row] == ROW:
        state.full ^= np.int64(A_ROW) << (ACROSS * row)
    work.aligned = state.aligned
    state.aligned &= ~BIT[kind]
    if state.options.width == BOX8:
        narrow(state)
    if is_linked(state, place >> 6, place & 63):
        return 0
    cut = cut_off(state, work)
    if cut:
        state.floats += cut
        for block in range(work.first, work.last + 1):
            state.floating[block] |= work.cut[block]
    return cut


@inner
def put_back(state: Record, work: Record, place: Int, kind: Int, cut: Int) -> None:
    """The lifted tile lies again where it lay, and nothing is cut off."""
    flip(state, place, kind)
    row = ROW_OF[place & 63]
    if state.rows[row] == ROW:
        state.full ^= np.int64(A_ROW) << (ACROSS * row)
    state.aligned = work.aligned
    if state.options.width == BOX8:
        narrow(state)
    if cut:
        state.floats -= cut
        for block in range(work.first, work.last + 1):
            state.floating[block] ^= work.cut[block]


@inner
def write(work: Record, aside: Int) -> Int:
    """Write down what was found, in the order of numbers, and these kinds of tiles to be put aside; how much."""
    found, moves = 0, work.moves
    for asked in range(work.asked):
        if work.counts[asked]:
            found = write_plane(work, work.fits[asked], PLACE_NUMBER[work.kinds[asked]], found)
    for number in range(3):
        if work.target_counts[number]:
            found = write_plane(work, work.targets[number], REMOVE + number * CELL_COUNT, found)
    while aside:
        moves[found] = SET_ASIDE + first_of(aside)
        found += 1
        aside &= aside - 1
    for number in range(work.lift_count):
        if work.onto_counts[number]:
            found = write_plane(work, work.onto[number], SHIFT + CELL_OF[work.lifts[number]] * CELL_COUNT, found)
    return found


@inner
def write_plane(work: Record, plane: Record, base: Int, found: Int) -> Int:
    """Write down a move for each cell of a plane; how many moves there are by then."""
    for number in range(written(plane, work)):
        work.moves[found] = base + CELL_OF[work.places[number]]
        found += 1
    return found


@inner
def pick(work: Record, aside: Int, number: Int) -> Int:
    """The move that would be written down at this place."""
    for asked in range(work.asked):
        if number < work.counts[asked]:
            return PLACE_NUMBER[work.kinds[asked]] + CELL_OF[nth(work.fits[asked], work, number)]
        number -= work.counts[asked]
    for line in range(3):
        if number < work.target_counts[line]:
            return REMOVE + line * CELL_COUNT + CELL_OF[nth(work.targets[line], work, number)]
        number -= work.target_counts[line]
    while aside:
        if number == 0:
            return SET_ASIDE + first_of(aside)
        number -= 1
        aside &= aside - 1
    lift = 0
    while number >= work.onto_counts[lift]:
        number -= work.onto_counts[lift]
        lift += 1
    return SHIFT + CELL_OF[work.lifts[lift]] * CELL_COUNT + CELL_OF[nth(work.onto[lift], work, number)]


@inner
def dead(state: Record, work: Record) -> bool:
    """Nothing is anchored, and no kind of which a tile is off the table could stand beside the joker: for ever."""
    if state.floats < state.tiles:
        return False
    reach(state, work)
    open_up(state, work)
    for number in range(NUMBER_KIND.size):
        kind = NUMBER_KIND[number]
        lying = 0
        for block in range(work.first, work.last + 1):
            lying += size_of(state.colours[COLOUR[kind], block] & state.values[VALUE[kind], block])
        if lying < COPIES and fitting(state, work, kind, work.fits[0]):
            return False
    return True
