"""What a database holds after all that: every log read, every game replayed, everything acknowledged looked for."""

import asyncio
from collections import Counter
from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from septet.games.game import Forfeit, Timeout
from septet.games.log import read, write
from septet.server.store import queries, schema
from septet.server.store.store import Store
from septet.server.tables.events import Again, Played, Row, Stood, StoodIn, Stored
from septet.server.tables.room import Room
from tests.server.guests import Acknowledged, Told

AGAIN_S = 0.5  # when to look again at what seems wrong


class Found(msgspec.Struct):
    """How much there is, and all that is wrong with it."""

    tables: int = 0
    games: int = 0
    rematches: int = 0
    events: int = 0
    moves: int = 0
    timers: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    holes: int = 0
    untimely: int = 0  # timers that fired twice, or before their time
    orphans: int = 0
    faults: list[str] = []

    def wrong(self, kind: str, what: str) -> None:
        setattr(self, kind, getattr(self, kind) + 1)
        self.faults.append(f"{kind}: {what}")


async def examine(store: Store, kept: Acknowledged, since: int = 0) -> Found:
    """Read every table that was made since then (milliseconds since 1970), and look for what was acknowledged.

    A server may be running: what seems wrong and is only under way, is not when it is looked at again.
    """
    await store.open()
    try:
        found = await _examined(store, kept, since)
        for _ in range(2):
            if not found.faults:
                break
            await asyncio.sleep(AGAIN_S)
            found = await _examined(store, kept, since)
        return found
    finally:
        await store.close()


async def _examined(store: Store, kept: Acknowledged, since: int) -> Found:
    found = Found(acknowledged=len(kept.told))
    rooms = {table: await _fold(store, table, found) for table in await store.read(all_tables, since)}
    earlier = {room.setup.after for room in rooms.values() if room.setup.after} - rooms.keys()
    named = _named(rooms.values())
    named |= {again: table for table in earlier for again in await _agains(store, table) if again in rooms}
    _look_for_orphans(rooms, named, await store.read(_people), await store.read(_seats, since), found)
    _look_for_what_was_told(rooms, kept, found)
    return found


def all_tables(connection: Any, since: int = 0) -> list[str]:
    return list(connection.execute(select(schema.tables.c.id).where(schema.tables.c.created >= since)).scalars())


async def _fold(store: Store, table: str, found: Found) -> Room:
    about = await store.read(queries.find_table, table)
    assert about
    room = Room(table, about.setup, about.seed)
    rows = await store.rows(table)
    if [row.n for row in rows] != list(range(1, len(rows) + 1)):
        found.wrong("holes", f"{table} has {[row.n for row in rows]}")
        return room
    for message, times in Counter((row.user, row.message) for row in rows if row.message).items():
        if times > 1:
            found.wrong("doubled", f"{table} has {message} {times} times")
    for row in rows:
        _fold_row(room, row, found)
    found.tables += 1
    found.events += len(rows)
    found.moves += room.moves
    if room.log:
        assert read(write(room.log)).outcome == room.outcome
        found.games += room.outcome is not None
    return room


def _fold_row(room: Room, row: Row, found: Found) -> None:
    event = room.read(row)
    if happens_by_itself(event):
        found.timers += 1
        if not is_due(room, event, row.at):
            found.wrong("untimely", f"{room.table} {row.n}: {event}")
    room.fold(row, event)


def happens_by_itself(event: Any) -> bool:
    """Was this a timer's doing? Of what people ask for, the row says who."""
    if isinstance(event, Played):
        return isinstance(event.move, Timeout) or event.move == Forfeit("clock")
    return isinstance(event, StoodIn) or (isinstance(event, Stood) and event.late)


def is_due(room: Room, event: Any, at: int) -> bool:
    """Had this timer been running, and run out, when it fired?"""
    match event:
        case Played(seat, move):
            coming = room.times.next()
            return coming is not None and coming[0] <= at and coming[1:] == (seat, move)
        case StoodIn(seat):
            return room.status == "running" and room.chairs[seat].stand_in is None
        case Stood(seat):
            return seat in room.dealing.awaited
    return False


def _people(connection: Connection) -> set[str]:
    return set(connection.execute(select(schema.users.c.id)).scalars())


def _seats(connection: Connection, since: int) -> dict[str, dict[int, str]]:
    """Whom the lists know to sit where."""
    seats = schema.seats.c
    fresh = select(schema.tables.c.id).where(schema.tables.c.created >= since)
    found: dict[str, dict[int, str]] = {}
    query = select(seats.table, seats.seat, seats.user).where(seats.table.in_(fresh))
    for table, seat, user in connection.execute(query):
        found.setdefault(table, {})[seat] = user
    return found


def _named(rooms: Iterable[Room]) -> dict[str, str]:
    """The rematches that tables name, and which table does."""
    return {event.table: room.table for room in rooms for _, event, _ in room.happened if isinstance(event, Again)}


async def _agains(store: Store, table: str) -> list[str]:
    """The rematches that a table from before names; one may have been agreed on just before, and made since."""
    events = [msgspec.json.decode(row.event, type=Stored) for row in await store.rows(table)]
    return [event.table for event in events if isinstance(event, Again)]


def _look_for_orphans(
    rooms: dict[str, Room],
    named: dict[str, str],
    people: set[str],
    seats: dict[str, dict[int, str]],
    found: Found,
) -> None:
    """Tables that nobody belongs to: rematches that no table names or that are named and not there, games whose
    players are nobody, and tables in nobody's list."""
    after = {room.table: room.setup.after for room in rooms.values() if room.setup.after}
    found.rematches = len(after)
    for table in after.keys() | named.keys():
        if after.get(table) != named.get(table):
            found.wrong("orphans", f"{table} is the rematch of {after.get(table)}, named by {named.get(table)}")
    for room in rooms.values():
        sitting = {seat: chair.user for seat, chair in enumerate(room.chairs) if chair.user}
        if room.n == 0 or (room.status == "running" and any(chair.free for chair in room.chairs)):
            found.wrong("orphans", f"{room.table} is {room.status}, with {room.n} events and {sitting}")
        elif not people.issuperset(sitting.values()):
            found.wrong("orphans", f"{room.table} has people who are not there: {sitting}")
        elif room.status in ("running", "over") and seats.get(room.table, {}) != sitting:
            found.wrong("orphans", f"{room.table} has {sitting}, and the lists say {seats.get(room.table)}")


def _look_for_what_was_told(rooms: dict[str, Room], kept: Acknowledged, found: Found) -> None:
    for one in kept.told:
        if not _is_there(rooms.get(one.table), one):
            found.wrong("lost", str(one))
    for table, user in kept.tables.items():
        room = rooms.get(table)
        if room is None or (room.status != "closed" and room.chairs[0].user != user):
            found.wrong("lost", f"the table {table} of {user}")


def _is_there(room: Room | None, one: Told) -> bool:
    if room is None or room.answered.get((one.user, one.message)) != one.n:
        return False
    _, event, _ = room.happened[one.n - 1]
    return one.move is None or (isinstance(event, Played) and msgspec.to_builtins(event.move) == one.move)
