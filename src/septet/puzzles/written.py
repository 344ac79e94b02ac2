"""Steps and puzzles as short text, as the shelf keeps them."""

from typing import Any

import msgspec

from septet.games import GAMES
from septet.games.game import Seat
from septet.puzzles.puzzle import KINDS, ByMove, ByNone, BySeat, BySet, FirstStep, Line, Puzzle, Step

NONE = "none"


def say(game: str, step: Step) -> str:
    """`JHxc`, `1ROF+2ROF+3ROF`, `P2`, `none`."""
    match step:
        case ByMove(told):
            found = GAMES[game]
            return found.notation.say(msgspec.convert(told, found.moves))
        case BySet(cards):
            return "+".join(cards)
        case BySeat(seat):
            return f"P{seat + 1}"
        case ByNone():
            return NONE


def hear(game: str, text: str) -> Step:
    """A step from its text; raises BadText."""
    if text == NONE:
        return ByNone()
    if text.startswith("P") and text[1:].isdigit():
        return BySeat(int(text[1:]) - 1)
    if text.count("+") == 2 and "@" not in text and "x" not in text:
        one, two, three = text.split("+")
        return BySet((one, two, three))
    return by_move(GAMES[game].notation.hear(text))


def by_move(move: Any) -> ByMove:
    return ByMove(msgspec.to_builtins(move))


def by_set(cards: tuple[str, ...]) -> BySet:
    one, two, three = sorted(cards)
    return BySet((one, two, three))


class KeptPuzzle(msgspec.Struct, frozen=True, array_like=True):
    """One line of the shelf; its kind is the name of the file."""

    id: str
    version: str
    picture: str
    options: dict[str, bool | int | str]
    seat: Seat
    worth: float
    right: tuple[str, ...]
    proof: tuple[tuple[str, float, float], ...]
    level: float
    themes: tuple[str, ...]


def kept(puzzle: Puzzle) -> KeptPuzzle:
    game = puzzle.game
    return KeptPuzzle(
        puzzle.id,
        puzzle.version,
        puzzle.picture,
        puzzle.options,
        puzzle.seat,
        puzzle.worth,
        tuple(" ".join(say(game, step) for step in line) for line in puzzle.right),
        tuple((say(game, one.step), one.worth, one.error) for one in puzzle.proof),
        puzzle.level,
        puzzle.themes,
    )


def opened(kind: str, one: KeptPuzzle) -> Puzzle:
    game = KINDS[kind].game
    lines: tuple[Line, ...] = tuple(tuple(hear(game, text) for text in line.split()) for line in one.right)
    return Puzzle(
        id=one.id,
        kind=kind,
        version=one.version,
        picture=one.picture,
        options=one.options,
        seat=one.seat,
        worth=one.worth,
        right=lines,
        proof=tuple(FirstStep(hear(game, text), worth, error) for text, worth, error in one.proof),
        level=one.level,
        themes=one.themes,
    )
