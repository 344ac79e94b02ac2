"""Whose turn it is: so many at once, of one name no more than its share, and among those who wait each name in turn.

In other words: rate limiting by fair queueing.
"""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Full(Exception):
    """So many of this name wait already that one more would wait in vain."""


class Turns:
    """A queue in which a crowd under one name holds up nobody but itself."""

    def __init__(self, at_once: int, each: int, waiting: int | None = None) -> None:
        self.at_once, self.each, self.most = at_once, each, waiting
        self.busy: Counter[str] = Counter()
        self.queues: dict[str, deque[asyncio.Future[None]]] = {}  # the name whose turn is next stands first

    @asynccontextmanager
    async def turn(self, name: str) -> AsyncIterator[None]:
        """Wait for a turn, and have it for the length of the block; raises Full."""
        await self.take(name)
        try:
            yield
        finally:
            self.give(name)

    async def take(self, name: str) -> None:
        if name not in self.queues and self._free(name):
            self.busy[name] += 1
            return
        queue = self.queues.setdefault(name, deque())
        if self.most is not None and len(queue) >= self.most:
            raise Full(name)
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():  # it was ours already
                self.give(name)
            else:
                self._leave(name, mine)
            raise

    def give(self, name: str) -> None:
        self.busy[name] -= 1
        if not self.busy[name]:
            del self.busy[name]
        while (next_one := next(filter(self._free, self.queues), None)) is not None:
            self._call(next_one)

    def _free(self, name: str) -> bool:
        return self.busy.total() < self.at_once and self.busy[name] < self.each

    def _call(self, name: str) -> None:
        queue = self.queues.pop(name)
        mine = queue.popleft()
        if queue:
            self.queues[name] = queue  # behind all others
        if not mine.done():
            self.busy[name] += 1
            mine.set_result(None)

    def _leave(self, name: str, mine: "asyncio.Future[None]") -> None:
        queue = self.queues.get(name)
        if queue and mine in queue:
            queue.remove(mine)
            if not queue:
                del self.queues[name]
