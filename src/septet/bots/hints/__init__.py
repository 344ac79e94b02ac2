"""Hints: what the expert of a game would do, told in three degrees to whoever sits there.

A hint knows no more than the seat does: it is a function of the view and of a seed, found with a fixed number of
playouts, so that equal views have equal hints whenever and wherever they are asked for.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from septet.bots import prepare
from septet.bots.engine import COMPILES
from septet.bots.hints import sep, sepmosa, setgame
from septet.bots.hints.hint import Hint

SEED = 1
Hinter = Callable[[Any, int], Hint | None]  # from a view and a seed; None where there is nothing to decide


class Helper(msgspec.Struct, frozen=True):
    """Who gives hints in a game, and whether only to those who play alone: a set that is told is no race any more."""

    hint: Hinter
    alone: bool = False


HELPERS: dict[str, Helper] = {
    "sep": Helper(sep.duel_hint),
    "sep-solo": Helper(sep.solo_hint),
    "sepmosa": Helper(sepmosa.hint),
    "set-quick": Helper(setgame.quick_hint, alone=True),
    "set-solo": Helper(setgame.solo_hint, alone=True),
    "coopset": Helper(setgame.coop_hint, alone=True),
}


def hint(game: str, view: Any, seed: int = SEED) -> Hint | None:
    """Help with this view; it waits until the expert is ready, or it would depend on the clock."""
    prepare(game, ["expert"] if COMPILES else [])
    return HELPERS[game].hint(view, seed)
