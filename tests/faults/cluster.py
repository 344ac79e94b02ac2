"""Two servers on one PostgreSQL and one Redis, of which something breaks in every round while people play."""

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from urllib.request import urlopen

import msgspec

from septet.server.store.postgres import PostgresStore
from tests.faults.cut import CutLine
from tests.faults.rounds import Round, wall
from tests.server.crowd import Crowd
from tests.server.examining import Found, examine
from tests.server.guests import Acknowledged, Guest, Told
from tests.server.nodes import Node
from tests.server.pairs import LIVELY, Pair
from tests.server.services import Postgres, Redis, Service, postgres, redis, with_us
from tests.server.visitors import forgotten

SECRET = "the secret of two houses that are one"
LEASE_S = 1.0
DATABASE = "faults"
STARTING_S = 180.0
Fault = Callable[[random.Random], Awaitable[str]]


def _workers(address: str) -> int:
    """How many have come to this server; none while it cannot say."""
    with suppress(OSError), urlopen(f"{address}/health", timeout=10) as answer:
        return int(msgspec.json.decode(answer.read())["workers"])
    return 0


class Cluster:
    """Two nodes; the first one's line to the database can be cut."""

    name = "cluster"

    def __init__(self, folder: Path, pairs: int = 6, workers: int = 2, *, stays: bool = True) -> None:
        self.folder = folder
        self.pairs = pairs
        self.workers: list[subprocess.Popen[bytes]] = []
        self.worker_count = workers
        self.stays = stays  # or is the database one that goes with the process?
        self.services = ExitStack()
        self.nodes: list[Node] = []
        self.cut: CutLine | None = None
        self.faults: list[Fault] = [
            self.kill_a_node,
            self.freeze_a_node,
            self.restart_redis,
            self.cut_redis,
            self.crash_postgres,
            self.cut_a_nodes_database,
            *([self.kill_a_worker] if workers else []),
        ]

    async def open(self) -> None:
        self.database: Postgres = self.services.enter_context(postgres(self.folder / "db" if self.stays else None))
        self.bus: Redis = self.services.enter_context(redis())
        if not self.database.sql(f"SELECT 1 FROM pg_database WHERE datname = '{DATABASE}'"):
            self.database.new_database(DATABASE)
        self.cut = cut = CutLine(self.database.port)
        await cut.open()
        urls = (self.url.replace(str(self.database.port), str(cut.port)), self.url)
        for name, url in zip("ab", urls, strict=True):
            words = ("--database", url, "--bus", self.bus.url, "--limit", f"lease_s={LEASE_S}", "--limit", "away_s=3")
            self.nodes.append(Node(self.folder / name, *words, SEPTET_SECRET=SECRET))
            self.nodes[-1].clear()
            await asyncio.to_thread(self.nodes[-1].start)
        for number in range(self.worker_count):
            self._work(number)

    @property
    def url(self) -> str:
        return self.database.url(DATABASE)

    def _work(self, number: int) -> None:
        node = self.nodes[number % 2]
        command = [*with_us(), sys.executable, "-m", "septet", "work", "--server", node.address]
        with (self.folder / f"worker{number}.txt").open("ab") as log:
            self.workers[number : number + 1] = [subprocess.Popen(command, env=node.environ, stdout=log, stderr=log)]

    async def _all_at_work(self) -> None:
        """Whoever thinks for bots has come: a worker takes longer to start than a fault and what comes of it."""
        async with asyncio.timeout(STARTING_S):
            while sum([await asyncio.to_thread(_workers, node.address) for node in self.nodes]) < self.worker_count:
                await asyncio.sleep(0.1)

    async def round(self, seed: str, rng: random.Random) -> tuple[Round, Acknowledged]:
        await self._all_at_work()
        since = wall()
        servers = [node.address for node in self.nodes]
        crowd = await asyncio.to_thread(Crowd, servers, self.pairs, seed, LIVELY, visitors=1, slow=1)
        if self.worker_count:
            for number, node in enumerate(self.nodes):
                guest = await asyncio.to_thread(Guest, node.address, crowd.kept)
                crowd.pairs.append(Pair((guest,), random.Random(f"{seed} bot {number}"), LIVELY))
        crowd.begin()
        try:
            await crowd.until_all_move()
            await asyncio.sleep(rng.uniform(0, 0.5))
            what = await rng.choice(self.faults)(rng)
            went_on = await crowd.until_all_move(time.monotonic())
        finally:
            await crowd.stop()
        found = await examine(PostgresStore(self.url), crowd.kept, since)
        found.faults += crowd.stuck
        found.faults += await asyncio.to_thread(forgotten, self.nodes[0].address, crowd.kept)
        return Round(fault=what, went_on=went_on, found=found, figures=crowd.figures()), crowd.kept

    # What breaks

    async def kill_a_node(self, rng: random.Random) -> str:
        number = rng.randrange(2)
        self.nodes[number].kill()
        await asyncio.sleep(rng.uniform(0, 2 * LEASE_S))
        await asyncio.to_thread(self.nodes[number].start)
        return f"node {'ab'[number]} killed"

    async def freeze_a_node(self, rng: random.Random) -> str:
        """For longer than its lease: another has taken its tables by then, and it does not know."""
        number, seconds = rng.randrange(2), rng.uniform(1.2, 3) * LEASE_S
        process = self.nodes[number].process
        assert process
        await self._freeze(process.pid, seconds)
        return f"node {'ab'[number]} frozen for {seconds:.1f} s"

    async def _freeze(self, pid: int, seconds: float) -> None:
        os.kill(pid, signal.SIGSTOP)
        try:
            await asyncio.sleep(seconds)
        finally:
            os.kill(pid, signal.SIGCONT)

    async def _restart(self, service: Service, rng: random.Random) -> None:
        await asyncio.to_thread(service.stop)
        await asyncio.sleep(rng.uniform(0, 2))
        await asyncio.to_thread(service.start)

    async def restart_redis(self, rng: random.Random) -> str:
        await self._restart(self.bus, rng)
        return "Redis restarted"

    async def cut_redis(self, rng: random.Random) -> str:
        """It takes what is said, and answers nothing."""
        assert self.bus.process
        seconds = rng.uniform(1, 3)
        await self._freeze(self.bus.process.pid, seconds)
        return f"Redis silent for {seconds:.1f} s"

    async def crash_postgres(self, rng: random.Random) -> str:
        await self._restart(self.database, rng)
        return "PostgreSQL crashed and recovered"

    async def cut_a_nodes_database(self, rng: random.Random) -> str:
        assert self.cut
        seconds = rng.uniform(0.5, 3)
        self.cut.cut()
        await asyncio.sleep(seconds)
        self.cut.mend()
        return f"node a without the database for {seconds:.1f} s"

    async def kill_a_worker(self, rng: random.Random) -> str:
        """The other one, at the other node, takes its seats at once; a new one comes after a while."""
        number = rng.randrange(len(self.workers))
        self.workers[number].kill()
        await asyncio.to_thread(self.workers[number].wait)
        self._work(number)
        return "a worker killed"

    # The end

    async def end(self, told: list[Told]) -> Found:
        found = await examine(PostgresStore(self.url), Acknowledged(told=told))
        codes = [await asyncio.to_thread(node.end) for node in self.nodes]
        found.faults += [f"a server ended with {code}" for code in codes if code != 0]
        return found

    async def close(self) -> None:
        for worker in self.workers:
            worker.kill()
            await asyncio.to_thread(worker.wait)
        for node in self.nodes:
            with suppress(ProcessLookupError):
                await asyncio.to_thread(node.kill)
        self.workers, self.nodes = [], []
        if self.cut:
            await self.cut.close()
        await asyncio.to_thread(self.services.close)
