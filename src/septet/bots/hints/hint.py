"""What a hint is made of: places to look at and words for them, in three degrees."""

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from septet.games.game import Gain

Degree = Literal[1, 2, 3]  # where to look; which card; which move, and why
Ranked = list[tuple[Any, int, float]]  # the moves that a search has looked at, the best first: how often, their worth


class Sentence(msgspec.Struct, frozen=True):
    """A sentence by its key, and the facts that stand in it."""

    key: str
    facts: dict[str, Any] = {}


class Part(msgspec.Struct, frozen=True):
    """What one degree says, and the places that it points at: as boards name them, such as `card-5H` or `slot-2`."""

    said: tuple[Sentence, ...]
    spots: tuple[str, ...] = ()

    def words(self, family: str, of: Callable[..., str]) -> str:
        """All that it says, in the words that a language has for this family of games."""
        return " ".join(of(family, one.key, **one.facts) for one in self.said)


class Hint(msgspec.Struct, frozen=True):
    """Three degrees of help with one position; the last one tells the move."""

    parts: tuple[Part, Part, Part]
    move: Any

    def part(self, degree: Degree) -> Part:
        return self.parts[degree - 1]


def said(key: str, /, **facts: Any) -> Sentence:
    return Sentence(key, facts)


def paid(gain: Gain) -> list[Sentence]:
    """What a move pays now, reason by reason."""
    reasons = [one for one in gain.why if one.points > 0]
    return [said(f"hint.pays.{one.rule}", n=one.points, cards=" ".join(one.cards)) for one in reasons]


def compared(ranked: Ranked, key: str = "often", most: int = 100) -> Sentence:
    """What the search itself has counted: how well this move did, and how well the next best."""
    if not ranked[0][1]:  # nothing was counted
        return said("hint.plainly")
    best, second = (round(most * worth) for _, _, worth in ranked[:2])
    return said(f"hint.{key}", best=best, other=second) if best > second else said(f"hint.{key}_level", best=best)
