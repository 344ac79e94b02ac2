"""What has had its time is cleared away, a little at a time, so that nobody who plays has to wait.

In other words: data retention. Each step is a transaction of its own, after which nothing is half gone; whoever stops
in the middle goes on the next time.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Concatenate, ParamSpec, TypeVar

import msgspec
from sqlalchemy import Connection, and_, delete, exists, func, select, text, true, update
from sqlalchemy.exc import IntegrityError

from septet.server.limits import Spans
from septet.server.people import merging
from septet.server.store import packing, schema
from septet.server.store.store import Store
from septet.server.tables.events import Row, Said
from septet.server.tables.renaming import wordless

P = ParamSpec("P")
T = TypeVar("T")
users, tables, log, seats, ended = schema.users, schema.tables, schema.log, schema.seats, schema.ended
comparisons = schema.comparisons
DAY_MS = 86_400_000
CLEARING = 7_377_738  # the number of the lock that whoever clears away holds
MOST = 200  # remarks, sessions, or guests without games, that one step takes
MOST_ROWS = 1_000  # of the logs of tables that one step deletes
MOST_TABLES = 5  # at which one step forgets a guest, or that it packs
PAGE = 1_000
PAUSE_S = 0.02  # between two steps: whoever plays comes first
Spoken = tuple[str, int]  # a remark: its table, and its number


class Cleared(msgspec.Struct):
    """How much has gone, or would go; of games, how many were packed."""

    sessions: int = 0
    guests: int = 0
    remarks: int = 0
    tables: int = 0
    games: int = 0
    comparisons: int = 0
    packed: int = 0

    def __str__(self) -> str:
        return ",".join(f"{name}={value}" for name, value in msgspec.structs.asdict(self).items())

    def __bool__(self) -> bool:
        return any(msgspec.structs.astuple(self))


class Elsewhere(Exception):
    """Another server of this house is at it now."""


# What is old


def _old_remarks(connection: Connection, before: int) -> Any:
    return and_(log.c.wall < before, schema.WORDS[connection.dialect.name])


def _old_tables(status: str, before: int) -> Any:
    """That ended so long ago; not those whose deck was raced on at another table."""
    found = tables.c.public.in_((True, False)) & (tables.c.created < before)  # as the index has them
    other = tables.alias()
    raced = exists().where(other.c.deck == tables.c.id, other.c.id != tables.c.id)
    return and_(tables.c.status == status, found, func.coalesce(tables.c.ended, tables.c.created) < before, ~raced)


def _old_guests(before: int) -> Any:
    """Who have not been here since, and sit at no table that goes on."""
    going = tables.c.status.in_(("waiting", "running"))
    sits = exists().where(seats.c.user == users.c.id, tables.c.id == seats.c.table, going)
    return and_(users.c.seen < before, users.c.key.is_(None), users.c.merged.is_(None), ~sits)


def _without_games(connection: Connection) -> Any:
    """Who have neither sat nor spoken anywhere."""
    spoke = exists().where(log.c.user == users.c.id, schema.NO_MOVE[connection.dialect.name])
    return and_(~exists().where(seats.c.user == users.c.id), ~spoke)


def due(connection: Connection, spans: Spans, now: int) -> Cleared:
    """What would be cleared away now."""
    conditions = {
        "sessions": (ended, ended.c.until < now),
        "guests": (users, _with(spans.guests, now, _old_guests)),
        "remarks": (log, _with(spans.chat, now, lambda before: _old_remarks(connection, before))),
        "tables": (tables, _with(spans.closed, now, lambda before: _old_tables("closed", before))),
        "games": (tables, _with(spans.games, now, lambda before: _old_tables("over", before))),
        "comparisons": (comparisons, _with(spans.comparisons, now, lambda before: comparisons.c.used < before)),
    }
    counts = {
        name: connection.execute(select(func.count()).select_from(of).where(old)).scalar_one()
        for name, (of, old) in conditions.items()
    }
    packed = 0 if spans.unpacked is None else packing.count(connection, _before(spans.unpacked, now))
    return Cleared(**counts, packed=packed)


def _with(days: float | None, now: int, condition: Callable[[int], Any]) -> Any:
    return ~true() if days is None else condition(_before(days, now))


def _before(days: float, now: int) -> int:
    return now - round(days * DAY_MS)


# Steps, each in a transaction


def end_sessions(connection: Connection, now: int) -> int:
    """Sessions that were signed out of, and whose cookies are too old by now anyhow."""
    some = select(ended.c.session).where(ended.c.until < now).limit(MOST)
    return connection.execute(delete(ended).where(ended.c.session.in_(some))).rowcount


def hush(connection: Connection, before: int) -> list[Spoken]:
    """Take the words out of old remarks; which."""
    query = select(log.c.table, log.c.n, log.c.event).where(_old_remarks(connection, before))
    found = []
    for table, n, event in connection.execute(query.order_by(log.c.wall).limit(MOST)).all():
        said = merging.read_event(event)
        if isinstance(said, Said):
            row = log.c.table == table, log.c.n == n
            connection.execute(update(log).where(*row).values(event=msgspec.json.encode(wordless(said))))
            found.append((table, n))
    return found


def delete_tables(connection: Connection, status: str, before: int) -> int:
    """Some old tables, with everything that is known of them; how many."""
    found = connection.execute(select(tables.c.id).where(_old_tables(status, before)).limit(MOST)).scalars().all()
    rows = done = 0
    for table in found:
        if rows > MOST_ROWS:
            break
        rows += connection.execute(delete(log).where(log.c.table == table)).rowcount
        for other in (seats, schema.rated, schema.packed, schema.reviews, schema.cards, schema.drilled):
            connection.execute(delete(other).where(other.c.table == table))
        connection.execute(delete(schema.knowers).where(schema.knowers.c.deck == table))
        connection.execute(delete(tables).where(tables.c.id == table))
        done += 1
    return done


def delete_comparisons(connection: Connection, before: int) -> int:
    """Some that nobody has opened since; how many."""
    some = select(comparisons.c.id).where(comparisons.c.used < before).limit(MOST)
    return connection.execute(delete(comparisons).where(comparisons.c.id.in_(some))).rowcount


def pack_tables(connection: Connection, some: list[str]) -> None:
    for table in some:
        packing.pack_table(connection, table)


def delete_guests(connection: Connection, before: int) -> int:
    """Some who came, did nothing, and have not been here since; how many."""
    old = select(users.c.id).where(_old_guests(before), _without_games(connection)).limit(MOST)
    found = connection.execute(old).scalars().all()
    for owned in (schema.knowers, schema.daily_tries, *merging.OWN_TRIES):
        connection.execute(delete(owned).where(owned.c.user.in_(found)))
    return connection.execute(delete(users).where(users.c.id.in_(found))).rowcount


def old_guests(connection: Connection, before: int) -> list[str]:
    query = select(users.c.id).where(_old_guests(before)).order_by(users.c.seen).limit(PAGE)
    return list(connection.execute(query).scalars())


def forget_guest(connection: Connection, guest: str, before: int, some: list[str] | None) -> list[Row] | None:
    """A guest is forgotten at these tables; or, with None, for good. None of it if the guest has come back."""
    if connection.execute(select(users.c.id).where(users.c.id == guest, _old_guests(before))).scalar() is None:
        return None
    return merging.forget(connection, guest, []) if some is None else merging.forget_at(connection, guest, some)


# All of it


async def _not_here(rows: list[Row]) -> None:
    """Where nobody has tables open, nobody has to be told."""


class Clearer:
    """Goes through all that is old. `tell` hears of rows that were added to tables, `hushed` of remarks."""

    def __init__(
        self,
        store: Store,
        spans: Spans,
        tell: Callable[[list[Row]], Awaitable[None]] = _not_here,
        hushed: Callable[[list[Spoken]], None] = lambda remarks: None,
    ) -> None:
        self.store = store
        self.spans = spans
        self.tell = tell
        self.hushed = hushed

    async def clear(self, now: int) -> Cleared:
        """As much as there is; if another server is at it, that one does it."""
        done = Cleared()
        try:
            async for name, count in self._kinds(now):
                setattr(done, name, getattr(done, name) + count)
        except Elsewhere:
            pass
        return done

    async def _kinds(self, now: int) -> AsyncIterator[tuple[str, int]]:
        spans = self.spans
        while count := await self._step(end_sessions, now):
            yield "sessions", count
        if spans.chat is not None:
            while remarks := await self._step(hush, _before(spans.chat, now)):
                self.hushed(remarks)
                yield "remarks", len(remarks)
        for name, status, days in (("tables", "closed", spans.closed), ("games", "over", spans.games)):
            while days is not None and (count := await self._step(delete_tables, status, _before(days, now))):
                yield name, count
        if spans.comparisons is not None:
            while count := await self._step(delete_comparisons, _before(spans.comparisons, now)):
                yield "comparisons", count
        if spans.unpacked is not None:
            while found := await self.store.search(packing.to_pack, _before(spans.unpacked, now), MOST):
                for some in _parts(found):
                    await self._step(pack_tables, some)
                    yield "packed", len(some)
        if spans.guests is not None:
            async for count in self._guests(_before(spans.guests, now)):
                yield "guests", count

    async def _guests(self, before: int) -> AsyncIterator[int]:
        while count := await self._step(delete_guests, before):
            yield count
        tried = set[str]()
        while found := [one for one in await self.store.search(old_guests, before) if one not in tried]:
            for guest in found:
                tried.add(guest)
                yield int(await self._forget(guest, before))

    async def _forget(self, guest: str, before: int) -> bool:
        known = await self.store.search(merging.where_known, guest)
        every = sorted({*known, *await self.store.search(merging.tables_of, guest)})
        try:
            for some in (*_parts(every), None):
                told = await self._step(forget_guest, guest, before, some)
                if told is None:
                    return False
                await self.tell(told)
        except IntegrityError:  # another process writes to one of the tables at the same moment: the next time, then
            return False
        return True

    async def _step(self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """One transaction, while no other server clears away."""
        await asyncio.sleep(PAUSE_S)
        return await self.store.write(_alone, lambda connection: function(connection, *args, **kwargs))


def _parts(every: list[str]) -> list[list[str]]:
    return [every[first : first + MOST_TABLES] for first in range(0, len(every), MOST_TABLES)]


def _alone(connection: Connection, function: Callable[[Connection], T]) -> T:
    if connection.dialect.name != "sqlite":
        ours = connection.execute(text(f"SELECT pg_try_advisory_xact_lock({CLEARING})")).scalar()
        if not ours:
            raise Elsewhere
    return function(connection)
