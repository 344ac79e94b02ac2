"""Tables whose log cannot be read: each is set apart, told of, and keeps nobody from the others.

In other words: a quarantine for poison messages.
"""

from septet.games.errors import Refusal
from septet.server.errors import Denied
from septet.server.live.node import Node
from septet.server.store.store import CannotWrite, Damaged


class Quarantine:
    """What could not be read, by table, until it can be."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self.why: dict[str, str] = {}

    def refusal(self, table: str, error: Exception) -> Exception:
        """What to raise for an error while a table was read: it is set apart, unless all of the store is in trouble."""
        if isinstance(error, Refusal) or (isinstance(error, CannotWrite) and not isinstance(error, Damaged)):
            return error
        why = f"{type(error).__name__}: {error}".splitlines()[0][:200]
        if self.why.get(table) != why:
            self.why[table] = why
            self.node.logger.error("bad_table", table=table, why=why)
            self.node.metrics.damaged.set(len(self.why))
        return Denied("damaged_table", table=table)

    def well(self, table: str) -> None:
        if self.why.pop(table, None):
            self.node.metrics.damaged.set(len(self.why))
