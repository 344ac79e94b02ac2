"""What a seat of SEPMOSA sees as a row of small numbers, and what a move of its list is."""

import numpy as np
from numpy.typing import NDArray

from septet.bots.layouts import Row, RowLayout, clipped
from septet.games.sepmosa.cells import CELLS, COLUMN, FURTHEST, JOKER, NUMBER, ROWS, WIDTH
from septet.games.sepmosa.moves import MosaicMove, Place, Remove, RemoveThree, SetAside, Shift
from septet.games.sepmosa.state import State
from septet.games.sepmosa.tiles import COLOURS, KINDS, VALUE, Tiles
from septet.games.sepmosa.view import View

K = len(KINDS)
KIND = {kind: number for number, kind in enumerate(KINDS)}
MOVES = (Place, Remove, RemoveThree, SetAside, Shift)
COUNTS = (
    "my_score their_score my_tiles their_tiles pool_left removed_left my_aside_left their_aside_left my_passes "
    "their_passes moves_hundreds moves_rest resets rescues refills"
).split()

SEPMOSA = RowLayout(
    "sepmosa",
    1,
    (
        ("to_move", (1,), "is it this seat's turn?"),
        ("over", (1,), "is the game over?"),
        ("value", (7, WIDTH), "the value of the tile on each cell, row by row; 0 is empty"),
        ("colour", (7, WIDTH), f"its colour, 1 to 4: {', '.join(COLOURS)}; 5 is the joker"),
        ("floating", (7, WIDTH), "does it float?"),
        ("rack", (K,), "how many tiles of each kind are on the rack"),
        ("aside", (K,), "how many of each kind this seat has put aside"),
        ("removed", (K,), "how many of each kind were taken off the mosaic, and are known"),
        ("played", (K,), "how many action tiles of each kind were used"),
        ("counts", (len(COUNTS),), ", ".join(COUNTS)),
    ),
)
SEPMOSA_ORACLE = RowLayout(
    "sepmosa-oracle",
    1,
    (
        ("their_rack", (K,), "how many tiles of each kind are on the other rack"),
        ("their_aside", (K,), "how many of each kind the other one has put aside"),
        ("removed", (K,), "how many of each kind were taken off the mosaic"),
        ("pool", (K,), "how many of each kind are in the pool"),
        ("next", (K,), "the tile that is drawn next"),
    ),
)
FEATURES = RowLayout(
    "sepmosa-move",
    1,
    (
        ("kind", (5,), "one of " + ", ".join(kind.__name__ for kind in MOVES)),
        ("tile", (4,), "the colour of the tile that leaves the rack"),
        ("value", (1,), "its value, 1 to 13"),
        ("row", (1,), "the row of the cell, 1 to 7; 0 where the move names none"),
        ("column", (1,), "its column, counted from the joker"),
        ("to_row", (1,), "the row that a 12 moves a tile to"),
        ("to_column", (1,), "its column"),
        ("down", (1,), "does a 13 take three downwards?"),
    ),
)


def encode(view: View) -> Row:
    """The row of a view."""
    row = SEPMOSA.row()
    me = view.seat or 0
    row[SEPMOSA.at("to_move")] = not view.ending and view.mover == me
    row[SEPMOSA.at("over")] = view.ending != ""
    row[SEPMOSA.at("colour") + NUMBER[JOKER]] = 5
    for cell, tile in view.mosaic.items():
        row[SEPMOSA.at("value") + NUMBER[cell]] = VALUE[tile]
        row[SEPMOSA.at("colour") + NUMBER[cell]] = 1 + COLOURS.index(tile[0])
    for cell in view.floating:
        row[SEPMOSA.at("floating") + NUMBER[cell]] = 1
    for field, tiles in (
        ("rack", view.rack),
        ("aside", view.set_aside),
        ("removed", view.removed),
        ("played", view.played),
    ):
        _count(row, SEPMOSA.at(field), tiles)
    counts = (
        view.scores[me],
        view.scores[1 - me],
        view.racks[me],
        view.racks[1 - me],
        view.pool_left,
        view.removed_left,
        view.set_aside_left[me],
        view.set_aside_left[1 - me],
        view.passes[me],
        view.passes[1 - me],
        view.moves // 100,
        view.moves % 100,
        view.resets,
        view.rescues,
        view.refills,
    )
    start = SEPMOSA.at("counts")
    row[start : start + len(counts)] = [clipped(count) for count in counts]
    return row


def _count(row: Row, start: int, tiles: Tiles) -> None:
    for tile in tiles:
        row[start + KIND[tile]] += 1


def encode_oracle(state: State, seat: int) -> Row:
    """What the seat does not see: for critics in training, and for nobody who plays."""
    row = SEPMOSA_ORACLE.row()
    for field, tiles in (
        ("their_rack", state.racks[1 - seat]),
        ("their_aside", state.set_aside[1 - seat]),
        ("removed", state.removed),
        ("pool", state.pool),
        ("next", state.pool[-1:]),
    ):
        _count(row, SEPMOSA_ORACLE.at(field), tiles)
    return row


def encode_moves(moves: tuple[MosaicMove, ...], width: int) -> NDArray[np.int8]:
    """A row for each of the first so many moves of a list; the rest of the matrix is zero."""
    matrix = np.zeros((width, FEATURES.size), np.int8)
    for row, move in zip(matrix, moves, strict=False):
        row[FEATURES.at("kind") + MOVES.index(type(move))] = 1
        row[FEATURES.at("tile") + COLOURS.index(move.tile[0])] = 1
        row[FEATURES.at("value")] = VALUE[move.tile]
        if not isinstance(move, SetAside):
            row[FEATURES.at("row")], row[FEATURES.at("column")] = _spot(move.cell)
        if isinstance(move, Shift):
            row[FEATURES.at("to_row")], row[FEATURES.at("to_column")] = _spot(move.to)
        if isinstance(move, RemoveThree):
            row[FEATURES.at("down")] = move.line == "v"
    return matrix


def _spot(cell: str) -> tuple[int, int]:
    return 1 + ROWS.index(cell[0]), COLUMN[cell]


assert len(CELLS) == 7 * WIDTH and WIDTH == 2 * FURTHEST + 1, "a cell's number is its place in the planes"
