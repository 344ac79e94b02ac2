"""The cable between a browser and the server, which a test can cut and mend: every byte goes through it."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from urllib.parse import urlsplit


class Cable:
    """Forwards what comes in at its own address; once it is cut, nothing gets through and nobody gets in."""

    def __init__(self, house: str) -> None:
        parts = urlsplit(house)
        self.there = (parts.hostname or "", parts.port or 0)
        self.loop = asyncio.new_event_loop()
        self.lines: set[asyncio.StreamWriter] = set()
        self.whole = True
        self.flows = asyncio.Event()
        self.address = ""

    def run(self) -> None:
        """In a thread of its own, until it is stopped."""
        with closing(self.loop):
            self.loop.run_forever()

    async def open(self) -> asyncio.Server:
        self.flows.set()
        server = await asyncio.start_server(self._line, "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        return server

    async def close(self, server: asyncio.Server) -> None:
        """Let every line end before the loop does."""
        server.close()
        self.flows.set()
        self._cut()
        while self.lines:
            await asyncio.sleep(0.01)

    def freeze(self) -> None:
        """Nothing arrives any more, and nobody is told: as in a tunnel."""
        self.loop.call_soon_threadsafe(self.flows.clear)

    def thaw(self) -> None:
        self.loop.call_soon_threadsafe(self.flows.set)

    def cut(self) -> None:
        self.loop.call_soon_threadsafe(self._cut)

    def mend(self) -> None:
        self.whole = True

    def _cut(self) -> None:
        self.whole = False
        for line in self.lines:
            line.transport.abort()

    async def _line(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self.whole:
            writer.transport.abort()
            return
        back, on = await asyncio.open_connection(*self.there)
        self.lines |= {writer, on}
        await asyncio.gather(self._pour(reader, on), self._pour(back, writer))
        self.lines -= {writer, on}

    async def _pour(self, source: asyncio.StreamReader, into: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while some := await source.read(65_536):
                await self.flows.wait()
                into.write(some)
                await into.drain()
        into.close()


@contextmanager
def cable(house: str) -> Iterator[Cable]:
    made = Cable(house)
    thread = threading.Thread(target=made.run, name="cable")
    thread.start()
    server = asyncio.run_coroutine_threadsafe(made.open(), made.loop).result(timeout=10)
    try:
        yield made
    finally:
        asyncio.run_coroutine_threadsafe(made.close(server), made.loop).result(timeout=10)
        made.loop.call_soon_threadsafe(made.loop.stop)
        thread.join()
