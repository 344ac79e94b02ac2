"""What goes on in the house, in three numbers and without a name."""

import time

import msgspec

from septet.server.hall.presence import Attendance
from septet.server.live.node import Node
from septet.server.store import queries

DAY_MS = 86_400_000
OLD_DAYS = 3  # a game that takes longer is not counted: it would take a walk through all there ever were
FRESH_S = 5.0  # however many ask, the store is asked this often


class Today(msgspec.Struct, frozen=True):
    """Games that ended within a day, tables in play, and people who are here now."""

    games: int
    tables: int
    people: int


class Activity:
    """Says who is here, and looks up now and then what was played."""

    def __init__(self, node: Node, presence: Attendance) -> None:
        self.node = node
        self.presence = presence
        self.played = (0, 0)
        self.looked = float("-inf")

    async def today(self) -> Today:
        now = time.monotonic()
        if now - self.looked > FRESH_S:
            self.looked = now
            wall = self.node.wall()
            self.played = await self.node.store.search(queries.today, wall - DAY_MS, wall - OLD_DAYS * DAY_MS)
        return Today(*self.played, self.presence.visitors() + self.presence.people_elsewhere())
