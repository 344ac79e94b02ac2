"""A quick hand for playouts of SEPMOSA: it takes the most points that it sees."""

import numpy as np

from septet.bots.kernels import Int, Record, inner
from septet.bots.kernels.chance import below, draw_word
from septet.bots.kernels.sepmosa.allowed import held, lift_to_see, look, put_back, uses
from septet.bots.kernels.sepmosa.mosaic import DOWN, RIGHT, cut_off, is_three, matching, side, spaces
from septet.bots.kernels.sepmosa.points import series
from septet.bots.kernels.sepmosa.rules import legal
from septet.bots.kernels.sepmosa.tables import (
    ANY_THIRTEEN,
    ANY_TWELVE,
    BIT,
    CELL_OF,
    COLOUR,
    EMPTY,
    OF_COLOUR,
    PLACE_NUMBER,
    THIRTEEN,
    TWELVE,
    WHICH,
)
from septet.games.sepmosa.moves import CELL_COUNT, REMOVE_THREE, SHIFT
from septet.games.sepmosa.points import MOST, MOST_FLOATING, THREE

POINT = 10  # leanings are counted in tenths of a point


@inner
def tied_by(state: Record, place: Int) -> Int:
    """How many floating tiles a tile on this place would tie back."""
    tied = 0
    for number in range(4):
        name = state.floating[place + side(number)]
        if name == 0:
            continue
        known = False
        for earlier in range(number):
            known |= state.floating[place + side(earlier)] == name
        if not known:
            for other in range(state.tiles):
                tied += state.floating[state.places[other]] == name
    return tied


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
def consider_placements(state: Record, work: Record, chance: Record) -> None:
    for at in range(work.opens):
        fit = work.fits[at]
        if fit == 0:
            continue
        place = np.int64(work.open[at])
        tied = tied_by(state, place) if state.floats else 0
        for colour in range(4):
            tiles = fit & OF_COLOUR[colour]
            if tiles:
                worth = POINT * min(MOST, series(state, colour, place) + tied)
                if worth >= work.best:
                    tile = WHICH[(tiles & -tiles) % 53]
                    consider(work, PLACE_NUMBER[tile] + CELL_OF[place], worth, chance)


@inner
def three_pays(state: Record, work: Record, place: Int, step: Int) -> Int:
    """What taking these three tiles off would score."""
    first, second, third = place, place + step, place + 2 * step
    kinds = (state.cells[first], state.cells[second], state.cells[third])
    for number in range(THREE):
        state.cells[place + number * step] = EMPTY
        state.floating[place + number * step] = place
    cut = cut_off(state, work)
    for number in range(THREE):
        state.cells[place + number * step] = kinds[number]
        state.floating[place + number * step] = 0
    if cut:
        for number in range(state.tiles):
            state.floating[state.places[number]] = max(state.floating[state.places[number]], 0)
    return THREE + min(cut, MOST_FLOATING)


@inner
def consider_threes(state: Record, work: Record, kinds: Int, price: Int, chance: Record) -> None:
    for line in range(2):
        step = DOWN if line else RIGHT
        for number in range(state.tiles):
            place = np.int64(state.places[number])
            if is_three(state, place, step) and uses(state, kinds, place, THIRTEEN):
                worth = POINT * three_pays(state, work, place, step) - price
                consider(work, REMOVE_THREE + line * CELL_COUNT + CELL_OF[place], worth, chance)


@inner
def consider_shifts(state: Record, work: Record, kinds: Int, price: Int, chance: Record) -> None:
    """Of the ways to move a tile, those that make a series."""
    for number in range(state.tiles):
        place = np.int64(state.places[number])
        if not uses(state, kinds, place, TWELVE):
            continue
        kind = np.int64(state.cells[place])
        bit = BIT[kind]
        cut = lift_to_see(state, work, place)
        for at in range(work.opens):
            to = np.int64(work.open[at])
            if work.match[at] & bit == 0:
                continue
            points = series(state, COLOUR[kind], to)
            worth = POINT * min(MOST, points) - price
            if points and worth >= work.best and spaces(state, work, to, matching(state, to) & bit):
                consider(work, SHIFT + CELL_OF[place] * CELL_COUNT + CELL_OF[to], worth, chance)
        put_back(state, work, place, cut)


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
    return np.int64(work.moves[below(chance, legal(state, work))])
