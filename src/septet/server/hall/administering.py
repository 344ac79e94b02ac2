"""What administrators do from a process of their own reaches those that serve through the store."""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from datetime import datetime
from typing import Any, Protocol

import msgspec

from septet.server.live.node import Node
from septet.server.people import admin
from septet.server.store.store import CannotWrite
from septet.server.tables import wire

GUARD_S = 2.0  # how soon it is noticed
LATE_MS = 60_000  # how long a stop that was announced may be overdue before nobody speaks of it any more


class Hearing(Protocol):
    """A socket, as far as it can be told something."""

    worker: bool

    def tell(self, message: bytes) -> None: ...


class Administering:
    """Reads what administrators have written down; tells the log, and players of a planned stop.

    What was written before this process began is not for it: the stop that was announced then has been made.
    """

    def __init__(self, node: Node, sockets: Collection[Hearing], look: Callable[[], Awaitable[None]]) -> None:
        self.node = node
        self.sockets = sockets
        self.look = look  # whether something was written to our tables
        self.last = 0  # the number of what was read last
        self.stops: int | None = None  # when the house is to be stopped, in milliseconds since 1970

    async def open(self) -> None:
        self.last = await self.node.store.read(admin.last_note)

    async def guard(self) -> None:
        while True:
            await asyncio.sleep(GUARD_S)
            try:
                for note in await self.node.store.read(admin.notes_after, self.last):
                    self.last = note["id"]
                    self.happened(note)
                    if note["what"] == admin.SWEEP:
                        await self.look()
            except CannotWrite as error:
                self.node.troubled(error)

    def happened(self, note: dict[str, Any]) -> None:
        about = note["about"].partition(" ")[0]  # without the reason for a ban: it is for whom it concerns
        self.node.tell("admin", what=note["what"], about=about)
        if note["what"] == admin.NOTICE:
            self.stops = None if about == admin.OFF else round(datetime.fromisoformat(about).timestamp() * 1_000)
            message = msgspec.json.encode(wire.Notice(self._left()))
            for socket in tuple(self.sockets):
                if not socket.worker:
                    socket.tell(message)

    def welcome(self, socket: Hearing) -> None:
        """Somebody new hears of it too."""
        left = self._left()
        if left is not None and not socket.worker:
            socket.tell(msgspec.json.encode(wire.Notice(left)))

    def _left(self) -> int | None:
        now = self.node.wall()
        return max(0, (self.stops - now) // 1_000) if self.stops and now < self.stops + LATE_MS else None
