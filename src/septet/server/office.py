"""What administrators ask of the database: who is here, who may not play, and whether every game holds."""

import time
from typing import Any

import msgspec
from sqlalchemy import Connection, func, insert, or_, select, update
from sqlalchemy.pool import QueuePool, StaticPool

from septet.games.errors import Refusal
from septet.games.log import read, write
from septet.server import schema, sqlite
from septet.server.accounts import named_user
from septet.server.export import folded
from septet.server.sqlite import SqliteStore
from septet.server.store import CannotOpen

users, tables, seats, audit = schema.users, schema.tables, schema.seats, schema.audit
REASON = 200


class Somebody(msgspec.Struct, frozen=True):
    """A user in a list."""

    id: str
    name: str
    account: bool
    created: int
    seen: int
    banned: str | None
    tables: int


class Verdict(msgspec.Struct, frozen=True):
    """A table, and what is wrong with it if something is."""

    table: str
    game: str
    status: str
    events: int
    why: str | None = None


class Beside(SqliteStore):
    """The database of a server that may be running: its folder is not ours alone."""

    def _open(self) -> None:
        if not self.path.exists():
            raise CannotOpen("missing", path=str(self.path))
        try:
            super()._open()  # nobody serves it: bring it up to date as a server would
            self.lock.give_back()
        except CannotOpen as error:
            if error.code != "in_use":
                raise
            self.writing = sqlite._engine(f"file:{self.path}", StaticPool)
            self.reading = sqlite._engine(f"file:{self.path}?mode=ro", QueuePool)


def somebodies(connection: Connection, search: str = "", limit: int = 100) -> list[Somebody]:
    """Users by part of their name, those seen last first."""
    c = users.c
    played = select(func.count()).where(seats.c.user == c.id).scalar_subquery()
    query = select(c.id, c.name, c.key.is_not(None), c.created, c.seen, c.banned, played).where(c.merged.is_(None))
    if search:
        query = query.where(or_(c.name.icontains(search, autoescape=True), c.id == search))
    rows = connection.execute(query.order_by(c.seen.desc(), c.id).limit(limit))
    return [Somebody(*row) for row in rows]


def find(connection: Connection, who: str) -> str | None:
    """The id of an account by its name, or of anybody by id."""
    if user := named_user(connection, who):
        return user.id
    return connection.execute(select(users.c.id).where(users.c.id == who, users.c.merged.is_(None))).scalar()


def ban(connection: Connection, user: str, why: str | None) -> None:
    """Somebody may not play any more, or may again; why is written down."""
    connection.execute(update(users).where(users.c.id == user).values(banned=why[:REASON] if why else None))
    note(connection, "ban" if why else "unban", f"{user} {why or ''}".strip())


def note(connection: Connection, what: str, about: str) -> None:
    """Write down what an administrator did."""
    wall = time.time_ns() // 1_000_000
    connection.execute(insert(audit).values(wall=wall, what=what, about=about[:400]))


def noted(connection: Connection, limit: int = 100) -> list[dict[str, Any]]:
    rows = connection.execute(
        select(audit.c.wall, audit.c.what, audit.c.about).order_by(audit.c.id.desc()).limit(limit)
    )
    return [row._asdict() for row in rows]


def every_table(connection: Connection) -> list[str]:
    return list(connection.execute(select(tables.c.id).order_by(tables.c.created, tables.c.id)).scalars())


def verdict(connection: Connection, table: str) -> Verdict | None:
    """Fold a table's log through the rules; a game that is over is written as a record and read again."""
    found = None
    try:
        found = connection.execute(select(tables).where(tables.c.id == table)).one_or_none()
        if found is None:
            return None
        room = folded(connection, table)
        assert room is not None
    except Exception as error:  # whatever a damaged row may lead to
        game, status = (found.game, found.status) if found else ("?", "?")
        return Verdict(table, game, status, 0, f"{type(error).__name__}: {error}".splitlines()[0][:200])
    why = None
    if room.status != found.status:
        why = f"status: {room.status} in the log, {found.status} in the list"
    elif msgspec.json.decode(msgspec.json.encode(room.outcome)) != found.outcome:
        why = "outcome: the list does not say what the log says"
    elif room.status == "over" and room.log is not None:
        why = _record_fault(write(room.log))
    return Verdict(table, found.game, found.status, room.n, why)


def _record_fault(record: bytes) -> str | None:
    try:
        return None if write(read(record)) == record else "record: written and read again it is another"
    except Refusal as refusal:
        return f"record: {refusal.code}"
