"""The 81 cards of SET, which three of them are a set, and why others are not."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Annotated

import msgspec

from septet.games.errors import BadText

FEATURES = ("number", "colour", "shape", "shading")
VALUES = {"number": "123", "colour": "RGP", "shape": "OBD", "shading": "FHE"}

Card = Annotated[str, msgspec.Meta(pattern=r"^[123][RGP][OBD][FHE]$")]
Cards = tuple[str, ...]  # a hand, or a pile from bottom to top
Triple = tuple[str, str, str]

# The pack in the order of the card numbers 0 to 80: 1ROF, 1ROH, … 3PDE.
PACK: Cards = tuple(
    number + colour + shape + shading
    for number in VALUES["number"]
    for colour in VALUES["colour"]
    for shape in VALUES["shape"]
    for shading in VALUES["shading"]
)
NUMBER_OF = {card: number for number, card in enumerate(PACK)}
NONE = ""  # a slot without a card


# In each feature the third is like the two if they are alike, and else the value that both lack.
THIRD_VALUE = {
    a: {b: a if a == b else next(value for value in values if value not in (a, b)) for b in values}
    for values in VALUES.values()
    for a in values
}


def _thirds(one: str) -> dict[str, str]:
    number, colour, shape, shading = [THIRD_VALUE[value] for value in one]
    return {two: number[two[0]] + colour[two[1]] + shape[two[2]] + shading[two[3]] for two in PACK}


# The one card that makes a set with two others. A card is its own third with itself, which is no set.
THIRD: dict[str, dict[str, str]] = {one: _thirds(one) for one in PACK}


def is_set(cards: Sequence[str]) -> bool:
    """Three different cards; each feature is all alike or all different."""
    return len(cards) == 3 and len(set(cards)) == 3 and THIRD[cards[0]][cards[1]] == cards[2]


def failing(cards: Sequence[str]) -> tuple[str, ...]:
    """The features in which two cards are alike and the third is not."""
    return tuple(
        feature for feature, values in zip(FEATURES, zip(*cards, strict=True), strict=True) if len(set(values)) == 2
    )


def differing(cards: Sequence[str]) -> int:
    """In how many features the cards of a set differ."""
    return sum(len(set(values)) == 3 for values in zip(*cards, strict=True))


@lru_cache(maxsize=4096)
def sets_among(cards: Cards) -> tuple[Triple, ...]:
    """All sets among these cards, each in the order of the cards."""
    place = {card: at for at, card in enumerate(cards)}
    found = []
    for at, one in enumerate(cards):
        third = THIRD[one]
        for two in cards[at + 1 :]:
            three = third[two]
            if place.get(three, -1) > place[two]:
                found.append((one, two, three))
    return tuple(found)


@lru_cache(maxsize=4096)
def holds_a_set(cards: Cards) -> bool:
    here = set(cards)
    for at, one in enumerate(cards):
        third = THIRD[one]
        for two in cards[at + 1 :]:
            if third[two] in here:
                return True
    return False


def packings(sets: Sequence[Triple]) -> Iterator[tuple[Triple, ...]]:
    """Every choice of sets that share no card and to which none of the sets could be added."""
    if not sets:
        yield ()
        return
    # Some set that shares a card with the first one, or the first one itself, is in any such choice.
    first = sets[0]
    tried: list[Triple] = []
    for chosen in [one for one in sets if not disjoint(one, first)]:
        rest = [one for one in sets if disjoint(one, chosen)]
        for others in packings(rest):
            packing = (chosen, *others)
            if not any(one in packing for one in tried):
                yield tuple(sorted(packing, key=sets.index))
        tried.append(chosen)


def disjoint(one: Iterable[str], other: Iterable[str]) -> bool:
    return not set(one) & set(other)


def largest_packing(sets: Sequence[Triple]) -> tuple[Triple, ...]:
    """As many sets as possible of which no two share a card; the first such choice."""
    best: tuple[Triple, ...] = ()
    left = list(sets)
    while left:
        first = left.pop(0)
        rest = [one for one in left if disjoint(one, first)]
        if len(rest) >= len(best):  # else this set cannot be part of a larger choice
            found = (first, *largest_packing(rest))
            if len(found) > len(best):
                best = found
    return best


def reduced(feature: str, value: int) -> Cards:
    """The 27 cards that have one value of a feature."""
    at, wanted = FEATURES.index(feature), VALUES[feature][value]
    return tuple(card for card in PACK if card[at] == wanted)


def card_from(text: str) -> str:
    """A card as people type it: its four letters in any order, large or small."""
    letters = text.upper()
    found = "".join(letter for values in VALUES.values() for letter in letters if letter in values)
    if len(letters) != 4 or found not in NUMBER_OF:
        raise BadText("unknown_card", text=text)
    return found


def total(cards: Iterable[str]) -> str:
    """The cards added up feature by feature; those of a set, of the pack and of what is left add up to 1ROF."""
    sums = [0, 0, 0, 0]
    for card in cards:
        for at, (letter, values) in enumerate(zip(card, VALUES.values(), strict=True)):
            sums[at] += values.index(letter)
    return "".join(values[one % 3] for one, values in zip(sums, VALUES.values(), strict=True))
