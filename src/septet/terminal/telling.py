"""Moves of one seat in the words of a game at a terminal, one after the other."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from septet.games.game import Game, Seat
from septet.study.choosing import by_choice
from septet.terminal.play import Screen


def told_moves(
    screen: Screen, game: Game[Any, Any, Any], state: Any, seat: Seat, moves: Sequence[Any], *, seen: bool = False
) -> str:
    """What comes up by chance is told only where it was seen; else it ends there."""
    words: list[str] = []
    for told in moves:
        move = msgspec.convert(told, game.moves)
        known = seen or game.family == "sepmosa" or by_choice(game, state, seat, move) is not None
        if words and not known:  # what would have come up is nobody's merit
            break
        state = game.apply(state, seat, move)
        last = game.view(state, seat if known else None).last
        words.append(re.sub(rf"^{re.escape(screen.names[seat])}\s?: ", "", screen.tell(last)))
    return " ".join(words)
