"""All the tables that this process has in hand: they are opened, kept, and closed here.

In other words: the registry of live aggregates, and the service around them.
"""

import asyncio
import secrets
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

import msgspec
from msgspec.structs import replace

from septet.games import GAMES
from septet.games.chance import new_seed
from septet.games.errors import BadOption
from septet.games.options import for_new, for_record, from_values, named
from septet.server import desk, queries
from septet.server.bus import Bus
from septet.server.counting import Counting
from septet.server.dealing import Dealing
from septet.server.desk import NotHere
from septet.server.events import Sat, Stored
from septet.server.export import folded
from septet.server.keeping import Keeping
from septet.server.limits import Limits
from septet.server.live import LiveTable, seats_told
from septet.server.metrics import Metrics
from septet.server.names import table_id
from septet.server.presence import NODES, Presence
from septet.server.quarantine import Quarantine
from septet.server.room import Chair, Place, Room, Setup
from septet.server.shares import Shares
from septet.server.store import CannotWrite, Row, Store
from septet.server.ticking import Ticker
from septet.server.wire import Person
from septet.server.work import Pool


class Hall:
    """Opens tables from the store, makes new ones, and looks after those that it keeps."""

    def __init__(self, store: Store, bus: Bus, limits: Limits, metrics: Metrics) -> None:
        self.store = store
        self.bus = bus
        self.limits = limits
        self.metrics = metrics
        self.ticker = Ticker()
        self.node = secrets.token_hex(8)
        self.tables: dict[str, LiveTable] = {}
        self.opening: dict[str, asyncio.Future[LiveTable | None]] = {}
        self.kept: set[str] = set()
        self.pool = Pool(self)
        self.counting = Counting(self)
        self.dealing = Dealing(self)
        self.quarantine = Quarantine(self)
        self.tasks: set[asyncio.Task[Any]] = set()
        self.shares = Shares(self, limits)
        self.stopping = False
        self.trouble: str | None = None
        self.log = metrics.log.bind(node=self.node)
        self.presence = Presence(self)
        self.keeping = Keeping(self, self.presence)

    async def open(self) -> None:
        await self.bus.open(self.heard)
        await self.bus.listen(NODES)
        if self.store.shared:
            self.spawn(self.keeping.look())
            self.spawn(self.dealing.guard())
        else:
            await self.keeping.take_all()
        await self.keeping.round()
        await self.counting.catch_up()
        self.spawn(self.keeping.run())
        self.spawn(self.keeping.sweep_up())

    async def close(self) -> None:
        self.stopping = True
        for task in tuple(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for table in self.tables.values():
            table.keep(False)
        try:
            for table in self.tables.values():
                await table.absence.write()
            if self.store.shared:
                await self.store.write(queries.let_go, self.node)
        except CannotWrite as error:
            self.troubled(error)
        self.presence.beat(gone=True)
        await self.bus.close()

    def wall(self) -> int:
        return self.keeping.wall()

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
        live.quiet_since = self.ticker.now()
        return live

    async def room(self, table: str) -> Room:
        """The table of this id as it stands, to be read and let go: it is not opened for that."""
        if live := self.tables.get(table):
            return live.room
        try:
            found = await self.store.search(folded, table)
        except Exception as error:
            raise self.quarantine.refusal(table, error) from error
        self.quarantine.well(table)
        if found is None:
            raise NotHere("no_table", table=table)
        return found

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
        try:
            live = await self._read_table(table)
        except Exception as error:
            raise self.quarantine.refusal(table, error) from error
        self.quarantine.well(table)
        return live

    async def _read_table(self, table: str) -> LiveTable | None:
        found = await self.store.read(queries.find_table, table)
        if found is None:
            return None
        await self.bus.listen(f"table:{table}")
        room = Room(table, found.setup, found.seed)
        rows = await self.store.rows(table)
        for row in rows:
            room.fold(row)
        wall = self.wall()
        kept = found.keeper is not None and found.kept_until > wall
        going_on = rows and kept and found.keeper != self.node
        live = LiveTable(self, room, max(0, wall - rows[-1].wall) if going_on else 0)
        live.absence.know(found.seen, found.turn)
        self.tables[table] = live
        if self.store.shared:
            self.presence.ask(table)
        if table in self.kept:
            live.keep(True)
        elif not kept and room.status in ("waiting", "running"):
            self.spawn(self.keeping.take(live, asleep=found.kept_until == queries.ASLEEP))
        return live

    async def make(self, who: Person, setup: Setup, places: tuple[Place, ...], address: str = "") -> str:
        """A new table for somebody at this address: its seed is drawn and committed to before anybody sits."""
        game = GAMES[setup.game]
        try:
            for_new(from_values(game.Options, setup.options))
        except BadOption as refusal:
            refusal.family = game.family  # people are told in the names that the page has for its rules
            raise
        for place in places:
            if place.who == "bot":
                desk.known_bot(setup.game, place.bot or "")
        chairs = [self._chair(place, who) for place in places]
        setup = replace(setup, options=named(game.Options, setup.options))
        if any(chair.user for chair in chairs):
            await self.may_wait(setup, who.id)
        table = table_id()
        self.shares.made_at(table, address)
        await self.set_up(setup, chairs, table)
        return table

    @staticmethod
    def _chair(place: Place, who: Person) -> Chair:
        match place.who:
            case "me":
                return Chair(who.name, who.id)
            case "bot":
                return Chair(place.bot, bot=place.bot)
            case _:
                return Chair()

    async def set_up(
        self, setup: Setup, chairs: list[Chair], table: str, seed: bytes | None = None, again: Row | None = None
    ) -> str | None:
        """Put a table down with everybody who has a chair; None if the event that names it came too late."""
        begun = self._begun(setup, chairs, table, seed or new_seed(), again)
        made = await self.store.write(queries.make_table, begun)
        if made is None:
            return None
        await self.bus.listen(f"table:{table}")
        live = self.tables[table] = LiveTable(self, Room(table, made, begun.seed))
        self.keeping.made(table)
        live.kept = True
        await live.catch_up(begun.rows)
        self.metrics.tables_made.labels(setup.game).inc()
        self.metrics.events.inc(len(begun.rows))
        return table

    def _begun(self, setup: Setup, chairs: list[Chair], table: str, seed: bytes, again: Row | None) -> queries.Begun:
        """A new table with its first events: everybody sits down, and if no seat is free it starts."""
        wall = self.wall()
        room, rows = Room(table, setup, seed), list[Row]()

        def add(event: Stored) -> None:
            rows.append(Row(table, room.n + 1, 0, wall, None, None, msgspec.json.encode(event)))
            room.fold(rows[-1], event)

        people_first = sorted(enumerate(chairs), key=lambda one: one[1].user is None)
        for seat, chair in people_first:
            if not chair.free:
                add(Sat(seat, chair.name or "", user=chair.user, bot=chair.bot))
        while step := desk.follow(room):
            add(step.event)
        alone = not self.store.shared
        return queries.Begun(
            table=table,
            setup=setup,
            seed=seed,
            wall=wall,
            rows=rows,
            patch=seats_told(room.seating, wall),
            keeper=None if alone else self.node,
            kept_until=0 if alone else wall + self.keeping.lease_ms,
            again=again,
        )

    async def rematch(self, room: Room, table: str, again: Row) -> bool:
        """The same again with new cards, everybody one seat on; `again` tells it to those who played."""
        assert room.log is not None
        options = for_record(room.game.company.again(room.options, room.log.tables[0].state))
        count = len(room.chairs)
        setup = replace(
            room.setup,
            rules=GAMES[room.setup.game].rules,
            options=options,
            after=room.table,
            seats=count,
            deck=None,
            fresh=True,
        )
        turned = [*room.chairs[-1:], *room.chairs[:-1]]
        chairs = [replace(chair, stand_in=None) for chair in turned]
        return await self.set_up(setup, chairs, table, again=again) is not None

    async def may_sit(self, room: Room, user: str) -> None:
        if room.seat_of(user) is None:
            await self.may_wait(room.setup, user)

    async def may_wait(self, setup: Setup, user: str) -> None:
        """Somebody wants to sit at a table that waits: not at too many at once."""
        most = self.limits.waiting_games
        if setup.absent == "wait" and await self.store.read(queries.waiting_games, user) >= most:
            raise NotHere("too_many_games", most=most)

    # What tables tell us

    def written(self, row: Row) -> None:
        self.metrics.events.inc()
        self.bus.send(f"table:{row.table}", b"r" + msgspec.msgpack.encode(row))

    def seats_changed(self, live: LiveTable) -> None:
        self.pool.assign(live)
        live.absence.mind()

    def game_over(self, live: LiveTable) -> None:
        self.pool.release(live)
        self.metrics.games_over.labels(live.room.setup.game).inc()
        if live.room.setup.rated:
            self.spawn(self.counting.rate(live.room.table))

    def presence_changed(self, live: LiveTable) -> None:
        if self.store.shared:
            self.presence.changed(live)

    def elsewhere(self, table: str) -> set[str]:
        """Who is connected to this table through other processes."""
        return self.presence.elsewhere(table) if self.store.shared else set()

    def workers_changed(self) -> None:
        """A worker has come or gone: others may want to know."""
        self.presence.beat(now=True)

    def troubled(self, error: Exception) -> None:
        self.trouble = str(error)
        self.metrics.cannot_write.inc()
        self.log.error("cannot_write", why=str(error))

    async def heard(self, channel: str, message: bytes) -> None:
        """Another process says that it lives, or that it has written to a table that we have open."""
        if channel == NODES:
            self.presence.heard_beat(message)
            return
        table = channel.removeprefix("table:")
        if table in self.opening:
            self.spawn(self._heard_later(table))
        elif live := self.tables.get(table):
            if message[:1] == b"h":
                self.presence.heard_here(live, message[1:])
            elif message[:1] == b"s":
                live.absence.stir(message[1:].decode())
            else:
                await self._heard_row(live, msgspec.msgpack.decode(message[1:], type=Row))

    async def _heard_row(self, live: LiveTable, row: Row) -> None:
        """A hint: take it if it is the next one and nothing is under way, or else read the log."""
        if row.n == live.room.n + 1 and not live.lock.locked():
            await live.catch_up([row])
        elif row.n > live.room.n:
            self.spawn(live.read_on())
        elif live.room.happened[row.n - 1][0] != row.at:  # the database has lost what we know, and goes on otherwise
            self.quarantine.drop(live, "log_lost")

    async def _heard_later(self, table: str) -> None:
        with suppress(NotHere, CannotWrite):
            await (await self.table(table)).read_on()
