"""Positions that are studied are worked out in a process of their own: whatever is asked there holds up no game.

It is started with the first question, and again if it has died; it reads a question a line and writes an answer a line.
Nothing is ever asked of it twice, and what takes it too long is given up, together with the process.
"""

import asyncio
import os
import sys
import time
import traceback
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any

import msgspec

from septet.background.processes import end
from septet.games.errors import Refusal
from septet.i18n import words
from septet.server.errors import Denied
from septet.server.gate.turns import Full, Turns
from septet.server.tables.questions import Questions
from septet.server.tables.telling import facts

LONGEST_S = 4.0  # for one answer
IDLE_S = 600.0  # after so long without a question the process ends
WAITING = 64  # questions of one address that may wait
LINE = 64_000_000  # bytes of an answer
NICE = 5  # games have their turn first


NOTHING = msgspec.Raw(b"null")


class StudyAnswer(msgspec.Struct, frozen=True):
    """What was found, as it is handed on; or why nothing was, in words."""

    seconds: float  # that it took
    found: msgspec.Raw = NOTHING
    code: str = ""
    words: str = ""
    facts: dict[str, Any] = {}
    fault: str = ""  # of ours


def answered(line: bytes) -> StudyAnswer:
    """The answer to a question; what the rules stumble over is no position of theirs."""
    began = time.process_time()
    question = msgspec.json.decode(line, type=Questions)
    t = words(question.language)

    def said(refusal: Refusal, fault: str = "") -> StudyAnswer:
        took = time.process_time() - began
        return StudyAnswer(took, NOTHING, refusal.code, t.refusal(refusal), facts(refusal), fault)

    try:
        found = question.answer(t)
    except Refusal as refusal:
        return said(refusal)
    except Exception:
        return said(Denied("impossible"), traceback.format_exc(limit=-4))
    return StudyAnswer(time.process_time() - began, msgspec.Raw(msgspec.json.encode(found)))


class Studies:
    """Asks the process, one question after the other, each address in its turn."""

    def __init__(self) -> None:
        self.turns = Turns(1, 1, WAITING)
        self.barred: Callable[[], Collection[str]] = tuple  # positions that are not to be shown now
        self.process: Process | None = None
        self.idle: asyncio.TimerHandle | None = None
        self.ending: set[asyncio.Task[Any]] = set()

    async def ask(self, name: str, question: Questions) -> StudyAnswer:
        """The answer; raises Denied if there is none."""
        try:
            async with self.turns.turn(name):
                guarded = msgspec.structs.replace(question, barred=tuple(self.barred()))
                return await self._asked(msgspec.json.encode(guarded) + b"\n")
        except Full:
            raise Denied("busy", seconds=2) from None

    async def _asked(self, line: bytes) -> StudyAnswer:
        if self.idle:
            self.idle.cancel()
        process = self.process
        try:
            if process is None or process.returncode is not None:
                process = self.process = await _begin()
            assert process.stdin is not None
            assert process.stdout is not None
            async with asyncio.timeout(LONGEST_S):
                process.stdin.write(line)
                await process.stdin.drain()
                found = await process.stdout.readline()
            return msgspec.json.decode(found, type=StudyAnswer)
        except (TimeoutError, OSError, ValueError):  # too long, or no process, or no answer of its
            self.close()
            raise Denied("study_failed") from None
        except asyncio.CancelledError:  # whoever asked is gone, and the answer would be taken for the next one
            self.close()
            raise
        finally:
            self.idle = asyncio.get_running_loop().call_later(IDLE_S, self.close)

    def close(self) -> None:
        """End the process; the next question starts another."""
        process, self.process = self.process, None
        if self.idle:
            self.idle.cancel()
        if process is None:
            return
        end(process, self.ending)

    async def stop(self) -> None:
        self.close()
        await asyncio.gather(*self.ending, return_exceptions=True)


async def _begin() -> Process:
    command = (sys.executable, "-m", "septet.server.workers.studies")
    process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, limit=LINE)
    assert process.stdout is not None
    await process.stdout.readline()  # it is ready: how long it takes to start is no fault of a question
    return process


def main() -> None:
    """Started by the server, and lives as long as it or a question keeps it."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    out = sys.stdout.buffer
    with suppress(KeyboardInterrupt, BrokenPipeError):
        out.write(b"\n")
        out.flush()
        for line in sys.stdin.buffer:
            out.write(msgspec.json.encode(answered(line)) + b"\n")
            out.flush()


if __name__ == "__main__":
    main()
