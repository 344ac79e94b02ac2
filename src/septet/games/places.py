"""Where things can lie in a position: for each line of a picture what may stand in it, as an editor offers it."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from septet.games.errors import BadText

Kind = Literal["row", "stacks", "grid", "counts", "number", "choice", "seats"]
YES = ("no", "yes")
CARDS = "cards"  # the pool of games that have one kind of piece


class Place(msgspec.Struct, frozen=True):
    """A line of a picture, known by its key; or the rows of a grid."""

    key: str
    kind: Kind
    pieces: str = ""  # which of the pools its pieces come from
    most: int = 0  # pieces, or the highest number
    least: int = 0  # the lowest number
    parts: tuple[str, ...] = ()  # the stacks, the rows of a grid, or what each of several counts is of
    sign: str = " "  # what stands between several counts
    values: tuple[str, ...] = ()  # of a choice, the usual one first
    coming: bool = False  # is it face down, and by chance unless somebody wants to know it?


class Places(msgspec.Struct, frozen=True):
    """All that can be said, and every piece that there is, by the name of its pool."""

    places: tuple[Place, ...] = ()
    pools: dict[str, tuple[str, ...]] = {}


def one_of(values: Mapping[str, str], key: str, *known: str) -> str:
    """The word that a line says: one of these, or the first of them if there is no such line."""
    text = values.get(key, known[0])
    if text not in known:
        raise BadText("bad_word", key=key, text=text, known=", ".join(known))
    return text


def row(key: str, pieces: str, most: int, *, coming: bool = False) -> Place:
    return Place(key, "row", pieces, most, coming=coming)


def number(key: str, least: int, most: int, *, coming: bool = False) -> Place:
    return Place(key, "number", most=most, least=least, coming=coming)


def choice(key: str, *values: str) -> Place:
    return Place(key, "choice", values=values)


def hands(seats: int, most: int, key: str = "hand") -> list[Place]:
    """A row of cards for each seat."""
    return [row(f"{key} P{seat + 1}", CARDS, most) for seat in range(seats)]


def of_seats(key: str) -> Place:
    """Some of those who sit there."""
    return Place(key, "seats")


def for_each(key: str, least: int, most: int) -> Place:
    """A number for each seat."""
    return Place(key, "counts", most=most, least=least)
