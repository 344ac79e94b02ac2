"""The widest mosaics that there can be: a staircase of 49 tiles reaches forty columns away from the joker."""

import pytest
from rich.text import Text

from septet.games.sepmosa.cells import ROWS, cell_at
from septet.games.sepmosa.state import State
from septet.games.sepmosa.text import extent
from septet.i18n import words
from septet.terminal.sepmosa import SepmosaScreen
from tests.sepmosa.drawing import SEPMOSA, drawn, legal, played

COLOURS = ["KRBO", "OBRK"]
CHAIN = [f"{colour}{value}" for value in range(1, 11) for colour in COLOURS[(value + 1) % 2]]
CHAIN += CHAIN[:9]  # every tile matches the one before, and three of a colour never follow each other


def staircase(side: int) -> list[str]:
    """Down column 0 to row g, then sideways and up, seven tiles to a row."""
    cells, column = ["e0", "f0"], 0
    for row in reversed(range(7)):
        room = 7 - sum(cell[0] == ROWS[row] for cell in cells)
        cells += [cell_at(row, side * (column + step)) for step in range(room)]
        column += room - 1
    return cells


def built(side: int, tiles: int) -> State:
    moves = [f"{tile}@{cell}" for tile, cell in zip(CHAIN, staircase(side), strict=True)]
    return played(drawn("d *"), " ".join(moves[:tiles]))


both_sides = pytest.mark.parametrize("side", [-1, 1], ids=["left", "right"])


@both_sides
def test_forty_eight_tiles_reach_column_39(side: int) -> None:
    state = built(side, 48)
    assert state.mosaic[cell_at(0, 39 * side)] == CHAIN[47]
    assert len(state.mosaic) == 48
    assert state.floating == ()
    assert state.scores == (0, 0)


@both_sides
def test_the_forty_ninth_stands_in_column_40_and_clears_the_mosaic(side: int) -> None:
    state = built(side, 48)
    state.racks = tuple((CHAIN[48], *rack[1:]) for rack in state.racks)
    assert f"{CHAIN[48]}@{cell_at(0, 40 * side)}" in legal(state)
    after = built(side, 49)
    assert after.mosaic == {}
    assert after.last is not None
    assert after.last.reset == "full"


@both_sides
def test_every_step_of_the_way_is_legal(side: int) -> None:
    for tiles in range(48):
        state = built(side, tiles)
        state.racks = tuple((CHAIN[tiles], *rack[1:]) for rack in state.racks)
        assert f"{CHAIN[tiles]}@{staircase(side)[tiles]}" in legal(state)


@both_sides
def test_the_widest_mosaic_is_drawn_and_read_again(side: int) -> None:
    state = built(side, 48)
    picture = SEPMOSA.notation.picture(state)
    again = SEPMOSA.notation.parse(SEPMOSA.Options(), picture)
    assert again.mosaic == state.mosaic
    assert SEPMOSA.notation.picture(again) == picture


def columns_of(text: Text) -> dict[str, str]:
    """What the screen shows on each cell, band by band."""
    found: dict[str, str] = {}
    header: list[str] = []
    for line in text.plain.splitlines():
        cells = [line[at : at + 4].strip() for at in range(6, len(line), 4)]
        if line.startswith("      "):
            header = cells
        elif line[:1] in ROWS and "/7 " in line[:6]:
            found |= {line[0] + column: cell for column, cell in zip(header, cells, strict=True)}
    return found


@both_sides
def test_the_screen_shows_every_tile_of_the_widest_mosaic_and_one_cell_more(side: int) -> None:
    state = built(side, 48)
    screen = SepmosaScreen(SEPMOSA, ["Ann", "Ben"], words("en"))
    board = screen.board(SEPMOSA.view(state, state.mover))
    assert max(map(len, board.plain.splitlines())) <= 80
    shown = columns_of(board)
    rows, columns = extent(state.mosaic, margin=1)
    assert set(shown) == {cell_at(row, column) for row in rows for column in columns}
    assert {cell: tile for cell, tile in shown.items() if tile not in "·★"} == state.mosaic
    assert shown["d0"] == "★"
