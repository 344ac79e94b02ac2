"""A state of SEPMOSA as a record, and back."""

from typing import Any

import numpy as np

from septet.bots.kernels import Record
from septet.bots.kernels.piles import pile
from septet.bots.kernels.sepmosa.tables import (
    A_COLOUR,
    A_ROW,
    ACROSS,
    BLOCKS,
    CENTRE,
    COLOUR_PLANE,
    ENDINGS,
    FLOATING,
    HIGH,
    KIND,
    LYING,
    OPTIONS,
    PLACE_OF,
    PLACES,
    PLANES,
    VALUE,
    VALUE_PLANE,
    VALUES,
    WORK_PLANES,
    bits,
    numbers_of,
    options_from,
    place_of,
    plane_of,
)
from septet.games.sepmosa.cells import CELLS, COLUMN, FURTHEST, ROWS
from septet.games.sepmosa.mosaic import ROW
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
from septet.games.sepmosa.tiles import BAG, COLOURS, KINDS, NUMBER_TILES, Tiles

MOST_OPEN = 104  # empty cells beside what is anchored: n tiles side by side touch 2 n + 2 at most
MOST_MOVES = FULL * MOST_OPEN + 7 * MOST_OPEN + 3 * FULL + 7  # by far: any tile moved anywhere, and the rest

STATE = np.dtype(
    [
        ("options", np.dtype([(name, np.int32) for name in OPTIONS], align=True)),
        ("planes", np.int64, (PLANES, BLOCKS)),  # where tiles lie, which of them float, and of what kind they are
        ("full", np.int64),  # the rows that hold no more, in the bits of any block
        ("once", np.int64),  # the kinds of which a tile lies there, as bits
        ("twice", np.int64),  # those of which both do
        ("aligned", np.int64),  # those of which both do in one row or in one column
        ("tiles", np.uint8),  # how many lie there, and how many of them float
        ("floats", np.uint8),
        ("rows", np.uint8, (len(ROWS),)),  # how many each row holds
        ("low", np.uint8),  # the first and the last column in use, the joker's among them, counted from 0
        ("high", np.uint8),
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


def work_with(moves: int) -> np.dtype[Any]:
    """Room to work in, and to write so many moves down."""
    return np.dtype(
        [
            ("moves", np.int32, (moves,)),
            ("first", np.uint8),  # the blocks that hold all tiles and the cells beside them
            ("last", np.uint8),
            ("once", np.int64),  # as before a tile was lifted for a while
            ("twice", np.int64),
            ("aligned", np.int64),
            ("planes", np.int64, (WORK_PLANES, BLOCKS)),
            ("free", np.int64),  # of the open cells, those beside the joker that it suffices for
            ("kinds", np.uint8, (len(NUMBER_TILES),)),  # the number tiles that were asked for
            ("asked", np.int32),  # how many these are
            ("lifts", np.uint16, (FULL,)),  # the tiles that a 12 may move, in reading order
            ("lift_count", np.int32),
            ("counts", np.int32, (WORK_PLANES,)),  # how many cells are in a plane of targets, of fits, or to move onto
            ("places", np.uint16, (PLACES,)),  # a plane, written out in reading order
            ("points", np.int32),  # of the last move
            ("best", np.int32),  # what the best move so far is worth, which one it is, and how many are as good
            ("chosen", np.int32),
            ("equal", np.int32),
        ],
        align=True,
    )


WORK = work_with(MOST_MOVES)
PICKING = work_with(1)  # where moves are picked, and none is written down
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
    planes, mosaic = record["planes"], state.mosaic
    planes[LYING], planes[FLOATING] = plane_of(mosaic), plane_of(state.floating)
    for number, colour in enumerate(COLOURS):
        planes[COLOUR_PLANE + number] = plane_of(cell for cell in mosaic if mosaic[cell][0] == colour)
    for value in range(VALUES):
        planes[VALUE_PLANE + value] = plane_of(cell for cell in mosaic if VALUE[KIND[mosaic[cell]]] == value)
    record["rows"] = [sum(cell[0] == row for cell in state.mosaic) for row in ROWS]
    record["full"] = sum(A_ROW << ACROSS * row for row in range(HIGH) if record["rows"][row] >= ROW)
    lying = list(state.mosaic.values())
    record["once"], record["twice"] = bits({*lying}), bits({tile for tile in lying if lying.count(tile) > 1})
    record["aligned"] = bits({tile for tile in lying if _aligned(state, tile)})
    record["tiles"], record["floats"] = len(state.mosaic), len(state.floating)
    columns = [CENTRE, *(COLUMN[cell] + FURTHEST for cell in state.mosaic)]
    record["low"], record["high"] = min(columns), max(columns)


def _aligned(state: State, kind: str) -> bool:
    cells = [cell for cell, tile in state.mosaic.items() if tile == kind]
    return len({cell[0] for cell in cells}) < len(cells) or len({COLUMN[cell] for cell in cells}) < len(cells)


def _lay(pile: Record, tiles: Tiles) -> None:
    pile["size"] = len(tiles)
    pile["cards"][: len(tiles)] = [KIND[tile] for tile in tiles]


def to_state(record: Record, seed: bytes) -> State:
    """Read a state from a record; of the last move only its number is kept there."""
    lying = {cell: _tile(record, cell) for cell in _cells(record["planes"][LYING])}
    counts: dict[str, Any] = {name: int(record[name]) for name in COUNTS}
    pairs: dict[str, Any] = {name: tuple(map(int, record[name])) for name in PAIRS}
    return State(
        options=options_from({name: int(record["options"][name]) for name in OPTIONS}),
        seed=seed,
        mosaic=lying,
        floating=tuple(_cells(record["planes"][FLOATING])),
        racks=tuple(map(_tiles, record["racks"])),
        pool=_tiles(record["pool"]),
        removed=_tiles(record["removed"]),
        set_aside=tuple(map(_tiles, record["set_aside"])),
        played=_tiles(record["played"]),
        ending=ENDINGS[record["ending"]],
        **counts,
        **pairs,
    )


def _cells(plane: Record) -> list[str]:
    """The cells of a plane, in reading order."""
    words = [int(word) for word in plane]
    return [cell for cell, place in zip(CELLS, PLACE_OF.tolist(), strict=True) if words[place >> 6] >> (place & 63) & 1]


def _tile(record: Record, cell: str) -> str:
    block, bit = divmod(place_of(cell), 64)
    there = record["planes"][:, block] >> bit & 1
    colour, value = there[COLOUR_PLANE:VALUE_PLANE].argmax(), there[VALUE_PLANE:].argmax()
    return KINDS[colour * A_COLOUR + value]


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
