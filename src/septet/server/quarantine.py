"""Tables whose log cannot be read: each is set apart, told of, and keeps nobody from the others.

In other words: a quarantine for poison messages.
"""

from typing import TYPE_CHECKING

import msgspec

from septet.games.errors import Refusal
from septet.server.desk import NotHere
from septet.server.live import LiveTable
from septet.server.store import CannotWrite, Damaged
from septet.server.wire import Gone

if TYPE_CHECKING:
    from septet.server.hall import Hall


class Quarantine:
    """What could not be read, by table, until it can be."""

    def __init__(self, hall: "Hall") -> None:
        self.hall = hall
        self.why: dict[str, str] = {}

    def refusal(self, table: str, error: Exception) -> Exception:
        """What to raise for an error while a table was read: it is set apart, unless all of the store is in trouble."""
        if isinstance(error, Refusal) or (isinstance(error, CannotWrite) and not isinstance(error, Damaged)):
            return error
        why = f"{type(error).__name__}: {error}".splitlines()[0][:200]
        if self.why.get(table) != why:
            self.why[table] = why
            self.hall.log.error("bad_table", table=table, why=why)
            self.hall.metrics.damaged.set(len(self.why))
        return NotHere("damaged_table", table=table)

    def well(self, table: str) -> None:
        if self.why.pop(table, None):
            self.hall.metrics.damaged.set(len(self.why))

    def drop(self, live: LiveTable, why: str) -> None:
        """What we have of this table is not what is written: let go of it; whoever wants it asks for it anew."""
        table = live.room.table
        live.keep(False)
        self.hall.pool.assign(live)
        self.hall.kept.discard(table)
        if self.hall.tables.get(table) is live:
            del self.hall.tables[table]
        gone = msgspec.json.encode(Gone(table, live.room.n, why))
        for ear in tuple(live.ears):
            live.ears.discard(ear)
            ear.tell(gone)
        self.hall.log.error("table_dropped", table=table, n=live.room.n, why=why)
