"""The tiles, cells, moves and options of SEPMOSA as numbers, and tables that the rules themselves fill in."""

from collections.abc import Iterable
from typing import Any

import msgspec
import numpy as np

from septet.games.chance import stream_name
from septet.games.options import choices
from septet.games.sepmosa.cells import CELLS, COLUMN, FURTHEST, JOKER, JOKER_SIDES, ROWS, WIDTH
from septet.games.sepmosa.moves import PLACE_FROM
from septet.games.sepmosa.options import SepmosaOptions
from septet.games.sepmosa.rules import Sepmosa
from septet.games.sepmosa.state import FULL
from septet.games.sepmosa.tiles import BAG, COLOURS, KINDS, MATCHES, NUMBER_TILES

# A tile and an ending are their places in these; so is a colour in COLOURS.
KIND = {kind: number for number, kind in enumerate(KINDS)}
ENDINGS = ("", *sorted(Sepmosa.endings))
A_COLOUR = len(KINDS) // len(COLOURS)  # kinds of tiles in each colour
ELEVEN, TWELVE, THIRTEEN = (KIND[f"{COLOURS[0]}{value}"] for value in (11, 12, 13))  # counted within a colour

# The board is nine blocks of nine columns and seven rows; in each of its planes a block is one word whose bits are the
# cells of the block in reading order. An empty block at either end spares looks beyond the edge.
# Columns beyond forty do not exist because no chain of forty-nine tiles from the joker gets there, which `cells` says.
# A place is a block times 64, and the bit.
ACROSS, HIGH = 9, len(ROWS)
BLOCKS = WIDTH // ACROSS + 2
PLACES = 64 * BLOCKS
WHOLE = (1 << ACROSS * HIGH) - 1
A_ROW = (1 << ACROSS) - 1
A_COLUMN = sum(1 << ACROSS * row for row in range(HIGH))
LEFTMOST, RIGHTMOST = A_COLUMN, A_COLUMN << ACROSS - 1
DOWN_A_COLUMN = np.array([0, *(1 << ACROSS * row for row in range(HIGH)), 0], np.int64)  # by the place in its line
GATHER = sum(1 << (ACROSS - 1) * row + 6 for row in range(HIGH))  # moves the bits of a column side by side, from 54 on
CENTRE = FURTHEST  # the column of the joker


def place_of(cell: str) -> int:
    block, across = divmod(COLUMN[cell] + FURTHEST, ACROSS)
    return 64 * (block + 1) + ACROSS * ROWS.index(cell[0]) + across


# The larger tables are narrow: each function for a graphics card has its own copy, and 64 kB is all there is for them.
PLACE_OF = np.array([place_of(cell) for cell in CELLS], np.int16)  # by the number of a cell
CELL_OF = np.full(PLACES, -1, np.int16)
CELL_OF[PLACE_OF] = np.arange(len(CELLS))
ROW_OF = np.arange(64) // ACROSS  # by the bit
COLUMN_OF = CELL_OF % WIDTH  # by the place, from 0 on
FIRST_BLOCK = np.array([max(1, (column - 1) // ACROSS + 1) for column in range(WIDTH)])  # of the cells beside a column
LAST_BLOCK = np.array([min(BLOCKS - 2, (column + 1) // ACROSS + 1) for column in range(WIDTH)])


def plane_of(cells: Iterable[str]) -> Any:
    """A word for each block, with the bits of these cells."""
    plane = np.zeros(BLOCKS, np.int64)
    for cell in cells:
        block, bit = divmod(place_of(cell), 64)
        plane[block] |= 1 << bit
    return plane


JOKER_PLACE = place_of(JOKER)
JOKER_BLOCK, JOKER_BIT = JOKER_PLACE // 64, 1 << JOKER_PLACE % 64
THE_JOKER = plane_of([JOKER])
BESIDE_JOKER = int(plane_of(JOKER_SIDES)[JOKER_BLOCK])  # all in the block of the joker


def _linked(around: int) -> bool:
    """Do the sides of a cell hang together by the corners between them? The bits are three rows of three cells."""
    there = [bool(around >> number & 1) for number in (5, 8, 7, 6, 3, 0, 1, 2)]
    gaps = sum(there[number] and not (there[number + 1] and there[(number + 2) % 8]) for number in range(0, 8, 2))
    return gaps <= 1


LINKED = np.array([_linked(around) for around in range(512)])

# The first number of the placements of each kind of tile.
PLACE_NUMBER = np.array([PLACE_FROM.get(kind, -1) for kind in KINDS], np.int64)
NUMBER_KIND = np.array([KIND[tile] for tile in NUMBER_TILES], np.int64)


def bits(tiles: Any) -> int:
    return sum(1 << KIND[tile] for tile in tiles)


BIT = np.array([bits([kind]) for kind in KINDS], np.int64)
COLOUR = np.array([COLOURS.index(kind[0]) for kind in KINDS], np.int64)
VALUE = np.arange(len(KINDS)) % A_COLOUR  # from 0 on
VALUES = len(NUMBER_TILES) // len(COLOURS)


def _beside(value: int) -> list[int]:
    """The two other values that a tile matches in its own colour; in the other colours it is its own."""
    kind = KINDS[value]
    return sorted(VALUE[KIND[tile]] for tile in MATCHES[kind] if tile[0] == kind[0] and tile != kind)


OF_COLOUR = np.array([bits(tile for tile in NUMBER_TILES if tile[0] == colour) for colour in COLOURS], np.int64)
FIRST_KINDS = bits(f"{colour}1" for colour in COLOURS)
ANY_NUMBER = bits(NUMBER_TILES)
ANY_ELEVEN, ANY_TWELVE, ANY_THIRTEEN = (bits(f"{colour}{value}" for colour in COLOURS) for value in (11, 12, 13))
# Studies have a stream for each thing that is shuffled; some are sorted before, by their names.
BAG_STREAM, CLEAR_STREAM, REFILL_STREAM = (np.uint64(stream_name(name)) for name in ("bag", "clear", "refill"))
SORTED_KINDS = np.array([KIND[kind] for kind in sorted(KINDS)], np.int64)
ALL_TILES = np.array([KIND[tile] for tile in BAG], np.int8)

# The planes of a state: where tiles lie, which of them float, those of each colour, and those of each value.
LYING, FLOATING = range(2)
COLOUR_PLANE = 2
VALUE_PLANE = COLOUR_PLANE + len(COLOURS)
PLANES = VALUE_PLANE + VALUES
OWN_PLANE, SAME_PLANE = COLOUR_PLANE + COLOUR, VALUE_PLANE + VALUE  # of the tiles like one of this kind
_NEXT = np.array([_beside(value) if value < VALUES else [0, 0] for value in VALUE.tolist()])
BELOW_PLANE, ABOVE_PLANE = VALUE_PLANE + _NEXT[:, 0], VALUE_PLANE + _NEXT[:, 1]
# The planes of work: the cells where some tile may be placed if it matches; what a walk has reached and may reach; what
# has just been cut off; the tiles that one matches; the series that a moved tile stood in; where some tile of each
# colour may be placed; the targets of an 11, of a 13 across and down; where each tile that was asked for may be placed;
# and each that a 12 may move.
OPEN, REACHED, AMONG, CUT, MATCHING, OWN = range(6)
SHADE = OWN + 1
TARGET = SHADE + len(COLOURS)
FIT = TARGET + 3
ONTO = FIT + len(NUMBER_TILES)
WORK_PLANES = ONTO + FULL

CHOICES = choices(SepmosaOptions)
OPTIONS = tuple(CHOICES)


def _by_place(name: str) -> bool:
    """Options with a word among their values are counted, the usual one first; others are numbers themselves."""
    return any(isinstance(value, str) for value in CHOICES[name].values)


def option_number(name: str, value: Any) -> int:
    return CHOICES[name].values.index(value) if _by_place(name) else int(value)


# The words of options that the twin asks for, as numbers.
RUN, ROWCOL, SERIES = (option_number("dup", word) for word in ("run", "rowcol", "series"))
ALWAYS_WILD = option_number("joker_wild", "always")
BOX8 = option_number("width", "box8")
ORDINAL = option_number("join", "ordinal")
ANY_ACTION = option_number("float_bonus", "11-12-13")
ANY_LOST = option_number("lost12", "any")
NO_SCORE = option_number("relay", "no-score")
MUST_MATCH = option_number("reconnect", "match")
VOLUNTARY = option_number("passing", "voluntary")
FLOOR_ZERO = option_number("floor", "zero")
ON_THE_TABLE = option_number("m49", "table")
STARTERS = np.array([{"first": 0, "second": 1}.get(word, -1) for word in CHOICES["start_player"].values], np.int64)


def numbers_of(options: SepmosaOptions) -> dict[str, int]:
    """Every option as a number."""
    return {name: option_number(name, value) for name, value in msgspec.structs.asdict(options).items()}


def options_from(numbers: dict[str, int]) -> SepmosaOptions:
    """The options, from their numbers."""
    return SepmosaOptions(**{name: _value(name, number) for name, number in numbers.items()})


def _value(name: str, number: int) -> Any:
    return CHOICES[name].values[number] if _by_place(name) else type(CHOICES[name].default)(number)
