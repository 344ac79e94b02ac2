"""Positions of a daily that runs: nothing is said of them, in whatever way somebody asks."""

from collections.abc import Collection, Iterable
from typing import Any

from septet.daily.positions import fingerprint, outline
from septet.games.game import Game
from septet.server.errors import Denied

Barred = Collection[str]  # the names of these positions


def refuse(game: Game[Any, Any, Any], states: Iterable[Any], barred: Barred) -> None:
    """Raises Denied if one of them is a position of a daily that runs."""
    if not barred:
        return
    outlines = {name.rpartition("-")[0] for name in barred}
    for state in states:
        if outline(game, state) in outlines and fingerprint(game, state) in barred:
            raise Denied("daily_position")
