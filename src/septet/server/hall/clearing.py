"""The house clears away what has had its time, by itself, once an hour."""

import asyncio
from collections.abc import Collection

import msgspec

from septet.server.hall.hall import Hall
from septet.server.hall.sign_in import OpenSocket, SigningIn
from septet.server.limits import Spans
from septet.server.people import accounts, admin
from septet.server.people.clearing import Cleared, Clearer
from septet.server.store.store import CannotWrite

FIRST_S, EVERY_S = 120.0, 3_600.0  # after a start there is enough to do
CHUNK = 500


class Clearing:
    """Keeps to the life spans that the host has set."""

    def __init__(self, hall: Hall, sign_in: SigningIn, sockets: Collection[OpenSocket], spans: Spans) -> None:
        self.node = hall.node
        self.sockets = sockets
        self.spans = spans
        self.clearer = Clearer(self.node.store, spans, sign_in.tell, hall.hush)

    async def open(self) -> None:
        """Write down the spans, for those who look after the house by hand."""
        await self.node.store.write(admin.note_spans, self.spans)

    async def guard(self) -> None:
        await asyncio.sleep(FIRST_S)
        while True:
            try:
                await self.round()
            except CannotWrite as error:
                self.node.troubled(error)
            await asyncio.sleep(EVERY_S)

    async def round(self) -> Cleared:
        """Whoever is connected is here; whatever has had its time goes."""
        store, wall = self.node.store, self.node.wall()
        here = sorted({socket.user for socket in self.sockets if socket.user})
        for first in range(0, len(here), CHUNK):
            await store.write(accounts.users_seen, here[first : first + CHUNK], wall)
        cleared = await self.clearer.clear(wall)
        if cleared:
            self.node.tell("swept", **msgspec.structs.asdict(cleared))
            self.node.scrub()
        return cleared
