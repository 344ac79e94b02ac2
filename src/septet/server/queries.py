"""What is asked of the database besides the log: plain functions of a connection."""

from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import Connection, case, func, insert, or_, select, tuple_, update
from sqlalchemy.dialects import postgresql, sqlite

from septet.server import decks, schema
from septet.server.room import Setup
from septet.server.store import Patch, Row

tables, seats = schema.tables, schema.seats


class Listed(msgspec.Struct, frozen=True):
    """A table in a list."""

    id: str
    game: str
    status: str
    public: bool
    rated: bool
    chairs: list[dict[str, Any]]
    created: int
    outcome: dict[str, Any] | None = None
    ended: int | None = None
    options: dict[str, Any] = {}
    clock: dict[str, Any] | None = None
    host: str | None = None
    call_window_ms: int = 0


def make_table(
    connection: Connection, table: str, setup: Setup, seed: bytes, *, wall: int, keeper: str, until: int
) -> Setup:
    """A table that nobody sits at yet; with a deck of another table, whether that is new to its host is settled now."""
    if setup.deck and setup.host:
        setup = msgspec.structs.replace(setup, fresh=decks.meet(connection, setup.deck, setup.host, wall))
    connection.execute(
        insert(tables).values(
            id=table,
            game=setup.game,
            setup=msgspec.to_builtins(setup),
            seed=seed,
            created=wall,
            status="waiting",
            public=setup.public,
            rated=setup.rated,
            bots=0,
            chairs=[{}] * setup.seats,
            keeper=keeper,
            kept_until=until,
            **decks.at_first(table, setup),
        )
    )
    return setup


class Found(msgspec.Struct, frozen=True):
    """What is needed to fold a table."""

    setup: Setup
    seed: bytes
    keeper: str | None
    kept_until: int


def find_table(connection: Connection, table: str) -> Found | None:
    query = select(tables.c.setup, tables.c.seed, tables.c.keeper, tables.c.kept_until).where(tables.c.id == table)
    row = connection.execute(query).one_or_none()
    return Found(msgspec.convert(row.setup, Setup), row.seed, row.keeper, row.kept_until) if row else None


def keep_tables(connection: Connection, keeper: str, now: int, until: int, *, bots: bool, most: int) -> list[str]:
    """Renew what is ours, and take over up to so many that nobody looks after; all that are ours now."""
    mine = tables.c.keeper == keeper
    going = tables.c.status.in_(("waiting", "running"))
    orphans = select(tables.c.id).where(going, tables.c.kept_until < now).limit(most).with_for_update(skip_locked=True)
    if not bots:
        orphans = orphans.where(tables.c.bots == 0)
    taken = list(connection.execute(orphans).scalars())
    change = update(tables).where(going, or_(mine, tables.c.id.in_(taken) & (tables.c.kept_until < now)))
    connection.execute(change.values(keeper=keeper, kept_until=until))
    return list(connection.execute(select(tables.c.id).where(going, mine)).scalars())


def take_table(connection: Connection, keeper: str, table: str, now: int, until: int, *, bots: bool) -> bool:
    """Look after one table, if nobody does."""
    going = tables.c.status.in_(("waiting", "running"))
    change = update(tables).where(tables.c.id == table, going, tables.c.kept_until < now)
    if not bots:
        change = change.where(tables.c.bots == 0)
    return bool(connection.execute(change.values(keeper=keeper, kept_until=until)).rowcount)


def with_more(connection: Connection, known: dict[str, int]) -> list[str]:
    """The tables whose log goes on after the number that is known."""
    log, found, following = schema.log.c, list[str](), [(table, n + 1) for table, n in known.items()]
    for start in range(0, len(following), 1_000):
        some = tuple_(log.table, log.n).in_(following[start : start + 1_000])
        found += connection.execute(select(log.table).where(some)).scalars()
    return found


def let_go(connection: Connection, keeper: str, table: str | None = None) -> None:
    """Look after a table no more, or after none at all."""
    change = update(tables).where(tables.c.keeper == keeper)
    if table is not None:
        change = change.where(tables.c.id == table)
    connection.execute(change.values(keeper=None, kept_until=0))


def free_all(connection: Connection) -> None:
    """A server that is alone starts: whoever looked after tables before is gone."""
    connection.execute(update(tables).where(tables.c.keeper.is_not(None)).values(keeper=None, kept_until=0))


def append(connection: Connection, row: Row, patch: Patch) -> bool:
    """Add a row to the log, and change what lists say of its table, both or neither; never after a hole."""
    log = schema.log.c
    before = select(log.n).where(log.table == row.table, log.n == row.n - 1)
    if row.n > 1 and connection.execute(before).scalar() is None:
        return False
    if connection.execute(_insert(connection), msgspec.structs.asdict(row)).rowcount == 0:
        return False
    if patch.columns:
        connection.execute(update(tables).where(tables.c.id == row.table).values(patch.columns))
    if patch.users is not None:
        connection.execute(seats.delete().where(seats.c.table == row.table))
        found = [{"table": row.table, "seat": seat, "user": user} for seat, user in patch.users.items()]
        if found:
            connection.execute(insert(seats), found)
    return True


def _insert(connection: Connection) -> Any:
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    return dialect.insert(schema.log).on_conflict_do_nothing()


def listed(
    connection: Connection,
    *,
    public: bool = True,
    status: tuple[str, ...] = ("waiting", "running"),
    game: str | None = None,
    user: str | None = None,
    limit: int = 100,
    before: int | None = None,
) -> list[Listed]:
    """The newest tables that fit."""
    query = select(tables).order_by(tables.c.created.desc()).limit(limit)
    if user:
        query = _fitting(query, status, public=public, game=game, by_index=False)
        query = query.join(seats, seats.c.table == tables.c.id).where(seats.c.user == user)
    else:
        query = _fitting(query, status, public=public, game=game)
    if before is not None:
        query = query.where(tables.c.created < before)
    return _sound(connection.execute(query))


def lobby(
    connection: Connection, status: tuple[str, ...], game: str | None, limit: int, before: int | None
) -> list[Listed]:
    """Public tables: everybody's newest, then everybody's second; nobody pushes the others out by making many."""
    host = host_of(connection)
    nth = func.row_number().over(partition_by=host, order_by=tables.c.created.desc()).label("nth")
    ranked = _fitting(select(tables.c.id, nth), status, public=True, game=game)
    if before is not None:
        ranked = ranked.where(tables.c.created < before)
    found = ranked.subquery()
    query = select(tables).join(found, found.c.id == tables.c.id).order_by(found.c.nth, tables.c.created.desc())
    return _sound(connection.execute(query.limit(limit)))


def _fitting(query: Any, status: tuple[str, ...], *, public: bool, game: str | None, by_index: bool = True) -> Any:
    found, named = (tables.c.status, tables.c.game) if by_index else map(decks.aside, (tables.c.status, tables.c.game))
    query = query.where(found.in_(status))
    if public:
        query = query.where(tables.c.public)
    return query.where(named == game) if game else query


def today(connection: Connection, since: int, oldest: int) -> tuple[int, int]:
    """How many games have ended since then, and how many go on; tables that are too old are not looked at."""
    young = tables.c.public.in_((True, False)) & (tables.c.created >= oldest)  # as the index has them
    ended = select(func.count()).where(tables.c.status == "over", young, tables.c.ended >= since)
    going = select(func.count()).where(tables.c.status == "running", young)
    return connection.execute(ended).scalar_one(), connection.execute(going).scalar_one()


def host_of(connection: Connection) -> Any:
    """Who made a table; SQLite would read nothing at all if one row of many were damaged."""
    host = tables.c.setup["host"].as_string()
    return case((func.json_valid(tables.c.setup) == 1, host)) if connection.dialect.name == "sqlite" else host


def _sound(rows: Iterable[Any]) -> list[Listed]:
    """As a list has them; what is damaged is left out."""
    return [_listed(row) for row in rows if isinstance(row.setup, dict) and "options" in row.setup and row.chairs]


def _listed(row: Any) -> Listed:
    return Listed(
        row.id,
        row.game,
        row.status,
        row.public,
        row.rated,
        row.chairs,
        row.created,
        row.outcome,
        row.ended,
        row.setup["options"],
        row.setup.get("clock"),
        row.setup.get("host"),
        row.setup.get("call_window_ms", 0),
    )
