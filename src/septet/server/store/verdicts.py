"""Whether every game in the database holds: its log folds, and the list of tables says the same."""

import msgspec
from sqlalchemy import Connection, select

from septet.games.errors import Refusal
from septet.games.log import read, write
from septet.server.store import schema
from septet.server.store.folding import folded

tables = schema.tables


class TableVerdict(msgspec.Struct, frozen=True):
    """A table, and what is wrong with it if something is."""

    table: str
    game: str
    status: str
    events: int
    why: str | None = None


def every_table(connection: Connection) -> list[str]:
    return list(connection.execute(select(tables.c.id).order_by(tables.c.created, tables.c.id)).scalars())


def verdict(connection: Connection, table: str) -> TableVerdict | None:
    """Fold a table's log through the rules; a game that is over is written as a record and read again."""
    found = None
    try:
        found = connection.execute(select(tables).where(tables.c.id == table)).one_or_none()
        if found is None:
            return None
        room = folded(connection, table)
        assert room is not None
    except Exception as error:  # whatever a damaged row may lead to
        game, status = (found.game, found.status) if found else ("?", "?")
        return TableVerdict(table, game, status, 0, f"{type(error).__name__}: {error}".splitlines()[0][:200])
    why = None
    if room.status != found.status:
        why = f"status: {room.status} in the log, {found.status} in the list"
    elif msgspec.json.decode(msgspec.json.encode(room.outcome)) != found.outcome:
        why = "outcome: the list does not say what the log says"
    elif room.status == "over" and room.log is not None:
        why = _record_fault(write(room.log))
    return TableVerdict(table, found.game, found.status, room.n, why)


def _record_fault(record: bytes) -> str | None:
    try:
        return None if write(read(record)) == record else "record: written and read again it is another"
    except Refusal as refusal:
        return f"record: {refusal.code}"
