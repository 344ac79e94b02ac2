"""SEPMOSA, compiled: read it beside `rules` of `games/sepmosa`."""

import numpy as np

from septet.bots.kernels import Int, Record, inner, within
from septet.bots.kernels.bits import size_of
from septet.bots.kernels.chance import below, shuffle_stream, sort_for_study, toss
from septet.bots.kernels.piles import empty_onto, pop, push, without
from septet.bots.kernels.sepmosa.allowed import dead, held, pick, survey, write
from septet.bots.kernels.sepmosa.mosaic import colour_at, kind_at, lift, wipe_planes
from septet.bots.kernels.sepmosa.planes import beyond, is_linked, reach, written
from septet.bots.kernels.sepmosa.points import begins_to_float, place_tile, shift_tile
from septet.bots.kernels.sepmosa.tables import (
    A_COLOUR,
    ALL_TILES,
    ANY_ACTION,
    BAG_STREAM,
    BLOCKS,
    CLEAR_STREAM,
    ELEVEN,
    ENDINGS,
    FLOOR_ZERO,
    LYING,
    NUMBER_KIND,
    ON_THE_TABLE,
    OPEN,
    PLACE_OF,
    REFILL_STREAM,
    SORTED_KINDS,
    STARTERS,
    THIRTEEN,
    TWELVE,
    VOLUNTARY,
)
from septet.games.sepmosa.moves import CELL_COUNT, REMOVE, REMOVE_THREE, SET_ASIDE, SHIFT
from septet.games.sepmosa.points import PASS, THREE
from septet.games.sepmosa.state import FULL, RACK

TARGET, LIMIT, TIE = ENDINGS.index("target"), ENDINGS.index("limit"), ENDINGS.index("tie")


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
    shuffle_stream(state.pool, chance, BAG_STREAM, 0, 0)
    tossed, starter = toss(chance), STARTERS[state.options.start_player]
    state.mover = starter if starter >= 0 else tossed
    for number in range(2 * RACK):
        draw_tile(state, state.mover ^ (number % 2))
    draw_tile(state, state.mover)


@within
def draw_tile(state: Record, seat: Int) -> None:
    push(state.racks[seat], pop(state.pool))


@inner
def legal(state: Record, work: Record) -> Int:
    """Write the legal moves down, in the same order as the rules do, and say how many there are."""
    if state.ending:
        return 0
    kinds = held(state.racks[state.mover])
    found = survey(state, work, kinds)
    return write(work, put_asides(state, kinds, found))


@inner
def any_move(state: Record, work: Record, chance: Record) -> Int:
    """One of the legal moves, each as likely as any other: the same as if all were written down."""
    kinds = held(state.racks[state.mover])
    found = survey(state, work, kinds)
    aside = put_asides(state, kinds, found)
    return pick(work, aside, below(chance, found + size_of(aside)))


@within
def put_asides(state: Record, kinds: Int, found: Int) -> Int:
    """The tiles that may be put aside, as bits: any of the rack where nothing else can be done."""
    return kinds if found == 0 or state.options.passing == VOLUNTARY else np.int64(0)


@inner
def apply(state: Record, move: Int, work: Record, chance: Record) -> None:
    """Make a legal move."""
    me = np.int64(state.mover)
    state.moves += 1
    state.last = move
    points = earned(state, move, work)
    state.scores[me] += points
    work.points = points
    end_turn(state, work, chance)


@inner
def earned(state: Record, move: Int, work: Record) -> Int:
    """Change the mosaic; the points, of which a house rule takes no more than there are."""
    points = effect(state, move, work)
    score = np.int64(state.scores[state.mover])
    if state.options.floor == FLOOR_ZERO and score + points < 0:
        return -score
    return points


@within
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
        return place_tile(state, work, np.int64(PLACE_OF[move % CELL_COUNT]), kind)
    if move < REMOVE_THREE:
        place = np.int64(PLACE_OF[move - REMOVE])
        use(state, place, ELEVEN)
        take_off(state, place)
        bonus = 0 if is_linked(state, place) else begins_to_float(state, work)
        return bonus if state.options.float_bonus == ANY_ACTION else 0
    if move < SET_ASIDE:
        place = np.int64(PLACE_OF[(move - REMOVE_THREE) % CELL_COUNT])
        down = move - REMOVE_THREE >= CELL_COUNT
        use(state, place, THIRTEEN)
        for _ in range(THREE):
            take_off(state, place)
            place = beyond(place, down)
        return THREE + begins_to_float(state, work)
    place, to = np.int64(PLACE_OF[(move - SHIFT) // CELL_COUNT]), np.int64(PLACE_OF[(move - SHIFT) % CELL_COUNT])
    use(state, place, TWELVE)
    return shift_tile(state, work, place, to)


@within
def put_aside(state: Record, kind: Int) -> None:
    me = np.int64(state.mover)
    without(state.racks[me], kind)
    push(state.set_aside[me], kind)
    state.passes[me] += 1
    state.set_asides += 1


@within
def use(state: Record, place: Int, action: Int) -> None:
    """An action tile of the colour of its target goes from the rack to where all see it."""
    kind = colour_at(state, place) * A_COLOUR + action
    without(state.racks[state.mover], kind)
    push(state.played, kind)


@inner
def take_off(state: Record, place: Int) -> None:
    kind = kind_at(state, place)
    push(state.removed, kind)
    lift(state, place, kind)


@within
def end_turn(state: Record, work: Record, chance: Record) -> None:
    """Whoever reaches the target has won; else a full or dead mosaic is cleared, and the other one draws."""
    mine, theirs = state.scores[0], state.scores[1]
    if max(mine, theirs) >= state.options.target:
        state.ending = TARGET
    elif state.moves == state.options.max_plies:
        state.ending = TIE if mine == theirs else LIMIT
    else:
        if is_full(state):
            clear(state, work, chance)
            state.resets += 1
        elif is_stuck(state, work):
            clear(state, work, chance)
            state.rescues += 1
        elif not state.pool.size:
            refill(state, chance)
        state.mover = 1 - state.mover
        draw_tile(state, state.mover)


@within
def is_full(state: Record) -> bool:
    return state.tiles == FULL and (state.options.m49 == ON_THE_TABLE or not state.floats)


@within
def is_stuck(state: Record, work: Record) -> bool:
    """Is the mosaic dead, or have there been too many passes in a row?"""
    if state.tiles and state.options.dead_reset and dead(state, work):
        return True
    stall = state.options.stall_reset
    return stall and state.passes[0] + state.passes[1] >= stall


@inner
def clear(state: Record, work: Record, chance: Record) -> None:
    """Joker and racks stay; the mosaic, the pool and all that lies aside are shuffled into a new pool."""
    reach(state, work)
    for block in range(BLOCKS):
        work.planes[OPEN, block] = state.planes[LYING, block]
    for number in range(written(work, OPEN)):
        push(state.pool, kind_at(state, np.int64(work.places[number])))
    wipe(state)
    new_pool(state, chance, CLEAR_STREAM, state.resets + state.rescues)


@inner
def wipe(state: Record) -> None:
    """No tile lies on the table."""
    wipe_planes(state)
    state.passes[0], state.passes[1] = 0, 0


@inner
def refill(state: Record, chance: Record) -> None:
    """The pool is empty: all that lies aside is shuffled into a new one."""
    state.refills += 1
    new_pool(state, chance, REFILL_STREAM, state.refills)


@inner
def new_pool(state: Record, chance: Record, name: Int, number: Int) -> None:
    empty_onto(state.removed, state.pool)
    empty_onto(state.played, state.pool)
    for seat in range(2):
        empty_onto(state.set_aside[seat], state.pool)
    state.shuffles += 1
    sort_for_study(state.pool, SORTED_KINDS, chance)
    shuffle_stream(state.pool, chance, name, number, 0)
