"""Days in a row, with one missed day a week that may be mended."""

from collections.abc import Set
from typing import Literal

import msgspec

from septet.daily.days import Day

WEEK = 7  # days: of any so many that follow each other, one may be mended
Mark = Literal["played", "mended", "missed", "none"]


class Streak(msgspec.Struct, frozen=True, kw_only=True):
    """How many days in a row, mended ones among them but not counted; and what may be mended now."""

    days: int = 0
    longest: int = 0
    mendable: Day | None = None
    would_be: int = 0  # how long the row would be with that day mended


def streak(played: Set[Day], mended: Set[Day], today: Day) -> Streak:
    """The row that ends today, or yesterday as long as today may still be played."""
    now = _row(played, mended, today)
    hole = _hole(played, mended, today)
    longest = max((_row(played, mended, day) for day in played), default=0)
    if hole is None or not may_mend(mended, hole):
        return Streak(days=now, longest=longest)
    would_be = _row(played, mended | {hole}, today)
    return (
        Streak(days=now, longest=longest, mendable=hole, would_be=would_be)
        if would_be > now
        else Streak(days=now, longest=longest)
    )


def _row(played: Set[Day], mended: Set[Day], day: Day) -> int:
    """How many days were played, back from this one, which need not be."""
    count = int(day in played)
    day -= 1
    while day in played or day in mended:
        count += day in played
        day -= 1
    return count


def _hole(played: Set[Day], mended: Set[Day], today: Day) -> Day | None:
    """The last day that was missed, if it is not longer ago than a week."""
    for day in range(today - 1, today - 1 - WEEK, -1):
        if day not in played and day not in mended:
            return day
    return None


def may_mend(mended: Set[Day], day: Day) -> bool:
    """Is no other day of the same week mended, before or after?"""
    return all(abs(day - other) >= WEEK for other in mended)


def mark(played: Set[Day], mended: Set[Day], day: Day, today: Day) -> Mark:
    """What a calendar says of a day."""
    if day in played:
        return "played"
    if day in mended:
        return "mended"
    return "missed" if day < today and any(first < day for first in played) else "none"
