"""Mirrored, recoloured and with the ring of values turned, a position has the same moves and the same points."""

import random
from collections.abc import Callable
from itertools import permutations, product

import msgspec
import pytest

from septet.games.game import Move
from septet.games.sepmosa.cells import COLUMN, ROWS, cell_at
from septet.games.sepmosa.mosaic import in_reading_order
from septet.games.sepmosa.moves import MosaicMove, RemoveThree, Shift
from septet.games.sepmosa.state import State
from septet.games.sepmosa.tiles import Tiles
from tests.playing import random_options, steps
from tests.sepmosa.drawing import SEPMOSA


class Image(msgspec.Struct, frozen=True):
    """One of the 1,920 symmetries: two mirrors, the colours in another order, the ring of values turned or reversed."""

    left_right: bool
    top_bottom: bool
    colours: tuple[str, ...]
    turn: int
    reverse: bool

    def tile(self, tile: str) -> str:
        colour, value = dict(zip("KRBO", self.colours, strict=True))[tile[0]], int(tile[1:])
        if value <= 10:
            value = ((-value if self.reverse else value) + self.turn) % 10 + 1
        return f"{colour}{value}"

    def cell(self, cell: str) -> str:
        row, column = ROWS.index(cell[0]), COLUMN[cell]
        return cell_at(6 - row if self.top_bottom else row, -column if self.left_right else column)

    def tiles(self, tiles: Tiles) -> Tiles:
        return tuple(map(self.tile, tiles))

    def move(self, move: MosaicMove) -> MosaicMove:
        changes = {"tile": self.tile(move.tile)}
        for field in ("cell", "to"):
            if hasattr(move, field):
                changes[field] = self.cell(getattr(move, field))
        if isinstance(move, RemoveThree) and (self.left_right if move.line == "h" else self.top_bottom):
            row, column = ROWS.index(move.cell[0]), COLUMN[move.cell]
            last = cell_at(row, column + 2) if move.line == "h" else cell_at(row + 2, column)
            changes["cell"] = self.cell(last)  # the three are named by their first cell
        return msgspec.structs.replace(move, **changes)

    def state(self, state: State) -> State:
        return msgspec.structs.replace(
            state,
            mosaic={self.cell(cell): self.tile(tile) for cell, tile in state.mosaic.items()},
            floating=in_reading_order(map(self.cell, state.floating)),
            racks=tuple(map(self.tiles, state.racks)),
            pool=self.tiles(state.pool),
            removed=tuple(sorted(self.tiles(state.removed))),
            played=self.tiles(state.played),
            set_aside=tuple(map(self.tiles, state.set_aside)),
            last=None,
        )


GROUP = [
    Image(*image)
    for image in product((False, True), (False, True), list(permutations("KRBO")), range(10), (False, True))
]

IDENTITY = Image(False, False, tuple("KRBO"), 9, False)


def test_there_are_1920_symmetries() -> None:
    assert len(GROUP) == 1_920


def scored(state: State, same: Callable[[MosaicMove], MosaicMove]) -> dict[MosaicMove, int]:
    view = SEPMOSA.view(state, state.mover)
    return {same(move): SEPMOSA.preview(view, move).points for move in SEPMOSA.legal(view)}


def compare(state: State, image: Image, move: Move) -> None:
    """The same moves with the same points, and the same position after one of them."""
    assert isinstance(move, MosaicMove)
    other = image.state(state)
    assert scored(state, image.move) == scored(other, lambda own: own)
    after, mirrored = SEPMOSA.apply(state, state.mover, move), SEPMOSA.apply(other, state.mover, image.move(move))
    if after.shuffles == state.shuffles:  # a shuffle knows nothing of symmetries
        assert IDENTITY.state(mirrored) == image.state(after)
    assert mirrored.scores == after.scores
    assert mirrored.ending == after.ending


@pytest.mark.slow
@pytest.mark.parametrize("usual", [True, False], ids=["usual rules", "house rules"])
def test_images_of_games_have_the_same_moves_and_points(usual: bool) -> None:
    compared = shifted = 0
    for number in range(3 if usual else 6):
        rng = random.Random(f"images {number}")
        options = SEPMOSA.Options() if usual else random_options(SEPMOSA, rng)
        for step in steps(SEPMOSA, rng, options):
            if rng.random() < 0.4:
                compare(step.before, rng.choice(GROUP), step.move)
                compared += 1
                shifted += isinstance(step.move, Shift)
    assert compared > 80
    assert shifted > 5


@pytest.mark.slow
@pytest.mark.parametrize("every", [7, pytest.param(1, marks=pytest.mark.long)], ids=["some", "all"])
def test_every_symmetry_holds_for_one_position(every: int) -> None:
    for step in steps(SEPMOSA, random.Random("every symmetry"), SEPMOSA.Options()):
        if step.before.moves == 45:
            for image in GROUP[::every]:
                compare(step.before, image, step.move)


@pytest.mark.long
def test_every_turn_of_many_games_has_its_images() -> None:
    for number in range(200):
        rng = random.Random(f"many images {number}")
        for step in steps(SEPMOSA, rng, random_options(SEPMOSA, rng)):
            compare(step.before, rng.choice(GROUP), step.move)
