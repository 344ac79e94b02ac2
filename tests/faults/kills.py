"""A server is killed at any moment while people play, rematch, take back, talk, sign in and read slowly."""

import asyncio
import random
import time
from pathlib import Path

from septet.server.store.sqlite import Beside
from tests.faults.rounds import Round, wall
from tests.server.crowd import Crowd
from tests.server.examining import Found, examine
from tests.server.guests import Acknowledged, Told
from tests.server.nodes import Node
from tests.server.pairs import LIVELY
from tests.server.visitors import forgotten

AWAY_S = 0.5  # so that whoever is gone for a moment may find a bot in the seat
WHILE_STARTING = 0.15  # in how many rounds it is killed again before it is up
OPTIONS = ("--limit", f"away_s={AWAY_S}")


class Kills:
    """One house with SQLite; it stays and grows."""

    name = "kills"

    def __init__(self, folder: Path, pairs: int = 6) -> None:
        self.house = folder / "house"
        self.node = Node(self.house, *OPTIONS)
        self.pairs = pairs

    @property
    def store(self) -> Beside:
        return Beside(self.house / "septet.db")

    async def open(self) -> None:
        self.node.clear()
        await asyncio.to_thread(self.node.start)

    async def round(self, seed: str, rng: random.Random) -> tuple[Round, Acknowledged]:
        since = wall()
        crowd = Crowd([self.node.address], self.pairs, seed, LIVELY, visitors=self.pairs // 3, slow=self.pairs // 3)
        crowd.begin()
        try:
            await crowd.until_all_move()
            after = rng.uniform(0, 1)
            await asyncio.sleep(after)
            self.node.kill()
            what = f"killed after {after:.2f} s"
            if rng.random() < WHILE_STARTING:
                what += await self._kill_again(rng)
            await asyncio.to_thread(self.node.start)
            went_on = await crowd.until_all_move(time.monotonic())
        finally:
            await crowd.stop()
        found = await examine(self.store, crowd.kept, since)
        found.faults += crowd.stuck
        found.faults += await asyncio.to_thread(forgotten, self.node.address, crowd.kept)
        return Round(fault=what, went_on=went_on, found=found, figures=crowd.figures()), crowd.kept

    async def _kill_again(self, rng: random.Random) -> str:
        """While the server is at its start, where it takes up what the one before has left."""
        after = rng.uniform(0, 1.2)
        self.node.begin()
        await asyncio.sleep(after)
        self.node.kill()
        return f", and {after:.2f} s after its start again"

    async def end(self, told: list[Told]) -> Found:
        found = await examine(self.store, Acknowledged(told=told))
        code = await asyncio.to_thread(self.node.end)
        if code != 0:
            found.faults.append(f"the server ended with {code}")
        return found

    async def close(self) -> None:
        await asyncio.to_thread(self.node.kill)
