"""A guest's games go over to an account; somebody who leaves for good is forgotten. One transaction each.

The tables hear of it through their own logs, so that every server that has one open folds the same.
"""

import time
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from septet.server.errors import Denied
from septet.server.people.accounts import User, find_user, join_guest
from septet.server.people.names import NOBODY
from septet.server.store import schema
from septet.server.store.decks import learn
from septet.server.store.queries import host_of
from septet.server.tables.events import Became, Forgotten, Row, Said, Sat, Stored
from septet.server.tables.renaming import unsaid

tables, seats, log, users, knowers = schema.tables, schema.seats, schema.log, schema.users, schema.knowers
EVENT = msgspec.json.Decoder(Stored)
OWN_TRIES = (  # what else somebody has tried or asked for, by puzzle, kind or day
    schema.puzzle_tries,
    schema.solvers,
    schema.puzzle_reports,
    schema.races,
    schema.cards,
    schema.drilled,
    schema.daily_mends,
)


def tables_of(connection: Connection, user: str) -> list[str]:
    """Where somebody sits or has sat, and what waits for somebody as host."""
    waiting = (tables.c.status == "waiting") & (host_of(connection) == user)
    query = select(tables.c.id).where(tables.c.id.in_(select(seats.c.table).where(seats.c.user == user)) | waiting)
    return list(connection.execute(query.order_by(tables.c.created)).scalars())


def merge(connection: Connection, guest: str, account: str) -> tuple[User, list[Row]]:
    """The account as it is now, and what was added to the logs of the guest's tables."""
    mine = set(tables_of(connection, account))
    user = join_guest(connection, guest, account)
    told = []
    for table in tables_of(connection, guest):
        if table not in mine:  # nobody can sit on two seats
            told.append(_tell(connection, table, Became(guest, account, user.name)))
            moved = seats.c.table == table, seats.c.user == guest
            connection.execute(update(seats).where(*moved).values(user=account))
            _rename_chairs(connection, table, guest, {"user": account, "name": user.name})
    _hand_on_decks(connection, guest, account)
    _hand_on_tries(connection, guest, account)
    return user, told


def _hand_on_decks(connection: Connection, guest: str, account: str) -> None:
    """What the guest has seen, the account knows."""
    seen = select(knowers.c.deck).where(knowers.c.user == guest)
    for deck in connection.execute(seen).scalars().all():
        learn(connection, deck, account)


def _hand_on_tries(connection: Connection, guest: str, account: str) -> None:
    """What the guest has tried, the account has; where both have tried the same, the first of the two counts."""
    daily = schema.daily_tries
    for row in connection.execute(select(daily).where(daily.c.user == guest)).all():
        same = daily.c.day == row.day, daily.c.item == row.item
        began = connection.execute(select(daily.c.began).where(daily.c.user == account, *same)).scalar()
        if began is not None:
            later = guest if began <= row.began else account
            connection.execute(delete(daily).where(daily.c.user == later, *same))
        connection.execute(update(daily).where(daily.c.user == guest, *same).values(user=account))
    for table in OWN_TRIES:
        keys = [column for column in table.primary_key.columns if column.name not in ("user", "id")]
        for row in connection.execute(select(table).where(table.c.user == guest)).all():
            mine = [key == getattr(row, key.name) for key in keys] or [table.c.id == row.id]
            there = select(table.c.user).where(table.c.user == account, *mine)
            if keys and connection.execute(there).first() is not None:
                connection.execute(delete(table).where(table.c.user == guest, *mine))
            else:
                connection.execute(update(table).where(table.c.user == guest, *mine).values(user=account))


def forget(connection: Connection, user: str, known: list[str]) -> list[Row]:
    """The account is gone and its name is free; its games stay, without a name. `known` is from `where_known`."""
    if find_user(connection, user) is None:
        raise Denied("no_session")
    told = forget_at(connection, user, sorted({*known, *tables_of(connection, user)}))
    for owned in (schema.tokens, schema.passkeys, schema.ratings, knowers, seats, schema.daily_tries, *OWN_TRIES):
        connection.execute(delete(owned).where(owned.c.user.in_(_once(connection, user))))
    connection.execute(delete(users).where((users.c.id == user) | (users.c.merged == user)))
    return told


def forget_at(connection: Connection, user: str, some: list[str]) -> list[Row]:
    """Of whoever it is or was, as a guest before an account, nothing is left at these tables but the moves. Where that
    has been done already nothing happens."""
    told = []
    names = _once(connection, user)
    for table in some:
        found = _redact(connection, table, names)
        if connection.execute(delete(seats).where(seats.c.table == table, seats.c.user == user)).rowcount:
            found.add(user)
        told += [_tell(connection, table, Forgotten(one, NOBODY)) for one in names if one in found]
        _rename_chairs(connection, table, user, {"name": NOBODY})
    return told


def _once(connection: Connection, user: str) -> list[str]:
    """Somebody by id, and the guests that this account has been."""
    return [user, *connection.execute(select(users.c.id).where(users.c.merged == user).order_by(users.c.id)).scalars()]


def where_known(connection: Connection, user: str) -> list[str]:
    """Every table where somebody has done anything but move, if only spoken; whoever has moved has a seat there."""
    mine = log.c.user.in_(_once(connection, user))
    query = select(log.c.table).where(mine, schema.NO_MOVE[connection.dialect.name]).distinct()
    return list(connection.execute(query).scalars())


def _redact(connection: Connection, table: str, names: list[str]) -> set[str]:
    """Names and remarks are taken out of the rows; moves stay as they were made. Whose there were."""
    found = set[str]()
    ids = [one.encode() for one in names]
    for n, event in connection.execute(select(log.c.n, log.c.event).where(log.c.table == table)).all():
        if not any(one in event for one in ids):
            continue
        match read_event(event):
            case Sat(user=str() as whose) as was if whose in names:
                told: Any = msgspec.structs.replace(was, name=NOBODY)
            case Became(account=whose) as was if whose in names:
                told = msgspec.structs.replace(was, name=NOBODY)
            case Said(user=whose) as was if whose in names:
                told = unsaid(was, Forgotten(whose, NOBODY))
            case _:
                continue
        if told != was:
            found.add(whose)
            row = log.c.table == table, log.c.n == n
            connection.execute(update(log).where(*row).values(event=msgspec.json.encode(told)))
    return found


def read_event(event: bytes) -> Stored | None:
    """An event, or nothing if the row is damaged: nobody can read it, and nobody else's deletion waits for it."""
    try:
        found: Stored = EVENT.decode(event)
        return found
    except msgspec.MsgspecError:
        return None


def _tell(connection: Connection, table: str, event: Stored) -> Row:
    """Add an event to a table's log, after whatever is there."""
    last = connection.execute(select(log.c.n, log.c.at).where(log.c.table == table).order_by(log.c.n.desc()).limit(1))
    n, at = last.one_or_none() or (0, 0)
    row = Row(table, n + 1, at, time.time_ns() // 1_000_000, None, None, msgspec.json.encode(event))
    connection.execute(insert(log).values(**msgspec.structs.asdict(row)))
    return row


def _rename_chairs(connection: Connection, table: str, user: str, values: dict[str, str]) -> None:
    chairs = connection.execute(select(tables.c.chairs).where(tables.c.id == table)).scalar()
    changed = [{**chair, **values} if chair.get("user") == user else chair for chair in chairs or []]
    connection.execute(update(tables).where(tables.c.id == table).values(chairs=changed))
