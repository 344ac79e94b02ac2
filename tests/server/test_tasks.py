"""What goes on beside is ended, however it takes it."""

import asyncio
from contextlib import suppress

from septet.server.tasks import end


def test_a_task_that_swallows_a_cancellation_is_cancelled_again() -> None:
    """As drivers do whose answer comes at the same moment; a server would wait for it for ever."""

    async def stubborn() -> None:
        for _ in range(2):
            with suppress(asyncio.CancelledError):
                await asyncio.sleep(3_600)
        await asyncio.sleep(3_600)

    async def stop() -> tuple[bool, bool]:
        tasks = [asyncio.create_task(stubborn()), asyncio.create_task(asyncio.sleep(0))]
        await asyncio.sleep(0)
        await asyncio.wait_for(end(tasks), 30)
        return tasks[0].cancelled(), tasks[1].done()

    assert asyncio.run(stop()) == (True, True)
