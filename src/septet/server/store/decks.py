"""Decks that are played against time: who knows one already, who has played it, and the best that was made of any.

While somebody who did not know it plays it, nothing is told
about it but to those who sit there.
"""

from typing import Any

import msgspec
from sqlalchemy import Connection, Row, and_, exists, or_, select
from sqlalchemy.dialects import postgresql, sqlite

from septet.server.store import schema

tables, seats, knowers = schema.tables, schema.seats, schema.knowers
EVERYBODY = ""
PROTECTED_MS = 24 * 3_600_000  # whoever has not finished a deck by then keeps it from nobody
MOST_RUNS = 50


# Who knows a deck


def learn(connection: Connection, deck: str, user: str | None) -> bool:
    """From now on somebody, or everybody, knows this deck; whether that is news."""
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    values = {"deck": deck, "user": user or EVERYBODY}
    return connection.execute(dialect.insert(knowers).values(values).on_conflict_do_nothing()).rowcount > 0


def meet(connection: Connection, deck: str, user: str, now: int) -> bool:
    """Somebody is about to play a deck; whether it is new to that person."""
    known = knows(connection, deck, user, now)
    return learn(connection, deck, user) and not known


def knows(connection: Connection, deck: str, user: str, now: int) -> bool:
    """Whether somebody has played or seen a deck, or could have: when all who played it are done, all may see it."""
    seen = knowers.c.deck == deck, or_(knowers.c.user == user, knowers.c.user == EVERYBODY)
    played = select(seats.c.table).join(tables, tables.c.id == seats.c.table).where(_of(deck), seats.c.user == user)
    over = exists().where(_of(deck), tables.c.status == "over")
    known, shown = connection.execute(select(or_(exists().where(*seen), played.exists()), over)).one()
    return bool(known) or (bool(shown) and not in_play(connection, deck, now))


def in_play(connection: Connection, deck: str, now: int, but: str = "") -> bool:
    """Whether somebody who did not know this deck plays it now, at another table than this."""
    fresh = and_(_of(deck), tables.c.fresh, tables.c.created > now - PROTECTED_MS)
    running = fresh, tables.c.status.in_(("waiting", "running")), tables.c.id != but
    return bool(connection.execute(select(exists().where(*running))).scalar())


def runs(connection: Connection, deck: str) -> list[Row[Any]]:
    """Every table with this deck that was begun, the first one first."""
    begun = _of(deck), tables.c.status.in_(("running", "over"))
    query = select(tables, seats.c.user).join(seats, seats.c.table == tables.c.id).where(*begun)
    return list(connection.execute(query.order_by(tables.c.created).limit(MOST_RUNS)))


def _of(deck: str) -> Any:
    return tables.c.deck == deck


# Best results


def aside(column: Any) -> Any:
    """The same without its index: what one person has played is found by the seats, not among all there ever was."""
    return column.concat("")


class SoloResult(msgspec.Struct, frozen=True):
    """A result: whose, in how many milliseconds, for how many points, and when."""

    table: str  # empty where it is private, and not that of whoever asks
    name: str
    took: int
    points: int
    ended: int


class Bests(msgspec.Struct, frozen=True):
    """The quickest game that was won, and the one with the most points."""

    time: SoloResult | None = None
    points: SoloResult | None = None


class Best(msgspec.Struct, frozen=True):
    """Your own best results and those of the house, under the same house rules."""

    mine: Bests
    house: Bests


def best(connection: Connection, game: str, named: str, user: str | None) -> Best:
    mine = _bests(connection, game, named, user, of=user) if user else Bests()
    return Best(mine, _bests(connection, game, named, user))


def _bests(connection: Connection, game: str, named: str, user: str | None, of: str | None = None) -> Bests:
    """The best results of one person or of all, as this user may know them."""
    c = tables.c
    columns = c.id, c.chairs, c.took, c.points, c.ended, c.public, seats.c.user
    counts = c.ways == named, c.fresh, c.took.is_not(None)
    query = select(*columns).join(seats, seats.c.table == c.id).where(*counts).limit(1)
    if of:
        query = query.where(seats.c.user == of, aside(c.game) == game, aside(c.status) == "over")
    else:
        query = query.where(c.game == game, c.status == "over")
    quickest = connection.execute(query.where(c.won).order_by(c.took, c.ended)).one_or_none()
    richest = connection.execute(query.order_by(c.points.desc(), c.took, c.ended)).one_or_none()
    return Bests(_mark(quickest, user), _mark(richest, user))


def _mark(row: Any, user: str | None) -> SoloResult | None:
    """A private table is named to nobody but its player."""
    if row is None:
        return None
    table = row.id if row.public or (user and row.user == user) else ""
    return SoloResult(table, row.chairs[0].get("name") or "", row.took, row.points, row.ended)
