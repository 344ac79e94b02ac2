"""The mosaic of SEPMOSA, compiled: read it beside `mosaic` of `games/sepmosa`."""

import numpy as np

from septet.bots.kernels import Int, Record, inner, within
from septet.bots.kernels.bits import first_of, last_of, size_of
from septet.bots.kernels.sepmosa.planes import around, count, flood, gap_after, gap_before, line_across, line_down
from septet.bots.kernels.sepmosa.tables import (
    A_COLOUR,
    A_COLUMN,
    A_ROW,
    ABOVE_PLANE,
    ACROSS,
    ALWAYS_WILD,
    AMONG,
    BELOW_PLANE,
    BESIDE_JOKER,
    BIT,
    BLOCKS,
    BOX8,
    CENTRE,
    COLOUR,
    COLOUR_PLANE,
    COLUMN_OF,
    DOWN_A_COLUMN,
    FIRST_BLOCK,
    FLOATING,
    HIGH,
    JOKER_BLOCK,
    LAST_BLOCK,
    LYING,
    MATCHING,
    MUST_MATCH,
    OF_COLOUR,
    OPEN,
    OWN_PLANE,
    PLANES,
    REACHED,
    ROW_OF,
    ROWCOL,
    SAME_PLANE,
    SERIES,
    THE_JOKER,
    VALUE_PLANE,
    VALUES,
    WHOLE,
)
from septet.games.sepmosa.mosaic import BOX, ROW

# -- laying and lifting -----------------------------------------------------------------------------------------------


@inner
def wipe_planes(state: Record) -> None:
    """No tile lies on the table."""
    for plane in range(PLANES):
        for block in range(BLOCKS):
            state.planes[plane, block] = 0
    for row in range(HIGH):
        state.rows[row] = 0
    state.full, state.once, state.twice, state.aligned = 0, 0, 0, 0
    state.tiles, state.floats = 0, 0
    state.low, state.high = CENTRE, CENTRE


@within
def colour_at(state: Record, place: Int) -> Int:
    """The colour of the tile that lies there."""
    colour = np.int64(0)
    for number in range(1, VALUE_PLANE - COLOUR_PLANE):
        colour += ((state.planes[COLOUR_PLANE + number, place >> 6] >> (place & 63)) & 1) * number
    return colour


@inner
def kind_at(state: Record, place: Int) -> Int:
    """The kind of the tile that lies there."""
    kind = colour_at(state, place) * A_COLOUR
    for value in range(1, VALUES):
        kind += ((state.planes[VALUE_PLANE + value, place >> 6] >> (place & 63)) & 1) * value
    return kind


@within
def flip(state: Record, place: Int, kind: Int) -> None:
    """In the planes, a tile comes or goes."""
    block, cell = place >> 6, np.int64(1) << (place & 63)
    state.planes[LYING, block] ^= cell
    state.planes[OWN_PLANE[kind], block] ^= cell
    state.planes[SAME_PLANE[kind], block] ^= cell


@within
def equal_tiles(state: Record, kind: Int, block: Int) -> Int:
    """The tiles of a kind that lie in a block."""
    return state.planes[OWN_PLANE[kind], block] & state.planes[SAME_PLANE[kind], block]


@within
def lay(state: Record, place: Int, kind: Int) -> None:
    """Put a tile on an empty place."""
    if state.once & BIT[kind]:
        meet_twin(state, place, kind)
    state.once |= BIT[kind]
    flip(state, place, kind)
    row, column = ROW_OF[place & 63], COLUMN_OF[place]
    state.rows[row] += 1
    if state.rows[row] >= ROW:
        state.full |= np.int64(A_ROW) << (ACROSS * row)
    state.tiles += 1
    state.low, state.high = min(state.low, column), max(state.high, column)


@inner
def meet_twin(state: Record, place: Int, kind: Int) -> None:
    """Note that both tiles of a kind will lie on the table, and whether they do in one row or in one column."""
    state.twice |= BIT[kind]
    for block in range(FIRST_BLOCK[state.low], LAST_BLOCK[state.high] + 1):
        twin = equal_tiles(state, kind, block)
        if twin and are_aligned(place, 64 * block + first_of(twin)):
            state.aligned |= BIT[kind]


@within
def are_aligned(one: Int, other: Int) -> bool:
    """Do two places lie in one row or in one column?"""
    return (ROW_OF[one & 63] == ROW_OF[other & 63]) | (COLUMN_OF[one] == COLUMN_OF[other])


@inner
def lift(state: Record, place: Int, kind: Int) -> None:
    """Take a tile off the mosaic."""
    flip(state, place, kind)
    forget(state, kind)
    row, column = ROW_OF[place & 63], COLUMN_OF[place]
    state.rows[row] -= 1
    state.full &= ~(np.int64(A_ROW) << (ACROSS * row))
    state.tiles -= 1
    if (column == state.low) | (column == state.high):
        narrow(state)


@within
def forget(state: Record, kind: Int) -> None:
    """Note that a tile of this kind has left the table."""
    state.once &= state.twice | ~BIT[kind]
    state.twice &= ~BIT[kind]
    state.aligned &= ~BIT[kind]


@inner
def narrow(state: Record) -> None:
    """Find out which columns are in use."""
    low, high = np.int64(CENTRE), np.int64(CENTRE)
    for block in range(FIRST_BLOCK[state.low], LAST_BLOCK[state.high] + 1):
        word = state.planes[LYING, block]
        if word:
            used = np.int64(0)
            for row in range(HIGH):
                used |= (word >> (ACROSS * row)) & A_ROW
            low = min(low, ACROSS * (block - 1) + first_of(used))
            high = max(high, ACROSS * (block - 1) + last_of(used))
    state.low, state.high = low, high


# -- where a tile may stand -------------------------------------------------------------------------------------------


@within
def anchored(state: Record, block: Int) -> Int:
    """The tiles of a block that do not float, and the joker."""
    return (state.planes[LYING, block] & ~state.planes[FLOATING, block]) | THE_JOKER[block]


@within
def open_up(state: Record, work: Record) -> None:
    """Find the cells where a tile may stand if it matches: beside what is anchored, in a row that holds more."""
    first, last = np.int64(work.first), np.int64(work.last)
    left, here = np.int64(0), anchored(state, first)
    for block in range(first, last + 1):
        right = anchored(state, block + 1)
        taken = state.planes[LYING, block] | THE_JOKER[block] | state.full
        work.planes[OPEN, block] = around(left, here, right) & (taken ^ WHOLE)
        left, here = here, right
    if state.options.width == BOX8:
        keep_narrow(state, work)
    if state.aligned and state.options.dup_join and state.options.dup != SERIES:
        keep_apart(state, work, np.int64(state.aligned), OPEN)
    work.free = np.int64(BESIDE_JOKER) & work.planes[OPEN, JOKER_BLOCK]
    if state.options.joker_wild != ALWAYS_WILD:
        work.free &= ~around(0, state.planes[LYING, JOKER_BLOCK], 0)


@inner
def keep_narrow(state: Record, work: Record) -> None:
    """As a house rule, only eight neighbouring columns are in use, the joker's among them."""
    for block in range(np.int64(work.first), np.int64(work.last) + 1):
        for across in range(ACROSS):
            column: Int = ACROSS * (block - 1) + across
            low: Int = min(np.int64(state.low), column)
            if max(np.int64(state.high), column) - low >= BOX:
                work.planes[OPEN, block] &= ~(np.int64(A_COLUMN) << across)


@within
def matched(state: Record, kind: Int, block: Int) -> Int:
    """The tiles of a block that a tile of this kind matches: of its value, or of its colour and a neighbouring one."""
    beside = state.planes[BELOW_PLANE[kind], block] | state.planes[ABOVE_PLANE[kind], block]
    return state.planes[SAME_PLANE[kind], block] | (state.planes[OWN_PLANE[kind], block] & beside)


@within
def fitting(state: Record, work: Record, kind: Int, fits: Int) -> Int:
    """Write down in this plane where a number tile of this kind may be placed; on how many cells."""
    first, last = np.int64(work.first), np.int64(work.last)
    left, here = np.int64(0), matched(state, kind, first)
    size = 0
    for block in range(first, last + 1):
        right = matched(state, kind, block + 1)
        cells = around(left, here, right) & work.planes[OPEN, block]
        cells |= work.free if block == JOKER_BLOCK else 0
        work.planes[fits, block] = cells
        size += size_of(cells)
        left, here = here, right
    if (size != 0) & (state.once & BIT[kind] != 0):
        for block in range(first, last + 1):
            rest = equal_tiles(state, kind, block)
            while rest:
                keep_from(state, work, kind, block, first_of(rest), fits)
                rest &= rest - 1
        size = count(work, fits)
    if state.options.dup == SERIES and state.options.dup_join and size:
        keep_apart(state, work, state.aligned & OF_COLOUR[COLOUR[kind]], fits)
        size = count(work, fits)
    if state.options.reconnect == MUST_MATCH and state.floats and size:
        keep_unspurned(state, work, kind, fits)
        size = count(work, fits)
    return size


@inner
def keep_unspurned(state: Record, work: Record, kind: Int, fits: Int) -> None:
    """As a house rule, a tile must match every island that it ties back: strike out where it does not."""
    first, last, planes = np.int64(work.first), np.int64(work.last), work.planes
    for block in range(first - 1, last + 2):
        planes[AMONG, block] = state.planes[FLOATING, block]
    for start in range(first, last + 1):
        rest = planes[AMONG, start]
        while rest:
            for block in range(first - 1, last + 2):
                planes[REACHED, block] = 0
            planes[REACHED, start] = rest & -rest
            flood(work)
            for block in range(first - 1, last + 2):
                planes[MATCHING, block] = planes[REACHED, block]
                if first <= block <= last:
                    planes[MATCHING, block] &= matched(state, kind, block)
            for block in range(first, last + 1):
                beside = around(planes[REACHED, block - 1], planes[REACHED, block], planes[REACHED, block + 1])
                match = around(planes[MATCHING, block - 1], planes[MATCHING, block], planes[MATCHING, block + 1])
                planes[fits, block] &= ~beside | match
            rest &= ~planes[REACHED, start]


# -- no line holds two equal tiles ------------------------------------------------------------------------------------


@within
def twin_plane(state: Record, kind: Int) -> Int:
    """The tiles of which no two in a line are equal: all; as a house rule, those of one colour."""
    return OWN_PLANE[kind] if state.options.dup == SERIES else np.int64(LYING)


@within
def strike_across(work: Record, plane: Int, block: Int, row: Int, line: Int) -> None:
    """Strike the cells of a row out, which is a line of three blocks."""
    low = ACROSS * row
    work.planes[plane, block - 1] &= ~((line & A_ROW) << low)
    work.planes[plane, block] &= ~(((line >> ACROSS) & A_ROW) << low)
    work.planes[plane, block + 1] &= ~(((line >> (2 * ACROSS)) & A_ROW) << low)


@within
def keep_from(state: Record, work: Record, kind: Int, block: Int, bit: Int, fits: Int) -> None:
    """A tile lies here: strike out where an equal one would stand in a line with it."""
    row = ROW_OF[bit]
    across = bit - ACROSS * row
    if state.options.dup == ROWCOL:
        work.planes[fits, block] &= ~(np.int64(A_COLUMN) << across)
        for number in range(np.int64(work.first), np.int64(work.last) + 1):
            work.planes[fits, number] &= ~(np.int64(A_ROW) << (ACROSS * row))
        return
    plane = twin_plane(state, kind)
    line, at = line_across(state, plane, block, row), ACROSS + across
    strike_across(work, fits, block, row, (1 << gap_before(line, at)) | (1 << gap_after(line, at)))
    line = line_down(state, plane, block, across)
    ends = DOWN_A_COLUMN[gap_before(line, row + 1)] | DOWN_A_COLUMN[gap_after(line, row + 1)]
    work.planes[fits, block] &= ~(ends << across)


@inner
def keep_apart(state: Record, work: Record, kinds: Int, fits: Int) -> None:
    """Strike out the cells where a tile would weld two lines that hold a twin each, of these kinds."""
    while kinds:
        kind = first_of(kinds)
        kinds &= kinds - 1
        one, other = np.int64(0), np.int64(0)
        for block in range(np.int64(work.first), np.int64(work.last) + 1):
            rest = equal_tiles(state, kind, block)
            while rest:
                one, other = other, 64 * block + first_of(rest)
                rest &= rest - 1
        if COLUMN_OF[one] == COLUMN_OF[other]:
            weld_down(state, work, kind, one, other, fits)
        else:
            weld_across(state, work, kind, one, other, fits)


@inner
def weld_down(state: Record, work: Record, kind: Int, one: Int, other: Int, fits: Int) -> None:
    """Between two equal tiles of a column, of which the first lies above."""
    block, top, bottom = one >> 6, ROW_OF[one & 63], ROW_OF[other & 63]
    across = (one & 63) - ACROSS * top
    line = line_down(state, twin_plane(state, kind), block, across)
    gap = gap_after(line, top + 1)
    if gap == gap_before(line, bottom + 1):
        work.planes[fits, block] &= ~(DOWN_A_COLUMN[gap] << across)
    if state.options.dup == ROWCOL:
        for row in range(top + 1, bottom):
            work.planes[fits, block] &= ~(np.int64(1) << (ACROSS * row + across))


@inner
def weld_across(state: Record, work: Record, kind: Int, one: Int, other: Int, fits: Int) -> None:
    """Between two equal tiles of a row, of which the first lies to the left."""
    block, far, row = one >> 6, other >> 6, ROW_OF[one & 63]
    left, right = (one & 63) - ACROSS * row, (other & 63) - ACROSS * row
    plane = twin_plane(state, kind)
    gap = gap_after(line_across(state, plane, block, row), ACROSS + left)
    if gap == gap_before(line_across(state, plane, far, row), ACROSS + right) + ACROSS * (far - block):
        strike_across(work, fits, block, row, np.int64(1) << gap)
    if state.options.dup == ROWCOL:
        for at in range(left + 1, right + ACROSS * (far - block)):
            work.planes[fits, block + at // ACROSS] &= ~(np.int64(1) << (ACROSS * row + at % ACROSS))
