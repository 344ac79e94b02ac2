"""The mosaic of SEPMOSA, compiled: read it beside `mosaic` of `games/sepmosa`."""

import numpy as np

from septet.bots.kernels import Int, Record, inner
from septet.bots.kernels.sepmosa.tables import (
    ALWAYS_WILD,
    ANY_NUMBER,
    BESIDE_JOKER,
    BIT,
    BOX8,
    CENTRE,
    COLOUR,
    EDGE,
    EMPTY,
    JOKER_PLACE,
    MATCH,
    MUST_MATCH,
    OF_COLOUR,
    ROWCOL,
    RUN,
    SERIES,
    STRIDE,
    THE_JOKER,
)
from septet.games.sepmosa.mosaic import BOX, ROW

LEFT, RIGHT, UP, DOWN = -1, 1, -STRIDE, STRIDE
UNSEEN = -30_000  # on a walk: not reached yet


# -- mosaic: what is anchored, and what floats ------------------------------------------------------------------------


@inner
def side(number: Int) -> Int:
    """The four steps to what lies beside a place."""
    if number == 0:
        return LEFT
    if number == 1:
        return RIGHT
    return UP if number == 2 else DOWN


@inner
def cut_off(state: Record, work: Record) -> Int:
    """Find what no chain of tiles links to the joker any more, and how many: their islands are named below zero."""
    floating = state.floating
    unseen = 0
    for number in range(state.tiles):
        if floating[state.places[number]] == 0:
            floating[state.places[number]] = UNSEEN
            unseen += 1
    unseen -= spread(state, work, JOKER_PLACE, 0)
    if unseen:
        for number in range(state.tiles):
            place = np.int64(state.places[number])
            if floating[place] == UNSEEN:
                floating[place] = -place
                spread(state, work, place, -place)
    return unseen


@inner
def spread(state: Record, work: Record, place: Int, name: Int) -> Int:
    """Give this name to all that has not been reached and hangs together with this place; how many these are."""
    floating, edge = state.floating, work.edge
    edge[0] = place
    size, reached = 1, 0
    while size:
        size -= 1
        place = np.int64(edge[size])
        for number in range(4):
            near = place + side(number)
            if floating[near] == UNSEEN:
                floating[near] = name
                reached += 1
                edge[size] = near
                size += 1
    return reached


@inner
def settle(state: Record) -> None:
    """What has been cut off floats like the rest."""
    floats = 0
    for number in range(state.tiles):
        place = state.places[number]
        state.floating[place] = abs(state.floating[place])
        floats += state.floating[place] != 0
    state.floats = floats


@inner
def tie_back(state: Record, name: Int) -> Int:
    """Anchor all tiles of an island; how many these are."""
    tied = 0
    for number in range(state.tiles):
        place = state.places[number]
        if state.floating[place] == name:
            state.floating[place] = 0
            tied += 1
    return tied


@inner
def lay(state: Record, place: Int, kind: Int) -> None:
    """Put a tile on an empty place."""
    state.cells[place] = kind
    state.floating[place] = 0
    state.tiles = insert(state.places, state.tiles, place)
    state.spot_count = delete(state.spots, state.spot_count, place)
    state.rows[place // STRIDE] += 1
    column = place % STRIDE
    state.low, state.high = min(state.low, column), max(state.high, column)
    for number in range(4):
        near = place + side(number)
        if state.beside[near] == 0 and state.cells[near] == EMPTY:
            state.spot_count = insert(state.spots, state.spot_count, near)
        state.beside[near] += 1


@inner
def insert(places: Record, size: Int, place: Int) -> Int:
    """Put a place into a list in reading order; how long it is now."""
    at = np.int64(size)
    while at > 0 and places[at - 1] > place:
        places[at] = places[at - 1]
        at -= 1
    places[at] = place
    return size + 1


@inner
def delete(places: Record, size: Int, place: Int) -> Int:
    """Take a place out of a list; how long it is now."""
    at = np.int64(0)
    while places[at] != place:
        at += 1
    for number in range(at, size - 1):
        places[number] = places[number + 1]
    return size - 1


@inner
def lift(state: Record, place: Int) -> None:
    """Take a tile off the mosaic."""
    state.cells[place] = EMPTY
    state.floating[place] = 0
    state.rows[place // STRIDE] -= 1
    state.tiles = delete(state.places, state.tiles, place)
    for number in range(4):
        near = place + side(number)
        state.beside[near] -= 1
        if state.beside[near] == 0 and state.cells[near] == EMPTY:
            state.spot_count = delete(state.spots, state.spot_count, near)
    if state.beside[place]:
        state.spot_count = insert(state.spots, state.spot_count, place)
    column = place % STRIDE
    if column in {state.low, state.high}:
        narrow(state)


@inner
def narrow(state: Record) -> None:
    """Find out which columns are in use."""
    low, high = np.int64(CENTRE), np.int64(CENTRE)
    for number in range(state.tiles):
        if state.cells[state.places[number]] < THE_JOKER:
            column = np.int64(state.places[number] % STRIDE)
            low, high = min(low, column), max(high, column)
    state.low, state.high = low, high


# -- mosaic: where a tile may stand -----------------------------------------------------------------------------------


@inner
def is_anchored(state: Record, place: Int) -> bool:
    """A tile that does not float, or the joker."""
    return state.cells[place] <= THE_JOKER and state.floating[place] == 0


@inner
def touches_anchored(state: Record, place: Int) -> bool:
    """A tile is placed beside the joker or an anchored tile; touching only floating ones is never enough."""
    beside = is_anchored(state, place + LEFT) or is_anchored(state, place + RIGHT)
    return beside or is_anchored(state, place + UP) or is_anchored(state, place + DOWN)


@inner
def matching(state: Record, place: Int) -> Int:
    """The number tiles that match a tile beside this place, or that the joker suffices for, as bits."""
    cells = state.cells
    fit = MATCH[cells[place + LEFT]] | MATCH[cells[place + RIGHT]]
    fit |= MATCH[cells[place + UP]] | MATCH[cells[place + DOWN]]
    if BESIDE_JOKER[place] and (fit == 0 or state.options.joker_wild == ALWAYS_WILD):
        return np.int64(ANY_NUMBER)
    return fit


@inner
def spaces(state: Record, work: Record, place: Int, fit: Int) -> Int:
    """Those of the number tiles that match here that may be placed on this empty place, as bits."""
    if fit == 0 or state.rows[place // STRIDE] >= ROW:
        return np.int64(0)
    if state.floats and not touches_anchored(state, place):
        return np.int64(0)
    if state.floats and state.options.reconnect == MUST_MATCH:
        fit &= unspurned(state, place)
    if state.options.width == BOX8 and too_wide(state, place):
        return np.int64(0)
    if twins_matter(state, work, place, fit, LEFT, RIGHT):
        fit &= twinless(state, place, LEFT, RIGHT)
    if twins_matter(state, work, place, fit, UP, DOWN):
        fit &= twinless(state, place, UP, DOWN)
    return fit


@inner
def unspurned(state: Record, place: Int) -> Int:
    """As a house rule, a tile must match every island that it ties back: the tiles that do."""
    fit = np.int64(ANY_NUMBER)
    for number in range(4):
        name = state.floating[place + side(number)]
        if name:
            matching = np.int64(0)
            for other in range(4):
                near = place + side(other)
                if state.floating[near] == name:
                    matching |= MATCH[state.cells[near]]
            fit &= matching
    return fit


@inner
def too_wide(state: Record, place: Int) -> bool:
    """As a house rule, only eight neighbouring columns are in use, the joker's among them."""
    column = place % STRIDE
    return max(state.high, column) - min(state.low, column) >= BOX


@inner
def count_tiles(state: Record, work: Record) -> None:
    """Note the kinds of tiles that lie on the table, and those of which both do."""
    once, twice = np.int64(0), np.int64(0)
    for number in range(state.tiles):
        bit = BIT[state.cells[state.places[number]]]
        twice |= once & bit
        once |= bit
    work.once, work.twice = once, twice


@inner
def twins_matter(state: Record, work: Record, place: Int, fit: Int, one: Int, other: Int) -> bool:
    """A quick look: could a line through here hold one of these tiles already, or weld two twins?"""
    if fit & work.once or state.options.dup == ROWCOL:
        return True
    if work.twice == 0:
        return False
    cells = state.cells
    return cells[onward(state, place, one)] < THE_JOKER and cells[onward(state, place, other)] < THE_JOKER


@inner
def twinless(state: Record, place: Int, one: Int, other: Int) -> Int:
    """No line may hold two equal tiles: the tiles that would not, as bits."""
    before, after = part(state, place, one), part(state, place, other)
    twins = before & after
    banned = before | after
    if twins and state.options.dup_join:  # the tile would weld two lines with a twin in each
        if state.options.dup != SERIES:
            return np.int64(0)
        for colour in range(4):
            if twins & OF_COLOUR[colour]:
                banned |= OF_COLOUR[colour]
    return ~banned


@inner
def part(state: Record, place: Int, step: Int) -> Int:
    """The tiles of the line on this side, as bits: up to a gap, or as a house rule all of them, or of one colour."""
    cells, options = state.cells, state.options
    found = np.int64(0)
    if options.dup == ROWCOL:
        place += step
        while cells[place] != EDGE and (abs(step) > 1 or state.low <= place % STRIDE <= state.high):
            found |= BIT[cells[place]]
            place += step
        return found
    place = onward(state, place, step)
    colour = COLOUR[cells[place]]
    while cells[place] < THE_JOKER and (options.dup == RUN or COLOUR[cells[place]] == colour):
        found |= BIT[cells[place]]
        place = onward(state, place, step)
    return found


@inner
def onward(state: Record, place: Int, step: Int) -> Int:
    """The next place of a line; as a house rule, it goes on behind the joker."""
    place += step
    return place + step if place == JOKER_PLACE and not state.options.joker_break else place


@inner
def stretch(state: Record, colour: Int, place: Int, step: Int) -> Int:
    """How many tiles of this colour lie side by side from here on."""
    long = 0
    place = onward(state, place, step)
    while COLOUR[state.cells[place]] == colour:
        long += 1
        place = onward(state, place, step)
    return long


@inner
def stretch_end(state: Record, colour: Int, place: Int, step: Int) -> Int:
    """The last place of the stretch."""
    end = place
    place = onward(state, place, step)
    while COLOUR[state.cells[place]] == colour:
        end = place
        place = onward(state, place, step)
    return end


@inner
def is_three(state: Record, place: Int, step: Int) -> bool:
    """Three neighbouring tiles of one colour, with neither a gap nor the joker in between."""
    colour = COLOUR[state.cells[place]]
    return (COLOUR[state.cells[place + step]] == colour) & (COLOUR[state.cells[place + 2 * step]] == colour)
