"""The daily over HTTP: what is asked, and what is answered. Days are dates in UTC, times milliseconds since 1970."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from septet.puzzles.puzzle import Step, Unit
from septet.server.tables.puzzling import STEPS, PuzzleState

DayName = Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}$")]
ItemStatus = Literal["new", "open", "solved", "failed", "played"]
DayMark = Literal["played", "mended", "missed", "none"]  # none: before your first, or today's if nothing is done yet


class DailyItem(msgspec.Struct, frozen=True, kw_only=True):
    """One thing of a day, and how far you are with it. A deal is `played` when its game is over."""

    item: str  # a kind of puzzle, or the game of a deal
    game: str
    deal: bool
    timed: bool = False  # of a deal: the time counts, and not the points
    unit: Unit | None = None  # of a puzzle
    ready: bool = True  # else it is still being made
    status: ItemStatus = "new"
    steps: int = 0  # so far
    table: str | None = None  # of a deal that you have begun
    points: int | None = None  # of a deal that is over
    ms: int | None = None  # how long you took, by the clock of the house
    won: bool | None = None


class DayShort(msgspec.Struct, frozen=True, kw_only=True):
    """A day in a row of days."""

    date: str
    mark: DayMark
    solved: int = 0
    done: int = 0
    of: int = 0


class DailyStreak(msgspec.Struct, frozen=True, kw_only=True):
    """Days in a row on which you have finished at least one thing."""

    days: int = 0
    longest: int = 0
    today: bool = False  # does today count already?
    mendable: str | None = None  # the day that was missed and may be mended now
    would_be: int = 0  # and how long the row would be then


class DailyChain(msgspec.Struct, frozen=True, kw_only=True):
    """A chain of seeds: the hash of the first day's seed was published before that day began."""

    anchor: str  # hex
    first: str
    last: str
    length: int
    announced: int  # when the anchor was published


class DailyDay(msgspec.Struct, frozen=True, kw_only=True):
    """Today, and what you have made of it."""

    date: str
    now: int
    begins_at: int
    ends_at: int
    items: tuple[DailyItem, ...]
    streak: DailyStreak
    recent: tuple[DayShort, ...]  # the last two weeks, today last
    chains: tuple[DailyChain, ...]  # today's, and the one after it if it is announced
    share: str | None = None  # a text to share that spoils nothing, when something is done
    counted: bool = True  # are you in the histogram? Guests are not


class DailyTry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The next step of today's puzzle, after so many. A step that is sent again is not counted twice."""

    date: DayName
    at: Annotated[int, Meta(ge=0, le=STEPS)] = 0
    step: Step | None = None
    give_up: bool = False


class DailyPosition(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle of today as far as you are; what is right is told when the day is over."""

    date: str
    item: DailyItem
    puzzle: PuzzleState
    share: str | None = None


class DailyBar(msgspec.Struct, frozen=True, kw_only=True):
    """One bar of a histogram: an answer that people gave, or points from `low` to `high`."""

    count: int
    step: Step | None = None  # the answer; null where it is points, or all other answers together
    right: bool = False
    yours: bool = False
    low: int | None = None
    high: int | None = None


class DailyHistogram(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody with an account has made of one thing of a day."""

    people: int
    solved: int
    median_ms: int | None = None  # of those who solved or played it
    bars: tuple[DailyBar, ...] = ()


class PastItem(msgspec.Struct, frozen=True, kw_only=True):
    """One thing of a day that is over: its solution, your try, and everybody's."""

    item: DailyItem
    histogram: DailyHistogram
    puzzle: PuzzleState | None = None  # with its solution and proof; null for a deal, or where it was not kept
    seed: str = ""  # hex: what it was made from


class PastDay(msgspec.Struct, frozen=True, kw_only=True):
    """A day that is over."""

    date: str
    seed: str  # hex: its hash is the seed of the day before, or the anchor of the chain
    chain: DailyChain
    items: tuple[PastItem, ...]
    before: str | None = None  # the day before, if there is one
    after: str | None = None  # and the day after, if it is over
    share: str | None = None
