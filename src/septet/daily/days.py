"""Days by UTC, as numbers since 1970: the same moment is the same day for everybody."""

from datetime import UTC, date, datetime

Day = int
DAY_MS = 86_400_000
EPOCH = date(1970, 1, 1).toordinal()


def day_of(ms: int) -> Day:
    """The day of a moment, in milliseconds since 1970."""
    return ms // DAY_MS


def begins(day: Day) -> int:
    return day * DAY_MS


def ends(day: Day) -> int:
    return begins(day + 1)


def name_of_day(day: Day) -> str:
    """2026-11-17"""
    return date_of(day).isoformat()


def date_of(day: Day) -> date:
    return datetime.fromtimestamp(day * (DAY_MS // 1_000), UTC).date()


def day_named(name: str) -> Day | None:
    """The day of this name; None if there is no such day."""
    try:
        return date.fromisoformat(name).toordinal() - EPOCH
    except ValueError:
        return None
