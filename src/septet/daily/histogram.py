"""Everybody's results in a few bars."""

from collections.abc import Sequence
from statistics import median

import msgspec

BARS = 8


class Bar(msgspec.Struct, frozen=True):
    """So many results from `low` to `high`, both among them."""

    low: int
    high: int
    count: int


def bars(values: Sequence[int], most: int = BARS) -> list[Bar]:
    """Bars of the same width, from the smallest result to the largest."""
    if not values:
        return []
    low, high = min(values), max(values)
    width = -(-(high - low + 1) // most)
    found = []
    for first in range(low, high + 1, width):
        last = first + width - 1
        found.append(Bar(first, last, sum(first <= value <= last for value in values)))
    return found


def middle(values: Sequence[int]) -> int | None:
    """What half of them took at most."""
    return round(median(values)) if values else None
