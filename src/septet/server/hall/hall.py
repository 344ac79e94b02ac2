"""All the tables that this process has in hand: they are opened, kept, and closed here.

In other words: the registry of live aggregates, and the service around them.
"""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress

import msgspec
from msgspec.structs import replace

from septet.games import GAMES
from septet.games.chance import new_seed
from septet.games.errors import BadOption
from septet.games.options import for_new, for_record, from_values, named
from septet.server.errors import Denied
from septet.server.gate.shares import Shares
from septet.server.hall.leases import Leases
from septet.server.hall.presence import NODES, Attendance
from septet.server.hall.quarantine import Quarantine
from septet.server.hall.rating_games import RatingGames
from septet.server.live.hints import Hints
from septet.server.live.node import Node, table_id
from septet.server.live.summary import seats_told
from septet.server.live.table import LiveTable
from septet.server.store import queries
from septet.server.store.folding import folded
from septet.server.store.store import CannotWrite
from septet.server.tables import commands
from septet.server.tables.commands import Rematch
from septet.server.tables.events import Row, Sat, Stored
from septet.server.tables.room import Room
from septet.server.tables.seating import ChairState, SeatPlan, Setup
from septet.server.tables.wire import Gone, Person
from septet.server.workers.errands import Errands
from septet.server.workers.pool import Pool


class Hall:
    """Opens tables from the store, makes new ones, and looks after those that it keeps."""

    def __init__(self, node: Node, visitors: Callable[[], int]) -> None:
        self.node = node
        self.tables: dict[str, LiveTable] = {}
        self.opening: dict[str, asyncio.Future[LiveTable | None]] = {}
        self.stopping = False
        self.quarantine = Quarantine(node)
        self.rating_games = RatingGames(node, self.tables)
        self.shares = Shares(self.tables, node.limits)
        self.pool = Pool(self.tables, node.metrics, self.shares.alias, self.workers_changed)
        self.errands = Errands(node.limits.chunks, node.metrics.chunks.set)
        self.hints = Hints(self.pool.consult, lambda: bool(self.pool.workers))
        self.presence = Attendance(node, self.tables, self.pool.room_left, visitors)
        self.leases = Leases(node, self.tables, self.pool, self.presence, self.table)

    async def open(self) -> None:
        await self.node.bus.open(self.heard)
        await self.node.bus.listen(NODES)
        if self.node.store.shared:
            self.node.spawn(self.leases.look())
        else:
            await self.leases.take_all()
        await self.leases.round()
        await self.rating_games.catch_up()
        self.node.spawn(self.leases.run())
        self.node.spawn(self.leases.sweep_up())

    async def close(self) -> None:
        self.stopping = True
        await self.node.stop()
        for table in self.tables.values():
            table.keep(False)
        try:
            for table in self.tables.values():
                await table.absence.write()
            if self.node.store.shared:
                await self.node.store.write(queries.let_go, self.node.id)
        except CannotWrite as error:
            self.node.troubled(error)
        self.presence.beat(gone=True)
        await self.node.bus.close()

    # Tables

    async def table(self, table: str) -> LiveTable:
        """The table of this id, from the store if need be."""
        live = self.tables.get(table) or await self._opened(table)
        if live is None:
            raise Denied("no_table", table=table)
        live.quiet_since = self.node.ticker.now()
        return live

    async def room(self, table: str) -> Room:
        """The table of this id as it stands, to be read and let go: it is not opened for that."""
        if live := self.tables.get(table):
            return live.room
        try:
            found = await self.node.store.search(folded, table)
        except Exception as error:
            raise self.quarantine.refusal(table, error) from error
        self.quarantine.well(table)
        if found is None:
            raise Denied("no_table", table=table)
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
        found = await self.node.store.read(queries.find_table, table)
        if found is None:
            return None
        await self.node.bus.listen(f"table:{table}")
        room = Room(table, found.setup, found.seed)
        rows = await self.node.store.rows(table)
        for row in rows:
            room.fold(row)
        if live := self.tables.get(table):  # made while we read: there is one, and people may be at it
            return live
        wall = self.node.wall()
        kept = found.keeper is not None and found.kept_until > wall
        going_on = rows and kept and found.keeper != self.node.id
        live = LiveTable(self.node, self, room, max(0, wall - rows[-1].wall) if going_on else 0)
        live.absence.know(found.seen, found.turn)
        self.tables[table] = live
        if self.node.store.shared:
            self.presence.ask(table)
        if table in self.leases.kept:
            live.keep(True)
        elif not kept and room.status in ("waiting", "running"):
            self.node.spawn(self.leases.take(live, asleep=found.kept_until == queries.ASLEEP))
        return live

    async def make(
        self,
        who: Person,
        setup: Setup,
        places: tuple[SeatPlan, ...],
        address: str = "",
        pledge: str | None = None,
    ) -> str:
        """A new table for somebody at this address: its secret is drawn and committed to before anybody sits."""
        game = GAMES[setup.game]
        try:
            for_new(from_values(game.Options, setup.options))
        except BadOption as refusal:
            refusal.family = game.family  # people are told in the names that the page has for its rules
            raise
        for place in places:
            if place.who == "bot":
                commands.known_bot(setup.game, place.bot or "")
        chairs = [self._chair(place, who) for place in places]
        setup = replace(setup, options=named(game.Options, setup.options))
        if any(chair.user for chair in chairs):
            await self.may_wait(setup, who.id)
        table = table_id()
        self.shares.made_at(table, address)
        await self.set_up(setup, chairs, table, pledges={who.id: pledge} if pledge else None)
        return table

    @staticmethod
    def _chair(place: SeatPlan, who: Person) -> ChairState:
        match place.who:
            case "me":
                return ChairState(who.name, who.id)
            case "bot":
                return ChairState(place.bot, bot=place.bot)
            case _:
                return ChairState()

    async def set_up(
        self,
        setup: Setup,
        chairs: list[ChairState],
        table: str,
        secret: bytes | None = None,
        *,
        pledges: Mapping[str, str] | None = None,
        again: Row | None = None,
    ) -> str | None:
        """Put a table down with everybody who has a chair; None if the event that names it came too late."""
        room, wall, alone = Room(table, setup, secret or new_seed()), self.node.wall(), not self.node.store.shared
        rows = self._begun(room, chairs, pledges or {}, wall)
        begun = queries.Begun(
            table=table,
            setup=setup,
            seed=room.secret,
            wall=wall,
            rows=rows,
            patch=seats_told(room.seating, wall),
            keeper=None if alone else self.node.id,
            kept_until=0 if alone else wall + self.leases.lease_ms,
            again=again,
        )
        made = await self.node.store.write_surely(queries.make_table, begun)
        if made is None:
            return None
        await self.node.bus.listen(f"table:{table}")
        self.leases.made(table)
        if live := self.tables.get(table):  # who looks after tables has found it in the store already
            live.keep(True)
        else:
            live = self.tables[table] = LiveTable(self.node, self, Room(table, made, begun.seed))
            live.kept = True
            await live.catch_up(begun.rows)
        self.node.metrics.tables_made.labels(setup.game).inc()
        self.node.metrics.counts.events += len(begun.rows)
        return table

    @staticmethod
    def _begun(room: Room, chairs: list[ChairState], pledges: Mapping[str, str], wall: int) -> list[Row]:
        """The first events of a table: everybody sits down, and if no seat is free it starts, or asks for numbers."""
        rows = list[Row]()

        def add(event: Stored) -> None:
            rows.append(Row(room.table, room.n + 1, 0, wall, None, None, msgspec.json.encode(event)))
            room.fold(rows[-1], event)

        people_first = sorted(enumerate(chairs), key=lambda one: one[1].user is None)
        for seat, chair in people_first:
            if not chair.free:
                pledge = pledges.get(chair.user) if chair.user else None
                add(Sat(seat, chair.name or "", user=chair.user, bot=chair.bot, pledge=pledge))
        while step := commands.follow(room):
            add(step.event)
        return rows

    async def rematch(self, live: LiveTable, table: str, wanted: Rematch, again: Row) -> bool:
        """The same again with new cards, everybody one seat on; `again` tells it to those who played."""
        room, shares = live.room, self.shares
        bots = sum(chair.bot is not None for chair in room.chairs)
        shares.may_make(room.setup.host or "", shares.whose(live), bots=bots, public=room.setup.public)
        assert room.log is not None
        options = for_record(room.game.company.again(room.options, room.log.tables[0].state))
        count = len(room.chairs)
        setup = replace(
            room.setup,
            rules=room.setup.rules if room.setup.start else GAMES[room.setup.game].rules,
            options=options,
            after=room.table,
            seats=count,
            deck=None,
            day=None,
            fresh=True,
        )
        turned = [*room.chairs[-1:], *room.chairs[:-1]]
        chairs = [replace(chair, stand_in=None) for chair in turned]
        pledges = {room.chairs[seat].user or "": pledge for seat, pledge in wanted.pledges.items()}
        return await self.set_up(setup, chairs, table, pledges=pledges, again=again) is not None

    async def may_sit(self, room: Room, user: str) -> None:
        if room.seat_of(user) is None:
            await self.may_wait(room.setup, user)

    async def may_wait(self, setup: Setup, user: str) -> None:
        """Somebody wants to sit at a table that waits: not at too many at once."""
        most = self.node.limits.waiting_games
        if setup.absent == "wait" and await self.node.store.read(queries.waiting_games, user) >= most:
            raise Denied("too_many_games", most=most)

    # What tables tell us

    def written(self, row: Row) -> None:
        self.node.metrics.counts.events += 1
        if self.node.bus.others:
            self.node.bus.send(f"table:{row.table}", b"r" + msgspec.msgpack.encode(row))

    def hush(self, remarks: list[tuple[str, int]]) -> None:
        """The words of these remarks have had their time: they go from the tables that are open, here and elsewhere."""
        for table, n in remarks:
            if live := self.tables.get(table):
                live.room.hush(n)
            if self.node.bus.others:
                self.node.bus.send(f"table:{table}", b"w" + str(n).encode())

    def seats_changed(self, live: LiveTable) -> None:
        self.pool.assign(live)
        live.absence.mind()

    def game_over(self, live: LiveTable) -> None:
        self.pool.release(live)
        self.node.metrics.games_over.labels(live.room.setup.game).inc()
        if live.room.setup.rated:
            self.node.spawn(self.rating_games.rate(live.room.table))

    def presence_changed(self, live: LiveTable) -> None:
        self.presence.changed(live)

    def elsewhere(self, table: str) -> set[str]:
        """Who is connected to this table through other processes."""
        return self.presence.elsewhere(table)

    def stirred(self, table: str, user: str) -> None:
        self.presence.stirred(table, user)

    def damaged(self, table: str, error: Exception) -> Exception:
        return self.quarantine.refusal(table, error)

    def workers_changed(self) -> None:
        """A worker has come or gone: others may want to know."""
        self.presence.beat(now=True)

    def drop(self, live: LiveTable, why: str) -> None:
        """What we have of this table is not what is written: let go of it; whoever wants it asks for it anew."""
        table = live.room.table
        live.keep(False)
        self.pool.assign(live)
        self.leases.kept.discard(table)
        if self.tables.get(table) is live:
            del self.tables[table]
        gone = msgspec.json.encode(Gone(table, live.room.n, why))
        for ear in tuple(live.ears):
            live.ears.discard(ear)
            ear.tell(gone)
        self.node.logger.error("table_dropped", table=table, n=live.room.n, why=why)

    async def heard(self, channel: str, message: bytes) -> None:
        """Another process says that it lives, or that it has written to a table that we have open."""
        if channel == NODES:
            self.presence.heard_beat(message)
            return
        table = channel.removeprefix("table:")
        if table in self.opening:
            self.node.spawn(self._heard_later(table))
        elif live := self.tables.get(table):
            if message[:1] == b"h":
                self.presence.heard_here(live, message[1:])
            elif message[:1] == b"s":
                live.absence.stir(message[1:].decode())
            elif message[:1] == b"w":
                live.room.hush(int(message[1:]))
            else:
                await self._heard_row(live, msgspec.msgpack.decode(message[1:], type=Row))

    async def _heard_row(self, live: LiveTable, row: Row) -> None:
        """A hint: take it if it is the next one and nothing is under way, or else read the log."""
        if row.n == live.room.n + 1 and not live.lock.locked():
            await live.catch_up([row])
        elif row.n > live.room.n:
            self.node.spawn(live.read_on())
        elif live.room.happened[row.n - 1][0] != row.at:  # the database has lost what we know, and goes on otherwise
            self.drop(live, "log_lost")

    async def _heard_later(self, table: str) -> None:
        with suppress(Denied, CannotWrite):
            await (await self.table(table)).read_on()
