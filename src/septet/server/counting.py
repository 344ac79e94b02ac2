"""Rated games are counted when they end, and those that a crash left out are counted at the next start."""

import asyncio
from typing import TYPE_CHECKING

from septet.server import ratings
from septet.server.live import LiveTable
from septet.server.store import CannotWrite

if TYPE_CHECKING:
    from septet.server.hall import Hall

AGAIN_S = (0.0, 1.0, 10.0, 60.0)


class Counting:
    """Counts games, and tells tables what those who sit there are worth."""

    def __init__(self, hall: "Hall") -> None:
        self.hall = hall

    async def catch_up(self) -> None:
        """Count what ended without being counted."""
        for table in await self.hall.store.read(ratings.unrated):
            self.hall.spawn(self.rate(table))

    async def rate(self, table: str) -> None:
        """Count a game; if that cannot be written now, then later, and at the latest at the next start."""
        for pause in AGAIN_S:
            await asyncio.sleep(pause)
            try:
                await self.hall.store.write(ratings.rate, table)
            except CannotWrite as error:
                self.hall.troubled(error)
            else:
                break
        if live := self.hall.tables.get(table):
            live.ratings.clear()

    async def know(self, live: LiveTable) -> None:
        """See to it that a rated table knows the ratings of those who sit there."""
        game = live.room.setup.game
        keys = [chair.user or ratings.bot_key(game, chair.bot or "") for chair in live.room.chairs if not chair.free]
        if live.room.setup.rated and not set(keys) <= live.ratings.keys():
            live.ratings = await self.hall.store.read(ratings.at_table, game, keys)
