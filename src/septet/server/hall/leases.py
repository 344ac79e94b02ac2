"""Which process looks after which table: leases that are renewed, taken over, and handed to whoever has workers.

In other words: each table has a lease.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from septet.games.errors import Refusal
from septet.server.errors import Denied
from septet.server.hall.presence import Attendance
from septet.server.live.node import Node
from septet.server.live.table import LiveTable
from septet.server.store import queries
from septet.server.store.store import CannotWrite
from septet.server.tables import commands
from septet.server.tables.commands import Step
from septet.server.tables.events import Closed
from septet.server.tables.room import Room
from septet.server.workers.pool import Pool

SWEEP_S = 30.0
SEARCH_S = 3_600.0  # how often to look for games that everybody has forgotten
GOING = ("waiting", "running")
MOST_AT_ONCE = 200  # orphans that one process takes over at a time
SOON_S = 0.02  # when there were that many: others get their turn, and nobody waits long after a restart
LOOK_S, LOOK_ALONE_S = 2.0, 1.0  # how often open tables are looked up again: with a bus, and without one


class Leases:
    """Renews what is ours, takes over what nobody keeps, and looks for what no hint has told us."""

    def __init__(
        self,
        node: Node,
        tables: dict[str, LiveTable],
        pool: Pool,
        presence: Attendance,
        table: Callable[[str], Awaitable[LiveTable]],
    ) -> None:
        self.node = node
        self.tables = tables
        self.pool = pool
        self.presence = presence
        self.table = table  # the table of this id, opened if need be
        self.kept: set[str] = set()
        self.more = False  # may nobody look after some yet?
        self.fresh: set[str] = set()  # made since the round began
        self.searched = float("-inf")  # when forgotten games were last searched for

    @property
    def lease_ms(self) -> int:
        return round(self.node.limits.lease_s * 1_000)

    def made(self, table: str) -> None:
        self.fresh.add(table)
        self.kept.add(table)

    # Rounds

    async def run(self) -> None:
        while True:
            await asyncio.sleep(SOON_S if self.more else self.node.limits.lease_s / 3)
            try:
                await self.round()
            except CannotWrite as error:
                self.node.troubled(error)

    async def round(self) -> None:
        """Renew our leases, take over what nobody keeps, and see to what is ours."""
        node = self.node
        await node.set_clock()
        await self._hand_over()
        before = self.kept
        self.fresh.clear()
        found = await self._renewed() if node.store.shared else self._alone()
        if node.trouble:
            await node.store.write(queries.try_out)
        self.kept = set(found) | self.fresh
        node.trouble = None
        self.presence.look_around()
        for table in before - self.kept:
            if live := self.tables.get(table):
                self._kept(live, False)
        new = self.kept - before
        self.more = len(new) >= MOST_AT_ONCE
        try:
            for table in new:
                await self._begin(table)
        except CannotWrite:
            self.kept -= {table for table in new if table not in self.tables}  # in the next round, then
            raise
        for number, table in enumerate(tuple(self.kept)):
            await self._heal(table)
            if number % 100 == 0:
                await asyncio.sleep(0)

    async def _renewed(self) -> list[str]:
        """Where others could take our place, every table that we look after says so, again and again."""
        wall, bots = self.node.wall(), self.takes_bots()
        return await self.node.store.write(
            queries.keep_tables, self.node.id, wall, wall + self.lease_ms, bots=bots, most=MOST_AT_ONCE
        )

    def _alone(self) -> list[str]:
        """Where there is nobody else, all tables are ours, and nothing has to be written to say so."""
        return [table for table, live in self.tables.items() if live.room.status in GOING]

    async def take_all(self) -> None:
        """A server that is alone starts: all tables that are awake are its own; some at once, the rest soon."""
        await self.node.store.write(queries.free_all)
        await self.node.store.write(queries.try_out)  # or the first move would be the first to hear of a full disk
        found = await self.node.store.read(queries.awake)
        await self._begin_all(found[:MOST_AT_ONCE])
        self.node.spawn(self._begin_all(found[MOST_AT_ONCE:]))

    async def _begin_all(self, tables: list[str]) -> None:
        for table in tables:
            await self._begin(table)

    def takes_bots(self) -> bool:
        """A table with bots goes to a process that has workers, if there is one."""
        return bool(self.pool.room_left()) or self.presence.seats_elsewhere() == 0

    async def _hand_over(self) -> None:
        """Let go of tables whose bots wait for a worker while another process has some."""
        needy = self.pool.waiting & self.kept if self.node.store.shared and self.presence.seats_elsewhere() else set()
        for table in needy:
            await self.node.store.write(queries.let_go, self.node.id, table)
            self.kept.discard(table)
            if live := self.tables.get(table):
                self._kept(live, False)

    def _kept(self, live: LiveTable, kept: bool) -> None:
        live.keep(kept)
        self.pool.assign(live)

    async def _begin(self, table: str) -> None:
        """Look after a table from now on; one that cannot be read keeps none of the others waiting."""
        with suppress(Refusal):  # it is in quarantine, or gone
            self._kept(await self.table(table), True)

    async def _heal(self, table: str) -> None:
        """What should have happened by itself, and did not because a process or a disk stood in the way."""
        live = self.tables.get(table)
        if live is None:
            return
        live.absence.mind()
        if commands.follow(live.room):
            try:
                await live.submit(follow)
            except Refusal as refusal:
                self.node.logger.info("not_yet", table=table, why=refusal.code)

    async def take(self, live: LiveTable, *, asleep: bool) -> None:
        """Somebody has come to a table: look after it, if nobody else does."""
        node, wall, table = self.node, self.node.wall(), live.room.table
        until = wall + self.lease_ms
        try:
            if not node.store.shared:
                self.made(table)
                self._kept(live, True)
                if asleep:
                    await node.store.write(queries.wake, table)
                return
            ours = await node.store.write(queries.take_table, node.id, table, wall, until, bots=self.takes_bots())
        except CannotWrite as error:
            node.troubled(error)
            return
        if ours:
            self.made(table)
            self._kept(live, True)

    # Hints that got lost

    async def look(self) -> None:
        """Every second or two: has anything been written to our tables that we were not told of?"""
        while True:
            await asyncio.sleep(LOOK_S if self.node.bus.well else LOOK_ALONE_S)
            try:
                await self.look_again()
            except CannotWrite as error:
                self.node.troubled(error)

    async def look_again(self) -> None:
        known = {table: live.room.n for table, live in self.tables.items() if live.room.status != "closed"}
        for table in await self.node.store.read(queries.with_more, known):
            if live := self.tables.get(table):
                self.node.spawn(live.read_on())

    # What nobody needs any more

    async def sweep_up(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_S)
            try:
                await self.sweep()
            except CannotWrite as error:
                self.node.troubled(error)

    async def sweep(self) -> None:
        """Close what nobody needs any more, and let go of what nobody looks at."""
        for live in tuple(self.tables.values()):
            await self._sweep(live)
        now = self.node.ticker.now()
        if now - self.searched > SEARCH_S:
            self.searched = now
            await self._give_up()

    async def _sweep(self, live: LiveTable) -> None:
        node, table, status = self.node, live.room.table, live.room.status
        if live.ears or live.lock.locked() or self.presence.elsewhere(table):
            return
        quiet = node.ticker.now() - live.quiet_since
        limit = self._patience(live.room)
        if status in GOING and live.kept and quiet > limit and not live.asleep():
            await self._close(live)
        elif live.kept and quiet > SWEEP_S and live.asleep():
            await node.store.write(queries.fall_asleep, table, live.absence.turn_now())
            if live.asleep() and node.ticker.now() - live.quiet_since > SWEEP_S:
                await self._let_go(live)
            else:  # somebody came meanwhile
                await self.take(live, asleep=True)
        elif (status not in GOING or not live.kept) and quiet > SWEEP_S:
            await self._let_go(live)

    def _patience(self, room: Room) -> float:
        """How long a table stays open that nobody looks at."""
        limits = self.node.limits
        if room.status == "waiting" and room.dealing.seats is not None and room.setup.absent == "wait":
            return limits.waits_s  # everybody has a seat; somebody is awaited, who will show a number
        return limits.idle_s if room.status == "waiting" else limits.abandoned_s

    async def _close(self, live: LiveTable) -> None:
        with suppress(Denied):
            await live.submit(given_up)

    async def _let_go(self, live: LiveTable) -> None:
        table = live.room.table
        self._kept(live, False)
        self.kept.discard(table)
        self.tables.pop(table, None)
        self.presence.forget(table)
        await self.node.bus.forget(f"table:{table}")

    async def _give_up(self) -> None:
        """Sleeping games that nobody has come back to for weeks are closed."""
        limits, wall = self.node.limits, self.node.wall()
        since, waits_since = (wall - round(1_000 * one) for one in (limits.abandoned_s, limits.waits_s))
        for table in await self.node.store.read(queries.forgotten, since, waits_since, MOST_AT_ONCE):
            with suppress(Denied):
                await self._close(await self.table(table))


def given_up(room: Room, now: int) -> Step:
    if room.status not in GOING:
        raise Denied("not_running")
    return Step(Closed("abandoned"))


def follow(room: Room, now: int) -> Step:
    step = commands.follow(room)
    if step is None:
        raise Denied("not_waiting")
    return step
