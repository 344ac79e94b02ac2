"""Work that may wait, for the workers of this house: handed out a little at a time, each asker in turn.

A worker makes chunks in a process of its own, below every bot. What a worker has not answered when it goes is given to
another; where there is none, it waits.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from itertools import count

import msgspec

from septet.background.chunks import Chunk
from septet.background.processes import TRIES, ChunkFailed
from septet.server.tables import wire
from septet.server.workers.pool import WorkerLine

LOSSES = 10  # workers that may go while they have the same chunk: it may be the chunk
SOON_EACH = 1  # that somebody waits for, of one worker beside the others


class Errand:
    """A chunk, and who waits for what comes of it."""

    def __init__(self, number: int, chunk: Chunk, name: str, *, soon: bool) -> None:
        self.number, self.chunk, self.name, self.soon = number, chunk, name, soon
        self.future: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self.parts: list[str] = []
        self.length = 0
        self.tries = self.losses = 0

    def begin(self, line: WorkerLine) -> None:
        self.parts, self.length = [], 0
        told = wire.ChunkJob(self.number, self.chunk.kind, self.chunk.body.decode(), self.soon)
        line.tell(msgspec.json.encode(told))


class Hands:
    """A worker that has offered to make chunks, and those that it has."""

    def __init__(self, line: WorkerLine) -> None:
        self.line = line
        self.errands: dict[int, Errand] = {}

    def count(self, *, soon: bool) -> int:
        return sum(one.soon == soon for one in self.errands.values())


class Errands:
    """Hands out chunks, each worker no more than `most` at once."""

    def __init__(self, most: int, count_waiting: Callable[[int], None] = lambda count: None) -> None:
        self.most = most
        self.count_waiting = count_waiting
        self.hands: dict[WorkerLine, Hands] = {}
        self.waiting: dict[str, deque[Errand]] = {}  # by whose they are; the one whose turn is next stands first
        self.soon: deque[Errand] = deque()
        self.numbers = count(1)

    async def make(self, chunk: Chunk, name: str, *, soon: bool = False) -> bytes:
        """What comes of it; raises ChunkFailed. Whoever cancels this stops it."""
        errand = Errand(next(self.numbers), chunk, name, soon=soon)
        self._queue(errand)
        self._hand_out()
        try:
            return await errand.future
        finally:
            self._forget(errand)

    def join(self, line: WorkerLine) -> None:
        """A worker offers to make chunks; what it had before is lost, if it says so again."""
        self.leave(line)
        self.hands[line] = Hands(line)
        self._hand_out()

    def leave(self, line: WorkerLine) -> None:
        """Another worker makes what this one had."""
        hands = self.hands.pop(line, None)
        if hands is None:
            return
        for errand in reversed(hands.errands.values()):
            errand.losses += 1
            if errand.losses >= LOSSES:
                self._fail(errand, f"{LOSSES} workers have gone meanwhile")
            else:
                self._queue(errand, first=True)
        self._hand_out()

    def heard(self, line: WorkerLine, made: wire.ChunkMade) -> None:
        """A worker tells what has come of a chunk, or a part of it; what nobody waits for any more is forgotten."""
        hands = self.hands.get(line)
        errand = hands.errands.get(made.chunk) if hands else None
        if hands is None or errand is None:
            return
        if made.fault:
            del hands.errands[errand.number]
            errand.tries += 1
            if errand.tries >= TRIES:
                self._fail(errand, made.fault)
            else:
                self._queue(errand, first=True)
        elif made.at == errand.length:  # not one that was sent again
            errand.parts.append(made.part)
            errand.length += len(made.part)
            if not made.more:
                del hands.errands[errand.number]
                if not errand.future.done():
                    errand.future.set_result("".join(errand.parts).encode())
        self._hand_out()

    @staticmethod
    def _fail(errand: Errand, why: str) -> None:
        if not errand.future.done():
            errand.future.set_exception(ChunkFailed(errand.chunk.kind, why))

    def _queue(self, errand: Errand, *, first: bool = False) -> None:
        queue = self.soon if errand.soon else self.waiting.setdefault(errand.name, deque())
        if first:
            queue.appendleft(errand)
        else:
            queue.append(errand)

    def _hand_out(self) -> None:
        while self.soon and (hands := self._free(SOON_EACH, soon=True)):
            self._give(hands, self.soon.popleft())
        while self.waiting and (hands := self._free(self.most, soon=False)):
            name = next(iter(self.waiting))
            queue = self.waiting.pop(name)
            self._give(hands, queue.popleft())
            if queue:
                self.waiting[name] = queue  # behind all others
        self.count_waiting(len(self.soon) + sum(map(len, self.waiting.values())))

    def _free(self, most: int, *, soon: bool) -> Hands | None:
        """The worker with fewest, if it has room."""
        found = min(self.hands.values(), key=lambda one: one.count(soon=soon), default=None)
        return found if found and found.count(soon=soon) < most else None

    @staticmethod
    def _give(hands: Hands, errand: Errand) -> None:
        hands.errands[errand.number] = errand
        errand.begin(hands.line)

    def _forget(self, errand: Errand) -> None:
        """Nobody waits for it any more: whoever has it stops."""
        for hands in self.hands.values():
            if hands.errands.pop(errand.number, None):
                hands.line.tell(msgspec.json.encode(wire.ChunkDrop(errand.number)))
        if errand in self.soon:
            self.soon.remove(errand)
        queue = self.waiting.get(errand.name)
        if queue and errand in queue:
            queue.remove(errand)
            if not queue:
                del self.waiting[errand.name]
        asyncio.get_running_loop().call_soon(self._hand_out)  # not what is given up in the same moment


class ErrandsOf:
    """The workers of the house, as the place where somebody's chunks are made."""

    def __init__(self, errands: Errands, name: str, *, soon: bool = False) -> None:
        self.errands, self.name, self.soon = errands, name, soon

    async def make(self, chunk: Chunk) -> bytes:
        return await self.errands.make(chunk, self.name, soon=self.soon)
