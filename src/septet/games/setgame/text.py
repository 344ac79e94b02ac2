"""Positions of the SET family as text: `table: 2ROF 2ROH …`, `hand P1: 1ROF 2GBH`, `scores: 1 0 -1`."""

import re
from collections.abc import Iterable

from septet.games.errors import BadText
from septet.games.places import one_of
from septet.games.setgame.cards import NONE, Cards, card_from

EMPTY = "-"


def cards(pile: Iterable[str]) -> str:
    return " ".join(card or EMPTY for card in pile) or EMPTY


def numbers(row: Iterable[int]) -> str:
    return " ".join(map(str, row))


def seats(row: Iterable[int]) -> str:
    return " ".join(f"P{seat + 1}" for seat in sorted(row)) or EMPTY


class Drawing:
    """The lines of a picture, and the cards that they have not named yet."""

    def __init__(self, keys: tuple[str, ...], pack: Cards, lines: list[str]) -> None:
        self.values: dict[str, str] = {}
        self.all = pack
        self.left = list(pack)
        for line in lines:
            key, colon, value = (part.strip() for part in line.partition(":"))
            name, _, seat = key.partition(" ")
            if not colon or name not in keys or (seat and not re.fullmatch(r"P[1-9]\d?", seat)):
                raise BadText("unknown_key", text=line, known=", ".join(keys))
            if key in self.values:
                raise BadText("key_twice", key=key)
            self.values[key] = value

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def players(self, possible: range) -> int:
        count = self.number("players", possible.start)
        if count not in possible:
            raise BadText("bad_size", key="players", size=count, low=possible.start, high=possible.stop - 1)
        for key in self.values:
            if (found := re.search(r"P(\d+)$", key)) and int(found[1]) > count:
                raise BadText("key_elsewhere", key=key)
        return count

    def number(self, key: str, usual: int) -> int:
        text = self.values.get(key, str(usual))
        if not re.fullmatch(r"\d{1,6}", text):
            raise BadText("bad_number", key=key, text=text)
        return int(text)

    def word(self, key: str, *known: str) -> str:
        return one_of(self.values, key, *known)

    def yes(self, key: str) -> bool:
        return self.word(key, "no", "yes") == "yes"

    def numbers(self, key: str, count: int, usual: int = 0) -> tuple[int, ...]:
        text = self.values.get(key)
        if text is None:
            return (usual,) * count
        if not re.fullmatch(r"-?\d{1,6}( +-?\d{1,6})*", text) or len(text.split()) != count:
            raise BadText("bad_row", key=key, text=text, count=count)
        return tuple(map(int, text.split()))

    def seat(self, key: str, count: int, usual: int = 0) -> int:
        seats = self.seats(key, count) or (usual,)
        if len(seats) > 1:
            raise BadText("bad_seat", key=key, text=self.values[key], count=count)
        return seats[0]

    def seats(self, key: str, count: int) -> tuple[int, ...]:
        text = self.values.get(key, EMPTY)
        found = () if text == EMPTY else tuple(text.split())
        if not all(re.fullmatch(r"P[1-9]\d?", one) and int(one[1:]) <= count for one in found):
            raise BadText("bad_seat", key=key, text=text, count=count)
        return tuple(int(one[1:]) - 1 for one in found)

    def cards(self, key: str, most: int = 81) -> Cards:
        """The named cards, in the order of the text; an empty slot is `-`."""
        words = self.values.get(key, EMPTY).split()
        found = tuple(NONE if word == EMPTY else self._take(word) for word in words)
        if len(found) > most:
            raise BadText("too_many_cards", key=key, most=most)
        return found if len(found) > 1 or any(found) else ()

    def _take(self, word: str) -> str:
        card = card_from(word)
        if card not in self.all:
            raise BadText("unknown_card", text=word)
        if card not in self.left:
            raise BadText("card_twice", card=card)
        self.left.remove(card)
        return card

    def filled(self, key: str, size: int) -> Cards:
        """The named cards or, if the line is not there, so many of those that are left."""
        if key in self.values:
            return self.cards(key)
        if len(self.left) < size:
            raise BadText("no_cards_left")
        return tuple(self.left.pop(0) for _ in range(size))

    def hands(self, count: int, most: int) -> dict[int, Cards]:
        """The hands that are drawn, by seat."""
        keys = {seat: f"hand P{seat + 1}" for seat in range(count)}
        return {seat: self.cards(key, most) for seat, key in keys.items() if key in self.values}

    def deck(self, top: Cards) -> tuple[Cards, Cards]:
        """The deck with these cards next, of the size that is drawn; and the cards that are left then."""
        most = len(top) + len(self.left)
        size = self.number("deck-left", most)
        if not len(top) <= size <= most:
            raise BadText("bad_size", key="deck-left", size=size, low=len(top), high=most)
        under = size - len(top)
        return (*self.left[:under], *top[::-1]), tuple(self.left[under:])
