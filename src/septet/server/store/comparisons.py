"""Comparisons of rules that were made: kept under the name of their question, as long as somebody opens them."""

import zlib

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from septet.server.store import schema

comparisons = schema.comparisons
DAY_MS = 86_400_000


class KeptComparison(msgspec.Struct, frozen=True):
    """What was asked, and the files that came of it, as JSON."""

    wish: bytes
    files: bytes


def wish_of(connection: Connection, name: str) -> bytes | None:
    return connection.execute(select(comparisons.c.wish).where(comparisons.c.id == name)).scalar()


def files_of(connection: Connection, name: str) -> bytes | None:
    """All its files, unless they are damaged."""
    found = connection.execute(select(comparisons.c.files).where(comparisons.c.id == name)).scalar()
    try:
        return None if found is None else zlib.decompress(found)
    except zlib.error:
        return None


def keep(connection: Connection, name: str, found: KeptComparison, wall: int, most: int) -> None:
    """Keep one in the place of the one before; those that nobody has opened for longest make room."""
    connection.execute(delete(comparisons).where(comparisons.c.id == name))
    values = {"id": name, "made": wall, "used": wall, "wish": found.wish, "files": zlib.compress(found.files, 9)}
    connection.execute(insert(comparisons).values(**values))
    count = connection.execute(select(func.count()).select_from(comparisons)).scalar_one()
    if count > most:
        newest_last = select(comparisons.c.id).where(comparisons.c.id != name).order_by(comparisons.c.used)
        old = connection.execute(newest_last.limit(count - max(1, most))).scalars().all()
        connection.execute(delete(comparisons).where(comparisons.c.id.in_(old)))


def used(connection: Connection, name: str, wall: int) -> None:
    """Somebody has opened it; written down once a day."""
    stale = comparisons.c.id == name, comparisons.c.used < wall - DAY_MS
    if connection.execute(select(comparisons.c.id).where(*stale)).scalar() is not None:
        connection.execute(update(comparisons).where(*stale).values(used=wall))
