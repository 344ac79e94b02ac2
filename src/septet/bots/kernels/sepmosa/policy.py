"""A quick hand for playouts of SEPMOSA: it takes the most points that it sees."""

import numpy as np

from septet.bots.kernels import Int, Record, inner
from septet.bots.kernels.chance import draw_word
from septet.bots.kernels.sepmosa.allowed import held, look, shifts, threes
from septet.bots.kernels.sepmosa.mosaic import flip, kind_at
from septet.bots.kernels.sepmosa.planes import beyond, cut_off, islands_beside, written
from septet.bots.kernels.sepmosa.points import series
from septet.bots.kernels.sepmosa.rules import any_move
from septet.bots.kernels.sepmosa.tables import (
    ANY_THIRTEEN,
    ANY_TWELVE,
    CELL_OF,
    COLOUR,
    FIT,
    LYING,
    ONTO,
    OWN,
    PLACE_NUMBER,
    SHADE,
    TARGET,
)
from septet.games.sepmosa.moves import CELL_COUNT, REMOVE_THREE, SHIFT
from septet.games.sepmosa.points import MOST, MOST_FLOATING, THREE

POINT = 10  # leanings are counted in tenths of a point


@inner
def consider(work: Record, move: Int, worth: Int, chance: Record) -> None:
    """Keep the move in mind if it is better than the best so far; among equals, any."""
    if worth > work.best:
        work.best, work.chosen, work.equal = worth, move, 1
    elif worth == work.best:
        work.equal += 1
        if draw_word(chance) % work.equal == 0:
            work.chosen = move


@inner
def by_colour(work: Record) -> None:
    """Where something that was asked for fits, and where a tile of each colour does."""
    for block in range(np.int64(work.first), np.int64(work.last) + 1):
        work.planes[OWN, block] = 0
        for colour in range(4):
            work.planes[SHADE + colour, block] = 0
        for asked in range(work.asked):
            cells = work.planes[FIT + asked, block]
            work.planes[SHADE + COLOUR[work.kinds[asked]], block] |= cells
            work.planes[OWN, block] |= cells


@inner
def consider_placements(state: Record, work: Record, chance: Record) -> None:
    """Cell by cell in reading order, and of each colour the first tile that fits."""
    by_colour(work)
    for number in range(written(work, OWN)):
        place: Int = np.int64(work.places[number])
        block, bit = place >> 6, place & 63
        tied = islands_beside(state, work, place) if state.floats else 0
        for colour in range(4):
            if (work.planes[SHADE + colour, block] >> bit) & 1:
                worth = POINT * min(MOST, series(state, colour, place) + tied)
                if worth >= work.best:
                    tile = fitting_there(work, colour, block, bit)
                    consider(work, PLACE_NUMBER[tile] + CELL_OF[place], worth, chance)


@inner
def fitting_there(work: Record, colour: Int, block: Int, bit: Int) -> Int:
    """The first tile of this colour that fits on a cell."""
    asked = 0
    while COLOUR[work.kinds[asked]] != colour or (work.planes[FIT + asked, block] >> bit) & 1 == 0:
        asked += 1
    return np.int64(work.kinds[asked])


@inner
def three_pays(state: Record, work: Record, place: Int, down: Int) -> Int:
    """What taking these three tiles off would score."""
    first = place
    for _ in range(THREE):
        state.planes[LYING, place >> 6] ^= np.int64(1) << (place & 63)
        place = beyond(place, down)
    cut = cut_off(state, work)
    place = first
    for _ in range(THREE):
        state.planes[LYING, place >> 6] ^= np.int64(1) << (place & 63)
        place = beyond(place, down)
    return THREE + min(cut, MOST_FLOATING)


@inner
def consider_threes(state: Record, work: Record, kinds: Int, price: Int, chance: Record) -> None:
    threes(state, work, kinds)
    for line in range(2):
        for number in range(written(work, TARGET + 1 + line) if work.counts[TARGET + 1 + line] else 0):
            place = np.int64(work.places[number])
            worth = POINT * three_pays(state, work, place, line) - price
            consider(work, REMOVE_THREE + line * CELL_COUNT + CELL_OF[place], worth, chance)


@inner
def consider_shifts(state: Record, work: Record, kinds: Int, price: Int, chance: Record) -> None:
    """Of the ways to move a tile, those that make a series."""
    shifts(state, work, kinds)
    for number in range(work.lift_count):
        if work.counts[ONTO + number] == 0:
            continue
        place = np.int64(work.lifts[number])
        kind = kind_at(state, place)
        flip(state, place, kind)
        for other in range(written(work, ONTO + number)):
            to = np.int64(work.places[other])
            points = series(state, COLOUR[kind], to)
            worth = POINT * min(MOST, points) - price
            if points and worth >= work.best:
                consider(work, SHIFT + CELL_OF[place] * CELL_COUNT + CELL_OF[to], worth, chance)
        flip(state, place, kind)


@inner
def quick_move(state: Record, work: Record, knobs: Record, chance: Record) -> Int:
    """The move that looks best; where nothing can be placed and nothing scores, any."""
    kinds = held(state.racks[state.mover])
    look(state, work, kinds)
    work.best, work.chosen, work.equal = -100 * POINT, -1, 0
    consider_placements(state, work, chance)
    if kinds & ANY_THIRTEEN and work.best < MOST * POINT:
        consider_threes(state, work, kinds, knobs.price, chance)
    if kinds & ANY_TWELVE and work.best < knobs.shift_below * POINT:
        consider_shifts(state, work, kinds, knobs.price, chance)
    if work.chosen >= 0:
        return np.int64(work.chosen)
    return any_move(state, work, chance)
