"""The mosaic of SEPMOSA, compiled: read it beside `mosaic` of `games/sepmosa`."""

import numpy as np

from septet.bots.kernels import Int, Record, inner
from septet.bots.kernels.bits import first_of, last_of, size_of
from septet.bots.kernels.sepmosa.planes import (
    around,
    column_line,
    flood,
    gap_after,
    gap_before,
    row_line,
    row_with_joker,
)
from septet.bots.kernels.sepmosa.tables import (
    A_COLOUR,
    A_COLUMN,
    A_ROW,
    ABOVE,
    ACROSS,
    ALWAYS_WILD,
    BELOW,
    BESIDE_JOKER,
    BIT,
    BLOCKS,
    BOX8,
    CENTRE,
    COLOUR,
    COLUMN_OF,
    HIGH,
    JOKER_BLOCK,
    MUST_MATCH,
    OF_COLOUR,
    ROW_OF,
    ROWCOL,
    SERIES,
    THE_JOKER,
    VALUE,
    VALUES,
)
from septet.games.sepmosa.mosaic import BOX, ROW

# -- laying and lifting -----------------------------------------------------------------------------------------------


@inner
def wipe_planes(state: Record) -> None:
    """No tile lies on the table."""
    for block in range(BLOCKS):
        state.lying[block], state.floating[block] = 0, 0
    for colour in range(4):
        for block in range(BLOCKS):
            state.colours[colour, block] = 0
    for value in range(VALUES):
        for block in range(BLOCKS):
            state.values[value, block] = 0
    for row in range(HIGH):
        state.rows[row] = 0
    state.full, state.aligned, state.tiles, state.floats = 0, 0, 0, 0
    state.low, state.high = CENTRE, CENTRE


@inner
def kind_at(state: Record, place: Int) -> Int:
    """The kind of the tile that lies there."""
    block, bit = place >> 6, place & 63
    kind = np.int64(0)
    for colour in range(1, 4):
        kind += ((state.colours[colour, block] >> bit) & 1) * (colour * A_COLOUR)
    for value in range(1, VALUES):
        kind += ((state.values[value, block] >> bit) & 1) * value
    return kind


@inner
def colour_at(state: Record, place: Int) -> Int:
    block, bit = place >> 6, place & 63
    colour = (state.colours[1, block] >> bit) & 1
    return colour + ((state.colours[2, block] >> bit) & 1) * 2 + ((state.colours[3, block] >> bit) & 1) * 3


@inner
def flip(state: Record, place: Int, kind: Int) -> None:
    """In the planes, a tile comes or goes."""
    block, cell = place >> 6, np.int64(1) << (place & 63)
    state.lying[block] ^= cell
    state.colours[COLOUR[kind], block] ^= cell
    state.values[VALUE[kind], block] ^= cell


@inner
def lay(state: Record, place: Int, kind: Int) -> None:
    """Put a tile on an empty place."""
    colour, value = COLOUR[kind], VALUE[kind]
    for block in range(1, BLOCKS - 1):
        twin = state.colours[colour, block] & state.values[value, block]
        if twin and are_aligned(place, 64 * block + first_of(twin)):
            state.aligned |= BIT[kind]
    flip(state, place, kind)
    row, column = ROW_OF[place & 63], COLUMN_OF[place]
    state.rows[row] += 1
    if state.rows[row] >= ROW:
        state.full |= np.int64(A_ROW) << (ACROSS * row)
    state.tiles += 1
    state.low, state.high = min(state.low, column), max(state.high, column)


@inner
def are_aligned(one: Int, other: Int) -> bool:
    """Do two places lie in one row or in one column?"""
    return ROW_OF[one & 63] == ROW_OF[other & 63] or COLUMN_OF[one] == COLUMN_OF[other]


@inner
def lift(state: Record, place: Int, kind: Int) -> None:
    """Take a tile off the mosaic."""
    flip(state, place, kind)
    state.aligned &= ~BIT[kind]
    row, column = ROW_OF[place & 63], COLUMN_OF[place]
    state.rows[row] -= 1
    if state.rows[row] < ROW:
        state.full &= ~(np.int64(A_ROW) << (ACROSS * row))
    state.tiles -= 1
    if column in {state.low, state.high}:
        narrow(state)


@inner
def narrow(state: Record) -> None:
    """Find out which columns are in use."""
    low, high = np.int64(CENTRE), np.int64(CENTRE)
    for block in range(1, BLOCKS - 1):
        word = state.lying[block]
        if word:
            used = np.int64(0)
            for row in range(HIGH):
                used |= (word >> (ACROSS * row)) & A_ROW
            low = min(low, ACROSS * (block - 1) + first_of(used))
            high = max(high, ACROSS * (block - 1) + last_of(used))
    state.low, state.high = low, high


# -- where a tile may stand -------------------------------------------------------------------------------------------


@inner
def open_up(state: Record, work: Record) -> None:
    """Find the cells where a tile may stand if it matches: beside what is anchored, in a row that holds more."""
    lying, floating = state.lying, state.floating
    first, last = np.int64(work.first), np.int64(work.last)
    left, here = np.int64(0), (lying[first] & ~floating[first]) | THE_JOKER[first]
    for block in range(first, last + 1):
        right = (lying[block + 1] & ~floating[block + 1]) | THE_JOKER[block + 1]
        work.open[block] = around(left, here, right) & ~(lying[block] | THE_JOKER[block] | state.full)
        left, here = here, right
    if state.options.width == BOX8:
        keep_narrow(state, work)
    if state.aligned and state.options.dup_join and state.options.dup != SERIES:
        keep_apart(state, work, state.aligned, work.open)
    work.free = np.int64(BESIDE_JOKER) & work.open[JOKER_BLOCK]
    if state.options.joker_wild != ALWAYS_WILD:
        work.free &= ~around(0, lying[JOKER_BLOCK], 0)


@inner
def keep_narrow(state: Record, work: Record) -> None:
    """As a house rule, only eight neighbouring columns are in use, the joker's among them."""
    for block in range(work.first, work.last + 1):
        for across in range(ACROSS):
            column = ACROSS * (block - 1) + across
            if max(np.int64(state.high), column) - min(np.int64(state.low), column) >= BOX:
                work.open[block] &= ~(np.int64(A_COLUMN) << across)


@inner
def fitting(state: Record, work: Record, kind: Int, fits: Record) -> Int:
    """Write down where a number tile of this kind may be placed; on how many cells."""
    colour, value = COLOUR[kind], VALUE[kind]
    own, same = state.colours[colour], state.values[value]
    below, above = state.values[BELOW[value]], state.values[ABOVE[value]]
    first, last = np.int64(work.first), np.int64(work.last)
    left, here = np.int64(0), same[first] | (own[first] & (below[first] | above[first]))
    found, twins = np.int64(0), np.int64(0)
    for block in range(first, last + 1):
        right = same[block + 1] | (own[block + 1] & (below[block + 1] | above[block + 1]))
        fits[block] = around(left, here, right) & work.open[block]
        found |= fits[block]
        twins |= own[block] & same[block]
        left, here = here, right
    fits[JOKER_BLOCK] |= work.free
    if (found | work.free) == 0:
        return 0
    if twins:
        for block in range(first, last + 1):
            rest = own[block] & same[block]
            while rest:
                keep_from(state, work, own, block, first_of(rest), fits)
                rest &= rest - 1
    if state.options.dup == SERIES and state.options.dup_join:
        keep_apart(state, work, state.aligned & OF_COLOUR[colour], fits)
    if state.floats and state.options.reconnect == MUST_MATCH:
        keep_unspurned(state, work, kind, fits)
    size = 0
    for block in range(first, last + 1):
        size += size_of(fits[block])
    return size


@inner
def keep_unspurned(state: Record, work: Record, kind: Int, fits: Record) -> None:
    """As a house rule, a tile must match every island that it ties back: strike out where it does not."""
    colour, value = COLOUR[kind], VALUE[kind]
    first, last, island, match = np.int64(work.first), np.int64(work.last), work.island, work.match
    for start in range(first, last + 1):
        rest = state.floating[start]
        while rest:
            for block in range(first - 1, last + 2):
                island[block] = 0
            island[start] = rest & -rest
            flood(island, state.floating, work)
            for block in range(first - 1, last + 2):
                near = state.values[BELOW[value], block] | state.values[ABOVE[value], block]
                match[block] = island[block] & (state.values[value, block] | (state.colours[colour, block] & near))
            for block in range(first, last + 1):
                beside = around(island[block - 1], island[block], island[block + 1])
                fits[block] &= ~beside | around(match[block - 1], match[block], match[block + 1])
            rest &= ~island[start]


# -- no line holds two equal tiles ------------------------------------------------------------------------------------


@inner
def line_across(state: Record, plane: Record, block: Int, row: Int) -> Int:
    """The row of a plane; as a house rule, a line goes on behind the joker."""
    line = row_line(plane, block, row)
    return line if state.options.joker_break else line | row_with_joker(block, row)


@inner
def line_down(state: Record, plane: Record, block: Int, across: Int) -> Int:
    word = plane[block]
    return column_line(word if state.options.joker_break else word | THE_JOKER[block], across)


@inner
def row_of_twins(state: Record, own: Record, block: Int, row: Int) -> Int:
    """The row in which no two tiles are equal; as a house rule, only those of one colour count."""
    if state.options.dup == SERIES:
        return line_across(state, own, block, row)
    return line_across(state, state.lying, block, row)


@inner
def column_of_twins(state: Record, own: Record, block: Int, across: Int) -> Int:
    if state.options.dup == SERIES:
        return line_down(state, own, block, across)
    return line_down(state, state.lying, block, across)


@inner
def strike_across(fits: Record, block: Int, row: Int, at: Int) -> None:
    """Strike a cell of a row out, by its place in the line of three blocks."""
    block += at // ACROSS - 1
    fits[block] &= ~(np.int64(1) << (ACROSS * row + at % ACROSS))


@inner
def strike_down(fits: Record, block: Int, across: Int, at: Int) -> None:
    """Strike a cell of a column out, by its place in the line; the places before and after it are no cells."""
    if 1 <= at <= HIGH:
        fits[block] &= ~(np.int64(1) << (ACROSS * (at - 1) + across))


@inner
def keep_from(state: Record, work: Record, own: Record, block: Int, bit: Int, fits: Record) -> None:
    """A tile lies here: strike out where an equal one would stand in a line with it."""
    row = ROW_OF[bit]
    across = bit - ACROSS * row
    if state.options.dup == ROWCOL:
        fits[block] &= ~(np.int64(A_COLUMN) << across)
        for number in range(work.first, work.last + 1):
            fits[number] &= ~(np.int64(A_ROW) << (ACROSS * row))
        return
    line = row_of_twins(state, own, block, row)
    strike_across(fits, block, row, gap_before(line, ACROSS + across))
    strike_across(fits, block, row, gap_after(line, ACROSS + across))
    line = column_of_twins(state, own, block, across)
    strike_down(fits, block, across, gap_before(line, row + 1))
    strike_down(fits, block, across, gap_after(line, row + 1))


@inner
def keep_apart(state: Record, work: Record, kinds: Int, fits: Record) -> None:
    """Strike out the cells where a tile would weld two lines that hold a twin each, of these kinds."""
    while kinds:
        kind = first_of(kinds)
        kinds &= kinds - 1
        own, same = state.colours[COLOUR[kind]], state.values[VALUE[kind]]
        one, other = -1, -1
        for block in range(work.first, work.last + 1):
            rest = own[block] & same[block]
            while rest:
                one, other = other, 64 * block + first_of(rest)
                rest &= rest - 1
        if COLUMN_OF[one] == COLUMN_OF[other]:
            weld_down(state, own, min(one, other), max(one, other), fits)
        elif ROW_OF[one & 63] == ROW_OF[other & 63]:
            weld_across(state, own, one, other, fits)


@inner
def weld_down(state: Record, own: Record, one: Int, other: Int, fits: Record) -> None:
    block, top, bottom = one >> 6, ROW_OF[one & 63], ROW_OF[other & 63]
    across = (one & 63) - ACROSS * top
    if state.options.dup == ROWCOL:
        for row in range(top + 1, bottom):
            strike_down(fits, block, across, row + 1)
        return
    line = column_of_twins(state, own, block, across)
    gap = gap_after(line, top + 1)
    if gap == gap_before(line, bottom + 1):
        strike_down(fits, block, across, gap)


@inner
def weld_across(state: Record, own: Record, one: Int, other: Int, fits: Record) -> None:
    """The first of the two lies in the same block, or in one before."""
    block, row = one >> 6, ROW_OF[one & 63]
    left, right = (one & 63) - ACROSS * row, (other & 63) - ACROSS * row
    far = right + ACROSS * ((other >> 6) - block)
    if state.options.dup == ROWCOL:
        for at in range(left + 1, far):
            fits[block + at // ACROSS] &= ~(np.int64(1) << (ACROSS * row + at % ACROSS))
        return
    gap = gap_after(row_of_twins(state, own, block, row), ACROSS + left)
    before = gap_before(row_of_twins(state, own, other >> 6, row), ACROSS + right)
    if gap == before + ACROSS * ((other >> 6) - block):
        strike_across(fits, block, row, gap)
