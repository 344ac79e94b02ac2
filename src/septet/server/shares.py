"""Fair shares of the house: of sockets, of requests, of messages, of tables and bots; by person, by address, for all.

Whoever is signed in or sits at a table counts apart from strangers, and finds room when they no longer do.
"""

import math
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

from septet.server.desk import NotHere
from septet.server.limits import Bucket, Buckets, Limits
from septet.server.turns import Turns

if TYPE_CHECKING:
    from septet.server.hall import Hall

STRANGERS = 0.75  # of all sockets, this part at most for strangers
AWAY_S = 20  # when to come back to a house that is full
LONG_AWAY_S = 60  # or to one that has enough of one's tables
BURST = 20  # seconds' worth of requests at once
LONG_BURST = 100
SEEN_S = 1.0  # how long we believe what we know of who sits where
AT_ONCE, WAITING = 32, 256  # requests in work, and how many of one address may wait


class Turned(Exception):
    """No room: why, and in how many seconds to come back."""

    def __init__(self, code: str, seconds: float) -> None:
        super().__init__(code)
        self.code = code
        self.seconds = max(1, math.ceil(seconds))


class Shares:
    """Who has how much of everything, as far as this process knows; nothing of it is stored."""

    def __init__(self, hall: "Hall", limits: Limits) -> None:
        self.hall = hall
        self.limits = limits
        self.sockets: Counter[tuple[str, bool]] = Counter()  # by address, and whether they are known here
        self.each: Counter[str] = Counter()  # by person
        self.open = self.strangers = 0
        self.turned_away = Bucket(20, 100, time.monotonic())  # sockets that we let in only to tell them why not
        self.asked = Buckets(limits.requests, BURST * limits.requests)
        self.asked_here = Buckets(limits.requests_here, BURST * limits.requests_here)
        self.paged = Buckets(limits.pages, BURST * limits.pages)
        self.arrived = Buckets(limits.sockets_new, LONG_BURST * limits.sockets_new)
        self.said = Buckets(limits.messages_here, 5 * limits.messages_here)
        self.turns = Turns(AT_ONCE, AT_ONCE // 4, WAITING)
        self._seated: tuple[float, set[str]] = (-math.inf, set())

    # Sockets

    def seated(self, user: str) -> bool:
        """Whether somebody sits at a table that waits or is played."""
        now = time.monotonic()
        if now - self._seated[0] > SEEN_S:
            self._seated = now, {
                chair.user
                for live in self.hall.tables.values()
                if live.room.status in ("waiting", "running")
                for chair in live.room.chairs
                if chair.user
            }
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
        return self.said.take(f"{address} {known}", now)

    # Requests

    def ask(self, address: str, person: str | None) -> None:
        """One more request; raises Turned. Those who have a session count apart from those who have none."""
        now = time.monotonic()
        wait = self.asked.take(person, now) if person else 0.0
        if wait := wait or self.asked_here.take(f"{address} {person is not None}", now):
            raise Turned("too_fast", wait)

    def page(self, address: str) -> None:
        """One more file of the web app; raises Turned."""
        if wait := self.paged.take(address, time.monotonic()):
            raise Turned("too_fast", wait)


def not_so_many(code: str, have: int, most: int) -> None:
    """Refuse what would be more than there may be."""
    if have >= most:
        raise NotHere(code, most=most, seconds=LONG_AWAY_S)
