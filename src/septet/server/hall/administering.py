"""What administrators do from a process of their own reaches those that serve through the store."""

import asyncio
from typing import Any

from septet.server.live.node import Node
from septet.server.people import admin
from septet.server.store.store import CannotWrite

GUARD_S = 2.0  # how soon it is noticed


class Administering:
    """Reads what administrators have written down, and tells the log of it."""

    def __init__(self, node: Node) -> None:
        self.node = node

    async def guard(self) -> None:
        last: int | None = None
        while True:
            try:
                if last is None:
                    last = await self.node.store.read(admin.last_note)
                for note in await self.node.store.read(admin.notes_after, last):
                    last = note["id"]
                    self.happened(note)
            except CannotWrite as error:
                self.node.troubled(error)
            await asyncio.sleep(GUARD_S)

    def happened(self, note: dict[str, Any]) -> None:
        """Without the reason for a ban: it is for whom it concerns."""
        self.node.tell("admin", what=note["what"], about=note["about"].partition(" ")[0])
