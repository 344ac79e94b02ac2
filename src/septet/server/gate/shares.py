"""Fair shares of the house: of sockets, of requests, of messages, of tables and bots; by person, by address, for all.

Whoever is signed in or sits at a table counts apart from strangers, and finds room when they no longer do.
"""

import math
import time
from collections import Counter
from collections.abc import Callable, Mapping
from hashlib import blake2s
from secrets import token_bytes
from typing import Any

from septet.server.errors import Denied
from septet.server.gate.effort import Effort, Tally
from septet.server.gate.turns import Turns
from septet.server.limits import Bucket, Buckets, Limits, counted
from septet.server.live.table import LiveTable

STRANGERS = 0.75  # of all sockets, this part at most for strangers
AWAY_S = 20  # when to come back to a house that is full
LONG_AWAY_S = 60  # or to one that has enough of one's tables
BURST = 20  # seconds' worth of requests at once
LONG_BURST = 100
BUSY_BURST = 40
PATIENCE = 10  # refusals a second to one address that are put into words; the rest is said at the door
LONGEST_S = 2.0  # how long whoever has had more than enough of our time waits before it is their turn again
SEEN_S = 1.0  # how long we believe what we know of who sits where
EACH_S = 0.02  # of work that a question to the studies may make before it counts as more than one
FORGOTTEN = 1_000  # tables that are gone, before we clear them away
AT_ONCE, WAITING = 32, 256  # requests in work, and how many of one address may wait


class Turned(Exception):
    """No room: why, and in how many seconds to come back."""

    def __init__(self, code: str, seconds: float) -> None:
        super().__init__(code)
        self.code = code
        self.seconds = max(1, math.ceil(seconds))


class Shares:
    """Who has how much of everything, as far as this process knows; nothing of it is stored."""

    def __init__(self, tables: Mapping[str, LiveTable], limits: Limits) -> None:
        self.tables = tables
        self.limits = limits
        self.sockets: Counter[tuple[str, bool]] = Counter()  # by address, and whether they are known here
        self.each: Counter[str] = Counter()  # by person
        self.open = self.strangers = 0
        self.turned_away = Bucket(20, 100, time.monotonic())  # sockets that we let in only to tell them why not
        self.asked = Buckets(limits.requests, BURST * limits.requests)
        self.asked_here = Buckets(limits.requests_here, BURST * limits.requests_here)
        self.studied = Buckets(limits.study, BURST * limits.study)
        self.studied_here = Buckets(limits.study_here, BURST * limits.study_here)
        self.paged = Buckets(limits.pages, BURST * limits.pages)
        self.arrived = Buckets(limits.sockets_new, LONG_BURST * limits.sockets_new)
        self.said = Buckets(limits.messages_here, 5 * limits.messages_here)
        self.patience = Buckets(PATIENCE, BURST * PATIENCE)  # with requests that are refused
        self.busy = Buckets(limits.busy, BUSY_BURST * limits.busy)
        self.effort = Effort()
        self.own: set[str] = set()  # addresses of this machine itself
        self.turns = Turns(AT_ONCE, AT_ONCE // 8, WAITING)
        self.salt = token_bytes(16)
        self.made: dict[str, str] = {}  # where the hosts of open tables were when they made them
        self.made_here = Buckets(limits.tables_here, LONG_BURST * limits.tables_here)
        self.records = Buckets(limits.records, LONG_BURST * limits.records)
        self._seated: tuple[float, set[str]] = (-math.inf, set())

    # Sockets

    def seated(self, user: str) -> bool:
        """Whether somebody sits at a table that waits or is played."""
        now = time.monotonic()
        if now - self._seated[0] > SEEN_S:
            self._seated = (
                now,
                {
                    chair.user
                    for live in self.tables.values()
                    if live.room.status in ("waiting", "running")
                    for chair in live.room.chairs
                    if chair.user
                },
            )
        return user in self._seated[1]

    def may_knock(self, address: str) -> None:
        """Before we look up who it is: raises Turned if this address has come too often."""
        if wait := self.arrived.take(address, time.monotonic()):
            raise Turned("too_fast", wait)

    def may_enter(self, address: str, user: str | None, known: bool) -> None:
        """Raises Turned if there is no room for one more socket."""
        limits = self.limits
        if user and self.each[user] >= limits.sockets_each:
            raise Turned("too_many_sockets", AWAY_S)
        if self.sockets[address, known] >= (limits.sockets_known_here if known else limits.sockets_here):
            raise Turned("too_many_here", AWAY_S)
        if self.open >= limits.sockets or (not known and self.strangers >= STRANGERS * limits.sockets):
            raise Turned("house_full", AWAY_S)

    def enter(self, address: str, user: str | None, known: bool) -> None:
        self._count(address, user, known, 1)

    def leave(self, address: str, user: str | None, known: bool) -> None:
        self._count(address, user, known, -1)

    def _count(self, address: str, user: str | None, known: bool, one: int) -> None:
        self.open += one
        self.strangers += 0 if known else one
        keys: list[tuple[Counter[Any], Any]] = [(self.sockets, (address, known))]
        if user:
            keys.append((self.each, user))
        for counter, key in keys:
            counter[key] += one
            if counter[key] <= 0:
                del counter[key]

    def hear(self, address: str, known: bool, now: float) -> float:
        """One more message from this address; 0.0, or how long to wait."""
        return self.said.take(address if known else f"{address} unknown", now)

    def cost(self, address: str, known: bool, much: float) -> None:
        """What it asked for was as much work as so many messages more."""
        self.said.owe(address if known else f"{address} unknown", much)

    def look_up(self, address: str) -> float:
        """One more table to be read from the store; 0.0, or how long to wait."""
        return self.records.take(address, time.monotonic())

    # Our time

    def seen(self, scope: Any) -> str:
        """Where this comes from, as it counts."""
        if not scope.get("client"):
            return ""
        address = counted(scope["client"][0])
        if scope.get("server") and scope["server"][0] == scope["client"][0]:
            self.own.add(address)
        return address

    def name(self, address: str, what: object) -> str:
        """Under which our time is counted; not for this machine itself, which may speak for many."""
        return "" if address in self.own else f"{address} {what}"

    def spend(self, name: str, seconds: float) -> None:
        """So long the server has worked for this address, or for its bots; nobody for whom there is no name."""
        if name:
            self.busy.spend(name, seconds, time.monotonic())

    def tally(self, name: Callable[[], str]) -> Tally:
        """Counts our time under a name that may become known only later."""
        return Tally(self.effort, lambda seconds: self.spend(name(), seconds))

    def rest(self, name: str) -> float:
        """How long whatever comes from there has to wait, so that all others have their turn meanwhile."""
        return self.busy.debt(name, time.monotonic()) if name else 0.0

    # Requests

    def ask(self, address: str, person: str | None) -> None:
        """One more request; raises Turned. Those who have a session count apart from those who have none."""
        now = time.monotonic()
        wait = self.asked.take(person, now) if person else 0.0
        if wait := wait or self.asked_here.take(f"{address} {person is not None}", now):
            raise Turned("too_fast", wait)

    def study(self, address: str, person: str | None) -> None:
        """One more position to study, besides being a request; raises Turned."""
        now = time.monotonic()
        wait = self.studied.take(person, now) if person else 0.0
        if wait := wait or self.studied_here.take(address, now):
            raise Turned("too_fast", wait)

    def took(self, address: str, seconds: float) -> None:
        """A question that was much work counts as more than one."""
        self.studied_here.owe(address, seconds / EACH_S)

    def page(self, address: str) -> None:
        """One more file of the web app; raises Turned."""
        if wait := self.paged.take(address, time.monotonic()):
            raise Turned("too_fast", wait)

    # Tables

    def made_at(self, table: str, address: str) -> None:
        """Remember for as long as the table is open where its host made it."""
        if len(self.made) > 2 * len(self.tables) + FORGOTTEN:
            self.made = {table: where for table, where in self.made.items() if table in self.tables}
        if address:
            self.made[table] = address

    def whose(self, live: LiveTable) -> str:
        """The address that a table counts for, or else its host; a rematch counts as the game before it did."""
        table, setup = live.room.table, live.room.setup
        if table not in self.made and setup.after in self.made:
            self.made[table] = self.made[setup.after]
        return self.made.get(table) or setup.host or ""

    def alias(self, live: LiveTable) -> str:
        """The same without saying who or where it is."""
        return blake2s(self.whose(live).encode(), key=self.salt, digest_size=6).hexdigest()

    def may_make(self, host: str, address: str, *, bots: int = 0, public: bool = False) -> None:
        """Refuse a table that would be more than somebody's share, or that of an address."""
        limits = self.limits
        open_tables = [live for live in self.tables.values() if live.room.status in ("waiting", "running")]
        mine = [live for live in open_tables if live.room.setup.host == host]
        here = [live for live in open_tables if self.whose(live) == address]
        _not_more("tables", len(mine) + 1, limits.tables_open, len(here) + 1, limits.tables_open_here)
        if bots:
            _not_more("bots", _bots(mine) + bots, limits.bots, _bots(here) + bots, limits.bots_here)
        if public:
            _not_more("public", _public(mine) + 1, limits.public, _public(here) + 1, limits.public_here)

    def may_invite(self, host: str, address: str) -> None:
        """Refuse one more bot, likewise."""
        running = [live for live in self.tables.values() if live.room.status in ("waiting", "running")]
        mine = _bots([live for live in running if live.room.setup.host == host])
        here = _bots([live for live in running if self.whose(live) == address])
        _not_more("bots", mine + 1, self.limits.bots, here + 1, self.limits.bots_here)


def _not_more(what: str, mine: int, most: int, here: int, most_here: int) -> None:
    if mine > most:
        raise Denied(f"too_many_{what}_yours", most=most, seconds=LONG_AWAY_S)
    if here > most_here:
        raise Denied(f"too_many_{what}_here", most=most_here, seconds=LONG_AWAY_S)


def _bots(tables: list[LiveTable]) -> int:
    return sum(chair.mind is not None for live in tables if live.in_use() for chair in live.room.chairs)


def _public(tables: list[LiveTable]) -> int:
    return sum(live.room.setup.public and (live.room.status == "waiting" or live.in_use()) for live in tables)
