"""What administrators ask about people: who is here, who may not play, and what administrators did."""

import time
from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy import Connection, func, insert, or_, select, update

from septet.server.limits import Spans
from septet.server.people.accounts import named_user
from septet.server.store import schema

users, seats, audit = schema.users, schema.seats, schema.audit
REASON = 200
KEEP, SWEEP = "keep", "sweep"
NOTICE, OFF = "notice", "off"  # a stop that is planned, with its time; and no stop after all


class Somebody(msgspec.Struct, frozen=True):
    """A user in a list."""

    id: str
    name: str
    account: bool
    created: int
    seen: int
    banned: str | None
    tables: int


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


def note_spans(connection: Connection, spans: Spans) -> None:
    """The host has set other life spans than before."""
    if noted_spans(connection) != spans:
        note(connection, KEEP, str(spans))


def noted_spans(connection: Connection) -> Spans:
    """Those that a server was last started with."""
    query = select(audit.c.about).where(audit.c.what == KEEP).order_by(audit.c.id.desc()).limit(1)
    found, spans = connection.execute(query).scalar(), Spans()
    for text in found.split(",") if found else ():
        with suppress(ValueError):  # of a version that has others
            spans = spans.changed(text)
    return spans


def last_note(connection: Connection) -> int:
    return connection.execute(select(func.max(audit.c.id))).scalar() or 0


def notes_after(connection: Connection, last: int) -> list[dict[str, Any]]:
    """What administrators did since, in order."""
    query = select(audit.c.id, audit.c.wall, audit.c.what, audit.c.about).where(audit.c.id > last)
    return [row._asdict() for row in connection.execute(query.order_by(audit.c.id))]


def noted(connection: Connection, limit: int = 100) -> list[dict[str, Any]]:
    rows = connection.execute(
        select(audit.c.wall, audit.c.what, audit.c.about).order_by(audit.c.id.desc()).limit(limit)
    )
    return [row._asdict() for row in rows]
