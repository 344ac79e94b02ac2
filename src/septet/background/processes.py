"""Chunks made by processes of this machine, at a low priority: whatever else runs here comes first.

A process reads a chunk a line, and writes what came of it a line. One that has died is replaced, and its chunk made
again; so is a chunk that failed, a few times.
"""

import asyncio
import os
import sys
import traceback
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import Any

import msgspec

from septet.background.chunks import Chunk, made

TRIES = 3  # for one chunk
LONGEST_S = 600.0  # for one try
IDLE_S = 60.0  # after so long without a chunk its process ends, and gives back what it has in memory
LINE = 64_000_000  # bytes of what comes of a chunk
PATIENT, LOWEST = 10, 19  # how far to step back: behind what people do here, or behind everything


class ChunkFailed(Exception):
    """A chunk of which nothing came, however often it was tried; says why."""

    def __init__(self, kind: str, why: str) -> None:
        super().__init__(f"{kind}: {why}")
        self.kind, self.why = kind, why


class MadeHere(msgspec.Struct, frozen=True):
    """What came of a chunk, or why nothing did."""

    found: bytes | None = None
    fault: str = ""


class Processes:
    """So many at once, started when there is something to do."""

    def __init__(self, count: int, nice: int = PATIENT) -> None:
        self.nice = nice
        self.free = asyncio.Semaphore(count)
        self.idle: list[Process] = []
        self.busy: set[Process] = set()
        self.resting: asyncio.TimerHandle | None = None
        self.ending: set[asyncio.Task[Any]] = set()

    async def make(self, chunk: Chunk) -> bytes:
        """What comes of it; raises ChunkFailed."""
        why = ""
        async with self.free:
            self._awake()
            try:
                for _ in range(TRIES):
                    answer = await self._asked(chunk)
                    if answer.found is not None:
                        return answer.found
                    why = answer.fault
            finally:
                self._awake()
                self.resting = asyncio.get_running_loop().call_later(IDLE_S, self.rest)
        raise ChunkFailed(chunk.kind, why)

    async def _asked(self, chunk: Chunk) -> MadeHere:
        process = await self._process()
        self.busy.add(process)
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            async with asyncio.timeout(LONGEST_S):
                process.stdin.write(msgspec.json.encode(chunk) + b"\n")
                await process.stdin.drain()
                line = await process.stdout.readline()
            answer = msgspec.json.decode(line, type=MadeHere)
        except (TimeoutError, OSError, ValueError) as error:  # too long, or it has died
            self._end(process)
            return MadeHere(fault=f"its process has ended ({type(error).__name__})")
        except asyncio.CancelledError:  # what it still works on would be taken for what comes of the next chunk
            self._end(process)
            raise
        finally:
            self.busy.discard(process)
        self.idle.append(process)
        return answer

    async def _process(self) -> Process:
        while self.idle:
            process = self.idle.pop()
            if process.returncode is None:
                return process
        command = (sys.executable, "-m", "septet.background.processes", str(self.nice))
        return await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, limit=LINE)

    def _awake(self) -> None:
        if self.resting:
            self.resting.cancel()
            self.resting = None

    def rest(self) -> None:
        """End those that have nothing to do."""
        while self.idle:
            self._end(self.idle.pop())

    def _end(self, process: Process) -> None:
        end(process, self.ending)

    async def stop(self) -> None:
        """End all of them; what they were at is given up."""
        self._awake()
        self.rest()
        for process in tuple(self.busy):
            self._end(process)
        await asyncio.gather(*self.ending, return_exceptions=True)


def end(process: Process, ending: set[asyncio.Task[Any]]) -> None:
    """Kill a process; until it is gone, somebody waits for it among those that are ending."""
    with suppress(ProcessLookupError):
        process.kill()
    reaping = asyncio.get_running_loop().create_task(process.communicate())
    ending.add(reaping)
    reaping.add_done_callback(ending.discard)


def step_back(nice: int) -> None:
    """Let everything else on this machine go first; the lowest runs only where nothing else wants to."""
    if hasattr(os, "nice"):
        os.nice(nice)
    if nice == LOWEST and hasattr(os, "SCHED_IDLE"):
        with suppress(OSError):  # not everywhere is it allowed
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def answered(line: bytes) -> MadeHere:
    """What comes of the chunk in a line."""
    try:
        return MadeHere(made(msgspec.json.decode(line, type=Chunk)))
    except Exception as error:
        where = traceback.format_exc(limit=-3)
        return MadeHere(fault=f"{type(error).__name__}: {error}\n{where}"[:2_000])


def main() -> None:
    """Lives as long as whoever started it listens."""
    step_back(int(sys.argv[1]))
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever is printed on the way is no answer
    with suppress(KeyboardInterrupt, BrokenPipeError):
        for line in sys.stdin.buffer:
            out.write(msgspec.json.encode(answered(line)) + b"\n")
            out.flush()
    os._exit(0)  # nobody waits for threads of ours


if __name__ == "__main__":
    main()
