"""Rounds that can be cut off and gone on with: what came of each is a line in a file, and chance is its number's."""

import asyncio
import gc
import os
import random
import time
import traceback
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import msgspec

from tests.server.examining import Found
from tests.server.guests import Acknowledged, Told, impatient

AT_MOST_S = 10.0  # so long after a fault's end nobody waits any more
LATE = "went on after"
Tell = Callable[[str], None]


class Round(msgspec.Struct, kw_only=True):
    """What came of one round."""

    number: int = 0
    fault: str  # what was done to the house
    went_on: dict[str, float] = {}  # how long after the fault's end each table had its next move, in seconds
    found: Found
    figures: dict[str, float] = {}
    seconds: float = 0.0

    @property
    def faults(self) -> list[str]:
        late = (f"{table} {LATE} {s:.1f} s" for table, s in self.went_on.items() if s > AT_MOST_S)
        return [*self.found.faults, *late]

    @property
    def slowest(self) -> float:
        return max(self.went_on.values(), default=0.0)


class Program(Protocol):
    """A house, and what is done to it round after round."""

    name: str

    async def open(self) -> None:
        """Make the house ready; it may have been left in any state."""

    async def round(self, seed: str, rng: random.Random) -> tuple[Round, Acknowledged]:
        """Break it once, and look what is left."""

    async def end(self, told: list[Told]) -> Found:
        """After the last round: is all there that was ever acknowledged?"""

    async def close(self) -> None:
        """Whatever happened, leave nothing behind that runs."""


class Plan(msgspec.Struct, frozen=True):
    """What a folder is for; nothing else goes on there."""

    program: str
    seed: str


class OtherPlan(Exception):
    """The folder holds rounds of something else."""


class Journal:
    """The rounds of a folder, each written when it is over; half a line is that of a round that never was."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.file, self.told_file = folder / "rounds.jsonl", folder / "told.jsonl"
        kept = folder / "plan.json"
        if kept.exists() and (there := msgspec.json.decode(kept.read_bytes(), type=Plan)) != plan:
            raise OtherPlan(f"{folder} holds rounds of {there.program} with the seed {there.seed}")
        kept.write_bytes(msgspec.json.encode(plan))
        for file in (self.file, self.told_file):
            _clear(file)
        self.rounds = {one.number: one for one in _lines(self.file, Round)}

    def add(self, one: Round, told: list[Told]) -> None:
        """What was acknowledged first: then there is no round whose word is not known."""
        _append(self.told_file, [msgspec.json.encode(each) for each in told])
        _append(self.file, [msgspec.json.encode(one)])
        self.rounds[one.number] = one

    def told(self) -> list[Told]:
        return _lines(self.told_file, Told)


def _append(file: Path, lines: list[bytes]) -> None:
    with file.open("ab") as there:
        there.write(b"".join(line + b"\n" for line in lines))
        there.flush()
        os.fsync(there.fileno())


def _clear(file: Path) -> None:
    """What was cut off in the middle of a line is cleared away."""
    content = file.read_bytes() if file.exists() else b""
    file.write_bytes(content[: content.rfind(b"\n") + 1])


def _lines(file: Path, kind: type[Any]) -> list[Any]:
    return [msgspec.json.decode(line, type=kind) for line in file.read_bytes().splitlines()]


class Report(msgspec.Struct):
    """All rounds together."""

    program: str
    seed: str
    rounds: int
    minutes: float
    went_on: dict[str, float]  # after how many seconds tables went on: how many there were, the middle, the slowest
    found: dict[str, int]  # the sums of all that was found
    figures: dict[str, float]
    faults: list[str]

    @property
    def wrong(self) -> list[str]:
        """What is wrong on any machine: how long tables took depends on it, unless they never went on."""
        return [fault for fault in self.faults if LATE not in fault]


def report(plan: Plan, rounds: list[Round], last: Found | None) -> Report:
    waits = sorted(wait for one in rounds for wait in one.went_on.values())
    went_on = {"tables": float(len(waits))}
    for name, share in (("p50", 0.5), ("p99", 0.99), ("slowest", 1.0)):
        went_on[name] = round(waits[int(share * (len(waits) - 1))], 3) if waits else 0.0
    sums: dict[str, int] = {}
    figures: dict[str, float] = {}
    for one in rounds:
        for name, value in msgspec.structs.asdict(one.found).items():
            if isinstance(value, int):
                sums[name] = sums.get(name, 0) + value
        for name, figure in one.figures.items():
            figures[name] = round(figures.get(name, 0.0) + figure, 3)
    faults = [f"round {one.number} ({one.fault}): {fault}" for one in rounds for fault in one.faults]
    faults += [f"in the end: {fault}" for fault in (last.faults if last else [])]
    minutes = round(sum(one.seconds for one in rounds) / 60, 1)
    return Report(plan.program, plan.seed, len(rounds), minutes, went_on, sums, figures, faults)


def to_the_end(program: Program, folder: Path, seed: str, rounds: int) -> Report:
    """All rounds, with clients that come back at once; what a kill left open of their sockets goes with them."""
    with impatient(), warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        made = asyncio.run(run(program, folder, seed, rounds, tell=print))
        gc.collect()
    return made


async def run(program: Program, folder: Path, seed: str, rounds: int, *, tell: Tell, only: int | None = None) -> Report:
    """Make those rounds that are missing, or one of them alone, and say what came of all."""
    plan = Plan(program.name, seed)
    journal = Journal(folder, plan)
    wanted = [only] if only is not None else [one for one in range(1, rounds + 1) if one not in journal.rounds]
    if only is None and len(wanted) < rounds:
        tell(f"{rounds - len(wanted)} of {rounds} rounds are there already")
    try:
        await program.open()
        for number in wanted:
            one, kept = await _one(program, seed, number)
            journal.add(one, kept.told)
            tell(_line(one, rounds))
        last = await program.end(journal.told())
    finally:
        await program.close()
    chosen = [journal.rounds[only]] if only is not None else list(journal.rounds.values())
    return report(plan, chosen, last)


async def _one(program: Program, seed: str, number: int) -> tuple[Round, Acknowledged]:
    own = f"{seed} {number}"
    began = time.monotonic()
    try:
        one, kept = await program.round(own, random.Random(own))
    except Exception as error:
        where = " < ".join(f"{Path(one.filename).name}:{one.lineno}" for one in reversed(own_frames(error)))
        found = Found(faults=[f"{type(error).__name__}: {error}"[:500] + f" ({where})"])
        one, kept = Round(fault="unknown", found=found), Acknowledged()
        await program.close()
        await program.open()
    one.number, one.seconds = number, round(time.monotonic() - began, 3)
    one.went_on = {table: round(wait, 3) for table, wait in one.went_on.items()}
    return one, kept


def own_frames(error: Exception) -> list[traceback.FrameSummary]:
    """Where in these tests it happened."""
    return [one for one in traceback.extract_tb(error.__traceback__) if "tests" in Path(one.filename).parts]


def _line(one: Round, rounds: int) -> str:
    found = one.found
    went_on = f"{len(one.went_on)} tables went on within {one.slowest:.2f} s"
    there = f"{found.acknowledged} acknowledged, {found.tables} tables, {found.rematches} rematches"
    wrong = "all is there" if not one.faults else f"WRONG: {'; '.join(one.faults[:3])}"
    return f"{one.number}/{rounds} {one.fault}: {went_on}; {there}; {wrong} ({one.seconds:.1f} s)"


def wall() -> int:
    return time.time_ns() // 1_000_000
