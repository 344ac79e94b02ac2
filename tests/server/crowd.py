"""A crowd that plays random games on real servers; if one of them fails the crowd fails."""

import asyncio
import random
import time
from collections.abc import Coroutine
from typing import Any

from tests.server.guests import Acknowledged, Guest
from tests.server.pairs import Habits, Pair
from tests.server.visitors import SlowReader, Visitor

PATIENCE_S = 60.0


class Crowd:
    """Pairs that play at once, those who read slowly beside them, and those who come and go."""

    def __init__(
        self,
        servers: list[str],
        pairs: int,
        seed: str,
        habits: Habits | None = None,
        *,
        visitors: int = 0,
        slow: int = 0,
    ) -> None:
        self.kept = Acknowledged()

        def server(number: int) -> str:
            return servers[number % len(servers)]

        def rng(who: str, number: int) -> random.Random:
            return random.Random(f"{seed} {who} {number}")

        self.pairs = [
            Pair((Guest(server(k), self.kept), Guest(server(k + 1), self.kept)), rng("pair", k), habits or Habits())
            for k in range(pairs)
        ]
        self.visitors = [Visitor(server(k), rng("visitor", k), self.kept) for k in range(visitors)]
        self.slow = [
            SlowReader(server(k), rng("slow", k), lambda pair=self.pairs[k % pairs]: pair.table)  # type: ignore[misc]
            for k in range(slow)
        ]
        self.tasks: list[asyncio.Task[None]] = []
        self.stuck: list[str] = []  # those who did not move for as long as anybody waited, and how it stands with them

    @property
    def guests(self) -> list[Guest]:
        return [guest for pair in self.pairs for guest in pair.guests]

    def begin(self) -> None:
        lives: list[Coroutine[Any, Any, None]] = [pair.play() for pair in self.pairs]
        lives += [visitor.live() for visitor in self.visitors]
        lives += [one.look_on() for one in self.slow]
        self.tasks = [asyncio.create_task(life) for life in lives]

    def check(self) -> None:
        for task in self.tasks:
            if task.done():
                task.result()
        for guest in self.guests:
            if guest.running and guest.running.done():
                guest.running.result()

    async def until_all_move(self, since: float | None = None) -> dict[str, float]:
        """Every pair has made another move; how long each table took, from then or from now on.

        Those that never go on after a fault have taken all the time there was.
        """
        began = time.monotonic() if since is None else since
        waiting = {pair: pair.table or f"pair {k}" for k, pair in enumerate(self.pairs)}
        took: dict[str, float] = {}
        while waiting and time.monotonic() < began + PATIENCE_S:
            self.check()
            for pair in [pair for pair in waiting if pair.moved > began]:
                took[waiting.pop(pair)] = pair.moved - began
            await asyncio.sleep(0.01)
        self.stuck = [pair.plight() for pair in waiting]
        assert since is not None or not waiting, f"nobody moves: {self.stuck}"
        return took | dict.fromkeys(waiting.values(), PATIENCE_S)

    async def until_all_are_there(self, there: bool = True) -> None:
        """Every guest has a connection, or none has."""
        async with asyncio.timeout(PATIENCE_S):
            while any((guest.socket is not None) != there for guest in self.guests):
                self.check()
                await asyncio.sleep(0.02)

    async def stop(self) -> None:
        try:
            self.check()
        finally:
            for task in self.tasks:
                task.cancel()
            await asyncio.gather(*self.tasks, return_exceptions=True)
            await asyncio.gather(*(pair.stop() for pair in self.pairs))

    def figures(self) -> dict[str, float]:
        """What they have done."""
        names = "moves games rematches undone remarks fair refused".split()
        sums = {name: float(sum(getattr(pair, name) for pair in self.pairs)) for name in names}
        kept = {"accounts": len(self.kept.accounts), "signed_out": len(self.kept.ended)}
        return {**sums, **kept, "read_slowly": sum(one.read for one in self.slow)}
