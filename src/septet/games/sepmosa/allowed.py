"""What may be done in SEPMOSA: the legal moves, and why others are refused."""

from collections.abc import Iterable
from typing import Any

from septet.games.sepmosa.cells import JOKER
from septet.games.sepmosa.mosaic import Mosaic, cut_tiles
from septet.games.sepmosa.moves import MosaicMove, Place, Remove, RemoveThree, SetAside, Shift
from septet.games.sepmosa.points import Seen, mosaic_of
from septet.games.sepmosa.tiles import NUMBER_TILES, VALUE

Reason = tuple[str, dict[str, Any]]


def playable(seen: Seen, tiles: Iterable[str]) -> list[MosaicMove]:
    """All that can be done with these tiles but putting one aside."""
    mosaic = mosaic_of(seen)
    found: list[MosaicMove] = []
    for tile in dict.fromkeys(tiles):
        match VALUE[tile]:
            case 11:
                found += [Remove(tile, cell) for cell in mosaic.targets(tile[0])]
            case 12:
                found += shifts(mosaic, tile)
            case 13:
                found += threes(mosaic, tile)
            case _:
                found += [Place(tile, cell) for cell in mosaic.spaces(tile)]
    return found


def shifts(mosaic: Mosaic, tile: str) -> list[MosaicMove]:
    """A 12 lifts a tile and puts it down by the rules of placement, on another cell."""
    cuts = cut_tiles(mosaic.tiles)
    return [
        Shift(tile, cell, to)
        for cell in mosaic.targets(tile[0])
        for to in mosaic.without(cell, cuts).spaces(mosaic.tiles[cell])
        if to != cell
    ]


def threes(mosaic: Mosaic, tile: str) -> list[MosaicMove]:
    """A 13 takes any three neighbouring tiles of its colour in a row or in a column."""
    return [
        RemoveThree(tile, cell, line)
        for cell in mosaic.targets(tile[0])
        for line in ("h", "v")
        if mosaic.is_three(tile[0], cell, line)
    ]


def dead(seen: Seen) -> bool:
    """Nothing is anchored, and no kind of which a tile is off the table could stand beside the joker: for ever."""
    if len(seen.floating) < len(seen.mosaic):
        return False
    mosaic, lying = mosaic_of(seen), list(seen.mosaic.values())
    return not any(mosaic.spaces(tile) for tile in NUMBER_TILES if lying.count(tile) < 2)


def refusal(seen: Seen, rack: Iterable[str], move: MosaicMove) -> Reason | None:
    """Why the rules do not allow this move of a tile on the rack, and what shows it."""
    mosaic = mosaic_of(seen)
    match move:
        case Place(tile, cell):
            return mosaic.refusal(tile, cell)
        case SetAside():
            voluntary = seen.options.passing == "voluntary"
            return None if voluntary or not playable(seen, rack) else ("must_play", {})
    if reason := target_refusal(mosaic, move.tile[0], move.cell):
        return reason
    match move:
        case Shift(_, cell, to):
            return shift_refusal(mosaic, cell, to)
        case RemoveThree(tile, cell, line) if not mosaic.is_three(tile[0], cell, line):
            return "not_three", {}
    return None


def target_refusal(mosaic: Mosaic, colour: str, cell: str) -> Reason | None:
    """Action tiles act on tiles of their own colour that are not floating, and never on the joker."""
    if cell == JOKER:
        return "joker_stays", {}
    target = mosaic.tiles.get(cell)
    if target is None:
        return "nothing_there", {}
    if cell in mosaic.floating:
        return "floating_target", {"target": target}
    return None if target[0] == colour else ("wrong_colour", {"target": target})


def shift_refusal(mosaic: Mosaic, cell: str, to: str) -> Reason | None:
    if to == cell:
        return "same_cell", {}
    return mosaic.without(cell, (cell,)).refusal(mosaic.tiles[cell], to)
