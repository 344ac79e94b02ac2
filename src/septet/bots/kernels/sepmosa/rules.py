"""SEPMOSA, compiled: read it beside `allowed` and `rules` of `games/sepmosa`, in this order."""

import numpy as np

from septet.bots.kernels import Int, Record, inner
from septet.bots.kernels.chance import below, shuffle
from septet.bots.kernels.piles import empty_onto, pop, push, without
from septet.bots.kernels.sepmosa.mosaic import (
    DOWN,
    RIGHT,
    begins_to_float,
    count_tiles,
    cut_off,
    insert,
    is_three,
    lift,
    matching,
    narrow,
    place_tile,
    shift_tile,
    side,
    spaces,
    touches_anchored,
)
from septet.bots.kernels.sepmosa.tables import (
    A_COLOUR,
    ALL_TILES,
    ANY_ELEVEN,
    ANY_NUMBER,
    ANY_THIRTEEN,
    ANY_TWELVE,
    AROUND,
    BESIDE_JOKER,
    BIT,
    CELL_OF,
    CENTRE,
    COLOUR,
    ELEVEN,
    EMPTY,
    JOKER_PLACE,
    LINKED,
    NUMBER_KIND,
    OF_COLOUR,
    PLACE_NUMBER,
    PLACE_OF,
    STRIDE,
    THE_JOKER,
    THIRTEEN,
    TWELVE,
    WHICH,
)
from septet.games.sepmosa.moves import CELL_COUNT, REMOVE, REMOVE_THREE, SET_ASIDE, SHIFT
from septet.games.sepmosa.points import PASS, THREE
from septet.games.sepmosa.state import FULL, RACK

TARGET, LIMIT, TIE = range(1, 4)  # endings
ROWS = 7


# -- allowed ----------------------------------------------------------------------------------------------------------


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
            if cut or state.options.width or to // STRIDE == place // STRIDE or to % STRIDE == place % STRIDE:
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
    if state.options.width:
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
    if state.options.width:
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


# -- rules ------------------------------------------------------------------------------------------------------------


@inner
def deal(state: Record, chance: Record) -> None:
    """Six tiles to each player by turns, the first player first, who then draws."""
    wipe(state)
    for number in range(ALL_TILES.size):
        state.pool.cards[number] = ALL_TILES[number]
    state.pool.size = ALL_TILES.size
    state.removed.size, state.played.size = 0, 0
    for seat in range(2):
        state.racks[seat].size, state.set_aside[seat].size = 0, 0
        state.scores[seat] = 0
    state.moves, state.set_asides, state.resets, state.rescues, state.refills = 0, 0, 0, 0, 0
    state.ending, state.last = 0, -1
    state.shuffles = 2
    shuffle(state.pool, chance)
    toss = below(chance, 2)
    state.mover = toss if state.options.start_player == 0 else state.options.start_player - 1
    for number in range(2 * RACK):
        draw_tile(state, state.mover ^ (number % 2))
    draw_tile(state, state.mover)


@inner
def draw_tile(state: Record, seat: Int) -> None:
    push(state.racks[seat], pop(state.pool))


@inner
def legal(state: Record, work: Record) -> Int:
    """Write the legal moves down, in the same order as the rules do, and say how many there are."""
    if state.ending:
        return 0
    rack = state.racks[state.mover]
    kinds = held(rack)
    found = playable(state, work, kinds)
    if state.options.passing:
        found = set_asides(work, kinds, found)
    found = shifts(state, work, kinds, found)
    return found if found else set_asides(work, kinds, 0)


@inner
def set_asides(work: Record, kinds: Int, found: Int) -> Int:
    """Any tile of the rack may be put aside."""
    for kind in range(SHIFT - SET_ASIDE):
        if BIT[kind] & kinds:
            work.moves[found] = SET_ASIDE + kind
            found += 1
    return found


@inner
def apply(state: Record, move: Int, work: Record, chance: Record) -> None:
    """Make a legal move."""
    me = np.int64(state.mover)
    state.moves += 1
    state.last = move
    points = effect(state, move, work)
    if state.options.floor and state.scores[me] + points < 0:
        points = -np.int64(state.scores[me])
    state.scores[me] += points
    work.points = points
    end_turn(state, work, chance)


@inner
def effect(state: Record, move: Int, work: Record) -> Int:
    """Change the mosaic, and lay aside what leaves it or was used; the points."""
    rack = state.racks[state.mover]
    if SET_ASIDE <= move < SHIFT:
        put_aside(state, move - SET_ASIDE)
        return PASS
    state.passes[0], state.passes[1] = 0, 0
    if move < REMOVE:
        kind = NUMBER_KIND[move // CELL_COUNT]
        without(rack, kind)
        return place_tile(state, PLACE_OF[move % CELL_COUNT], kind)
    if move < REMOVE_THREE:
        place = PLACE_OF[move - REMOVE]
        use(state, place, ELEVEN)
        take_off(state, place)
        bonus = begins_to_float(state, work)
        return bonus if state.options.float_bonus else 0
    if move < SET_ASIDE:
        place = PLACE_OF[(move - REMOVE_THREE) % CELL_COUNT]
        step = RIGHT if move - REMOVE_THREE < CELL_COUNT else DOWN
        use(state, place, THIRTEEN)
        for number in range(THREE):
            take_off(state, place + number * step)
        return THREE + begins_to_float(state, work)
    place, to = PLACE_OF[(move - SHIFT) // CELL_COUNT], PLACE_OF[(move - SHIFT) % CELL_COUNT]
    use(state, place, TWELVE)
    return shift_tile(state, work, place, to)


@inner
def put_aside(state: Record, kind: Int) -> None:
    me = np.int64(state.mover)
    without(state.racks[me], kind)
    push(state.set_aside[me], kind)
    state.passes[me] += 1
    state.set_asides += 1


@inner
def use(state: Record, place: Int, action: Int) -> None:
    """An action tile of the colour of its target goes from the rack to where all see it."""
    kind = COLOUR[state.cells[place]] * A_COLOUR + action
    without(state.racks[state.mover], kind)
    push(state.played, kind)


@inner
def take_off(state: Record, place: Int) -> None:
    push(state.removed, state.cells[place])
    lift(state, place)


@inner
def end_turn(state: Record, work: Record, chance: Record) -> None:
    """Whoever reaches the target has won; else a full or dead mosaic is cleared, and the other one draws."""
    mine, theirs = state.scores[0], state.scores[1]
    if max(mine, theirs) >= state.options.target:
        state.ending = TARGET
    elif state.moves == state.options.max_plies:
        state.ending = TIE if mine == theirs else LIMIT
    else:
        if is_full(state):
            clear(state, chance)
            state.resets += 1
        elif is_stuck(state, work):
            clear(state, chance)
            state.rescues += 1
        elif not state.pool.size:
            refill(state, chance)
        state.mover = 1 - state.mover
        draw_tile(state, state.mover)


@inner
def is_full(state: Record) -> bool:
    return state.tiles == FULL and (not state.options.m49 or not state.floats)


@inner
def is_stuck(state: Record, work: Record) -> bool:
    """Is the mosaic dead, or have there been too many passes in a row?"""
    if state.tiles and state.options.dead_reset and dead(state, work):
        return True
    stall = state.options.stall_reset
    return stall and state.passes[0] + state.passes[1] >= stall


@inner
def clear(state: Record, chance: Record) -> None:
    """Joker and racks stay; the mosaic, the pool and all that lies aside are shuffled into a new pool."""
    for number in range(state.tiles):
        push(state.pool, state.cells[state.places[number]])
    wipe(state)
    new_pool(state, chance)


@inner
def wipe(state: Record) -> None:
    """No tile lies on the table."""
    for number in range(state.tiles):
        state.cells[state.places[number]] = EMPTY
        state.floating[state.places[number]] = 0
        for beside in range(4):
            state.beside[state.places[number] + side(beside)] = 0
    for row in range(state.rows.size):
        state.rows[row] = 0
    state.tiles, state.floats, state.spot_count = 0, 0, 0
    for number in range(4):
        state.spot_count = insert(state.spots, state.spot_count, JOKER_PLACE + side(number))
        state.beside[JOKER_PLACE + side(number)] = 1
    state.low, state.high = CENTRE, CENTRE
    state.passes[0], state.passes[1] = 0, 0


@inner
def refill(state: Record, chance: Record) -> None:
    """The pool is empty: all that lies aside is shuffled into a new one."""
    state.refills += 1
    new_pool(state, chance)


@inner
def new_pool(state: Record, chance: Record) -> None:
    empty_onto(state.removed, state.pool)
    empty_onto(state.played, state.pool)
    for seat in range(2):
        empty_onto(state.set_aside[seat], state.pool)
    state.shuffles += 1
    shuffle(state.pool, chance)
