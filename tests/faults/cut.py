"""A line to a port of this machine that can be cut and mended."""

import asyncio
from contextlib import suppress


class CutLine:
    """Hands on what it hears in both directions; while it is cut, connections end and none is taken."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.port = 0
        self.is_cut = False
        self.writers: set[asyncio.StreamWriter] = set()

    async def open(self) -> None:
        self.server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        self.server.close()
        self.cut()

    def cut(self) -> None:
        self.is_cut = True
        for writer in tuple(self.writers):
            writer.transport.abort()

    def mend(self) -> None:
        self.is_cut = False

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.is_cut:
            writer.transport.abort()
            return
        try:
            other_reader, other_writer = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.transport.abort()
            return
        self.writers |= {writer, other_writer}
        try:
            await asyncio.gather(self._hand_on(reader, other_writer), self._hand_on(other_reader, writer))
        finally:
            self.writers -= {writer, other_writer}

    @staticmethod
    async def _hand_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while piece := await reader.read(65_536):
                writer.write(piece)
                await writer.drain()
        writer.close()
