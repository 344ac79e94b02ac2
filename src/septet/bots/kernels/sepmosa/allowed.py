"""What may be done in SEPMOSA, compiled: read it beside `allowed` of `games/sepmosa`."""

import numpy as np

from septet.bots.kernels import Int, Record, inner
from septet.bots.kernels.sepmosa.mosaic import (
    DOWN,
    RIGHT,
    count_tiles,
    cut_off,
    is_three,
    matching,
    narrow,
    side,
    spaces,
    touches_anchored,
)
from septet.bots.kernels.sepmosa.tables import (
    A_COLOUR,
    ANY_ELEVEN,
    ANY_NUMBER,
    ANY_THIRTEEN,
    ANY_TWELVE,
    AROUND,
    BESIDE_JOKER,
    BIT,
    BOX8,
    CELL_OF,
    COLOUR,
    ELEVEN,
    EMPTY,
    JOKER_PLACE,
    LINKED,
    OF_COLOUR,
    PLACE_NUMBER,
    STRIDE,
    THE_JOKER,
    THIRTEEN,
    TWELVE,
    WHICH,
)
from septet.games.sepmosa.moves import CELL_COUNT, REMOVE, REMOVE_THREE, SHIFT


@inner
def held(rack: Record) -> Int:
    """The kinds of tiles on a rack, as bits."""
    kinds = np.int64(0)
    for number in range(rack.size):
        kinds |= BIT[rack.cards[number]]
    return kinds


@inner
def look(state: Record, work: Record, wanted: Int) -> None:
    """Write down, in reading order, the cells that are open, and which of the wanted tiles fit there."""
    count_tiles(state, work)
    opens, found = 0, np.int64(0)
    for number in range(state.spot_count):
        place = np.int64(state.spots[number])
        if not state.floats or touches_anchored(state, place):
            work.open[opens] = place
            match = matching(state, place)
            work.match[opens] = ANY_NUMBER if BESIDE_JOKER[place] else match
            work.fits[opens] = spaces(state, work, place, match & wanted)
            found |= work.fits[opens]
            opens += 1
    work.opens, work.fitting = opens, found


@inner
def movable(state: Record, kinds: Int) -> Int:
    """The number tiles that these action tiles could move, as bits."""
    tiles = np.int64(0)
    for colour in range(4):
        if kinds & BIT[colour * A_COLOUR + TWELVE]:
            tiles |= OF_COLOUR[colour]
    return tiles


@inner
def uses(state: Record, kinds: Int, place: Int, action: Int) -> bool:
    """Is the tile on this place anchored, and is an action tile of this sort and its colour among these kinds?"""
    return (BIT[COLOUR[state.cells[place]] * A_COLOUR + action] & kinds != 0) & (state.floating[place] == 0)


@inner
def playable(state: Record, work: Record, kinds: Int) -> Int:
    """All that can be done with these tiles but moving or putting one aside, in the order of numbers; how much."""
    found, moves = 0, work.moves
    look(state, work, kinds | movable(state, kinds))
    fitting = kinds & work.fitting
    while fitting:
        bit = fitting & -fitting
        first = PLACE_NUMBER[WHICH[bit % 53]]
        for at in range(work.opens):
            moves[found] = first + CELL_OF[work.open[at]]
            found += work.fits[at] & bit != 0
        fitting ^= bit
    for number in range(state.tiles if kinds & ANY_ELEVEN else 0):
        place = np.int64(state.places[number])
        moves[found] = REMOVE + CELL_OF[place]
        found += uses(state, kinds, place, ELEVEN)
    for line in range(2 if kinds & ANY_THIRTEEN else 0):
        for number in range(state.tiles):
            place = np.int64(state.places[number])
            moves[found] = REMOVE_THREE + line * CELL_COUNT + CELL_OF[place]
            found += is_three(state, place, DOWN if line else RIGHT) & uses(state, kinds, place, THIRTEEN)
    return found


@inner
def shifts(state: Record, work: Record, kinds: Int, found: Int) -> Int:
    """A 12 lifts a tile and puts it down by the rules of placement, on another cell."""
    if kinds & ANY_TWELVE == 0:
        return found
    for number in range(state.tiles):
        place = np.int64(state.places[number])
        if not uses(state, kinds, place, TWELVE):
            continue
        bit = BIT[state.cells[place]]
        cut = lift_to_see(state, work, place)
        for at in range(work.opens):
            if work.match[at] & bit == 0:
                continue
            to = np.int64(work.open[at])
            fits = work.fits[at] & bit
            if cut or state.options.width == BOX8 or to // STRIDE == place // STRIDE or to % STRIDE == place % STRIDE:
                fits = spaces(state, work, to, matching(state, to) & bit)  # elsewhere nothing has changed
            if fits:
                work.moves[found] = SHIFT + CELL_OF[place] * CELL_COUNT + CELL_OF[to]
                found += 1
        put_back(state, work, place, cut)
    return found


@inner
def lift_to_see(state: Record, work: Record, place: Int) -> Int:
    """Lift a tile for a while; how many tiles that cuts off. The kind of the tile stays behind in `work`."""
    work.lifted = state.cells[place]
    around = 0
    for number in range(8):
        around |= (state.cells[place + AROUND[number]] <= THE_JOKER) << number
    state.cells[place] = EMPTY
    state.rows[place // STRIDE] -= 1
    if state.options.width == BOX8:
        narrow(state)
    if LINKED[around]:  # what lies around it hangs together without it
        return 0
    state.floating[place] = place  # it is not a part of any walk
    cut = cut_off(state, work)
    state.floating[place] = 0
    state.floats += cut
    return cut


@inner
def put_back(state: Record, work: Record, place: Int, cut: Int) -> None:
    """The lifted tile lies again where it lay, and nothing is cut off."""
    state.cells[place] = work.lifted
    state.rows[place // STRIDE] += 1
    if state.options.width == BOX8:
        narrow(state)
    if cut:
        state.floats -= cut
        for number in range(state.tiles):
            state.floating[state.places[number]] = max(state.floating[state.places[number]], 0)


@inner
def dead(state: Record, work: Record) -> bool:
    """Nothing is anchored, and no kind of which a tile is off the table could stand beside the joker: for ever."""
    if state.floats < state.tiles:
        return False
    count_tiles(state, work)
    for number in range(4):
        place = JOKER_PLACE + side(number)
        if state.cells[place] == EMPTY and spaces(state, work, place, matching(state, place) & ~work.twice):
            return False
    return True
