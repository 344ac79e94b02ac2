"""Figures about games of SEPMOSA, and moves that somebody might try, legal or not."""

import random
from collections.abc import Iterable
from copy import copy

from septet.games.chance import shuffled
from septet.games.game import Study
from septet.games.sepmosa.cells import CELLS, JOKER, NEIGHBOURS
from septet.games.sepmosa.moves import MosaicMove, Place, Remove, RemoveThree, SetAside, Shift
from septet.games.sepmosa.state import State
from septet.games.sepmosa.tiles import KINDS, VALUE, Tiles
from septet.games.sepmosa.view import View


def _near(view: View, rng: random.Random) -> str:
    """A cell beside a tile or the joker."""
    if rng.random() < 0.05:
        return rng.choice(CELLS)
    return rng.choice(NEIGHBOURS[rng.choice([JOKER, *view.mosaic])])


def _target(view: View, colour: str, rng: random.Random) -> str:
    """A cell with a tile, mostly of this colour."""
    same = [cell for cell, tile in view.mosaic.items() if tile[0] == colour]
    if same and rng.random() < 0.8:
        return rng.choice(same)
    return rng.choice([JOKER, *view.mosaic, _near(view, rng)])


class MosaicStudy(Study[State, MosaicMove, View]):
    def figures(self, state: State) -> dict[str, float]:
        return {
            "turns": state.moves,
            "set_asides": state.set_asides,
            "resets": state.resets,
            "with_reset": float(state.resets > 0),
            "rescues": state.rescues,
            "refills": state.refills,
        }

    def reshuffled(self, state: State, seed: bytes) -> State:
        state = copy(state)
        state.seed, state.pool = seed, shuffled(state.pool, seed, 0)
        return state

    def pieces(self, state: State) -> Iterable[str]:
        yield "joker"
        yield from state.mosaic.values()
        yield from state.pool + state.removed + state.played
        for tiles in (*state.racks, *state.set_aside):
            yield from tiles

    def hands(self, state: State) -> tuple[Tiles, ...]:
        return state.racks

    def imagine(self, view: View, rng: random.Random) -> MosaicMove:
        """Mostly a tile of the rack on or beside what lies there, now and then any tile on any cell."""
        tile = rng.choice(view.rack if view.rack and rng.random() < 0.9 else KINDS)
        if rng.random() < 0.1:
            return SetAside(tile)
        match VALUE[tile]:
            case 11:
                return Remove(tile, _target(view, tile[0], rng))
            case 12:
                return Shift(tile, _target(view, tile[0], rng), _near(view, rng))
            case 13:
                return RemoveThree(tile, _target(view, tile[0], rng), rng.choice(("h", "v")))
        return Place(tile, _near(view, rng))
