"""What is asked of the database besides the log: plain functions of a connection."""

from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec
from sqlalchemy import BindParameter, Connection, Table, bindparam, case, func, insert, or_, select, tuple_, update
from sqlalchemy.dialects import postgresql, sqlite

from septet.games import GAMES
from septet.games.options import named
from septet.server.store import decks, schema
from septet.server.store.store import Patch
from septet.server.tables.against_time import at_first
from septet.server.tables.events import Row
from septet.server.tables.seating import Setup

tables, seats = schema.tables, schema.seats
# What is said again and again is put together once, which takes longer than to carry it out.
OF: BindParameter[str] = bindparam("of")  # which table
BEFORE = select(schema.log.c.n).where(schema.log.c.table == OF, schema.log.c.n == bindparam("before"))
CHANGE = update(tables).where(tables.c.id == OF)
CHANGE_RUNNING = CHANGE.where(tables.c.status == "running")
SEAT, UNSEAT = insert(seats), seats.delete().where(seats.c.table == OF)
SEE = update(seats).where(seats.c.table == OF, seats.c.user.in_(bindparam("users", expanding=True)))
ASLEEP = 2**53  # kept until then: nobody has to look after it before somebody comes


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
    turn: int | None = None  # at a table that waits, the seat whose turn it is
    moved: int | None = None  # and since when


class Begun(msgspec.Struct, frozen=True, kw_only=True):
    """A new table: what it is, who sits there already, and who looks after it."""

    table: str
    setup: Setup
    seed: bytes
    wall: int
    rows: list[Row]  # its first events
    patch: Patch  # and what lists say after them
    keeper: str | None
    kept_until: int
    again: Row | None = None  # the event of another table that names this one


def make_table(connection: Connection, new: Begun) -> Setup | None:
    """A table with those who sit there, and the event that names it elsewhere: all of it or, if that is late, nothing.

    With a deck of another table, whether that is new to its host is settled now. Asked for what it has done already,
    it says the same again.
    """
    setup = new.setup
    if new.again is not None and not _added(connection, new.again):
        return _made_before(connection, new.table)
    if setup.deck and setup.host:
        setup = msgspec.structs.replace(setup, fresh=decks.meet(connection, setup.deck, setup.host, new.wall))
    columns = {
        "id": new.table,
        "game": setup.game,
        "setup": msgspec.to_builtins(setup),
        "seed": new.seed,
        "created": new.wall,
        "status": "waiting",
        "public": setup.public,
        "rated": setup.rated,
        "bots": 0,
        "chairs": [{}] * setup.seats,
        "keeper": new.keeper,
        "kept_until": new.kept_until,
        **at_first(new.table, setup),
    }
    if not connection.execute(_insert(connection.dialect.name, tables), {**columns, **new.patch.columns}).rowcount:
        return _made_before(connection, new.table)
    for row in new.rows:
        _added(connection, row)
    _seat(connection, new.table, new.patch.users or {})
    return setup


def _made_before(connection: Connection, table: str) -> Setup | None:
    found = find_table(connection, table)
    return found.setup if found else None


class Found(msgspec.Struct, frozen=True):
    """What is needed to fold a table."""

    setup: Setup
    seed: bytes
    keeper: str | None
    kept_until: int
    turn: int | None
    seen: dict[str, int]  # when people came to it or left it, where that is written down


def find_table(connection: Connection, table: str) -> Found | None:
    c = tables.c
    query = select(c.setup, c.seed, c.keeper, c.kept_until, c.turn).where(c.id == table)
    row = connection.execute(query).one_or_none()
    if row is None:
        return None
    seen = connection.execute(
        select(seats.c.user, seats.c.seen).where(seats.c.table == table, seats.c.seen.is_not(None))
    )
    return Found(msgspec.convert(row.setup, Setup), *row[1:], {one.user: one.seen for one in seen})


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
    free = (tables.c.kept_until < now) | (tables.c.kept_until == ASLEEP)
    change = update(tables).where(tables.c.id == table, going, free)
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


def awake(connection: Connection) -> list[str]:
    """All tables at which something may happen by itself, the newest first."""
    going = tables.c.status.in_(("waiting", "running"))
    query = select(tables.c.id).where(going, tables.c.kept_until != ASLEEP).order_by(tables.c.created.desc())
    return list(connection.execute(query).scalars())


def fall_asleep(connection: Connection, table: str, columns: dict[str, Any]) -> None:
    """Nobody looks after a table, and nobody has to before somebody comes."""
    change = update(tables).where(tables.c.id == table, tables.c.status == "running")
    connection.execute(change.values(keeper=None, kept_until=ASLEEP, **columns))


def wake(connection: Connection, table: str) -> None:
    connection.execute(update(tables).where(tables.c.id == table, tables.c.kept_until == ASLEEP).values(kept_until=0))


def forgotten(connection: Connection, since: int, waits_since: int, most: int) -> list[str]:
    """Sleeping tables that nobody has moved at or come to since then; those that wait are given more time."""
    log = schema.log.c
    moved = select(log.wall).where(log.table == tables.c.id).order_by(log.n.desc()).limit(1).scalar_subquery()
    came = select(func.max(seats.c.seen)).where(seats.c.table == tables.c.id).scalar_subquery()
    limit = case((tables.c.setup["absent"].as_string() == "wait", waits_since), else_=since)
    asleep = tables.c.status == "running", tables.c.kept_until == ASLEEP
    query = select(tables.c.id).where(*asleep, moved < limit, func.coalesce(came, 0) < limit).limit(most)
    return list(connection.execute(query).scalars())


def try_out(connection: Connection) -> None:
    """Can anything be written at all?"""
    about = {"wall": 0, "what": "try_out", "about": ""}
    written = connection.execute(insert(schema.audit).values(about)).inserted_primary_key
    assert written is not None
    connection.execute(schema.audit.delete().where(schema.audit.c.id == written[0]))


def append(connection: Connection, row: Row, patch: Patch) -> bool:
    """Add a row to the log, and change what lists say of its table, both or neither; never after a hole."""
    if not _added(connection, row):
        return False
    if patch.columns:
        connection.execute(CHANGE, {"of": row.table, **patch.columns})
    if patch.users is not None:
        connection.execute(UNSEAT, {"of": row.table})
        _seat(connection, row.table, patch.users)
    return True


def _added(connection: Connection, row: Row) -> bool:
    if row.n > 1 and connection.execute(BEFORE, {"of": row.table, "before": row.n - 1}).scalar() is None:
        return False
    add = _insert(connection.dialect.name, schema.log)
    return bool(connection.execute(add, msgspec.structs.asdict(row)).rowcount)


def _seat(connection: Connection, table: str, users: dict[int, str]) -> None:
    if users:
        connection.execute(SEAT, [{"table": table, "seat": seat, "user": user} for seat, user in users.items()])


def saw(connection: Connection, table: str, users: list[str], wall: int, columns: dict[str, Any]) -> None:
    """These people have come to a table, or left it."""
    connection.execute(SEE, {"of": table, "users": users, "seen": wall})
    connection.execute(CHANGE_RUNNING, {"of": table, **columns})


@cache
def _insert(dialect: str, table: Table) -> Any:
    """Add a row, unless there is one of this name already."""
    return (sqlite if dialect == "sqlite" else postgresql).insert(table).on_conflict_do_nothing()


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


def turns(connection: Connection, user: str) -> list[Listed]:
    """The tables that wait for this user's move, or number before the deal; those that have waited longest first."""
    mine = (seats.c.table == tables.c.id) & (seats.c.user == user) & (seats.c.seat == tables.c.turn)
    going = tables.c.status.in_(("waiting", "running"))
    query = select(tables).join(seats, mine).where(going).order_by(tables.c.moved, tables.c.id)
    return [_listed(row) for row in connection.execute(query)]


def waiting_games(connection: Connection, user: str) -> int:
    """In how many games that wait somebody sits."""
    mine = tables.c.id.in_(select(seats.c.table).where(seats.c.user == user))
    going = tables.c.status.in_(("waiting", "running")), tables.c.setup["absent"].as_string() == "wait"
    return connection.execute(select(func.count()).select_from(tables).where(mine, *going)).scalar_one()


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


def chosen(game: str, options: dict[str, Any]) -> dict[str, Any]:
    """The options as somebody chose them, without those that are named only so that an old table has them not."""
    usual = named(GAMES[game].Options, {})
    return {name: value for name, value in options.items() if name not in usual or value != usual[name]}


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
        chosen(row.game, row.setup["options"]),
        row.setup.get("clock"),
        row.setup.get("host"),
        row.setup.get("call_window_ms", 0),
        row.turn,
        row.moved,
    )
