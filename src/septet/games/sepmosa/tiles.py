"""The tiles of SEPMOSA: eighty number tiles, twenty-four action tiles, and which number tiles match."""

from typing import Annotated

import msgspec

COLOURS = "KRBO"  # black, red, blue, orange
HIDDEN = "??"  # a tile that this seat may not know

NumberTile = Annotated[str, msgspec.Meta(pattern=r"^[KRBO]([1-9]|10)$")]
Tile = Annotated[str, msgspec.Meta(pattern=r"^([KRBO]([1-9]|1[0-3])|\?\?)$")]
Tiles = tuple[str, ...]  # a rack, or a pile whose last tile is the top one

NUMBER_TILES: Tiles = tuple(f"{colour}{value}" for colour in COLOURS for value in range(1, 11))
ACTION_TILES: Tiles = tuple(f"{colour}{value}" for colour in COLOURS for value in (11, 12, 13))
KINDS: Tiles = tuple(f"{colour}{value}" for colour in COLOURS for value in range(1, 14))
COPIES = 2  # of each kind
BAG: Tiles = tuple(kind for kind in KINDS for _ in range(COPIES))
VALUE = {kind: int(kind[1:]) for kind in KINDS}


def matching(tile: str) -> frozenset[str]:
    """The same value in any colour, or the same colour and a neighbouring value; 10 and 1 are neighbours."""
    colour, value = tile[0], VALUE[tile]
    neighbours = {f"{colour}{value % 10 + 1}", f"{colour}{(value - 2) % 10 + 1}"}
    return frozenset(neighbours | {f"{any_colour}{value}" for any_colour in COLOURS})


MATCHES = {tile: matching(tile) for tile in NUMBER_TILES}
