"""A study: the same deals played under several rule sets, in chunks that can be made anywhere, and kept as they come.

What is kept of a study is a file of lines: what is studied, and what came of each chunk. Cut off, it goes on there.
"""

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from typing import Any

import msgspec
import numpy as np

from septet.background.chunks import Chunk, made
from septet.background.running import run
from septet.bots import prepare
from septet.games import GAMES
from septet.lab.figures import Row, figures, rows
from septet.lab.paired import Comparison, compare, near_enough
from septet.lab.rule_sets import RuleSet
from septet.lab.simulate import ready

KIND = "lab"
TOGETHER = 20  # deals that one chunk plays
FIRST_LOOK = 400  # deals; then twice as many, and so on
VERSION = 1  # of the figures; what an older one has counted is not mixed with ours


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


def chunk(task: StudyTask, start: int, count: int = TOGETHER) -> Chunk:
    return Chunk(KIND, msgspec.json.encode(StudyChunk(task, start, count)))


def answer(body: bytes) -> bytes:
    """Make one chunk: a row of figures for each deal and rule set."""
    asked = msgspec.json.decode(body, type=StudyChunk)
    task = asked.task
    ready(task.game, task.bots)
    deals = range(asked.start, asked.start + asked.count)
    return msgspec.json.encode([rows(task.game, task.bots, task.sets, task.seed, number) for number in deals])


def digest(task: StudyTask) -> str:
    """A name for what is studied, the same for the same."""
    return hashlib.sha256(msgspec.json.encode(task)).hexdigest()[:16]


class KeptStudy:
    """What has been played of a study, in memory and, if there is a file, on disk."""

    def __init__(self, task: StudyTask, path: Path | None = None) -> None:
        self.task, self.path = task, path
        self.chunks: dict[int, tuple[tuple[Row, ...], ...]] = {}  # by their first deal
        if path and path.exists():
            self._read(path.read_bytes())

    def _read(self, text: bytes) -> None:
        head, *lines = text.splitlines() or [b""]
        if head != msgspec.json.encode(self.task):
            raise OtherStudy
        for line in lines:
            try:
                start, found = msgspec.json.decode(line, type=tuple[int, tuple[tuple[Row, ...], ...]])
            except msgspec.MsgspecError:
                continue  # cut off while it was written; it is played again
            if len(found) == TOGETHER:
                self.chunks[start] = found

    def add(self, start: int, result: bytes) -> None:
        self.chunks[start] = msgspec.json.decode(result, type=tuple[tuple[Row, ...], ...])
        if self.path is None:
            return
        if not self.path.exists():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_bytes(msgspec.json.encode(self.task))
        with self.path.open("ab") as file:
            file.write(b"\n[%d,%b]" % (start, result))  # on a line of its own, also after one that was cut off

    def missing(self, deals: int) -> list[int]:
        return [start for start in range(0, deals, TOGETHER) if start not in self.chunks]

    def table(self, deals: int) -> Any:
        """Deals, rule sets, figures: the first so many deals, in their order."""
        found = [self.chunks[start] for start in range(0, deals, TOGETHER)]
        return np.array([row for some in found for row in some], dtype=float)[:deals]


class OtherStudy(Exception):
    """The file holds something else."""


def study(
    task: StudyTask,
    deals: int,
    *,
    see: float | None = None,
    until: float | None = None,
    path: Path | None = None,
    on_progress: Callable[[int, int], None] = lambda done, of: None,
    jobs: int | None = None,
    stop: Event | None = None,
    here: bool = False,
) -> StudyResult:
    """Play as many deals as asked for, or fewer, where at one of the looks all is known as closely as `until` says.

    `here` is in this very process, as bots want it that no other process knows.
    """
    prepare(task.game, task.bots)
    kept = KeptStudy(task, path)
    columns = figures(GAMES[task.game])
    for look in looks(deals) if until is not None else [deals]:
        missing = kept.missing(look)
        on_progress(look - len(missing) * TOGETHER, look)

        def keep(one: Chunk, result: bytes, look: int = look) -> None:
            kept.add(msgspec.json.decode(one.body, type=StudyChunk).start, result)
            on_progress(look - len(kept.missing(look)) * TOGETHER, look)

        asked = [chunk(task, start) for start in missing]
        if here:
            for one in asked:
                keep(one, made(one))
        elif asked:
            run(asked, on=jobs, keep=keep, stop=stop)
        found = compare(columns, kept.table(look), see)
        if until is not None and near_enough(found, until):
            return StudyResult(task, found, True)
    return StudyResult(task, found, None if until is None else False)


def looks(deals: int) -> Iterator[int]:
    """The numbers of deals at which a study may stop."""
    at = FIRST_LOOK
    while at < deals:
        yield at
        at *= 2
    yield deals
