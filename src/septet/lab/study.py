"""A study: the same deals played under several rule sets, in chunks that can be made anywhere, and kept as they come.

What is kept of a study is a file of lines: what is studied, and what came of each chunk. Cut off, it goes on there.
"""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from threading import Event

import msgspec
import numpy as np

from septet.background.chunks import Chunk, made
from septet.background.running import On, run
from septet.bots import prepare
from septet.games import GAMES
from septet.lab.depth import Depth
from septet.lab.figures import Row, figures, rows
from septet.lab.kept import KeptChunks
from septet.lab.luck import LuckShare
from septet.lab.paired import Comparison, compare, near_enough
from septet.lab.rule_sets import RuleSet
from septet.lab.simulate import ready
from septet.lab.twins import played_by_twin

KIND = "lab"
TOGETHER, TOGETHER_BY_TWIN = 20, 200  # deals that one chunk plays
FIRST_LOOK = 400  # deals; then twice as many, and so on
Rows = tuple[tuple[Row, ...], ...]  # of a chunk: for each deal a row of figures under each rule set
VERSION = 2  # of the figures; what an older one has counted is not mixed with ours


class StudyTask(msgspec.Struct, frozen=True, kw_only=True):
    """What is studied. Deal number n comes from `seed/n`, under every rule set."""

    game: str
    bots: tuple[str, ...]
    sets: tuple[RuleSet, ...]
    seed: str
    version: int = VERSION


class StudyChunk(msgspec.Struct, frozen=True):
    task: StudyTask
    start: int
    count: int


class StudyResult(msgspec.Struct, frozen=True):
    """A study as programs read it."""

    task: StudyTask
    comparison: Comparison
    reached: bool | None = None  # was everything known as closely as was asked for?
    depth: tuple[Depth, ...] | msgspec.UnsetType = msgspec.UNSET  # of each rule set, where that was asked for
    luck: tuple[LuckShare, ...] | msgspec.UnsetType = msgspec.UNSET


def together(task: StudyTask) -> int:
    """Deals that one chunk of this study plays."""
    return TOGETHER_BY_TWIN if played_by_twin(task.game, task.bots) else TOGETHER


def chunk(task: StudyTask, start: int) -> Chunk:
    return Chunk(KIND, msgspec.json.encode(StudyChunk(task, start, together(task))))


def answer(body: bytes) -> bytes:
    """Make one chunk: a row of figures for each deal and rule set."""
    asked = msgspec.json.decode(body, type=StudyChunk)
    task = asked.task
    ready(task.game, task.bots)
    deals = range(asked.start, asked.start + asked.count)
    return msgspec.json.encode(rows(task.game, task.bots, task.sets, task.seed, deals))


def study(
    task: StudyTask,
    deals: int,
    *,
    see: float | None = None,
    until: float | None = None,
    path: Path | None = None,
    on_progress: Callable[[int, int], None] = lambda done, of: None,
    jobs: On = None,
    stop: Event | None = None,
    here: bool = False,
) -> StudyResult:
    """Play as many deals as asked for, or fewer, where at one of the looks all is known as closely as `until` says.

    `here` is in this very process, as bots want it that no other process knows.
    """
    prepare(task.game, task.bots)
    kept = KeptChunks(msgspec.json.encode(task), together(task), Rows, path)
    for look in looks(deals) if until is not None else [deals]:
        missing = kept.missing(look)
        on_progress(kept.played(look), look)

        def keep(one: Chunk, result: bytes, look: int = look) -> None:
            kept.add(msgspec.json.decode(one.body, type=StudyChunk).start, result)
            on_progress(kept.played(look), look)

        asked = [chunk(task, start) for start in missing]
        if here:
            for one in asked:
                keep(one, made(one))
        elif asked:
            run(asked, on=jobs, keep=keep, stop=stop)
        found = compared(task, kept.in_order(look), look, see)
        if until is not None and near_enough(found, until):
            return StudyResult(task, found, True)
    return StudyResult(task, found, None if until is None else False)


def compared(task: StudyTask, chunks: Iterable[Rows], deals: int, see: float | None = None) -> Comparison:
    """What has come of all chunks, in their order."""
    played = np.array([row for some in chunks for row in some], dtype=float)[:deals]
    return compare(figures(GAMES[task.game]), played, see)  # deals, rule sets, figures


def looks(deals: int) -> Iterator[int]:
    """The numbers of deals at which a study may stop."""
    at = FIRST_LOOK
    while at < deals:
        yield at
        at *= 2
    yield deals
