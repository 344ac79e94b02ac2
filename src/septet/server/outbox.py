"""What goes out through a socket: it waits for nobody but this reader.

In other words: backpressure: a reader that is too far behind is let go.
"""

import asyncio
import math
import time
from collections.abc import Awaitable, Callable
from itertools import accumulate
from typing import Any, NamedTuple

from septet.server.frames import frame
from septet.server.gate.effort import Tally
from septet.server.live.node import Node

TOO_SLOW, TOO_LARGE, TOO_MANY, STOPPED = 4008, 4000, 4009, 1012
TOGETHER_BYTES = 65_536  # of messages in one write: most of what a message costs is to write it
FEW = 2  # messages that are written together however large they are
PATIENCE_S = 2.0  # how long somebody who does not read may take to hear that it is over


class Connection(NamedTuple):
    """What a socket knows of its line: how to write, now if that is possible or as soon as it is; and how far it is."""

    send: Callable[[Any], Awaitable[None]]
    write: Callable[[list[bytes]], bool]  # frames
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
        self.queue: list[bytes] = []  # frames
        self.most = math.inf if worker else node.limits.queued  # that a slow reader may be behind
        self.most_bytes = math.inf if worker else node.limits.queued_bytes
        self.behind = True  # is the writer at it, who waits where that is needed?
        self.writer_waits: asyncio.Future[None] = self.loop.create_future()
        self.waking = False
        self.closing: int | None = None
        self.hang_up: Callable[[], object] = lambda: None

    @property
    def queued(self) -> int:
        """Bytes."""
        return sum(map(len, self.queue))

    def tell(self, message: bytes) -> None:
        """Queue a message; a reader that is too far behind is dropped, and may come back."""
        if self.closing is not None:
            return
        self.queue.append(frame(message))
        if self.behind and (len(self.queue) > self.most or self.queued > self.most_bytes):
            self.close(TOO_SLOW, "too_slow")
        if not self.waking:
            self.waking = True
            self.node.soon(self._flush)

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
        if self.behind:
            return
        began, queue = time.perf_counter(), self.queue
        if 0 < len(queue) <= FEW and self.closing is None and self.line.write(queue):  # nearly always
            self.queue = []
        else:
            self._flush_more()
        self.tally.add(began)

    def _flush_more(self) -> None:
        while self.closing is None and self.queue:
            together = self._take()
            if not self.line.write(together):
                self.queue[:0] = together
                break
        if self.queue or self.closing is not None:
            self.behind = True
            if not self.writer_waits.done():  # or nobody is there any more
                self.writer_waits.set_result(None)

    async def writing(self) -> None:
        """Send what is queued, in order, until the socket closes."""
        while True:
            while self.queue:
                await self.line.send({"type": "websocket.send", "septet.frames": self._take()})
            if self.closing is not None:
                await self.line.send({"type": "websocket.close", "code": self.closing})
                return
            self.writer_waits = self.loop.create_future()
            self.behind = False
            await self.writer_waits

    def _take(self) -> list[bytes]:
        """The first of what is queued, as much as is written at once."""
        queue = self.queue
        if len(queue) <= FEW:
            self.queue = []
            return queue
        count = max(1, sum(size < TOGETHER_BYTES for size in accumulate(map(len, queue))))
        taken, self.queue = queue[:count], queue[count:]
        return taken
