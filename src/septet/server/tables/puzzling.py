"""Puzzles over HTTP: what is asked and answered. The page knows no rule: it sends steps, and is told a moment."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from septet.games.game import Seat
from septet.puzzles.puzzle import FirstStep, Line, Step, Unit
from septet.server.tables import wire
from septet.server.tables.wire_base import TableId

STEPS = 40  # of one puzzle, at most
LONGEST_MS = 86_400_000
PuzzleStatus = Literal["open", "solved", "failed"]
Steps = Annotated[tuple[Step, ...], Meta(max_length=STEPS)]
Ms = Annotated[int, Meta(ge=0, le=LONGEST_MS)]


class PuzzleRating(msgspec.Struct, frozen=True):
    """What a puzzle did to somebody's rating."""

    before: int
    after: int


class PuzzleState(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle as one person has it before the eyes. What is right is told when it is solved or failed, not before."""

    id: str  # of the puzzle; empty where it is one's own mistake
    kind: str
    game: str
    unit: Unit  # what is counted
    exact: bool  # proved by counting; else by the valuer
    seat: Seat  # who is asked
    options: dict[str, bool | int | str] = {}
    status: PuzzleStatus = "open"
    steps: Line = ()  # done so far, and right
    wrong: Step | None = None  # what ended it
    moment: wire.Moment  # after the steps that were right; its offers are those of the next one, if there is one
    history: tuple[wire.Past, ...] = ()  # what these steps have brought
    hands: tuple[tuple[str, ...], ...] | None = None  # of each seat, where all are open
    level: int = 1500  # how hard it is, on the scale of ratings
    tries: int = 0  # people who have tried it
    solved_by: int = 0  # and solved it at the first try
    themes: tuple[str, ...] = ()
    counts: bool = True  # does this try count? Of a puzzle of the shelf only somebody's first does
    worth: float | None = None  # the most that can be had
    solution: tuple[Line, ...] = ()  # every line that is right
    proof: tuple[FirstStep, ...] = ()  # all first steps, the best first
    rating: PuzzleRating | None = None
    streak: int = 0  # so many of this kind one after the other


class PuzzleKind(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of puzzle, how many there are of it, and how far you are."""

    kind: str
    game: str
    unit: Unit
    exact: bool
    count: int
    themes: dict[str, int] = {}  # and how many puzzles have each
    done: int = 0  # tried by you
    solved: int = 0
    rating: int | None = None  # yours; null before the first try
    spread: int = 0  # how far off it may be (95 %)
    streak: int = 0
    best_streak: int = 0


class PuzzleKinds(msgspec.Struct, frozen=True, kw_only=True):
    """All kinds, your best race, and how many of your own mistakes wait for you."""

    kinds: tuple[PuzzleKind, ...]
    race_seconds: int
    best_race: int | None = None  # puzzles solved
    due: int = 0  # cards of the drill


class PuzzleTry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All steps so far, and for your own figures how long you have looked; or that you give it up."""

    steps: Steps = ()
    ms: Ms = 0
    give_up: bool = False


class PuzzleReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is wrong with a puzzle."""

    why: Annotated[str, Meta(min_length=1, max_length=500)]


class RaceWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A race over puzzles of this kind; of all kinds, if none is named."""

    kind: Annotated[str, Meta(max_length=40)] | None = None


class RaceState(msgspec.Struct, frozen=True, kw_only=True):
    """Three minutes by the clock of the house: as many puzzles as one can solve, each harder than the one before."""

    race: str
    kind: str | None
    left_ms: int  # 0 when it is over
    solved: int
    failed: int
    best: int  # the most that you have solved in one, this one among them
    puzzle: PuzzleState | None  # the next one; null when it is over
    last: PuzzleState | None = None  # the one that was just ended, with its solution


class DrillCard(msgspec.Struct, frozen=True, kw_only=True):
    """One of your own mistakes: where it was made, and as a puzzle."""

    card: str
    table: TableId
    number: int  # of the move in the record; the first is 1
    played_at: int  # when that game ended, in milliseconds since 1970
    seen: int = 0  # so often you have had it before the eyes
    due: int = 0  # when it comes again
    puzzle: PuzzleState


class DrillState(msgspec.Struct, frozen=True, kw_only=True):
    """Your own mistakes in games that were reviewed: how many there are, how many are due, and the next one."""

    cards: int
    due: int
    next_due: int | None = None  # when the next one is due if none is now, in milliseconds since 1970
    card: DrillCard | None = None  # the one to do now, or the one that was just tried
