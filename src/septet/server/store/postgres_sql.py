"""What is said to PostgreSQL alone: many rows in one statement, its clock, its locks."""

import msgspec
from sqlalchemy import Connection, select, text, tuple_

from septet.server.store import schema
from septet.server.store.migrations import migrate_on
from septet.server.tables.events import Row

Key = tuple[str, int]
MIGRATING = 7_377_737  # the number of the lock that whoever migrates holds
APPEND = (
    'INSERT INTO log ("table", n, at, wall, "user", message, event)'
    " SELECT * FROM unnest($1::text[], $2::int[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::bytea[])"
    " AS next (id, n, at, wall, person, message, event)"
    ' WHERE next.n = 1 OR EXISTS (SELECT FROM log WHERE log."table" = next.id AND log.n = next.n - 1)'
    ' ON CONFLICT DO NOTHING RETURNING "table", n'
)


def append_rows(connection: Connection, rows: list[Row]) -> set[Key]:
    """Add all rows whose number is free and the next one; the keys of those. A database that has fallen back to an
    older state gets no log with a hole."""
    columns = tuple(list(column) for column in zip(*map(msgspec.structs.astuple, rows), strict=True))
    return {(table, n) for table, n in connection.exec_driver_sql(APPEND, columns)}


def find_row(connection: Connection, table: str, n: int) -> Row | None:
    log = schema.log
    found = connection.execute(select(log).where(tuple_(log.c.table, log.c.n) == (table, n))).one_or_none()
    return Row(*found) if found else None


def clock(connection: Connection) -> int:
    """The time that all servers share, in milliseconds since 1970."""
    return int(connection.execute(text("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")).scalar_one())


def migrate_alone(connection: Connection) -> None:
    """Bring the schema up to date while no other server does."""
    connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATING})"))
    migrate_on(connection)
