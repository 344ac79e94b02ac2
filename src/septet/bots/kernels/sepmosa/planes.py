"""The board of SEPMOSA as planes of bits, compiled: what lies beside what, lines, walks, and the order of reading."""

import numpy as np

from septet.bots.kernels import Int, Record, inner, within
from septet.bots.kernels.bits import first_of, last_of, size_of
from septet.bots.kernels.sepmosa.tables import (
    A_COLUMN,
    A_ROW,
    ACROSS,
    AMONG,
    CUT,
    FIRST_BLOCK,
    FLOATING,
    GATHER,
    HIGH,
    JOKER_BIT,
    JOKER_BLOCK,
    LAST_BLOCK,
    LEFTMOST,
    LINKED,
    LYING,
    REACHED,
    RIGHTMOST,
    ROW_OF,
    THE_JOKER,
    WHOLE,
)

BUT_LEFTMOST = WHOLE ^ LEFTMOST


@within
def around(left: Int, here: Int, right: Int) -> Int:
    """The cells of a block that lie beside those of a plane, by its words for this block and the blocks beside it.

    The one bit that is no cell may be set as well: every caller looks at some cells only.
    """
    found = ((here << 1) & BUT_LEFTMOST) | ((here & BUT_LEFTMOST) >> 1) | (here << ACROSS) | (here >> ACROSS)
    return found | ((left >> (ACROSS - 1)) & LEFTMOST) | ((right << (ACROSS - 1)) & RIGHTMOST)


@within
def reach(state: Record, work: Record) -> None:
    """Find out which blocks hold tiles and the cells beside them."""
    work.first, work.last = FIRST_BLOCK[state.low], LAST_BLOCK[state.high]


@inner
def beyond(place: Int, down: Int) -> Int:
    """The next place to the right, or below."""
    if down:
        return place + ACROSS
    return place + 1 if (place & 63) - ACROSS * ROW_OF[place & 63] < ACROSS - 1 else place + 65 - ACROSS


# -- planes of work ---------------------------------------------------------------------------------------------------


@within
def count(work: Record, plane: Int) -> Int:
    """How many cells are in a plane."""
    found = 0
    for block in range(np.int64(work.first), np.int64(work.last) + 1):
        found += size_of(work.planes[plane, block])
    return found


@inner
def written(work: Record, plane: Int) -> Int:
    """Write the places of a plane down in reading order; how many there are."""
    found, only = 0, only_block(work, plane)
    if only:
        rest = work.planes[plane, only]
        while rest:
            work.places[found] = 64 * only + first_of(rest)
            found += 1
            rest &= rest - 1
        return found
    for row in range(HIGH):
        for block in range(np.int64(work.first), np.int64(work.last) + 1):
            rest = work.planes[plane, block] & (np.int64(A_ROW) << (ACROSS * row))
            while rest:
                work.places[found] = 64 * block + first_of(rest)
                found += 1
                rest &= rest - 1
    return found


@within
def only_block(work: Record, plane: Int) -> Int:
    """The block that holds all there is of a plane, in which the order of the bits is that of reading; 0 if none."""
    only, more = 0, 0
    for block in range(np.int64(work.first), np.int64(work.last) + 1):
        there = work.planes[plane, block] != 0
        more += there
        only += there * block
    return only if more == 1 else 0


@within
def nth(work: Record, plane: Int, number: Int) -> Int:
    """The place with this number in the reading order of a plane."""
    only = only_block(work, plane)
    if only:
        return 64 * only + nth_of(work.planes[plane, only], number)
    for row in range(HIGH):
        for block in range(np.int64(work.first), np.int64(work.last) + 1):
            rest = work.planes[plane, block] & (np.int64(A_ROW) << (ACROSS * row))
            size = size_of(rest)
            if number < size:
                return 64 * block + nth_of(rest, number)
            number -= size
    return -1


@within
def nth_of(members: Int, number: Int) -> Int:
    """The bit with this number among those that are set."""
    for _ in range(number):
        members &= members - 1
    return first_of(members)


# -- lines ------------------------------------------------------------------------------------------------------------
#
# A line of the board is a number whose bits are its cells: of a row those of three blocks, which is enough as it holds
# seven tiles at most; of a column all of them, with a gap before and after.


@within
def row_line(left: Int, here: Int, right: Int, row: Int) -> Int:
    low = ACROSS * row
    line = ((left >> low) & A_ROW) | (((here >> low) & A_ROW) << ACROSS)
    return line | (((right >> low) & A_ROW) << (2 * ACROSS))


@within
def column_line(word: Int, across: Int) -> Int:
    return (((((word >> across) & A_COLUMN) * GATHER) >> 54) & ((1 << HIGH) - 1)) << 1


@within
def row_with_joker(block: Int, row: Int) -> Int:
    return row_line(THE_JOKER[block - 1], THE_JOKER[block], THE_JOKER[block + 1], row)


@within
def line_across(state: Record, plane: Int, block: Int, row: Int) -> Int:
    """The row of a plane; as a house rule, a line goes on behind the joker."""
    planes = state.planes
    line = row_line(planes[plane, block - 1], planes[plane, block], planes[plane, block + 1], row)
    return line if state.options.joker_break else line | row_with_joker(block, row)


@within
def line_down(state: Record, plane: Int, block: Int, across: Int) -> Int:
    word = state.planes[plane, block]
    return column_line(word if state.options.joker_break else word | THE_JOKER[block], across)


@within
def gap_before(line: Int, at: Int) -> Int:
    """The next cell of a line before this one that is not in it."""
    return last_of(~line & ((np.int64(1) << at) - 1))


@within
def gap_after(line: Int, at: Int) -> Int:
    return at + 1 + first_of(~(line >> (at + 1)))


# -- what hangs together ----------------------------------------------------------------------------------------------


@within
def is_linked(state: Record, place: Int) -> bool:
    """Does what lies beside this place hang together without it, by the corners?"""
    block, bit = place >> 6, place & 63
    row = ROW_OF[bit]
    across = bit - ACROSS * row
    here = state.planes[LYING, block] | THE_JOKER[block]
    if 0 < across < ACROSS - 1:
        near = here >> (bit - ACROSS - 1) if bit > ACROSS else here << (ACROSS + 1 - bit)
        return LINKED[(near & 7) | (((near >> ACROSS) & 7) << 3) | (((near >> (2 * ACROSS)) & 7) << 6)]
    left = state.planes[LYING, block - 1] | THE_JOKER[block - 1]
    right = state.planes[LYING, block + 1] | THE_JOKER[block + 1]
    near = 0
    for number in range(3):
        at = row + number - 1
        if 0 <= at < HIGH:
            near |= ((row_line(left, here, right, at) >> (ACROSS - 1 + across)) & 7) << (3 * number)
    return LINKED[near]


@inner
def flood(work: Record) -> None:
    """Add to what has been reached all that hangs together with it."""
    planes, more = work.planes, True
    while more:
        more = False
        for block in range(np.int64(work.first), np.int64(work.last) + 1):
            before, among = planes[REACHED, block], planes[AMONG, block]
            left, right = planes[REACHED, block - 1], planes[REACHED, block + 1]
            here = before | (around(left, before, right) & among)
            here |= around(0, here, 0) & among
            here |= around(0, here, 0) & among
            planes[REACHED, block] = here
            more |= here != before


@inner
def cut_off(state: Record, work: Record) -> Int:
    """Find what no chain of tiles links to the joker any more, and how many these are."""
    planes = work.planes
    for block in range(np.int64(work.first) - 1, np.int64(work.last) + 2):
        planes[REACHED, block] = 0
        planes[AMONG, block] = state.planes[LYING, block] & ~state.planes[FLOATING, block]
    planes[REACHED, JOKER_BLOCK] = around(0, np.int64(JOKER_BIT), 0) & planes[AMONG, JOKER_BLOCK]
    flood(work)
    found = 0
    for block in range(np.int64(work.first) - 1, np.int64(work.last) + 2):  # a tile laid at once may need one more
        planes[CUT, block] = planes[AMONG, block] ^ planes[REACHED, block]
        found += size_of(planes[CUT, block])
    return found


@inner
def from_place(work: Record, place: Int) -> Int:
    """Reach all that hangs together with this place; how many these are."""
    planes, block, cell = work.planes, place >> 6, np.int64(1) << (place & 63)
    for number in range(np.int64(work.first) - 1, np.int64(work.last) + 2):
        planes[REACHED, number] = 0
    planes[REACHED, block] = around(0, cell, 0) & planes[AMONG, block]
    planes[REACHED, block - 1] = around(0, 0, cell) & planes[AMONG, block - 1]
    planes[REACHED, block + 1] = around(cell, 0, 0) & planes[AMONG, block + 1]
    flood(work)
    return count(work, REACHED)


@inner
def islands_beside(state: Record, work: Record, place: Int) -> Int:
    """Reach the floating tiles that a tile on this place would tie back; how many these are."""
    for block in range(np.int64(work.first) - 1, np.int64(work.last) + 2):
        work.planes[AMONG, block] = state.planes[FLOATING, block]
    return from_place(work, place)
