"""The board of SEPMOSA as planes of bits, compiled: what lies beside what, lines, walks, and the order of reading."""

from septet.bots.kernels import Int, Record, inner
from septet.bots.kernels.bits import first_of, last_of, size_of
from septet.bots.kernels.sepmosa.tables import (
    A_COLUMN,
    A_ROW,
    ACROSS,
    FIRST_BLOCK,
    GATHER,
    HIGH,
    JOKER_BIT,
    JOKER_BLOCK,
    LAST_BLOCK,
    LEFTMOST,
    LINKED,
    RIGHTMOST,
    ROW_OF,
    THE_JOKER,
    WHOLE,
)


@inner
def around(left: Int, here: Int, right: Int) -> Int:
    """The cells of a block that lie beside those of a plane, by its words for this block and the blocks beside it."""
    found = ((here << 1) & (WHOLE ^ LEFTMOST)) | ((here & (WHOLE ^ LEFTMOST)) >> 1)
    found |= ((here << ACROSS) & WHOLE) | (here >> ACROSS)
    return found | ((left >> (ACROSS - 1)) & LEFTMOST) | ((right << (ACROSS - 1)) & RIGHTMOST)


@inner
def reach(state: Record, work: Record) -> None:
    """Find out which blocks hold tiles and the cells beside them."""
    work.first, work.last = FIRST_BLOCK[state.low], LAST_BLOCK[state.high]


@inner
def count(plane: Record, work: Record) -> Int:
    """How many cells are in a plane."""
    found = 0
    for block in range(work.first, work.last + 1):
        found += size_of(plane[block])
    return found


@inner
def written(plane: Record, work: Record) -> Int:
    """Write the places of a plane down in reading order; how many there are."""
    found, first, last = 0, 99, 0
    for block in range(work.first, work.last + 1):
        if plane[block]:
            first, last = min(first, block), block
    if first == last:
        rest = plane[first]
        while rest:
            work.places[found] = 64 * first + first_of(rest)
            found += 1
            rest &= rest - 1
        return found
    for row in range(HIGH):
        for block in range(first, last + 1):
            rest = plane[block] & (A_ROW << (ACROSS * row))
            while rest:
                work.places[found] = 64 * block + first_of(rest)
                found += 1
                rest &= rest - 1
    return found


@inner
def nth(plane: Record, work: Record, number: Int) -> Int:
    """The place with this number in the reading order of a plane."""
    for row in range(HIGH):
        for block in range(work.first, work.last + 1):
            rest = plane[block] & (A_ROW << (ACROSS * row))
            size = size_of(rest)
            if number < size:
                for _ in range(number):
                    rest &= rest - 1
                return 64 * block + first_of(rest)
            number -= size
    return -1


@inner
def beyond(place: Int, down: Int) -> Int:
    """The next place to the right, or below."""
    if down:
        return place + ACROSS
    return place + 1 if (place & 63) % ACROSS < ACROSS - 1 else place + 65 - ACROSS


# -- lines ------------------------------------------------------------------------------------------------------------
#
# A line of the board is a number whose bits are its cells: of a row those of three blocks, which is enough as it holds
# seven tiles at most; of a column all of them, with a gap before and after.


@inner
def row_line(plane: Record, block: Int, row: Int) -> Int:
    low = ACROSS * row
    line = ((plane[block - 1] >> low) & A_ROW) | (((plane[block] >> low) & A_ROW) << ACROSS)
    return line | (((plane[block + 1] >> low) & A_ROW) << (2 * ACROSS))


@inner
def column_line(word: Int, across: Int) -> Int:
    return (((((word >> across) & A_COLUMN) * GATHER) >> 54) & ((1 << HIGH) - 1)) << 1


@inner
def row_with_joker(block: Int, row: Int) -> Int:
    return row_line(THE_JOKER, block, row)


@inner
def gap_before(line: Int, at: Int) -> Int:
    """The next cell of a line before this one that is not in it."""
    return last_of(~line & ((1 << at) - 1))


@inner
def gap_after(line: Int, at: Int) -> Int:
    return at + 1 + first_of(~(line >> (at + 1)))


# -- what hangs together ----------------------------------------------------------------------------------------------


@inner
def is_linked(state: Record, block: Int, bit: Int) -> bool:
    """Does what lies beside this cell hang together without it, by the corners?"""
    row = ROW_OF[bit]
    across = bit - ACROSS * row
    near = 0
    for number in range(3):
        at = row + number - 1
        if 0 <= at < HIGH:
            line = row_line(state.lying, block, at) | row_line(THE_JOKER, block, at)
            near |= ((line >> (ACROSS - 1 + across)) & 7) << (3 * number)
    return LINKED[near]


@inner
def flood(found: Record, among: Record, work: Record) -> None:
    """Add to a plane all of another that hangs together with it."""
    more = True
    while more:
        more = False
        for block in range(work.first, work.last + 1):
            before = found[block]
            here = before
            for _ in range(3):
                here |= around(found[block - 1], here, found[block + 1]) & among[block]
            if here != before:
                found[block] = here
                more = True


@inner
def cut_off(state: Record, work: Record) -> Int:
    """Find what no chain of tiles links to the joker any more, and how many these are: they are in `work.cut`."""
    reached, cut = work.reached, work.cut
    for block in range(work.first - 1, work.last + 2):
        reached[block] = 0
        cut[block] = state.lying[block] & ~state.floating[block]
    reached[JOKER_BLOCK] = around(0, JOKER_BIT, 0) & cut[JOKER_BLOCK]
    flood(reached, cut, work)
    found = 0
    for block in range(work.first, work.last + 1):
        cut[block] ^= reached[block]
        found += size_of(cut[block])
    return found


@inner
def island_at(place: Int, among: Record, work: Record) -> Int:
    """Write down what hangs together with this place in a plane, as `work.island`; how many these are."""
    island, block, cell = work.island, place >> 6, 1 << (place & 63)
    for number in range(work.first - 1, work.last + 2):
        island[number] = 0
    island[block] = around(0, cell, 0) & among[block]
    island[block - 1] = around(0, 0, cell) & among[block - 1]
    island[block + 1] = around(cell, 0, 0) & among[block + 1]
    flood(island, among, work)
    return count(island, work)
