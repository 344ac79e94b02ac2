"""Tiles, cells and the grid of SEPMOSA as text."""

from collections.abc import Iterable

from septet.games.errors import BadText
from septet.games.sepmosa.cells import COLUMN, JOKER, NUMBER, ROWS, cell_at
from septet.games.sepmosa.moves import MosaicMove, Remove, RemoveThree, Shift
from septet.games.sepmosa.state import State
from septet.games.sepmosa.tiles import VALUE, Tiles

EMPTY, JOKER_SIGN, FLOATS = ".", "*", "~"


def action(tile: str, cell: str, to: str | None, line: str | None, text: str) -> MosaicMove:
    """What an action tile does: a 12 needs a second cell, and a 13 a direction."""
    match VALUE[tile], to, line:
        case 11, None, None:
            return Remove(tile, cell)
        case 12, str(), None:
            return Shift(tile, cell, to)
        case 13, None, "h" | "v" as direction:
            return RemoveThree(tile, cell, direction)
    raise BadText("unknown_move", text=text)


def tile_of(text: str, among: Tiles) -> str:
    if text not in among:
        raise BadText("unknown_tile", text=text)
    return text


def cell_of(text: str) -> str:
    if text not in NUMBER:
        raise BadText("unknown_cell", text=text)
    return text


def tiles_text(tiles: Iterable[str]) -> str:
    return " ".join(tiles) or "-"


def extent(cells: Iterable[str], margin: int = 0) -> tuple[range, range]:
    """The rows and columns in use, the joker's among them, and so many more on every side."""
    used = [JOKER, *cells]
    rows = [ROWS.index(cell[0]) for cell in used]
    columns = [COLUMN[cell] for cell in used]
    return (
        range(max(0, min(rows) - margin), min(len(ROWS), max(rows) + margin + 1)),
        range(min(columns) - margin, max(columns) + margin + 1),
    )


def grid(state: State) -> list[str]:
    """The rows in use, a tile or a sign for each cell."""
    rows, columns = extent(state.mosaic)
    signs = {cell: tile + FLOATS * (cell in state.floating) for cell, tile in state.mosaic.items()}
    signs[JOKER] = JOKER_SIGN
    return [ROWS[row] + "".join(f"{signs.get(cell_at(row, column), EMPTY):>5}" for column in columns) for row in rows]


def scores_text(state: State, mover: int = 0) -> str:
    """The mover's points and the opponent's."""
    return f"{state.scores[mover]}-{state.scores[1 - mover]}"
