"""A name for what lies on a table: the same for a position seen from another seat, turned, or with suits exchanged.

It is made from how each piece stands to every other, and not from what the pieces are: the rules ask for no more. So no
picture of a daily's position gets another name by exchanging what the rules treat alike: seats, the places of the
circle, suits and colours, all values moved on or counted backwards, a mosaic mirrored or turned upside down, and the
features of SET. Hands are left out, since whoever asks may draw any. Two positions that are really different have the
same name about as seldom as two hashes are equal; of very few pieces the names themselves are taken.
"""

import hashlib
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec

from septet.games.game import Game
from septet.games.sep.cards import VALUES
from septet.games.sepmosa.cells import COLUMN, ROWS
from septet.games.sepmosa.tiles import VALUE

FEW = 6  # pieces: so many are told by their names
MIDDLE = ROWS.index("d")
Relation = tuple[Any, ...]
Piece = TypeVar("Piece")


def fingerprint(game: Game[Any, Any, Any], state: Any) -> str | None:
    """The name of what lies there; None if nothing does."""
    match game.family:
        case "sep":
            stacks = [stack for stack in state.circle if stack]
            cards = [
                (card, depth, number) for number, stack in enumerate(stacks) for depth, card in enumerate(stack[::-1])
            ]
            return _named(game.family, cards, lambda one: (one[1], len(stacks[one[2]])), _in_circle, lambda one: one[0])
        case "sepmosa":
            tiles = sorted(state.mosaic.items())
            floating = frozenset(state.floating)
            return _named(
                game.family,
                tiles,
                lambda one: (*_off(one[0]), one[0] in floating),
                _in_mosaic,
                "".join,
            )
        case _:
            return _named(game.family, sorted(state.table), lambda card: (), _alike, str)


def outline(game: Game[Any, Any, Any], state: Any) -> str:
    """The beginning of that name, which is found in no time: the family of the game, and how many pieces lie there."""
    match game.family:
        case "sep":
            count = sum(map(len, state.circle))
        case "sepmosa":
            count = len(state.mosaic)
        case _:
            count = len(state.table)
    return f"{game.family}-{count}"


def _circular(first: int, second: int) -> int:
    """How far apart two of ten values are, where the last and the first are neighbours."""
    apart = (first - second) % 10
    return min(apart, 10 - apart)


def _in_circle(one: tuple[str, int, int], other: tuple[str, int, int]) -> Relation:
    apart = _circular(VALUES.index(one[0][0]), VALUES.index(other[0][0]))
    return one[0][1] == other[0][1], apart, other[1], one[2] == other[2]


def _off(cell: str) -> tuple[int, int]:
    """How far a cell is from the joker, up or down and to either side."""
    return abs(ROWS.index(cell[0]) - MIDDLE), abs(COLUMN[cell])


def _in_mosaic(one: tuple[str, str], other: tuple[str, str]) -> Relation:
    (here, tile), (there, beside) = one, other
    rows = abs(ROWS.index(here[0]) - ROWS.index(there[0]))
    return tile[0] == beside[0], _circular(VALUE[tile], VALUE[beside]), rows, abs(COLUMN[here] - COLUMN[there])


def _alike(one: str, other: str) -> Relation:
    """In how many features two cards of SET are the same."""
    return (sum(mine == yours for mine, yours in zip(one, other, strict=True)),)


def _named(
    family: str,
    pieces: Sequence[Piece],
    own: Callable[[Piece], Relation],
    beside: Callable[[Piece, Piece], Relation],
    plain: Callable[[Piece], str],
) -> str | None:
    if not pieces:
        return None
    told: Any = sorted((own(one), sorted(beside(one, other) for other in pieces if other is not one)) for one in pieces)
    if len(pieces) < FEW:
        told = told, sorted(map(plain, pieces))
    return f"{family}-{len(pieces)}-{hashlib.sha256(msgspec.json.encode(told)).hexdigest()[:32]}"
