"""What goes on in the house, in three numbers and without a name."""

import time
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

import msgspec

from septet.server import queries

if TYPE_CHECKING:
    from septet.server.hall import Hall

DAY_MS = 86_400_000
OLD_DAYS = 3  # a game that takes longer is not counted: it would take a walk through all there ever were
FRESH_S = 5.0  # however many ask, the store is asked this often


class Today(msgspec.Struct, frozen=True):
    """Games that ended within a day, tables in play, and people who are here now."""

    games: int
    tables: int
    people: int


class Activity:
    """Counts who is here, and looks up now and then what was played."""

    def __init__(self, hall: "Hall", sockets: Collection[Any]) -> None:
        self.hall = hall
        self.sockets = sockets
        self.played = (0, 0)
        self.looked = float("-inf")
        hall.presence.visitors = self.visitors

    def visitors(self) -> int:
        """People who are connected to this process; whoever is nobody yet counts as well."""
        return len({socket.user or id(socket) for socket in self.sockets if not socket.worker})

    async def today(self) -> Today:
        now = time.monotonic()
        if now - self.looked > FRESH_S:
            self.looked = now
            wall = self.hall.wall()
            self.played = await self.hall.store.search(queries.today, wall - DAY_MS, wall - OLD_DAYS * DAY_MS)
        return Today(*self.played, self.visitors() + self.hall.presence.people_elsewhere())
