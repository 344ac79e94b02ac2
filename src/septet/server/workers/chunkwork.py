"""A worker's chunks: made in processes beside it, so that its bots never wait for them."""

import asyncio
from contextlib import suppress
from typing import Any

from septet.background.chunks import Chunk
from septet.background.processes import LOWEST, ChunkFailed, Processes
from septet.client import Client, NotConnected, RefusedError

PART = 8_000  # characters of an answer that go in one message
NICE = 5  # for what somebody waits for


class ChunkWork:
    """Makes what it is told, and stops when it is told."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.patient, self.soon = Processes(1, LOWEST), Processes(1, NICE)
        self.tasks: dict[int, asyncio.Task[None]] = {}

    def begin(self, message: dict[str, Any]) -> None:
        number = message["chunk"]
        task = self.tasks[number] = asyncio.create_task(self._make(message))
        task.add_done_callback(lambda done: self.tasks.pop(number, None) if self.tasks.get(number) is done else None)

    def drop(self, number: int) -> None:
        if task := self.tasks.pop(number, None):
            task.cancel()

    def drop_all(self) -> None:
        for number in tuple(self.tasks):
            self.drop(number)

    async def _make(self, message: dict[str, Any]) -> None:
        number, chunk = message["chunk"], Chunk(message["kind"], message["body"].encode())
        place = self.soon if message["soon"] else self.patient
        with suppress(RefusedError, NotConnected):  # who does not listen any more has given it to somebody else
            try:
                found = (await place.make(chunk)).decode()
            except ChunkFailed as failed:
                await self.client.ask("chunk_made", chunk=number, fault=failed.why or "?")
                return
            for at in range(0, max(1, len(found)), PART):
                part, more = found[at : at + PART], at + PART < len(found)
                await self.client.ask("chunk_made", chunk=number, at=at, part=part, more=more)

    async def stop(self) -> None:
        self.drop_all()
        await self.patient.stop()
        await self.soon.stop()
