"""The daily in the store: chains of seeds, days that have begun, puzzles made ahead, and everybody's one try.

The key of a try decides: whoever asks twice, from two windows or through two servers, has one. A day that has begun
ends all days before it, whatever the clock says afterwards.
"""

import zlib
from typing import Any

import msgspec
from sqlalchemy import Connection, Table, and_, func, select, update
from sqlalchemy.dialects import postgresql, sqlite

from septet.daily.chain import BYTES, LENGTH, NOTICE, Chain
from septet.daily.days import Day, day_of, ends
from septet.puzzles.puzzle import Puzzle
from septet.server.errors import Denied
from septet.server.store import schema

chains, opened, pool = schema.chains, schema.opened, schema.daily_puzzles
tries, mends, tables = schema.daily_tries, schema.daily_mends, schema.tables
DONE = ("solved", "failed", "played")


def added(connection: Connection, table: Table, values: dict[str, Any]) -> bool:
    """Add a row, unless there is one with its key; whether it was."""
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    return connection.execute(dialect.insert(table).values(values).on_conflict_do_nothing()).rowcount > 0


# Chains


class KeptChain(msgspec.Struct, frozen=True):
    """A chain, and when its anchor was published."""

    chain: Chain
    announced: int


def chain_list(connection: Connection) -> list[KeptChain]:
    """All chains, the first one first."""
    rows = connection.execute(select(chains).order_by(chains.c.first))
    return [KeptChain(Chain(row.first, row.length, row.secret), row.announced) for row in rows]


def chain_of(some: list[KeptChain], day: Day) -> KeptChain | None:
    """The chain that a day belongs to; where two were begun at once, the first of them."""
    return next((one for one in some if one.chain.holds(day)), None)


def see_to_chains(connection: Connection, today: Day, wall: int, secret: bytes) -> list[KeptChain]:
    """All chains, with a new one if none holds today, or if the last one ends soon; the key lets only one in."""
    assert len(secret) == BYTES
    found = chain_list(connection)
    last = max((one.chain.last for one in found), default=today - 1)
    if last - today < NOTICE:
        first = max(last + 1, today)
        added(connection, chains, {"first": first, "length": LENGTH, "secret": secret, "announced": wall})
        found = chain_list(connection)
    return found


# Days


def last_begun(connection: Connection) -> Day:
    """The last day that has begun here; 0 if none has."""
    return connection.execute(select(func.max(opened.c.day))).scalar() or 0


def begin_day(connection: Connection, wall: int) -> Day:
    """Today, which has begun from now on; never a day before one that has."""
    today = max(day_of(wall), last_begun(connection))
    added(connection, opened, {"day": today, "at": wall})
    return today


def _only_today(connection: Connection, day: Day, wall: int) -> None:
    if begin_day(connection, wall) != day:
        raise Denied("daily_over")


# Puzzles that were made ahead


class MadePuzzle(msgspec.Struct, frozen=True):
    """A puzzle of a day, and when it was made."""

    puzzle: Puzzle
    made: int


def keep_puzzle(connection: Connection, day: Day, item: str, puzzle: bytes, wall: int) -> bool:
    """Keep what was made for a day, unless somebody was first."""
    values = {"day": day, "item": item, "puzzle": zlib.compress(puzzle, 9), "made": wall}
    return added(connection, pool, values)


def puzzles_of(connection: Connection, day: Day) -> dict[str, MadePuzzle]:
    """What was made for a day; what is damaged is left out, and made again."""
    found = {}
    for row in connection.execute(select(pool).where(pool.c.day == day)):
        try:
            puzzle = msgspec.json.decode(zlib.decompress(row.puzzle), type=Puzzle)
        except (zlib.error, msgspec.MsgspecError):
            continue
        found[row.item] = MadePuzzle(puzzle, row.made)
    return found


# Tries


class TryKey(msgspec.Struct, frozen=True):
    """Whose try, at what."""

    user: str
    day: Day
    item: str


class DailyRow(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's one try."""

    user: str
    day: Day
    item: str
    guest: bool
    began: int
    ended: int | None = None
    status: str = "open"
    steps: list[Any] = []
    table: str | None = None
    took: int | None = None
    points: int | None = None
    won: bool | None = None

    @property
    def done(self) -> bool:
        return self.status in DONE


def _row(row: Any) -> DailyRow:
    return DailyRow(**{**row._asdict(), "steps": row.steps or []})


def _mine(key: TryKey) -> Any:
    return and_(tries.c.user == key.user, tries.c.day == key.day, tries.c.item == key.item)


def try_of(connection: Connection, key: TryKey) -> DailyRow | None:
    row = connection.execute(select(tries).where(_mine(key))).one_or_none()
    return _row(row) if row else None


def begin_try(connection: Connection, key: TryKey, wall: int, *, guest: bool, table: str | None = None) -> DailyRow:
    """Somebody sees a thing of today for the first time, or again; raises Denied if the day is over."""
    _only_today(connection, key.day, wall)
    values = {**msgspec.structs.asdict(key), "guest": guest, "began": wall, "status": "open", "steps": []}
    added(connection, tries, {**values, "table": table})
    found = try_of(connection, key)
    assert found is not None
    return found


def add_step(
    connection: Connection, key: TryKey, wall: int, *, at: int, step: Any, status: str
) -> tuple[DailyRow, bool]:
    """Store the next step after so many, or that it was given up; and whether that was so, or another came before."""
    _only_today(connection, key.day, wall)
    mine = _mine(key)
    row = connection.execute(select(tries).where(mine).with_for_update()).one()
    before = _row(row)
    if before.status != "open" or len(before.steps) != at:
        return before, False
    steps = before.steps if step is None else [*before.steps, step]
    values: dict[str, Any] = {"steps": steps, "status": status}
    if status in DONE:
        values |= {"ended": wall, "took": max(0, wall - before.began)}
    connection.execute(update(tries).where(mine).values(values))
    return msgspec.structs.replace(before, **values), True


def _over(day: Day) -> Any:
    over = tables.c.status == "over", tables.c.ended < ends(day)
    return and_(tries.c.day == day, tries.c.status == "open", *over)


def settle_deals(connection: Connection, day: Day, user: str | None = None) -> int:
    """Write down what came of deals whose games are over; what ended after its day does not count."""
    query = select(tries.c.user, tries.c.item, tables).join(tables, tables.c.id == tries.c.table).where(_over(day))
    if user is not None:
        query = query.where(tries.c.user == user)
    found = connection.execute(query).all()
    for row in found:
        scores = (row.outcome or {}).get("scores") or [0]
        took = row.took if row.took is not None else max(0, (row.ended or row.created) - row.created)
        won = row.won if row.won is not None else (row.outcome or {}).get("won")
        values = {"status": "played", "ended": row.ended, "took": took, "points": scores[0], "won": won}
        connection.execute(update(tries).where(_mine(TryKey(row.user, day, row.item))).values(values))
    return len(found)


def unsettled(connection: Connection, day: Day, user: str | None = None) -> bool:
    """Is there a game that is over, of which nothing is written down yet?"""
    query = select(tries.c.user).join(tables, tables.c.id == tries.c.table).where(_over(day)).limit(1)
    if user is not None:
        query = query.where(tries.c.user == user)
    return connection.execute(query).first() is not None


def tries_of_user(connection: Connection, user: str, since: Day) -> list[DailyRow]:
    query = select(tries).where(tries.c.user == user, tries.c.day >= since).order_by(tries.c.day)
    return [_row(row) for row in connection.execute(query)]


def days_played(connection: Connection, user: str) -> set[Day]:
    """On which somebody has finished at least one thing."""
    query = select(tries.c.day).where(tries.c.user == user, tries.c.status.in_(DONE)).distinct()
    return set(connection.execute(query).scalars())


def days_mended(connection: Connection, user: str) -> set[Day]:
    return set(connection.execute(select(mends.c.day).where(mends.c.user == user)).scalars())


def mend(connection: Connection, user: str, day: Day, wall: int) -> None:
    added(connection, mends, {"user": user, "day": day, "at": wall})


def tries_of_day(connection: Connection, day: Day) -> list[DailyRow]:
    """Of everybody who had an account then: what a histogram is made of."""
    query = select(tries).where(tries.c.day == day, ~tries.c.guest, tries.c.status.in_(DONE))
    return [_row(row) for row in connection.execute(query)]


def about_user(connection: Connection, user: str) -> dict[str, Any]:
    """What somebody is given who asks for all that we know."""
    query = select(tries).where(tries.c.user == user).order_by(tries.c.day, tries.c.item)
    return {
        "tries": [{**row._asdict()} for row in connection.execute(query)],
        "mended": sorted(days_mended(connection, user)),
    }
