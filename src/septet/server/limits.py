"""How much of everything is enough; the host may change each.

In other words: a token bucket for each name.
"""

import time
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Any

import msgspec

MOST_DAYS = 36_500
SAY_AGAIN_S = 60.0  # how often the log is warned of the same thing


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    messages: float = 20  # messages a second from one socket, and five times that in a burst
    chat: float = 0.5  # remarks a second from one person, and ten times that in a burst
    tables: float = 0.2  # new tables a second from one person, and a hundred times that in a burst
    tables_here: float = 2  # from one address, with the same burst
    tables_open: int = 100  # tables of one person that wait or are played
    tables_open_here: int = 1_000  # of those who are at one address
    public: int = 5  # of one person's tables, those that the list of open tables shows
    public_here: int = 40
    bots: int = 16  # seats of bots at one person's tables, as long as somebody is there
    bots_here: int = 120
    records: float = 1  # records a second that one address reads from the store, and a hundred times that in a burst
    events: int = 500  # of one kind at one table: who comes and goes, what is asked; more that is said and played
    guests: float = 1  # new guests a second from one address, and a hundred times that in a burst
    sign_ins: float = 0.15  # tries a second from one address to sign in or up; in a burst 500 times that, a whole class
    guesses: float = 0.1  # tries a second at one name from one address or device, and a hundred times that in a burst
    exports: float = 0.02  # exports a second of one person's data, and a hundred times that in a burst
    requests: float = 10  # requests a second of one person, and twenty times that in a burst
    requests_here: float = 50  # from one address, those with a session and those without apart; with the same burst
    study: float = 5  # positions a second that one person studies, and twenty times that in a burst
    study_here: float = 20  # from one address, with the same burst
    pages: float = 200  # files of the web app a second to one address, and twenty times that in a burst
    messages_here: float = 300  # messages a second from one address, known people and strangers apart
    busy: float = 0.05  # of our time, for one address: people who are known, strangers and their bots apart
    sockets: int = 5_000  # open sockets of one process; strangers leave a quarter to those who are known
    sockets_each: int = 50  # of one person
    sockets_here: int = 240  # of strangers at one address
    sockets_known_here: int = 600  # of those at one address who are signed in or seated
    sockets_new: float = 5  # new sockets a second from one address, and a hundred times that in a burst
    connections: int = 10_000  # open connections of one process, sockets among them; fewer where files are fewer
    connections_here: int = 1_000  # from one address
    arrivals: float = 20  # new connections a second from one address, and fifty times that in a burst
    request_s: float = 15  # how long a request may take to be sent
    watched: int = 50  # tables that one socket may watch
    message_bytes: int = 65_536
    queued: int = 512  # messages that a slow reader may be behind
    queued_bytes: int = 2_000_000
    ping_s: float = 20  # how often a socket is asked whether it is there, and how long it may take to answer
    away_s: float = 60  # how long a player may be gone
    silent_s: float = 60  # how long a player who is asked may say nothing before the others go on
    waiting_games: int = 200  # games of one person at tables that wait
    waits_s: float = 30 * 86_400  # how long a table that waits does so with nobody looking at it
    idle_s: float = 600  # how long an empty waiting table stays open
    lease_s: float = 6  # how long a process that has fallen silent still counts as looking after its tables
    looks: int = 200  # looks of several people at one game, of one process
    looks_each: int = 5  # that one person has opened
    looks_here: int = 40  # that were opened at one address
    lookers: int = 16  # people in one of them
    shows: float = 5  # a second, of one socket: steps that others follow, places pointed at; five times that in a burst
    heir_s: float = 15  # how long whoever leads a look may be gone before somebody else does
    look_idle_s: float = 600  # how long a look stays after the last has left it
    look_s: float = 43_200  # and how long at all
    chunks: int = 2  # of work that may wait, that one worker has at once; 0: none is made
    daily_ahead: int = 3  # days whose puzzles are made before they begin; 0: this house has no daily
    reviews: int = 20  # reviews of games that wait or are made in one process; 0: none are made
    reviews_at_once: int = 2  # of these, how many are made
    reviews_each: int = 1  # that one person has asked for
    reviews_here: int = 4  # that were asked for at one address
    comparisons: int = 12  # of rules, in the studio, that wait or are made in one process
    comparisons_at_once: int = 2  # of these, how many are made
    comparisons_each: int = 1  # that one person has asked for
    comparisons_here: int = 3  # that were asked for at one address
    comparisons_kept: int = 500  # that were made, some 40 kB each; those that nobody opens make room
    compared_games: int = 60_000  # games of one comparison: its deals times its columns
    compare: float = 100  # such games a second for one person, and a thousand times that in a burst
    compare_here: float = 300  # for one address, with the same burst
    abandoned_s: float = 7 * 86_400  # how long a game that nobody looks at stays open


class Spans(msgspec.Struct, frozen=True, kw_only=True):
    """For how many days something is kept after it was last needed; None for ever."""

    sessions: float | None = 365  # since they were last used; browsers keep a cookie for 400 at most
    guests: float | None = 365  # since they were last seen; their games stay, without a name
    chat: float | None = 90  # the words of a remark; that something was said stays
    closed: float | None = 30  # tables that came to nothing: never begun, given up, called off
    games: float | None = None  # that are over
    comparisons: float | None = 90  # of rules, since somebody last opened them
    unpacked: float | None = 1  # the moves of a game that is over, a row each; then they are packed into one

    def __str__(self) -> str:
        days = {
            name: "forever" if value is None else f"{value:g}" for name, value in msgspec.structs.asdict(self).items()
        }
        return ",".join(f"{name}={value}" for name, value in days.items())

    def changed(self, text: str) -> "Spans":
        """With another span, given as NAME=DAYS or NAME=forever; raises ValueError."""
        name, _, days = text.partition("=")
        if name not in self.__struct_fields__:
            raise ValueError(text)
        value = None if days == "forever" else float(days)
        if value is not None and not 1 <= value <= MOST_DAYS:
            raise ValueError(text)
        return msgspec.structs.replace(self, **{name: value})


class Bucket:
    """So many a second, with a burst."""

    __slots__ = ("burst", "level", "rate", "then")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate = rate
        self.burst = burst
        self.level = burst
        self.then = now

    def take(self, now: float) -> float:
        """Take one; 0.0, or how many seconds to wait before there is one."""
        level = self.level + (now - self.then) * self.rate
        self.then = now
        level = min(level, self.burst)
        if level >= 1:
            self.level = level - 1
            return 0.0
        self.level = level
        return (1 - level) / self.rate

    def owe(self, much: float) -> None:
        """What was taken cost more than one; nobody owes more than a burst."""
        self.level = max(-self.burst, self.level - much)

    def wait(self, now: float, much: float = 1) -> float:
        """How many seconds until there is one, or so many; nothing is taken."""
        self.level = min(self.burst, self.level + (now - self.then) * self.rate)
        self.then = now
        return max(0.0, (much - self.level) / self.rate)

    def debt(self, now: float) -> float:
        """How many seconds until nothing is owed."""
        self.level = min(self.burst, self.level + (now - self.then) * self.rate)
        self.then = now
        return max(0.0, -self.level / self.rate)


class Buckets:
    """One bucket for each of many, forgotten when they are full again."""

    def __init__(self, rate: float, burst: float, most: int = 20_000) -> None:
        self.rate, self.burst, self.most = rate, burst, most
        self.buckets: dict[str, Bucket] = {}

    def take(self, key: str, now: float) -> float:
        return (self.buckets.get(key) or self._of(key, now)).take(now)

    def _of(self, key: str, now: float) -> Bucket:
        if key in self.buckets:
            return self.buckets[key]
        if len(self.buckets) >= self.most:
            full = self.burst / self.rate
            self.buckets = {key: one for key, one in self.buckets.items() if now - one.then < full}
        found = self.buckets[key] = Bucket(self.rate, self.burst, now)
        return found

    def owe(self, key: str, much: float) -> None:
        if key in self.buckets:
            self.buckets[key].owe(much)

    def spend(self, key: str, much: float, now: float) -> None:
        """So much was used, whether or not there was as much."""
        self._of(key, now).owe(much)

    def wait(self, key: str, now: float, much: float = 1) -> float:
        return self.buckets[key].wait(now, much) if key in self.buckets else 0.0

    def debt(self, key: str, now: float) -> float:
        return self.buckets[key].debt(now) if key in self.buckets else 0.0


class Sparing:
    """A log that is warned of the same thing once a minute, and then told how often it was; nobody can fill a disk."""

    def __init__(self, log: Any) -> None:
        self.log = log
        self.said: dict[tuple[str, str], tuple[float, int]] = {}

    def warn(self, event: str, which: str, now: float | None = None, **facts: Any) -> None:
        now = time.monotonic() if now is None else now
        until, unsaid = self.said.get((event, which), (now, 0))
        if now < until:
            self.said[event, which] = until, unsaid + 1
            return
        self.said[event, which] = now + SAY_AGAIN_S, 0
        self.log.warning(event, **facts, **({"unsaid": unsaid} if unsaid else {}))


def host(address: str) -> str:
    """An address without the port that some proxies add, or else every connection would count for itself."""
    if address.startswith("["):
        return address[1:].partition("]")[0]
    before, colon, port = address.partition(":")
    return before if colon and port.isdecimal() else address


@lru_cache(4_096)
def counted(address: str) -> str:
    """An address as it counts: of IPv6 the network of a household (/64), within which anybody may have any address."""
    try:
        found = ip_address(host(address).partition("%")[0])
    except ValueError:
        return address  # no address at all, such as the name of a local socket
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return f"{IPv6Address(int(found) >> 64 << 64)}/64"
