"""Rated games are counted when they end, and those that a crash left out are counted at the next start."""

import asyncio
from collections.abc import Mapping

from septet.server.live.node import Node
from septet.server.live.table import LiveTable
from septet.server.store import ratings
from septet.server.store.store import CannotWrite
from septet.server.tables.seating import bot_key

AGAIN_S = (0.0, 1.0, 10.0, 60.0)


class RatingGames:
    """Counts games, and tells tables what those who sit there are worth."""

    def __init__(self, node: Node, tables: Mapping[str, LiveTable]) -> None:
        self.node = node
        self.tables = tables

    async def catch_up(self) -> None:
        """Count what ended without being counted."""
        for table in await self.node.store.read(ratings.unrated):
            self.node.spawn(self.rate(table))

    async def rate(self, table: str) -> None:
        """Count a game; if that cannot be written now, then later, and at the latest at the next start."""
        for pause in AGAIN_S:
            await asyncio.sleep(pause)
            try:
                await self.node.store.write(ratings.rate, table)
            except CannotWrite as error:
                self.node.troubled(error)
            else:
                break
        if live := self.tables.get(table):
            live.ratings.clear()

    async def know(self, live: LiveTable) -> None:
        """See to it that a rated table knows the ratings of those who sit there."""
        game = live.room.setup.game
        keys = [chair.user or bot_key(game, chair.bot or "") for chair in live.room.chairs if not chair.free]
        if live.room.setup.rated and not set(keys) <= live.ratings.keys():
            live.ratings = await self.node.store.read(ratings.at_table, game, keys)
