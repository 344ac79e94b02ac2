"""The moves of a game that is long over, packed into one row of a few kilobytes.

Everything else of its log stays as it is: who sat, what was said, how it ended. So names and words are found and taken
out where they always were, and the last row still says which number comes next.
"""

import zlib

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, text, update

from septet.server.store import schema
from septet.server.tables.events import Row

log, tables, packed = schema.log, schema.tables, schema.packed
FORM = b"\x01"  # how it is packed, should there ever be another way
MOVE = b'{"type":"played'


class Columns(msgspec.Struct, array_like=True):
    """Rows by their columns, which pack better; numbers as what they are more than the one before."""

    n: list[int]
    at: list[int]
    wall: list[int]  # more than table time
    user: list[str | None]
    message: list[str | None]
    event: list[bytes]


columns = msgspec.msgpack.Decoder(Columns)


def pack(rows: list[Row]) -> bytes:
    every = Columns(
        _steps([row.n for row in rows]),
        _steps([row.at for row in rows]),
        _steps([row.wall - row.at for row in rows]),
        [row.user for row in rows],
        [row.message for row in rows],
        [row.event for row in rows],
    )
    return FORM + zlib.compress(msgspec.msgpack.encode(every), 9)


def unpack(table: str, data: bytes) -> list[Row]:
    """The rows as they were; raises ValueError for what is damaged."""
    try:
        found = columns.decode(zlib.decompress(data.removeprefix(FORM)))
    except (zlib.error, msgspec.MsgspecError) as error:
        raise ValueError(f"packed rows: {error}") from error
    numbers, times, more = _sums(found.n), _sums(found.at), _sums(found.wall)
    walls = [at + behind for at, behind in zip(times, more, strict=True)]
    every = zip(numbers, times, walls, found.user, found.message, found.event, strict=True)
    return [Row(table, *one) for one in every]


def _steps(numbers: list[int]) -> list[int]:
    return [one - before for one, before in zip(numbers, [0, *numbers], strict=False)]


def _sums(steps: list[int]) -> list[int]:
    total, sums = 0, []
    for step in steps:
        total += step
        sums.append(total)
    return sums


def rows(connection: Connection, table: str, after: int = 0) -> list[Row]:
    """The log of a table from a number on, whether its moves are packed or not."""
    query = select(log).where(log.c.table == table, log.c.n > after).order_by(log.c.n)
    found = [Row(*row) for row in connection.execute(query)]
    if not found or len(found) == found[-1].n - after:
        return found
    data = connection.execute(select(packed.c.data).where(packed.c.table == table)).scalar()
    moves = unpack(table, data) if data else []
    return sorted([*found, *(row for row in moves if row.n > after)], key=lambda row: row.n)


def old(before: int) -> tuple[object, ...]:
    """Games that ended before and are not packed yet."""
    return tables.c.status == "over", tables.c.packed.is_(None), tables.c.ended < before


def to_pack(connection: Connection, before: int, most: int) -> list[str]:
    query = select(tables.c.id).where(*old(before)).order_by(tables.c.ended).limit(most)  # type: ignore[arg-type]
    return list(connection.execute(query).scalars())


def pack_table(connection: Connection, table: str) -> int:
    """Pack the moves of a game that is over; how many. What does not come out as it went in stays as it is."""
    made = 0
    with connection.begin_nested() as part:
        before = rows(connection, table)
        moves = [row for row in before[:-1] if row.event.startswith(MOVE)]
        if moves:
            connection.execute(insert(packed).values(table=table, data=pack(moves)))
            is_move = text(f"NOT ({schema.NO_MOVE[connection.dialect.name].text})")
            gone = log.c.table == table, log.c.n < before[-1].n, is_move
            made = connection.execute(delete(log).where(*gone)).rowcount
            if rows(connection, table) != before:
                part.rollback()
                made = 0
    connection.execute(update(tables).where(tables.c.id == table).values(packed=made))
    return made


def count(connection: Connection, before: int) -> int:
    return connection.execute(select(func.count()).select_from(tables).where(*old(before))).scalar_one()  # type: ignore[arg-type]
