"""What every part of this process leans on: the store, the bus, the clock, the log, and work that goes on beside."""

import asyncio
import secrets
import time
from collections.abc import Callable, Coroutine
from typing import Any

import structlog

from septet.daily.days import Day, day_of
from septet.server.cluster.bus import Bus
from septet.server.limits import Limits, Sparing
from septet.server.live.ticking import Ticker
from septet.server.metrics import Metrics
from septet.server.store.store import Store
from septet.server.tasks import end

SCRUB_S = (0.0, 0.5, 2.0, 10.0, 60.0, 300.0, 600.0, 1_200.0)  # when to try, each after the one before: within an hour
SCRUB_SHARED_S = (60.0, 600.0, 1_200.0)  # where it is more work: once for all that is deleted in a minute
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # of the ids of tables


def table_id() -> str:
    """An id that nobody can guess."""
    return "".join(secrets.choice(LETTERS) for _ in range(12))


class Node:
    """A process of the house."""

    def __init__(self, store: Store, bus: Bus, limits: Limits, metrics: Metrics) -> None:
        self.id = secrets.token_hex(8)
        self.store = store
        self.bus = bus
        self.limits = limits
        self.metrics = metrics
        self.ticker = Ticker()
        self.logger = metrics.logger.bind(node=self.id)
        self.sparing = Sparing(self.logger)
        self.tasks: set[asyncio.Task[Any]] = set()
        self.coming: list[Callable[[], None]] = []  # to be done in the next turn of the loop
        self.trouble: str | None = None  # why nothing can be written, as long as that is so
        self.deleted = 0  # how often something was that must not stay in any file
        self.scrubbing = False
        self.day_begun: Day = 0  # the last one that the store knows of
        self.ahead = 0.0  # the store's clock less our own, in milliseconds

    def tell(self, event: str, **facts: Any) -> None:
        """Tell the log what goes on in the house, if anybody has asked for a log."""
        if structlog.is_configured():
            self.logger.info(event, **facts)

    def wall(self) -> int:
        """The time that all who share the store agree on, in milliseconds since 1970."""
        return round(self.ticker.now() * 1_000 + self.ahead)

    def today(self) -> Day:
        """The day by UTC; never one before a day that has begun here, whatever becomes of clocks."""
        return max(day_of(self.wall()), self.day_begun)

    async def set_clock(self) -> None:
        before = time.monotonic()
        found = await self.store.clock()
        self.ahead = found - (before + time.monotonic()) * 500

    def soon(self, work: Callable[[], None]) -> None:
        """Do this in the next turn of the loop, which is called once for all that is to be done then."""
        if not self.coming:
            asyncio.get_running_loop().call_soon(self._turn)
        self.coming.append(work)

    def _turn(self) -> None:
        coming, self.coming = self.coming, []
        for work in coming:
            try:
                work()
            except Exception as error:  # all others have their turn
                self.logger.error("turn_failed", exc_info=error)

    def spawn(self, work: Coroutine[Any, Any, Any]) -> "asyncio.Task[Any]":
        """Run something beside; what goes wrong in it is logged, never lost."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: "asyncio.Task[Any]") -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self.logger.error("task_failed", exc_info=error)

    def scrub(self) -> None:
        """What was deleted is gone from the files within the hour; readers may be in the way for a while."""
        self.deleted += 1
        if not self.scrubbing:
            self.scrubbing = True
            self.spawn(self._scrub())

    async def _scrub(self) -> None:
        pauses = SCRUB_SHARED_S if self.store.shared else SCRUB_S
        tries = 0
        try:
            while tries < len(pauses):
                await asyncio.sleep(pauses[tries])
                before = self.deleted
                done = await self.store.scrub()
                if done and self.deleted == before:
                    return
                tries = 1 if done else tries + 1
            self.logger.error("not_scrubbed")
        finally:
            self.scrubbing = False

    async def stop(self) -> None:
        """End whatever goes on beside."""
        await end(self.tasks)

    def troubled(self, error: Exception) -> None:
        self.trouble = str(error)
        self.metrics.cannot_write.inc()
        self.logger.error("cannot_write", why=str(error))
