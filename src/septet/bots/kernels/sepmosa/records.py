"""A state of SEPMOSA as a record, and back."""

from typing import Any

import numpy as np

from septet.bots.kernels import Record
from septet.bots.kernels.piles import pile
from septet.bots.kernels.sepmosa.tables import (
    CELL_OF,
    CENTRE,
    EDGE,
    EMPTY,
    ENDINGS,
    JOKER_PLACE,
    KIND,
    OPTIONS,
    PLACE_OF,
    PLACES,
    STRIDE,
    THE_JOKER,
    numbers_of,
    options_from,
)
from septet.games.sepmosa.cells import CELLS, NUMBER
from septet.games.sepmosa.mosaic import in_reading_order
from septet.games.sepmosa.moves import (
    CELL_COUNT,
    REMOVE,
    REMOVE_THREE,
    SET_ASIDE,
    SHIFT,
    MosaicMove,
    Place,
    Remove,
    RemoveThree,
    SetAside,
    Shift,
    number_of,
)
from septet.games.sepmosa.state import FULL, State
from septet.games.sepmosa.tiles import BAG, KINDS, NUMBER_TILES, Tiles

MOST_SPOTS = 4 * (FULL + 1)
MOST_OPEN = 104  # empty cells beside what is anchored: n tiles side by side touch 2 n + 2 at most
MOST_MOVES = FULL * MOST_OPEN + 7 * MOST_OPEN + 3 * FULL + 7  # by far: any tile moved anywhere, and the rest

STATE = np.dtype(
    [
        ("options", np.dtype([(name, np.int32) for name in OPTIONS], align=True)),
        ("cells", np.uint8, (PLACES,)),  # the kind of the tile on each place
        ("floating", np.int16, (PLACES,)),  # 0, or a place that names the island; below 0 while it is being cut off
        ("places", np.uint16, (FULL,)),  # where tiles lie, in reading order
        ("tiles", np.int16),  # how many
        ("beside", np.int8, (PLACES,)),  # how many tiles lie beside each place, the joker among them
        ("spots", np.uint16, (MOST_SPOTS,)),  # the empty places beside a tile or the joker, in reading order
        ("spot_count", np.int16),
        ("floats", np.int8),
        ("rows", np.int8, (9,)),  # how many tiles each row holds, the edges among them
        ("low", np.int8),  # the first and the last column in use, the joker's among them
        ("high", np.int8),
        ("racks", pile(7), (2,)),
        ("scores", np.int16, (2,)),
        ("pool", pile(len(BAG))),
        ("removed", pile(len(BAG))),
        ("set_aside", pile(len(BAG)), (2,)),
        ("played", pile(len(BAG))),
        ("mover", np.int8),
        ("passes", np.int32, (2,)),
        ("moves", np.int32),
        ("shuffles", np.int32),
        ("set_asides", np.int32),
        ("resets", np.int32),
        ("rescues", np.int32),
        ("refills", np.int32),
        ("ending", np.int8),
        ("last", np.int32),  # the last move, -1: none yet
    ],
    align=True,
)
WORK = np.dtype(
    [
        ("moves", np.int32, (MOST_MOVES,)),
        ("open", np.uint16, (MOST_OPEN,)),  # the empty places beside what is anchored, in reading order
        ("match", np.int64, (MOST_OPEN,)),  # the tiles that match something there, or might if others were lifted
        ("fits", np.int64, (MOST_OPEN,)),  # the tiles that may be placed there, as bits
        ("opens", np.int32),
        ("once", np.int64),  # the tiles of which one lies on the table
        ("twice", np.int64),  # the tiles of which both do
        ("fitting", np.int64),  # the tiles that may be placed anywhere
        ("edge", np.uint16, (FULL + 1,)),  # places still to be looked at on a walk
        ("lifted", np.uint8),  # the kind of a tile that is lifted for a while
        ("points", np.int32),  # of the last move
        ("best", np.int32),  # what the best move so far is worth, which one it is, and how many are as good
        ("chosen", np.int32),
        ("equal", np.int32),
    ],
    align=True,
)
COUNTS = ("mover", "moves", "shuffles", "set_asides", "resets", "rescues", "refills")
PAIRS = ("scores", "passes")


def new_work() -> Record:
    """Room to work in, for one thread."""
    return np.zeros(1, WORK)[0]


def to_record(state: State, record: Record) -> None:
    """Write a state into a record."""
    for name, number in numbers_of(state.options).items():
        record["options"][name] = number
    _lay_mosaic(state, record)
    for seat in range(2):
        _lay(record["racks"][seat], state.racks[seat])
        _lay(record["set_aside"][seat], state.set_aside[seat])
    for name in ("pool", "removed", "played"):
        _lay(record[name], getattr(state, name))
    for name in COUNTS + PAIRS:
        record[name] = getattr(state, name)
    record["ending"] = ENDINGS.index(state.ending)
    record["last"] = number_of(state.last.move) if state.last else -1


def _lay_mosaic(state: State, record: Record) -> None:
    cells, floating = record["cells"], record["floating"]
    cells[:], floating[:] = EDGE, 0
    cells[PLACE_OF], cells[JOKER_PLACE] = EMPTY, THE_JOKER
    places = sorted(int(PLACE_OF[NUMBER[cell]]) for cell in state.mosaic)
    cells[places] = [KIND[state.mosaic[CELLS[CELL_OF[place]]]] for place in places]
    record["places"][: len(places)], record["tiles"] = places, len(places)
    record["beside"] = 0
    for place in (JOKER_PLACE, *places):
        record["beside"][[place - 1, place + 1, place - STRIDE, place + STRIDE]] += 1
    spots = [place for place in np.flatnonzero(record["beside"]) if cells[place] == EMPTY]
    record["spots"][: len(spots)], record["spot_count"] = spots, len(spots)
    record["rows"] = np.bincount([place // STRIDE for place in places], minlength=record["rows"].size)
    columns = [CENTRE, *(place % STRIDE for place in places)]
    record["low"], record["high"] = min(columns), max(columns)
    record["floats"] = len(state.floating)
    left = {int(PLACE_OF[NUMBER[cell]]) for cell in state.floating}
    for name in sorted(left):
        edge = [name] if not floating[name] else []
        while edge:
            place = edge.pop()
            floating[place] = name
            beside = (place - 1, place + 1, place - STRIDE, place + STRIDE)
            edge += [near for near in beside if near in left and not floating[near]]


def _lay(pile: Record, tiles: Tiles) -> None:
    pile["size"] = len(tiles)
    pile["cards"][: len(tiles)] = [KIND[tile] for tile in tiles]


def to_state(record: Record, seed: bytes) -> State:
    """Read a state from a record; of the last move only its number is kept there."""
    lying = {CELLS[CELL_OF[place]]: KINDS[record["cells"][place]] for place in record["places"][: record["tiles"]]}
    counts: dict[str, Any] = {name: int(record[name]) for name in COUNTS}
    pairs: dict[str, Any] = {name: tuple(map(int, record[name])) for name in PAIRS}
    return State(
        options=options_from({name: int(record["options"][name]) for name in OPTIONS}),
        seed=seed,
        mosaic=lying,
        floating=in_reading_order(cell for cell in lying if record["floating"][PLACE_OF[NUMBER[cell]]]),
        racks=tuple(map(_tiles, record["racks"])),
        pool=_tiles(record["pool"]),
        removed=_tiles(record["removed"]),
        set_aside=tuple(map(_tiles, record["set_aside"])),
        played=_tiles(record["played"]),
        ending=ENDINGS[record["ending"]],
        **counts,
        **pairs,
    )


def _tiles(pile: Record) -> Tiles:
    return tuple(KINDS[number] for number in pile["cards"][: pile["size"]])


def move_of(number: int, mosaic: dict[str, str]) -> MosaicMove:
    """The move that has this number on this mosaic, whose tiles tell the colour of an action tile."""
    if number < REMOVE:
        return Place(NUMBER_TILES[number // CELL_COUNT], CELLS[number % CELL_COUNT])
    if number < REMOVE_THREE:
        cell = CELLS[number - REMOVE]
        return Remove(f"{mosaic[cell][0]}11", cell)
    if number < SET_ASIDE:
        cell = CELLS[(number - REMOVE_THREE) % CELL_COUNT]
        return RemoveThree(f"{mosaic[cell][0]}13", cell, "h" if number - REMOVE_THREE < CELL_COUNT else "v")
    if number < SHIFT:
        return SetAside(KINDS[number - SET_ASIDE])
    cell, to = (CELLS[at] for at in divmod(number - SHIFT, CELL_COUNT))
    return Shift(f"{mosaic[cell][0]}12", cell, to)
