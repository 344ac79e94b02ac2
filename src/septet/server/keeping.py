"""Which process looks after which table: leases that are renewed, taken over, and handed to whoever has workers.

In other words: each table has a lease.
"""

import asyncio
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from septet.games.errors import Refusal
from septet.server import desk, queries
from septet.server.desk import NotHere, Step
from septet.server.events import Closed
from septet.server.live import LiveTable
from septet.server.presence import Presence
from septet.server.room import Room
from septet.server.store import CannotWrite

if TYPE_CHECKING:
    from septet.server.hall import Hall

SWEEP_S = 30.0
SEARCH_S = 3_600.0  # how often to look for games that everybody has forgotten
GOING = ("waiting", "running")
MOST_AT_ONCE = 200  # orphans that one process takes over at a time
SOON_S = 0.02  # when there were that many: others get their turn, and nobody waits long after a restart
LOOK_S = (1.0, 2.0)  # how often open tables are looked up again: without a bus, and with one


class Keeping:
    """Renews what is ours, takes over what nobody keeps, and looks for what no hint has told us."""

    def __init__(self, hall: "Hall", presence: Presence) -> None:
        self.hall = hall
        self.presence = presence
        self.ahead = 0.0  # the store's clock less our own, in milliseconds
        self.more = False  # may nobody look after some yet?
        self.fresh: set[str] = set()  # made since the round began
        self.searched = float("-inf")  # when forgotten games were last searched for

    @property
    def lease_ms(self) -> int:
        return round(self.hall.limits.lease_s * 1_000)

    def wall(self) -> int:
        """The time that all who share the store agree on, in milliseconds since 1970."""
        return round(self.hall.ticker.now() * 1_000 + self.ahead)

    async def set_clock(self) -> None:
        before = time.monotonic()
        found = await self.hall.store.clock()
        self.ahead = found - (before + time.monotonic()) * 500

    def made(self, table: str) -> None:
        self.fresh.add(table)
        self.hall.kept.add(table)

    # Rounds

    async def run(self) -> None:
        while True:
            await asyncio.sleep(SOON_S if self.more else self.hall.limits.lease_s / 3)
            try:
                await self.round()
            except CannotWrite as error:
                self.hall.troubled(error)

    async def round(self) -> None:
        """Renew our leases, take over what nobody keeps, and see to what is ours."""
        hall = self.hall
        await self.set_clock()
        await self._hand_over()
        before = hall.kept
        self.fresh.clear()
        found = await self._renewed() if hall.store.shared else self._alone()
        if hall.trouble:
            await hall.store.write(queries.try_out)
        hall.kept = set(found) | self.fresh
        hall.trouble = None
        self.presence.look_around()
        for table in before - hall.kept:
            if live := hall.tables.get(table):
                self._kept(live, False)
        new = hall.kept - before
        self.more = len(new) >= MOST_AT_ONCE
        try:
            for table in new:
                await self._begin(table)
        except CannotWrite:
            hall.kept -= {table for table in new if table not in hall.tables}  # in the next round, then
            raise
        for number, table in enumerate(tuple(hall.kept)):
            await self._heal(table)
            if number % 100 == 0:
                await asyncio.sleep(0)

    async def _renewed(self) -> list[str]:
        """Where others could take our place, every table that we look after says so, again and again."""
        wall, bots = self.wall(), self.takes_bots()
        return await self.hall.store.write(
            queries.keep_tables, self.hall.node, wall, wall + self.lease_ms, bots=bots, most=MOST_AT_ONCE
        )

    def _alone(self) -> list[str]:
        """Where there is nobody else, all tables are ours, and nothing has to be written to say so."""
        return [table for table, live in self.hall.tables.items() if live.room.status in GOING]

    async def take_all(self) -> None:
        """A server that is alone starts: all tables that are awake are its own; some at once, the rest soon."""
        await self.hall.store.write(queries.free_all)
        await self.hall.store.write(queries.try_out)  # or the first move would be the first to hear of a full disk
        found = await self.hall.store.read(queries.awake)
        await self._begin_all(found[:MOST_AT_ONCE])
        self.hall.spawn(self._begin_all(found[MOST_AT_ONCE:]))

    async def _begin_all(self, tables: list[str]) -> None:
        for table in tables:
            await self._begin(table)

    def takes_bots(self) -> bool:
        """A table with bots goes to a process that has workers, if there is one."""
        return bool(self.hall.pool.room_left()) or self.presence.seats_elsewhere() == 0

    async def _hand_over(self) -> None:
        """Let go of tables whose bots wait for a worker while another process has some."""
        hall = self.hall
        needy = hall.pool.waiting & hall.kept if hall.store.shared and self.presence.seats_elsewhere() else set()
        for table in needy:
            await hall.store.write(queries.let_go, hall.node, table)
            hall.kept.discard(table)
            if live := hall.tables.get(table):
                self._kept(live, False)

    def _kept(self, live: LiveTable, kept: bool) -> None:
        live.keep(kept)
        self.hall.pool.assign(live)

    async def _begin(self, table: str) -> None:
        """Look after a table from now on; one that cannot be read keeps none of the others waiting."""
        with suppress(Refusal):  # it is in quarantine, or gone
            self._kept(await self.hall.table(table), True)

    async def _heal(self, table: str) -> None:
        """What should have happened by itself, and did not because a process or a disk stood in the way."""
        live = self.hall.tables.get(table)
        if live is None:
            return
        live.absence.mind()
        if desk.follow(live.room):
            try:
                await live.submit(follow)
            except Refusal as refusal:
                self.hall.log.info("not_yet", table=table, why=refusal.code)

    async def take(self, live: LiveTable, *, asleep: bool) -> None:
        """Somebody has come to a table: look after it, if nobody else does."""
        hall, wall, table = self.hall, self.wall(), live.room.table
        until = wall + self.lease_ms
        try:
            if not hall.store.shared:
                self.made(table)
                self._kept(live, True)
                if asleep:
                    await hall.store.write(queries.wake, table)
                return
            ours = await hall.store.write(queries.take_table, hall.node, table, wall, until, bots=self.takes_bots())
        except CannotWrite as error:
            hall.troubled(error)
            return
        if ours:
            self.made(table)
            self._kept(live, True)

    # Hints that got lost

    async def look(self) -> None:
        """Every second or two: has anything been written to our tables that we were not told of?"""
        while True:
            await asyncio.sleep(LOOK_S[self.hall.bus.well])
            try:
                await self.look_again()
            except CannotWrite as error:
                self.hall.troubled(error)

    async def look_again(self) -> None:
        hall = self.hall
        known = {table: live.room.n for table, live in hall.tables.items() if live.room.status != "closed"}
        for table in await hall.store.read(queries.with_more, known):
            if live := hall.tables.get(table):
                hall.spawn(live.read_on())

    # What nobody needs any more

    async def sweep_up(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_S)
            try:
                await self.sweep()
            except CannotWrite as error:
                self.hall.troubled(error)

    async def sweep(self) -> None:
        """Close what nobody needs any more, and let go of what nobody looks at."""
        for live in tuple(self.hall.tables.values()):
            await self._sweep(live)
        now = self.hall.ticker.now()
        if now - self.searched > SEARCH_S:
            self.searched = now
            await self._give_up()

    async def _sweep(self, live: LiveTable) -> None:
        hall, table, status = self.hall, live.room.table, live.room.status
        if live.ears or live.lock.locked() or hall.elsewhere(table):
            return
        quiet = hall.ticker.now() - live.quiet_since
        limit = hall.limits.idle_s if status == "waiting" else hall.limits.abandoned_s
        if status in GOING and live.kept and quiet > limit and not live.asleep():
            await self._close(live)
        elif live.kept and quiet > SWEEP_S and live.asleep():
            await hall.store.write(queries.fall_asleep, table, live.absence.turn_now())
            if live.asleep() and hall.ticker.now() - live.quiet_since > SWEEP_S:
                await self._let_go(live)
            else:  # somebody came meanwhile
                await self.take(live, asleep=True)
        elif (status not in GOING or not live.kept) and quiet > SWEEP_S:
            await self._let_go(live)

    async def _close(self, live: LiveTable) -> None:
        with suppress(NotHere):
            await live.submit(given_up)

    async def _let_go(self, live: LiveTable) -> None:
        table = live.room.table
        self._kept(live, False)
        self.hall.kept.discard(table)
        self.hall.tables.pop(table, None)
        self.presence.forget(table)
        await self.hall.bus.forget(f"table:{table}")

    async def _give_up(self) -> None:
        """Sleeping games that nobody has come back to for weeks are closed."""
        limits, wall = self.hall.limits, self.wall()
        since, waits_since = (wall - round(1_000 * one) for one in (limits.abandoned_s, limits.waits_s))
        for table in await self.hall.store.read(queries.forgotten, since, waits_since, MOST_AT_ONCE):
            with suppress(NotHere):
                await self._close(await self.hall.table(table))


def given_up(room: Room, now: int) -> Step:
    if room.status not in GOING:
        raise NotHere("not_running")
    return Step(Closed("abandoned"))


def follow(room: Room, now: int) -> Step:
    step = desk.follow(room)
    if step is None:
        raise NotHere("not_waiting")
    return step
