"""Steady play for an hour or a day, while people come and go: does the memory of the house grow?"""

import asyncio
import math
import random
import time
from pathlib import Path
from statistics import NormalDist, fmean

import msgspec

from septet.server.store.sqlite import Beside
from tests.faults.rounds import Tell
from tests.server.examining import Found, examine
from tests.server.guests import Acknowledged, Guest
from tests.server.nodes import Node
from tests.server.pairs import GAMES_PLAYED, Habits, Pair
from tests.server.visitors import SlowReader, Visitor

STEADY = Habits(
    games=tuple(GAMES_PLAYED), pause_s=0.4, chat=0.03, undo=0.03, resign=0.01, away=0.02, away_s=2.0, again=0.5
)
EVERY_S = 2.0  # how often the memory is looked at
STAY_S = (20.0, 90.0)  # how long people stay
WARM_UP = 1 / 6  # of the time, in which everything is used for the first time


class Sample(msgspec.Struct, frozen=True):
    """What was resident at a moment, in MB: the server, and its workers together."""

    at: float
    server: float
    workers: float


class Slope(msgspec.Struct, frozen=True):
    """How fast something grows in MB an hour, and the interval that holds the truth in 95 of 100 such runs."""

    mb_per_hour: float
    low: float
    high: float
    first: float
    last: float


class Soaked(msgspec.Struct):
    """What came of it."""

    minutes: float
    samples: int
    server: Slope
    workers: Slope
    moves: int
    games: int
    people: int
    found: Found
    faults: list[str]


class Soak:
    """A house whose tables are never empty: as somebody goes home, somebody else comes."""

    def __init__(self, folder: Path, seed: str, minutes: float, tables: int = 8) -> None:
        self.folder = folder
        self.node = Node(folder / "house", workers=1)
        self.seed = seed
        self.minutes = minutes
        self.tables = tables
        self.kept = Acknowledged()
        self.samples: list[Sample] = []
        self.now: dict[int, Pair] = {}
        self.moves = self.games = self.people = 0

    async def run(self, tell: Tell) -> Soaked:
        await asyncio.to_thread(self.node.start)
        try:
            await self._play(tell)
        finally:
            await asyncio.to_thread(self.node.end)
        found = await examine(Beside(self.folder / "house" / "septet.db"), self.kept)
        return self._report(found)

    async def _play(self, tell: Tell) -> None:
        lives = [asyncio.create_task(self._table(number)) for number in range(self.tables)]
        rng = random.Random(f"{self.seed} slow")
        lives.append(asyncio.create_task(Visitor(self.node.address, rng, self.kept, pause_s=10).live()))
        slow = SlowReader(self.node.address, rng, lambda: self.now[0].table if 0 in self.now else None)
        lives.append(asyncio.create_task(slow.look_on()))
        began = time.monotonic()
        try:
            while (past := time.monotonic() - began) < 60 * self.minutes:
                for task in lives:
                    if task.done():
                        task.result()
                self._look(past, tell)
                await asyncio.sleep(EVERY_S)
        finally:
            for task in lives:
                task.cancel()
            await asyncio.gather(*lives, return_exceptions=True)
            await asyncio.gather(*(pair.stop() for pair in self.now.values()))

    async def _table(self, number: int) -> None:
        """One after the other, two people or one with a bot, until they go home."""
        rng = random.Random(f"{self.seed} table {number}")
        while True:
            some = [await asyncio.to_thread(Guest, self.node.address, self.kept) for _ in range(rng.choice((1, 2, 2)))]
            pair = self.now[number] = Pair(tuple(some), rng, STEADY)
            pair.until = time.monotonic() + rng.uniform(*STAY_S)
            await pair.play()
            await pair.stop()
            self._count(self.now.pop(number))

    def _count(self, pair: Pair) -> None:
        self.moves, self.games, self.people = (
            self.moves + pair.moves,
            self.games + pair.games,
            self.people + len(pair.guests),
        )

    def _look(self, at: float, tell: Tell) -> None:
        assert self.node.process
        server = self.node.process.pid
        sample = Sample(round(at, 1), resident(server), sum(map(resident, children(server))))
        self.samples.append(sample)
        with (self.folder / "samples.jsonl").open("ab") as file:
            file.write(msgspec.json.encode(sample) + b"\n")
        if at // 60 > (at - EVERY_S) // 60:
            tell(
                f"{at / 60:.0f} min: server {sample.server:.1f} MB, workers {sample.workers:.1f} MB; "
                f"{self.moves} moves, {self.games} games, {self.people} people"
            )

    def _report(self, found: Found) -> Soaked:
        for pair in self.now.values():
            self._count(pair)
        kept = [one for one in self.samples if one.at >= 60 * self.minutes * WARM_UP]
        server = slope([(one.at, one.server) for one in kept])
        workers = slope([(one.at, one.workers) for one in kept])
        totals = self.moves, self.games, self.people
        return Soaked(self.minutes, len(kept), server, workers, *totals, found, found.faults)


def resident(pid: int) -> float:
    """The resident memory of a process in MB; 0 if it is gone. Linux only."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * 4096 / 1e6


def children(pid: int) -> list[int]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        if parent == pid:
            found.append(int(stat.parent.name))
    return found


def slope(points: list[tuple[float, float]]) -> Slope:
    """The line of least squares through the means of thirty blocks: what follows within seconds is much the same, and
    would make the interval look narrower than it is."""
    size = max(1, len(points) // 30)
    blocks = [points[k : k + size] for k in range(0, len(points) - size + 1, size)]
    xs = [fmean(x for x, _ in block) / 3_600 for block in blocks]
    ys = [fmean(y for _, y in block) for block in blocks]
    if len(xs) < 3:
        return Slope(0.0, -math.inf, math.inf, ys[0] if ys else 0.0, ys[-1] if ys else 0.0)
    middle, mean = fmean(xs), fmean(ys)
    spread = sum((x - middle) ** 2 for x in xs)
    steep = sum((x - middle) * (y - mean) for x, y in zip(xs, ys, strict=True)) / spread
    left = sum((y - mean - steep * (x - middle)) ** 2 for x, y in zip(xs, ys, strict=True))
    free = len(xs) - 2
    half = student(free) * math.sqrt(left / free / spread)
    return Slope(*(round(one, 3) for one in (steep, steep - half, steep + half, ys[0], ys[-1])))


def student(free: int) -> float:
    """The 97.5 % point of Student's t, by its expansion in the normal one (good to a hundredth from 5 on)."""
    z = NormalDist().inv_cdf(0.975)
    return z + (z**3 + z) / (4 * free) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * free**2)
