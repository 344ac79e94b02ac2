"""The moves of SEPMOSA. A turn is one of them; the tile that begins it is drawn by the table."""

from typing import Annotated, Literal

import msgspec

from septet.games.game import Move
from septet.games.sepmosa.cells import CELLS, NUMBER, Cell
from septet.games.sepmosa.tiles import KINDS, NUMBER_TILES, NumberTile, Tile

Line = Literal["h", "v"]
Eleven = Annotated[str, msgspec.Meta(pattern=r"^[KRBO]11$")]
Twelve = Annotated[str, msgspec.Meta(pattern=r"^[KRBO]12$")]
Thirteen = Annotated[str, msgspec.Meta(pattern=r"^[KRBO]13$")]


class Place(Move, frozen=True):
    """Put a number tile from the rack on an empty cell."""

    tile: NumberTile
    cell: Cell


class Remove(Move, frozen=True):
    """Use an 11: take one tile of its colour off the mosaic."""

    tile: Eleven
    cell: Cell


class Shift(Move, frozen=True):
    """Use a 12: move one tile of its colour to another cell."""

    tile: Twelve
    cell: Cell
    to: Cell


class RemoveThree(Move, frozen=True):
    """Use a 13: take three tiles of its colour, from this cell to the right or downwards."""

    tile: Thirteen
    cell: Cell
    line: Line


class SetAside(Move, frozen=True):
    """Nothing can be done: put a tile aside, face down."""

    tile: Tile


MosaicMove = Place | Remove | Shift | RemoveThree | SetAside

# Every move has a number, and legal moves stand in the order of their numbers: placements, 11, 13, set aside, 12.
CELL_COUNT = len(CELLS)
REMOVE = len(NUMBER_TILES) * CELL_COUNT
REMOVE_THREE = REMOVE + CELL_COUNT
SET_ASIDE = REMOVE_THREE + 2 * CELL_COUNT
SHIFT = SET_ASIDE + len(KINDS)
PLACE_FROM = {tile: number * CELL_COUNT for number, tile in enumerate(NUMBER_TILES)}
KIND_NUMBER = {kind: number for number, kind in enumerate(KINDS)}


def number_of(move: MosaicMove) -> int:
    """The number of a move, 0 to 345,921; that of an 11, 12 or 13 does not say its colour, which the cell does."""
    match move:
        case Place(tile, cell):
            return PLACE_FROM[tile] + NUMBER[cell]
        case Remove(_, cell):
            return REMOVE + NUMBER[cell]
        case RemoveThree(_, cell, line):
            return REMOVE_THREE + (line == "v") * CELL_COUNT + NUMBER[cell]
        case SetAside(tile):
            return SET_ASIDE + KIND_NUMBER[tile]
        case Shift(_, cell, to):
            return SHIFT + NUMBER[cell] * CELL_COUNT + NUMBER[to]
