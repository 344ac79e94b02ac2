"""All that one hostile address can do to a house, held to half a core; bench/hostile.py lets it loose."""

import asyncio
import http.client
import os
import random
import re
import sys
import time
from collections import Counter
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import msgspec

CORE = 0.5  # of a core, for the hostile one
TICK_S = 0.02
FLOOD_FIRST_S = 10.0
SOCKETS, SLOW, FLOODS, GUESTS = 5_000, 500, 20, 20
encode, decode = msgspec.json.encode, msgspec.json.decode


class Place:
    """Where somebody comes from: a loopback address, or one that the proxy forwards."""

    def __init__(self, server: str, number: int, proxy: bool) -> None:
        self.server = server
        self.host, self.port = urlsplit(server).hostname or "", urlsplit(server).port or 0
        self.local = ("127.0.0.1" if proxy else f"127.0.{1 + number // 250}.{1 + number % 250}", 0)
        self.headers = {"x-forwarded-for": f"2001:db8:0:{number + 1:x}::1"} if proxy else {}

    def asked(self, method: str, path: str, cookie: str = "", body: Any = None) -> tuple[int, Any, str]:
        """Status, answer and cookie."""
        line = http.client.HTTPConnection(self.host, self.port, source_address=self.local, timeout=30)
        sent = {"content-type": "application/json", "cookie": cookie, **self.headers}
        line.request(method, path, None if body is None else encode(body), sent)
        answer = line.getresponse()
        told = answer.read()
        line.close()
        set_cookie = (answer.getheader("set-cookie") or "").split(";")[0]
        return answer.status, decode(told) if told[:1] in b"{[" and told else None, set_cookie


def frame(text: bytes, kind: int = 0x81) -> bytes:
    """A masked frame, whose mask changes nothing."""
    size = len(text)
    head = bytes([kind, 0x80 | size]) if size < 126 else bytes([kind, 0xFE]) + size.to_bytes(2, "big")
    return head + bytes(4) + text


class Hostile:
    """All that one address can do."""

    def __init__(self, server: str, proxy: bool) -> None:
        self.place = Place(server, 0, proxy)
        self.did: Counter[str] = Counter()
        self.statuses: Counter[str] = Counter()
        self.rng = random.Random(7)
        self.cookies: list[str] = []
        self.tables = ["aaaaaaaaaaaa"]

    async def line(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(self.place.host, self.place.port, local_addr=self.place.local)

    def request(self, method: str, path: str, body: bytes = b"", cookie: str = "", more: str = "") -> bytes:
        forwarded = "".join(f"{name}: {value}\r\n" for name, value in self.place.headers.items())
        cookie = f"cookie: {cookie}\r\n" if cookie else ""
        kind = f"content-type: application/json\r\ncontent-length: {len(body)}\r\n" if body else ""
        return f"{method} {path} HTTP/1.1\r\nhost: x\r\n{forwarded}{cookie}{kind}{more}\r\n".encode() + body

    async def upgraded(self, cookie: str = "") -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        reader, writer = await self.line()
        more = "upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n"
        more += "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        writer.write(self.request("GET", "/ws", cookie=cookie, more=more))
        status = (await reader.readline()).split(b" ")[1:2]
        self.statuses[f"ws {status[0].decode() if status else 'cut'}"] += 1
        if status != [b"101"]:
            writer.close()
            return None
        return reader, writer

    async def sockets(self) -> None:
        """Open sockets without a session, hold them, and open them again."""
        while True:
            with suppress(OSError, asyncio.IncompleteReadError):
                if found := await self.upgraded():
                    self.did["sockets"] += 1
                    while await found[0].read(4_096):
                        pass
                    found[1].close()
            await asyncio.sleep(self.rng.uniform(0, 2))

    async def slow(self) -> None:
        """Send half a request, and wait."""
        head = self.request("POST", "/api/session", b"x" * 1_000)
        while True:
            with suppress(OSError):
                reader, writer = await self.line()
                writer.write(head[: self.rng.randrange(1, len(head) - 1)])
                self.did["slow"] += 1
                await reader.read(65_536)
                writer.close()
            await asyncio.sleep(0.1)

    async def routes(self) -> None:
        """Ask for everything there is, as fast as it goes."""
        while True:
            with suppress(OSError, IndexError):
                reader, writer = await self.line()
                while not reader.at_eof():
                    writer.write(self._any_request())
                    self.did["requests"] += 1
                    head = await reader.readline()
                    self.statuses[head.split(b" ")[1].decode()] += 1
                    await self._skip(reader)
                writer.close()
            await asyncio.sleep(0)

    async def _skip(self, reader: asyncio.StreamReader) -> None:
        size = 0
        while (line := await reader.readline()) not in (b"\r\n", b""):
            if line.lower().startswith(b"content-length:"):
                size = int(line.split(b":")[1])
        with suppress(asyncio.IncompleteReadError):
            told = await reader.readexactly(size)
            if found := re.findall(rb'"id":"([a-z0-9]{12})"', told):
                self.tables = [*self.tables, *(one.decode() for one in found)][-50:]

    def _any_request(self) -> bytes:
        table, rng = self.rng.choice(self.tables), self.rng
        seats = [{"who": "me"}, *({"who": "bot", "bot": "random"} for _ in range(rng.randrange(1, 8)))]
        wish = {"game": "set", "seats": seats, "public": rng.random() < 0.5}
        asks: list[tuple[str, str, Any]] = [
            *(("GET", path, None) for path in ("/", "/health", "/metrics", "/api/games", "/api/phrases", "/api/today")),
            *(("GET", path, None) for path in ("/api/tables?limit=200", "/api/me", "/api/me/games", "/api/me/export")),
            *(("GET", path, None) for path in ("/api/best/set-solo", "/api/ratings/sep", "/api/players/ann")),
            *(("GET", path, None) for path in (f"/api/tables/{table}/record", f"/api/decks/{table}")),
            *(("POST", path, None) for path in ("/api/guest", f"/api/decks/{table}", "/api/passkeys/options")),
            ("POST", "/api/session", {"name": "ann", "password": "x" * 12}),
            ("POST", "/api/account", {"name": f"n{rng.random()}"[:20], "password": "correct horse battery"}),
            ("POST", "/api/tables", wish),
            ("POST", "/api/tables", wish),
            ("DELETE", "/api/me", None) if rng.random() < 0.05 else ("PATCH", "/api/me", {"settings": {}}),
        ]
        method, path, body = rng.choice(asks)
        cookie = rng.choice(self.cookies) if self.cookies and rng.random() < 0.7 else ""
        return self.request(method, path, b"" if body is None else encode(body), cookie)

    async def messages(self, cookie: str) -> None:
        """Say everything there is to say, and much that is nothing."""
        while True:
            with suppress(OSError, asyncio.IncompleteReadError):
                if found := await self.upgraded(cookie):
                    reading = asyncio.create_task(self._drain(found[0]))
                    while not reading.done():
                        found[1].write(b"".join(self._any_message() for _ in range(20)))
                        self.did["messages"] += 20
                        await found[1].drain()
                        await asyncio.sleep(0.001)
                    found[1].close()
            await asyncio.sleep(0.5)

    @staticmethod
    async def _drain(reader: asyncio.StreamReader) -> None:
        with suppress(OSError):
            while await reader.read(65_536):
                pass

    def _any_message(self) -> bytes:
        rng, table, number = self.rng, self.rng.choice(self.tables), self.rng.randrange(10**9)
        kinds: list[dict[str, Any]] = [
            *({"type": kind} for kind in ("ping", "fly", "work")),
            *({"type": kind, "table": table} for kind in ("watch", "watch", "unwatch", "sit", "leave", "start")),
            {"type": "watch", "table": table, "have": 1},
            {"type": "say", "table": table, "text": "x" * 300},
            {"type": "propose", "table": table, "what": rng.choice(["pause", "undo", "tie", "again", "resume"])},
            {"type": "play", "table": table, "move": {"type": "call"}},
            {"type": "ask", "table": table, "move": {"type": "draw"}},
            {"type": "invite", "table": table, "seat": 1, "bot": "random"},
        ]
        if rng.random() < 0.1:
            return frame(b"", 0x89)  # a ping of the protocol itself
        if rng.random() < 0.1:
            return frame(b"[" * 200)
        return frame(encode({**rng.choice(kinds), "id": str(number)}))

    async def run(self) -> None:
        """Say "ready", begin with the first line that comes, and tell at the second what was done."""
        print("ready", flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        for _ in range(GUESTS):
            with suppress(OSError, http.client.HTTPException):
                self.cookies.append((await asyncio.to_thread(self.place.asked, "POST", "/api/guest"))[2])
        jobs = [self.routes() for _ in range(FLOODS)] + [self.messages(cookie) for cookie in self.cookies]
        jobs += [self.messages("") for _ in range(FLOODS)]
        tasks = [asyncio.create_task(job) for job in [held_back(), *jobs]]
        began = time.monotonic(), time.process_time()
        await asyncio.sleep(FLOOD_FIRST_S)  # before its own sockets stand in its way
        more = [self.sockets() for _ in range(SOCKETS)] + [self.slow() for _ in range(SLOW)]
        tasks += [asyncio.create_task(job) for job in more]
        await asyncio.to_thread(sys.stdin.readline)
        share = (time.process_time() - began[1]) / (time.monotonic() - began[0])
        failed = Counter(type(task.exception()).__name__ for task in tasks if task.done() and not task.cancelled())
        report = {**self.did, "answers": self.statuses, "core": round(share, 2), "failed": failed}
        print(encode(report).decode(), flush=True)
        os._exit(0)


async def held_back() -> None:
    """Stand still for as long as we have had more than our part of a core."""
    wall, cpu = time.monotonic(), time.process_time()
    while True:
        await asyncio.sleep(TICK_S)
        over = (time.process_time() - cpu) / CORE - (time.monotonic() - wall)
        if over > 0:
            time.sleep(over)  # all of us, not this task alone
