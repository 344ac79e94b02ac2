"""All the tables that this process has in hand: they are opened, kept, and closed here."""

import asyncio
import secrets
import time
from collections.abc import Coroutine
from typing import Any

import msgspec

from septet.games import GAMES
from septet.games.chance import new_seed
from septet.games.options import from_values
from septet.server import desk, queries
from septet.server.bus import Bus
from septet.server.desk import NotHere, Step
from septet.server.events import Closed, Sat, Stored
from septet.server.limits import Limits
from septet.server.live import LiveTable
from septet.server.metrics import Metrics
from septet.server.room import Chair, Place, Room, Setup
from septet.server.store import CannotWrite, Row, Store
from septet.server.wire import Person
from septet.server.work import Pool

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
LEASE_S, RENEW_S, SWEEP_S = 6.0, 2.0, 30.0
MOST_AT_ONCE = 200  # orphans that one process takes over at a time


class Hall:
    """Opens tables from the store, makes new ones, and looks after those that it keeps."""

    def __init__(self, store: Store, bus: Bus, limits: Limits, metrics: Metrics) -> None:
        self.store = store
        self.bus = bus
        self.limits = limits
        self.metrics = metrics
        self.node = secrets.token_hex(8)
        self.tables: dict[str, LiveTable] = {}
        self.opening: dict[str, asyncio.Future[LiveTable | None]] = {}
        self.kept: set[str] = set()
        self.pool = Pool(self)
        self.tasks: set[asyncio.Task[Any]] = set()
        self.stopping = False
        self.trouble: str | None = None
        self.log = metrics.log.bind(node=self.node)

    async def open(self) -> None:
        await self.bus.open(self.heard)
        if not self.store.shared:
            await self.store.write(queries.free_all)
        await self.keep_tables()
        self.spawn(self._keeping())
        self.spawn(self._sweeping())

    async def close(self) -> None:
        self.stopping = True
        for task in tuple(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for table in self.tables.values():
            table.keep(False)
        try:
            await self.store.write(queries.let_go, self.node)
        except CannotWrite as error:
            self.troubled(error)
        await self.bus.close()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run something beside; what goes wrong in it is logged, never lost."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: "asyncio.Task[Any]") -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self.log.error("task_failed", exc_info=error)

    # Tables

    async def table(self, table: str) -> LiveTable:
        """The table of this id, from the store if need be."""
        live = self.tables.get(table) or await self._opened(table)
        if live is None:
            raise NotHere("no_table", table=table)
        return live

    async def _opened(self, table: str) -> LiveTable | None:
        if table in self.opening:
            return await asyncio.shield(self.opening[table])
        future = self.opening[table] = asyncio.get_running_loop().create_future()
        try:
            live = await self._open_table(table)
            future.set_result(live)
        except BaseException as error:
            future.set_exception(error)
            future.exception()
            raise
        finally:
            del self.opening[table]
        return live

    async def _open_table(self, table: str) -> LiveTable | None:
        found = await self.store.read(queries.find_table, table)
        if found is None:
            return None
        await self.bus.listen(f"table:{table}")
        room = Room(table, found.setup, found.seed)
        rows = await self.store.rows(table)
        for row in rows:
            room.fold(row)
        wall = time.time_ns() // 1_000_000
        going_on = rows and found.keeper not in (None, self.node) and found.kept_until > wall
        live = LiveTable(self, room, max(0, wall - rows[-1].wall) if going_on else 0)
        self.tables[table] = live
        if table in self.kept:
            live.keep(True)
        return live

    async def make(self, who: Person, setup: Setup, places: tuple[Place, ...]) -> str:
        """A new table: its seed is drawn and committed to before anybody sits."""
        game = GAMES[setup.game]
        from_values(game.Options, setup.options)
        for place in places:
            if place.who == "bot":
                desk.known_bot(setup.game, place.bot or "")
        chairs = [self._chair(place, who) for place in places]
        return await self._make(setup, chairs)

    @staticmethod
    def _chair(place: Place, who: Person) -> Chair:
        match place.who:
            case "me":
                return Chair(who.name, who.id)
            case "bot":
                return Chair(place.bot, bot=place.bot)
            case _:
                return Chair()

    async def _make(self, setup: Setup, chairs: list[Chair]) -> str:
        table = "".join(secrets.choice(LETTERS) for _ in range(12))
        wall = time.time_ns() // 1_000_000
        seed = new_seed()
        until = wall + round(LEASE_S * 1_000)
        await self.store.write(queries.make_table, table, setup, seed, wall=wall, keeper=self.node, until=until)
        self.kept.add(table)
        await self.bus.listen(f"table:{table}")
        live = self.tables[table] = LiveTable(self, Room(table, setup, seed))
        live.kept = True
        for seat, chair in enumerate(chairs):
            if not chair.free:
                event = Sat(seat, chair.name or "", user=chair.user, bot=chair.bot)
                await live.submit(_just(event))
        self.metrics.tables_made.labels(setup.game).inc()
        return table

    async def rematch(self, room: Room) -> str:
        """The same again, everybody one seat on."""
        setup = msgspec.structs.replace(room.setup, after=room.table, seats=len(room.chairs))
        turned = [*room.chairs[-1:], *room.chairs[:-1]]
        chairs = [msgspec.structs.replace(chair, stand_in=None) for chair in turned]
        return await self._make(setup, chairs)

    # What tables tell us

    def written(self, row: Row) -> None:
        self.metrics.events.inc()
        self.bus.send(f"table:{row.table}", msgspec.msgpack.encode(row))

    def seats_changed(self, live: LiveTable) -> None:
        room = live.room
        if room.status == "running":
            self.pool.assign(live)
        live.mind_the_absent()

    def game_over(self, live: LiveTable) -> None:
        self.pool.release(live)
        self.metrics.games_over.labels(live.room.setup.game).inc()

    def presence_changed(self, live: LiveTable) -> None:
        pass

    def elsewhere(self, table: str) -> set[str]:
        """Who is connected to this table through other processes."""
        return set()

    def troubled(self, error: Exception) -> None:
        self.trouble = str(error)
        self.metrics.cannot_write.inc()
        self.log.error("cannot_write", why=str(error))

    async def heard(self, channel: str, message: bytes) -> None:
        """Another process has written to a table that we have open."""
        live = self.tables.get(channel.removeprefix("table:"))
        if live is None:
            return
        row = msgspec.msgpack.decode(message, type=Row)
        async with live.lock:
            if row.n == live.room.n + 1:
                await live.catch_up([row])
            elif row.n > live.room.n + 1:
                await live.catch_up()

    # Keeping

    async def _keeping(self) -> None:
        while True:
            await asyncio.sleep(RENEW_S)
            try:
                await self.keep_tables()
            except CannotWrite as error:
                self.troubled(error)

    async def keep_tables(self) -> None:
        """Renew our leases, take over what nobody keeps, and open what runs."""
        wall = time.time_ns() // 1_000_000
        until = wall + round(LEASE_S * 1_000)
        before = self.kept
        bots = bool(self.pool.workers) or not self.store.shared
        keep = queries.keep_tables
        self.kept = set(await self.store.write(keep, self.node, wall, until=until, bots=bots, most=MOST_AT_ONCE))
        self.trouble = None
        for table in before - self.kept:
            if table in self.tables:
                self.tables[table].keep(False)
        for table in self.kept - before:
            live = await self.table(table)
            live.keep(True)
            self.pool.assign(live)

    async def _sweeping(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_S)
            for live in tuple(self.tables.values()):
                await self._sweep(live)

    async def _sweep(self, live: LiveTable) -> None:
        """Close what nobody needs any more, and let go of what nobody looks at."""
        quiet = time.monotonic() - live.quiet_since
        status = live.room.status
        if live.ears or live.lock.locked():
            return
        table = live.room.table
        limit = self.limits.idle_s if status == "waiting" else self.limits.abandoned_s
        if status in ("waiting", "running") and live.kept and quiet > limit:
            try:
                await live.submit(_just(Closed("abandoned")))
            except NotHere:
                return
        elif (status in ("over", "closed") or not live.kept) and quiet > SWEEP_S:
            live.keep(False)
            self.kept.discard(table)
            del self.tables[table]
            await self.bus.forget(f"table:{table}")


def _just(event: Stored) -> desk.Decide:
    return lambda room, now: Step(event)
