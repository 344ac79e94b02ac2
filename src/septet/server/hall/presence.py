"""Who is connected through which process, and which of them have room for bots. Whoever falls silent is gone.

In other words: a heartbeat, and a failure detector that listens to it.
"""

import time
from collections.abc import Callable, Mapping

import msgspec

from septet.server.live.node import Node
from septet.server.live.table import LiveTable

BEAT, SILENT = 0.8, 2.7  # in leases: how often to speak, and when somebody has fallen silent
NODES = "nodes"


class Beat(msgspec.Struct, frozen=True, array_like=True):
    """A process lives: the bot seats that its workers still take, and who is at its tables."""

    node: str
    seats: int
    here: dict[str, list[str]] | None = None  # everything, or nothing new
    gone: bool = False
    people: int = 0  # connected there


class TableBeat(msgspec.Struct, frozen=True, array_like=True):
    """Who is at one table through one process; and does it ask who is there through others?"""

    node: str
    users: list[str]
    ask: bool = False


class Attendance:
    """What the processes of a house know of each other; of use only, never needed."""

    def __init__(
        self,
        node: Node,
        tables: Mapping[str, LiveTable],
        room_left: Callable[[], int],
        visitors: Callable[[], int],
    ) -> None:
        self.node = node
        self.tables = tables
        self.room_left = room_left  # bot seats that our workers would still take
        self.visitors = visitors  # people who are connected to this process
        self.lease_s = node.limits.lease_s
        self.seen: dict[str, float] = {}  # when a process was last heard
        self.seats: dict[str, int] = {}
        self.people: dict[str, int] = {}
        self.where: dict[str, dict[str, frozenset[str]]] = {}  # table, process, people
        self.told: dict[str, frozenset[str]] = {}
        self.beaten = 0.0
        self.sure_at = 0.0  # before this moment others have not had time to speak

    def elsewhere(self, table: str) -> set[str]:
        """Who is at this table through other processes; while nobody can say, whoever has a seat there."""
        if not self.node.store.shared:
            return set()
        if not self.sure():
            live = self.tables.get(table)
            return {chair.user for chair in live.room.chairs if chair.user} if live else set()
        return {user for users in self.where.get(table, {}).values() for user in users}

    def sure(self) -> bool:
        return self.node.bus.well and time.monotonic() >= self.sure_at

    def seats_elsewhere(self) -> int:
        """Bot seats that others would take."""
        return sum(self.seats.values())

    def people_elsewhere(self) -> int:
        """People who are connected to others."""
        return sum(self.people.values())

    # Speaking

    def changed(self, live: LiveTable) -> None:
        """Tell the others who is here, if that has changed."""
        if not self.node.store.shared:
            return
        table, users = live.room.table, local(live)
        if self.told.get(table, frozenset()) != users:
            self._tell(table, users)

    def ask(self, table: str) -> None:
        """A table was opened here: who else has it?"""
        self._tell(table, frozenset(), ask=True)

    def forget(self, table: str) -> None:
        self.where.pop(table, None)
        self.told.pop(table, None)

    def _tell(self, table: str, users: frozenset[str], *, ask: bool = False) -> None:
        self.told[table] = users
        message = TableBeat(self.node.id, sorted(users), ask)
        self.node.bus.send(f"table:{table}", b"h" + msgspec.msgpack.encode(message))

    def stirred(self, table: str, user: str) -> None:
        """Somebody who is connected here has done something at a table that another process looks after."""
        self.node.bus.send(f"table:{table}", b"s" + user.encode())

    def beat(self, *, now: bool = False, gone: bool = False) -> None:
        """Say that we live; every few seconds with all that others should know of us."""
        everything = gone or time.monotonic() - self.beaten >= BEAT * self.lease_s
        if not (everything or now):
            return
        here = None
        if everything:
            self.beaten = time.monotonic()
            here = {} if gone else {table: sorted(users) for table, users in self.told.items() if users}
        beat = Beat(self.node.id, self.room_left(), here, gone, self.visitors())
        self.node.bus.send(NODES, msgspec.msgpack.encode(beat))

    # Hearing

    def heard_beat(self, message: bytes) -> None:
        beat = msgspec.msgpack.decode(message, type=Beat)
        if beat.gone:
            self._gone(beat.node)
            return
        if beat.node not in self.seen:
            self.beat(now=True)
        self.seen[beat.node] = time.monotonic()
        self.seats[beat.node] = beat.seats
        self.people[beat.node] = beat.people
        if beat.here is not None:
            for table in self.tables.keys() | {one for one, nodes in self.where.items() if beat.node in nodes}:
                self._place(table, beat.node, frozenset(beat.here.get(table, ())))

    def heard_here(self, live: LiveTable, message: bytes) -> None:
        here = msgspec.msgpack.decode(message, type=TableBeat)
        self.seen.setdefault(here.node, time.monotonic())
        self._place(live.room.table, here.node, frozenset(here.users))
        if here.ask and (users := local(live)):
            self._tell(live.room.table, users)

    def _place(self, table: str, node: str, users: frozenset[str]) -> None:
        before = self.where.get(table, {})
        if before.get(node, frozenset()) == users:
            return
        others = {one: there for one, there in before.items() if one != node}
        self.where[table] = {**others, node: users} if users else others
        if live := self.tables.get(table):
            if not live.ears:
                live.quiet_since = self.node.ticker.now()
            live.show_presence()

    def _gone(self, node: str) -> None:
        self.seen.pop(node, None)
        self.seats.pop(node, None)
        self.people.pop(node, None)
        for table in [one for one, nodes in self.where.items() if node in nodes]:
            self._place(table, node, frozenset())

    def look_around(self) -> None:
        """Now and then: forget whoever is silent, unless it is the bus that is."""
        now = time.monotonic()
        if not self.node.bus.well:
            self.sure_at = now + SILENT * self.lease_s
            self.seen = dict.fromkeys(self.seen, now)
            return
        for node in [one for one, then in self.seen.items() if now - then > SILENT * self.lease_s]:
            self._gone(node)
        self.beat()


def local(live: LiveTable) -> frozenset[str]:
    return frozenset(ear.user for ear in live.ears if ear.user)
