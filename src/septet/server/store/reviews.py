"""Reviews of games that are over, kept with their tables: the newest of each."""

import zlib

import msgspec
from sqlalchemy import Connection, delete, insert, select

from septet.server.store import schema

reviews, tables = schema.reviews, schema.tables


class KeptReview(msgspec.Struct, frozen=True):
    """A review, and which valuer made it."""

    version: str
    review: bytes  # JSON


def kept(connection: Connection, table: str) -> KeptReview | None:
    """What is kept of a table, unless it is damaged."""
    query = select(reviews.c.version, reviews.c.review).where(reviews.c.table == table)
    found = connection.execute(query).one_or_none()
    if found is None:
        return None
    try:
        return KeptReview(found.version, zlib.decompress(found.review))
    except zlib.error:
        return None


def keep(connection: Connection, table: str, found: KeptReview, wall: int) -> bool:
    """Keep a review in the place of the one before; not if its table is gone meanwhile."""
    if connection.execute(select(tables.c.id).where(tables.c.id == table)).scalar() is None:
        return False
    connection.execute(delete(reviews).where(reviews.c.table == table))
    packed = zlib.compress(found.review, 9)
    connection.execute(insert(reviews).values(table=table, version=found.version, made=wall, review=packed))
    return True
