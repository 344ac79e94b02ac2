"""Ending what goes on beside."""

import asyncio
from collections.abc import Iterable
from typing import Any

AGAIN_S = 1.0  # time enough for a task to put things in order after the first time


async def end(tasks: "Iterable[asyncio.Task[Any]]") -> None:
    """Cancel these tasks until all are done: a driver that is just hearing an answer may swallow a cancellation."""
    going = {task for task in tasks if not task.done()}
    while going:
        for task in going:
            task.cancel()
        _, going = await asyncio.wait(going, timeout=AGAIN_S)
