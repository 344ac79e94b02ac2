"""Hints for SEPMOSA."""

import random

from septet.bots.bot import Budget
from septet.bots.hints.hint import Hint, Part, Ranked, Sentence, compared, paid, said
from septet.bots.sepmosa.denial import SepmosaDenial
from septet.bots.sepmosa.levels import SepmosaExpert
from septet.games import GAMES
from septet.games.sepmosa.cells import JOKER, NEIGHBOURS
from septet.games.sepmosa.mosaic import Mosaic
from septet.games.sepmosa.moves import MosaicMove, Place, Remove, RemoveThree, SetAside, Shift
from septet.games.sepmosa.points import effect, mosaic_of
from septet.games.sepmosa.view import View

PLAYOUTS = Budget(playouts=800)
BLOCKED = 1.0  # points that the other may expect less: then a move is said to be in the way


def hint(view: View, seed: int) -> Hint | None:
    game = GAMES["sepmosa"]
    mind = SepmosaExpert(game, view.mover, random.Random(seed), PLAYOUTS)
    ranked: Ranked = mind.ranked(view)
    if not ranked:
        return None
    move: MosaicMove = ranked[0][0]
    why = [said("hint.only")] if len(ranked) == 1 else _why(view, move, ranked, seed)
    tile = f"tile-{move.tile}"
    around = _around(view, move)
    cell = around[0].removeprefix("cell-")
    asked = "rack" if isinstance(move, SetAside) else "beside" if isinstance(move, Place) else "cells"
    look = Part((said(f"hint.look.{asked}", cell=cell),), around)
    card = Part((said("hint.card", tile=move.tile),), (tile,))
    return Hint((look, card, Part((_told(view, move), *why), (tile, *_target(view, move)))), move)


def _around(view: View, move: MosaicMove) -> tuple[str, ...]:
    """What lies where it is about: for a tile that is placed, those beside its cell."""
    match move:
        case Place(_, cell):
            beside = [near for near in NEIGHBOURS[cell] if near == JOKER or near in view.mosaic]
            return tuple(f"cell-{near}" for near in beside)
        case SetAside():
            return ("rack",)
        case _:
            return _target(view, move)


def _target(view: View, move: MosaicMove) -> tuple[str, ...]:
    match move:
        case Place(_, cell) | Remove(_, cell):
            return (f"cell-{cell}",)
        case Shift(_, cell, to):
            return f"cell-{cell}", f"cell-{to}"
        case RemoveThree(_, cell, line):
            return tuple(f"cell-{one}" for one in mosaic_of(view).three(cell, line))
        case _:
            return ()


def _told(view: View, move: MosaicMove) -> Sentence:
    match move:
        case Place(tile, cell):
            return said("hint.move.place", tile=tile, cell=cell)
        case Remove(tile, cell):
            return said("hint.move.remove", tile=tile, target=view.mosaic[cell], cell=cell)
        case Shift(tile, cell, to):
            return said("hint.move.shift", tile=tile, target=view.mosaic[cell], cell=cell, to=to)
        case RemoveThree(tile, cell, line):
            three = " ".join(view.mosaic[one] for one in mosaic_of(view).three(cell, line))
            return said("hint.move.remove_three", tile=tile, target=three)
        case SetAside(tile):
            return said("hint.move.set_aside", tile=tile)


def _why(view: View, move: MosaicMove, ranked: Ranked, seed: int) -> list[Sentence]:
    """What it pays now, or blocks; else what the search has counted."""
    gain = GAMES["sepmosa"].preview(view, move)
    if gain.points > 0:
        capped = any(one.rule == "cap" for one in gain.why)
        return paid(gain) + ([said("hint.capped")] if capped else [])
    if _blocked(view, move, seed) >= BLOCKED:
        return [said("hint.blocks")]
    return [compared(ranked)]


def _blocked(view: View, move: MosaicMove, seed: int) -> float:
    """How many points fewer the other may expect on the mosaic that this move leaves."""
    careful = SepmosaDenial(GAMES["sepmosa"], view.mover, random.Random(seed))
    careful.racks = [careful.imagined_rack(view) for _ in range(careful.RACKS)]
    done = effect(view, move)
    after = Mosaic(view.options, done.tiles, done.floating)
    return careful.reply(mosaic_of(view)) - careful.reply(after)
