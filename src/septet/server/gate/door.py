"""The front door: how many connections come in from where, and that nobody stands in it for ever.

A request that is only half sent, or an answer that nobody reads, is cut off; whoever has more connections than a whole
class needs gets no more of them.
"""

import asyncio
import errno
import math
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from ipaddress import ip_address, ip_network
from typing import Any

import h11
import msgspec
import structlog
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from septet.i18n import preferred, words
from septet.server.limits import Buckets, Limits, Sparing, counted, host

BURST = 50  # seconds' worth of new connections that may come at once
OWN_FILES = 100  # files that the house needs for itself: database, log, workers
AT_ONCE = 64  # that may come in before everybody else has their turn
Headers = Iterable[tuple[bytes, bytes]]
NO_FILES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
NO_FILES_S = 0.2  # how long we wait for some to be given back
STALL_S = 30.0  # how long somebody may leave unread what we have sent
FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 10\r\nconnection: close\r\n"
    b"content-type: application/json\r\ncontent-length: 60\r\n\r\n"
    b'{"code":"full","words":"Too many connections.","facts":{}}\r\n'
)


def raise_file_limit() -> int | None:
    """Ask for as many open files as we may have; how many that is, where it can be known."""
    try:
        import resource
    except ImportError:  # Windows counts otherwise
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        except (OSError, ValueError):  # some systems promise more than they give
            return soft
    return hard


TOO_FAST = (
    "HTTP/1.1 429 Too Many Requests\r\nretry-after: {seconds}\r\nconnection: close\r\n"
    "content-type: application/json\r\ncontent-length: {size}\r\n\r\n"
)
SPEAKS_S = 1  # so long the system waits for a proxy to say something before we meet it
API = b" /api/"  # in the first line of what is no page
HEAD_BYTES = 65_536  # of a request, before somebody looks at it whatever it is


def too_fast(wait: float, language: str) -> bytes:
    """What whoever asks too much hears at the door."""
    facts = {"seconds": max(1, math.ceil(wait))}
    body = msgspec.json.encode(
        {"code": "too_fast", "words": words(language)("table.too_fast", **facts), "facts": facts}
    )
    return TOO_FAST.format(size=len(body), **facts).encode() + body


class Doorstep:
    """Counts who stands where."""

    def __init__(self, limits: Limits, proxies: str | None, files: int | None) -> None:
        self.limits = limits
        self.proxies = proxies
        self.most = limits.connections if files is None else max(1, min(limits.connections, files - OWN_FILES))
        self.inside = 0
        self.here: Counter[str] = Counter()
        self.rates = Buckets(limits.arrivals, BURST * limits.arrivals)
        self.had_enough: Callable[[str, Mapping[str, str] | None], float] = lambda address, headers: 0.0
        self.sparing = Sparing(structlog.get_logger("septet"))

    def may_come(self, peer: str | None, own: str | None) -> bool:
        """Whether there is room for one more."""
        name = self._name(peer, own)
        now = time.monotonic()
        if name and (self.here[name] >= self.limits.connections_here or self.rates.take(name, now)):
            self.say("connections_here", now, address=name, open=self.here[name])
            return False
        if self.inside >= self.most:
            self.say("connections", now, open=self.inside)
            return False
        return True

    def may_open(self, peer: str | None, headers: Headers) -> bool:
        """Whether somebody behind a proxy may open one more socket: looked at before anything is made for it."""
        name = forwarded(headers, self.proxies) if self.proxies and self.is_proxy(peer) else None
        now = time.monotonic()
        if name is None or not self.rates.take(counted(name), now):
            return True
        self.say("connections_here", now, address=counted(name))
        return False

    def turned_away(self, heard: bytes) -> bytes:
        """What somebody behind a proxy hears at once, without anything being made for them; nothing if they may ask, or
        have not said yet who they are."""
        head, end, _ = heard.partition(b"\r\n\r\n")
        if not end and len(head) < HEAD_BYTES:
            return b""
        headers = [
            (name.lower(), value.strip())
            for name, _, value in (line.partition(b":") for line in head.split(b"\r\n")[1:])
        ]
        name = forwarded(headers, self.proxies or "")
        if name is None:
            return b""
        address, said = counted(name), {name.decode("latin-1"): value.decode("latin-1") for name, value in headers}
        if "upgrade" in said:
            return FULL if self.rates.wait(address, time.monotonic()) else b""
        wait = self.had_enough(address, said if API in head.partition(b"\r\n")[0] else None)
        return too_fast(wait, preferred(said.get("accept-language", ""))) if wait else b""

    def is_proxy(self, peer: str | None) -> bool:
        return peer is not None and self.proxies is not None and trusted(peer, self.proxies)

    def comes(self, peer: str | None, own: str | None) -> None:
        self.inside += 1
        if name := self._name(peer, own):
            self.here[name] += 1

    def goes(self, peer: str | None, own: str | None) -> None:
        self.inside -= 1
        if name := self._name(peer, own):
            self.here[name] -= 1
            if self.here[name] <= 0:
                del self.here[name]

    def _name(self, peer: str | None, own: str | None) -> str | None:
        """Proxies and this machine itself have none: they speak for many."""
        if peer is None or peer == own or self.is_proxy(peer):
            return None
        return counted(peer)

    def say(self, limit: str, now: float, **facts: Any) -> None:
        """Tell the log that a limit is hit, once in a while."""
        self.sparing.warn("limit_hit", limit, now, limit=limit, **facts)


@lru_cache(4_096)
def trusted(peer: str, proxies: str) -> bool:
    """Whether this is one of the proxies, named by address or network."""
    for one in proxies.split(","):
        try:
            if one.strip() == "*" or ip_address(peer) in ip_network(one.strip(), strict=False):
                return True
        except ValueError:
            if one.strip() == peer:
                return True
    return False


def forwarded(headers: Headers, proxies: str) -> str | None:
    """For whom a proxy asks: the last of those it names that is no proxy itself; of any proxy the first."""
    named = b",".join(value for name, value in headers if name == b"x-forwarded-for").decode("latin-1")
    hosts = [host(one.strip()) for one in named.split(",") if one.strip()]
    if "*" in proxies:
        return next(iter(hosts), None)
    return next((one for one in reversed(hosts) if not trusted(one, proxies)), None)


class Config(uvicorn.Config):
    """What the protocols below find at hand."""

    doorstep: Doorstep


def ends(transport: Any) -> tuple[str | None, str | None]:
    """Whence and whereto; None for what has no address."""
    found = transport.get_extra_info("peername"), transport.get_extra_info("sockname")
    peer, own = (str(one[0]) if isinstance(one, tuple) else None for one in found)
    return peer, own


class Entrance:
    """Lets connections in one after the other; whoever is not let in has cost next to nothing."""

    def __init__(self, sock: socket.socket, doorstep: Doorstep, door: Callable[[], asyncio.Protocol]) -> None:
        self.sock, self.doorstep, self.door = sock, doorstep, door
        self.entering: set[asyncio.Task[Any]] = set()
        sock.setblocking(False)
        if doorstep.proxies and hasattr(socket, "TCP_DEFER_ACCEPT") and sock.family != socket.AF_UNIX:
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_DEFER_ACCEPT, SPEAKS_S)  # it speaks first

    async def stand_open(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                self._meet(*await loop.sock_accept(self.sock))
                for _ in range(AT_ONCE):
                    self._meet(*self.sock.accept())
            except BlockingIOError:
                continue
            except OSError as error:
                without = error.errno in NO_FILES  # or somebody who was gone again at once
                if without:
                    self.doorstep.say("files", time.monotonic(), open=self.doorstep.inside, why=error.strerror)
                await asyncio.sleep(NO_FILES_S if without else 0)

    def _meet(self, one: socket.socket, peer: Any) -> None:
        one.setblocking(False)
        try:
            if one.family in (socket.AF_INET, socket.AF_INET6):  # or what follows waits until the first is acknowledged
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            whence, whereto = (str(end[0]) if isinstance(end, tuple) else None for end in (peer, one.getsockname()))
            answer, heard = b"" if self.doorstep.may_come(whence, whereto) else FULL, b""
            proxy = self.doorstep.is_proxy(whence)
            if proxy and not answer:
                with suppress(BlockingIOError):
                    heard = one.recv(HEAD_BYTES)
                    answer = self.doorstep.turned_away(heard)
            if not answer:
                task = asyncio.get_running_loop().create_task(self._let_in(one, heard if proxy else None))
                self.entering.add(task)
                task.add_done_callback(self.entering.discard)
                return
            one.send(answer)
        except OSError:
            pass  # gone again
        one.close()

    async def _let_in(self, one: socket.socket, heard: bytes | None) -> None:
        """Through the anteroom, if it is a proxy that may have said something already."""
        try:
            loop = asyncio.get_running_loop()
            if heard is None:
                await loop.connect_accepted_socket(self.door, one)
            else:
                await loop.connect_accepted_socket(lambda: Anteroom(self.doorstep, self.door, heard), one)
        except OSError:
            one.close()


class Anteroom(asyncio.Protocol):
    """Where a proxy's connection waits until it has said for whom: whoever has had enough goes no further."""

    transport: asyncio.Transport

    def __init__(self, doorstep: Doorstep, door: Callable[[], asyncio.Protocol], heard: bytes) -> None:
        self.doorstep, self.door, self.heard = doorstep, door, heard

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport, self.ends = transport, ends(transport)  # type: ignore[assignment]
        self.doorstep.comes(*self.ends)
        self.due = asyncio.get_running_loop().call_later(self.doorstep.limits.request_s, self.transport.abort)
        if self.heard:
            self.data_received(b"")

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()

    def data_received(self, data: bytes) -> None:
        self.heard += data
        if b"\r\n\r\n" not in self.heard and len(self.heard) < HEAD_BYTES:
            return
        if answer := self.doorstep.turned_away(self.heard):
            self.heard = b""
            self.transport.write(answer)
            self.transport.close()
            return
        self._leave()
        door = self.door()
        self.transport.set_protocol(door)
        door.connection_made(self.transport)
        door.data_received(self.heard)

    def _leave(self) -> None:
        self.due.cancel()
        self.doorstep.goes(*self.ends)


class Unread:
    """Cuts off whoever leaves unread what we send."""

    stall: asyncio.TimerHandle | None = None
    transport: asyncio.Transport

    def pause_writing(self) -> None:
        super().pause_writing()  # type: ignore[misc]
        self.stall = self.stall or asyncio.get_running_loop().call_later(STALL_S, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()  # type: ignore[misc]
        self.read()

    def read(self) -> None:
        if self.stall:
            self.stall.cancel()
            self.stall = None


class Door(Unread, H11Protocol):
    """An HTTP connection with a deadline for what is asked."""

    config: Config
    due: asyncio.TimerHandle | None = None
    inside = False  # is it still ours?

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.ends = ends(transport)
        self.config.doorstep.comes(*self.ends)
        self.inside = True
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_more()
        self.read()
        if self.inside:
            self.config.doorstep.goes(*self.ends)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.inside:
            self._look()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._look()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        if not self.config.doorstep.may_open(self.ends[0], event.headers):
            self.transport.write(FULL)
            self.transport.close()
            return
        self.inside = False  # a socket from now on, which counts itself out
        self._wait_no_more()
        super().handle_websocket_upgrade(event)

    def _look(self) -> None:
        """Is a request half said?"""
        state = self.conn.their_state
        half = state is h11.SEND_BODY or (state is h11.IDLE and bool(self.conn.trailing_data[0]))
        if not half:
            self._wait_no_more()
        elif self.due is None:
            self._wait()

    def _wait(self) -> None:
        self.due = self.loop.call_later(self.config.doorstep.limits.request_s, self._cut)

    def _wait_no_more(self) -> None:
        if self.due:
            self.due.cancel()
            self.due = None

    def _cut(self) -> None:
        self.due = None
        self.transport.abort()
