"""A table as its log in the database tells it."""

from sqlalchemy import Connection

from septet.server.store import queries
from septet.server.store.packing import rows
from septet.server.tables.room import Room


def folded(connection: Connection, table: str) -> Room | None:
    """A table as its log tells it."""
    found = queries.find_table(connection, table)
    if found is None:
        return None
    room = Room(table, found.setup, found.seed)
    for row in rows(connection, table):
        room.fold(row)
    return room
