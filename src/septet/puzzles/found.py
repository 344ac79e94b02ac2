"""A position that was found to be a puzzle, before anybody knows how hard it is."""

from typing import Any

import msgspec

from septet.games import GAMES
from septet.games.game import Seat
from septet.puzzles.puzzle import FirstStep, Line

PROOF = 20  # first steps whose worth is kept, the best ones
RIGHT = 2  # lines at most that are right


class PuzzleFind(msgspec.Struct, frozen=True, kw_only=True):
    """All of a puzzle but its name and its level."""

    kind: str
    state: Any
    seat: Seat
    worth: float
    right: tuple[Line, ...]
    proof: tuple[FirstStep, ...]
    themes: tuple[str, ...] = ()
    options: dict[str, bool | int | str] = {}


def picture(game: str, state: Any) -> str:
    return "\n".join(GAMES[game].notation.picture(state))


def best_first(steps: list[FirstStep]) -> tuple[FirstStep, ...]:
    """The best first steps, as many as are kept."""
    return tuple(sorted(steps, key=lambda one: -one.worth)[:PROOF])
