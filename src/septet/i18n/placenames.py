"""The lines of a picture by the names that people know: `other-hand` is the opponent's hand."""

from typing import Any, Protocol


class Names(Protocol):
    def __call__(self, key: str, /, **facts: Any) -> str: ...
    def message(self, key: str, n: int | None = None) -> str | None: ...
    def of(self, family: str, key: str, /, **facts: Any) -> str: ...


def place_name(t: Names, family: str, key: str) -> str:
    """`hand P2` is the hand of player 2; a key that is not known stays as it is."""
    name, _, seat = key.partition(" ")
    known = f"place.{name}"
    if not (t.message(f"{family}.{known}") or t.message(known)):
        return key
    said = t.of(family, known)
    return t("place.of_seat", place=said, seat=int(seat[1:])) if seat[1:].isdecimal() else said
