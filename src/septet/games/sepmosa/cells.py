"""The cells of the mosaic: seven rows a to g, columns counted from the joker, and what lies beside what."""

from typing import Annotated

import msgspec

ROWS = "abcdefg"
FURTHEST = 40  # no tile can ever lie further from the joker: forty-nine tiles do not reach
JOKER = "d0"

Cell = Annotated[str, msgspec.Meta(pattern=r"^[a-g](0|[+-]([1-9]|[1-3][0-9]|40))$")]
Ray = tuple[str, ...]  # the cells in one direction, the nearest first


def cell_at(row: int, column: int) -> str:
    return f"{ROWS[row]}{column:+d}" if column else f"{ROWS[row]}0"


CELLS = tuple(cell_at(row, column) for row in range(7) for column in range(-FURTHEST, FURTHEST + 1))
NUMBER = {cell: number for number, cell in enumerate(CELLS)}  # in reading order; the joker is 283
COLUMN = {cell: int(cell[1:]) for cell in CELLS}
WIDTH = 2 * FURTHEST + 1


def rays(cell: str) -> tuple[Ray, Ray, Ray, Ray]:
    """The cells to the left, to the right, above and below."""
    row, place = divmod(NUMBER[cell], WIDTH)
    across, down = CELLS[row * WIDTH : (row + 1) * WIDTH], CELLS[place::WIDTH]
    return across[:place][::-1], across[place + 1 :], down[:row][::-1], down[row + 1 :]


RAYS = {cell: rays(cell) for cell in CELLS}
# The same with the joker left out, for tables where a line goes on behind it.
RAYS_THROUGH = {
    cell: tuple(tuple(far for far in ray if far != JOKER) if JOKER in ray else ray for ray in RAYS[cell])
    for cell in CELLS
}
# Beside means sharing a side: corners never count.
NEIGHBOURS: dict[str, tuple[str, ...]] = {cell: tuple(ray[0] for ray in RAYS[cell] if ray) for cell in CELLS}
JOKER_SIDES = NEIGHBOURS[JOKER]
