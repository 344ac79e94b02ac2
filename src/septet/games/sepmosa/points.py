"""What a move does to the mosaic, and the points that it brings."""

from collections.abc import Collection
from typing import Protocol

import msgspec

from septet.games.game import Why
from septet.games.sepmosa.cells import NEIGHBOURS
from septet.games.sepmosa.mosaic import Mosaic, Placed, floats
from septet.games.sepmosa.moves import MosaicMove, Place, Remove, RemoveThree, Shift
from septet.games.sepmosa.options import SepmosaOptions
from septet.games.sepmosa.tiles import Tiles

MOST = 7  # no tile ever scores more
MOST_FLOATING = 4  # nor do the tiles that begin to float
THREE = 3
PASS = -2


class Seen(Protocol):
    """What a state and a view have in common, and the rules look at."""

    @property
    def options(self) -> SepmosaOptions: ...
    @property
    def mosaic(self) -> Placed: ...
    @property
    def floating(self) -> tuple[str, ...]: ...
    @property
    def scores(self) -> tuple[int, ...]: ...
    @property
    def mover(self) -> int: ...


class Effect(msgspec.Struct, gc=False):
    """The mosaic after a move, what left it, what was tied back or cut off, and why the move scores."""

    tiles: Placed
    floating: frozenset[str]
    why: list[Why]
    taken: Tiles = ()
    tied: Collection[str] = ()
    cut: Collection[str] = ()


def mosaic_of(seen: Seen) -> Mosaic:
    return Mosaic(seen.options, seen.mosaic, seen.floating)


def effect(seen: Seen, move: MosaicMove) -> Effect:
    """What a legal move does and scores; its points never take a score below zero where the house rule says so."""
    mosaic = mosaic_of(seen)
    match move:
        case Place(tile, cell):
            found = placed(mosaic, tile, cell)
        case Remove(_, cell):
            found = removed(mosaic, (cell,))
        case Shift(_, cell, to):
            found = shifted(mosaic, cell, to)
        case RemoveThree(_, cell, line):
            found = removed(mosaic, mosaic.three(cell, line))
        case _:
            found = Effect(mosaic.tiles, mosaic.floating, [Why("set_aside", PASS)])
    below = seen.scores[seen.mover] + points(found.why)
    if below < 0 and seen.options.floor == "zero":
        found.why.append(Why("floor", -below))
    return found


def points(why: Collection[Why]) -> int:
    return sum([one.points for one in why])


def placed(mosaic: Mosaic, tile: str, cell: str) -> Effect:
    """A placed tile scores its series and the floating tiles that it ties back."""
    tied = tied_back(mosaic, cell)
    why = series(mosaic, tile, cell) + reconnection(tied)
    return Effect({**mosaic.tiles, cell: tile}, mosaic.floating - tied, capped(why), tied=tied)


def shifted(mosaic: Mosaic, cell: str, to: str) -> Effect:
    """A moved tile scores like a placed one; what the move itself cut off and ties back again scores nothing."""
    options, tile = mosaic.options, mosaic.tiles[cell]
    rest = mosaic.without(cell, (cell,))
    tied = tied_back(rest, to)
    back = tied if options.lost12 == "any" else tied & mosaic.floating
    floating = rest.floating - tied
    cut = floating - mosaic.floating
    own = {one for _, before, after in mosaic.series(tile, cell) for one in (*before, *after)}
    why = series(rest, tile, to, own if options.relay == "no-score" else set()) + reconnection(back)
    if options.float_bonus == "11-12-13":
        why += beginning_to_float(cut)
    return Effect({**rest.tiles, to: tile}, floating, capped(why), tied=back, cut=cut)


def removed(mosaic: Mosaic, cells: tuple[str, ...]) -> Effect:
    """Three removed tiles score three, and a bonus for what begins to float; a single one scores nothing."""
    rest = {cell: tile for cell, tile in mosaic.tiles.items() if cell not in cells}
    floating = floats(rest)
    cut = floating - mosaic.floating
    taken = tuple(mosaic.tiles[cell] for cell in cells)
    why = [Why("three", THREE, taken)] if len(cells) == THREE else []
    if why or mosaic.options.float_bonus == "11-12-13":
        why += beginning_to_float(cut)
    return Effect(rest, floating, why, taken=taken, cut=cut)


def tied_back(mosaic: Mosaic, cell: str) -> frozenset[str]:
    """The floating tiles that are anchored again by a tile on this cell."""
    if not any(near in mosaic.floating for near in NEIGHBOURS[cell]):
        return frozenset()
    return frozenset().union(*mosaic.islands(cell))


def series(mosaic: Mosaic, tile: str, cell: str, left_behind: Collection[str] = ()) -> list[Why]:
    """Three or more tiles of one colour in a row or in a column score their number, in both directions.

    As a house rule, a moved tile does not score with only those that it stood in a series with before.
    """
    found = []
    for rule, before, after in mosaic.series(tile, cell):
        others = (*before, *after)
        if len(others) < THREE - 1 or all(one in left_behind for one in others):
            continue
        pays = len(others) + 1
        if mosaic.options.join == "ordinal":  # by its place behind the longer of the stretches that it joins
            pays = max(THREE, len(before) + 1, len(after) + 1)
        names = (*(mosaic.tiles[one] for one in before), tile, *(mosaic.tiles[one] for one in after))
        found.append(Why(rule, pays, names))
    return found


def reconnection(tied: Collection[str]) -> list[Why]:
    """A point for each floating tile that is tied back."""
    return [Why("tied_back", len(tied))] if tied else []


def beginning_to_float(cut: Collection[str]) -> list[Why]:
    """A point for each tile that begins to float, four at most."""
    return [Why("cut_off", min(len(cut), MOST_FLOATING))] if cut else []


def capped(why: list[Why]) -> list[Why]:
    """A placed or moved tile never scores more than seven."""
    over = points(why) - MOST
    return [*why, Why("cap", -over)] if over > 0 else why
