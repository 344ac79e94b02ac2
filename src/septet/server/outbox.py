"""What goes out through a socket: it waits for nobody but this reader.

In other words: backpressure: a reader that is too far behind is let go.
"""

import asyncio
import math
import time
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from septet.server.gate.effort import Tally
from septet.server.live.node import Node

TOO_SLOW, TOO_LARGE, TOO_MANY, STOPPED = 4008, 4000, 4009, 1012
TOGETHER_BYTES = 65_536  # of messages in one write: most of what a message costs is to write it
PATIENCE_S = 2.0  # how long somebody who does not read may take to hear that it is over


class Connection(NamedTuple):
    """What a socket knows of its line: how to write, now if that is possible or as soon as it is; and how far it is."""

    send: Callable[[Any], Awaitable[None]]
    write: Callable[[list[bytes]], bool]
    listen: Callable[[Callable[[bytes, Callable[[], None]], bool]], None]  # for what can be done at once
    round_trip: Callable[[], float | None]  # in seconds, as measured by the server


class Outbox:
    """The half of a socket that writes."""

    user: str | None

    def __init__(self, node: Node, line: Connection, tally: Tally, *, worker: bool) -> None:
        self.node = node
        self.line = line
        self.tally = tally  # of our time
        self.worker = worker
        self.address = ""  # where it comes from, as it counts
        self.loop = asyncio.get_running_loop()
        self.queue: list[bytes] = []
        self.queued = 0  # bytes
        self.most = math.inf if worker else node.limits.queued  # that a slow reader may be behind
        self.most_bytes = math.inf if worker else node.limits.queued_bytes
        self.writer_waits: asyncio.Future[None] | None = None
        self.waking = False
        self.closing: int | None = None
        self.hang_up: Callable[[], object] = lambda: None

    def tell(self, message: bytes) -> None:
        """Queue a message; a reader that is too far behind is dropped, and may come back."""
        if self.closing is not None:
            return
        self.queue.append(message)
        self.queued += len(message)
        if len(self.queue) > self.most or self.queued > self.most_bytes:
            self.close(TOO_SLOW, "too_slow")
        if not self.waking:
            self.wake()

    def close(self, code: int, why: str) -> None:
        if self.closing is None:
            self.closing = code
            self.node.metrics.dropped.labels(why).inc()
            if code in (TOO_SLOW, TOO_LARGE, TOO_MANY):
                self.node.sparing.warn("limit_hit", why, limit=why, user=self.user, address=self.address)
            self.queue.clear()
            self.wake()
            self.loop.call_later(PATIENCE_S, lambda: self.hang_up())  # noqa: PLW0108 (set later)

    def wake(self) -> None:
        """There is something to write: soon, together with what else is said until then, here and to others."""
        if not self.waking:
            self.waking = True
            self.node.soon(self._flush)

    def _flush(self) -> None:
        """Write what is queued if that needs no waiting; else the writer does."""
        self.waking = False
        waits = self.writer_waits
        if waits is None or waits.done():  # the writer is at it
            return
        began = time.perf_counter()
        while self.closing is None and self.queue:
            together = self._take()
            if not self.line.write(together):
                self.queue[:0] = together
                break
            self.queued -= sum(map(len, together))
        self.tally.add(began)
        if self.queue or self.closing is not None:
            waits.set_result(None)

    async def writing(self) -> None:
        """Send what is queued, in order, until the socket closes."""
        while True:
            while self.queue:
                together = self._take()
                await self.line.send({"type": "websocket.send", "septet.texts": together})
                self.queued -= sum(map(len, together))
            if self.closing is not None:
                await self.line.send({"type": "websocket.close", "code": self.closing})
                return
            self.writer_waits = self.loop.create_future()
            await self.writer_waits
            self.writer_waits = None

    def _take(self) -> list[bytes]:
        """The first of what is queued, as much as is written at once."""
        if self.queued < TOGETHER_BYTES:
            taken, self.queue = self.queue, []
            return taken
        count, size = 1, len(self.queue[0])
        while count < len(self.queue) and (size := size + len(self.queue[count])) < TOGETHER_BYTES:
            count += 1
        taken, self.queue = self.queue[:count], self.queue[count:]
        return taken
