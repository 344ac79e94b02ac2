"""The tiles, cells, moves and options of SEPMOSA as numbers, and tables that the rules themselves fill in."""

from typing import Any

import msgspec
import numpy as np

from septet.games.options import choices
from septet.games.sepmosa.cells import CELLS, COLUMN, FURTHEST, JOKER, JOKER_SIDES, ROWS, WIDTH
from septet.games.sepmosa.moves import PLACE_FROM
from septet.games.sepmosa.options import SepmosaOptions
from septet.games.sepmosa.rules import Sepmosa
from septet.games.sepmosa.tiles import BAG, COLOURS, KINDS, MATCHES, NUMBER_TILES

# A tile and an ending are their places in these; so is a colour in COLOURS.
KIND = {kind: number for number, kind in enumerate(KINDS)}
ENDINGS = ("", *sorted(Sepmosa.endings))
A_COLOUR = len(KINDS) // len(COLOURS)  # kinds of tiles in each colour
ELEVEN, TWELVE, THIRTEEN = (KIND[f"{COLOURS[0]}{value}"] for value in (11, 12, 13))  # counted within a colour

# What a place of the board holds besides number tiles.
THE_JOKER, EMPTY, EDGE = range(len(KINDS), len(KINDS) + 3)

# The board has an edge: a row above and two below, for looks two places down, and one place between the end of a row
# and the start of the next.
# Columns beyond forty do not exist because no chain of forty-nine tiles from the joker gets there, which `cells` says.
STRIDE = WIDTH + 1
PLACES = STRIDE * (len(ROWS) + 3)
CENTRE = FURTHEST  # the column of the joker


def place_of(cell: str) -> int:
    return (ROWS.index(cell[0]) + 1) * STRIDE + COLUMN[cell] + FURTHEST


PLACE_OF = np.array([place_of(cell) for cell in CELLS], np.int64)  # by the number of a cell
CELL_OF = np.full(PLACES, -1, np.int64)
CELL_OF[PLACE_OF] = np.arange(len(CELLS))
JOKER_PLACE = place_of(JOKER)
BESIDE_JOKER = np.zeros(PLACES, np.bool_)
BESIDE_JOKER[[place_of(cell) for cell in JOKER_SIDES]] = True

# The eight places around one, side, corner, side and so on.
AROUND = np.array([1, STRIDE + 1, STRIDE, STRIDE - 1, -1, -STRIDE - 1, -STRIDE, -STRIDE + 1], np.int64)


def _linked(around: int) -> bool:
    """Do the sides hang together by the corners between them? Each of the eight places is a bit."""
    there = [bool(around >> number & 1) for number in range(8)]
    gaps = sum(there[number] and not (there[number + 1] and there[(number + 2) % 8]) for number in range(0, 8, 2))
    return gaps <= 1


LINKED = np.array([_linked(around) for around in range(256)])

# The first number of the placements of each kind of tile.
PLACE_NUMBER = np.array([PLACE_FROM.get(kind, -1) for kind in KINDS], np.int64)
NUMBER_KIND = np.array([KIND[tile] for tile in NUMBER_TILES], np.int64)


def bits(tiles: Any) -> int:
    return sum(1 << KIND[tile] for tile in tiles)


def _of_kinds(values: list[int], nothing: int) -> Any:
    """A table by what a place holds: of a joker, an edge or an empty place, nothing."""
    return np.array(values + [nothing] * 3, np.int64)


BIT = _of_kinds([bits([kind]) for kind in KINDS], 0)
WHICH = np.zeros(53, np.int64)  # the kind that a single bit stands for, by what is left when 53 divides it
WHICH[[(1 << number) % 53 for number in range(len(KINDS))]] = np.arange(len(KINDS))
MATCH = _of_kinds([bits(MATCHES.get(kind, ())) for kind in KINDS], 0)  # the tiles that a tile matches
COLOUR = _of_kinds([COLOURS.index(kind[0]) for kind in KINDS], -1)
OF_COLOUR = np.array([bits(tile for tile in NUMBER_TILES if tile[0] == colour) for colour in COLOURS], np.int64)
ANY_NUMBER = bits(NUMBER_TILES)
ANY_ELEVEN, ANY_TWELVE, ANY_THIRTEEN = (bits(f"{colour}{value}" for colour in COLOURS) for value in (11, 12, 13))
ALL_TILES = np.array([KIND[tile] for tile in BAG], np.int8)

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
