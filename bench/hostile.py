"""One hostile address against a house in which forty people play: `python bench/hostile.py [--seconds 60] [--proxy]`.

The people come from addresses of their own; half of them play against bots. First the house is quiet, then the hostile
one does all it can, held to half a core: thousands of sockets, half-sent requests, every route and every message as
fast as it goes. Everything stays on this machine: addresses are those of 127.0.0.0/8, or with `--proxy` forwarded ones.
"""

import argparse
import asyncio
import http.client
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
from load import Moment, Player, Tally
from server import Process
from websockets.asyncio.client import connect

HERE = Path(__file__).parent
CORE = 0.5  # of a core, for the hostile one
SILENT_S = 10.0
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


class Person(Player):
    """Plays game after game from an address of its own."""

    def __init__(self, place: Place, tally: Tally, pause: float) -> None:
        self.place = place
        super().__init__(place.server, tally, place.asked("POST", "/api/guest")[2], pause)
        self.moved_at: float | None = None  # against a bot: when it was its turn
        self.waits: list[float] = []

    async def open(self) -> None:
        headers = {"cookie": self.cookie, **self.place.headers}
        address = self.server.replace("http", "ws", 1) + "/ws"
        self.socket = await connect(
            address, additional_headers=headers, compression=None, max_queue=None, local_addr=self.place.local
        )
        await self.socket.recv()

    async def move(self, table: str, moment: Moment, host: bool) -> None:
        if (moment.offers or moment.outcome) and self.moved_at is not None:
            self.waits.append(time.perf_counter() - self.moved_at)
            self.moved_at = None
        await super().move(table, moment, host)
        if moment.offers:
            self.moved_at = time.perf_counter()


async def people(server: str, count: int, proxy: bool) -> None:
    """Sit down, say "ready"; for every line that comes, tell how it went since the one before."""
    tally = Tally()
    persons = [Person(Place(server, 10 + number, proxy), tally, 0.5) for number in range(count)]
    tasks, with_bots = [], persons[count // 2 :]
    for one in persons:
        await one.open()
    for host, guest in zip(persons[: count // 2 : 2], persons[1 : count // 2 : 2], strict=True):
        order = {"game": "sep", "seats": [{"who": "me"}, {"who": "anyone"}]}
        table = host.place.asked("POST", "/api/tables", host.cookie, order)[1]["id"]
        await guest.send("sit", table=table)
        tasks += [asyncio.create_task(host.play(table, host=True)), asyncio.create_task(guest.play(table, host=False))]
    for one in with_bots:
        order = {"game": "sep", "seats": [{"who": "me"}, {"who": "bot", "bot": "casual"}]}
        table = one.place.asked("POST", "/api/tables", one.cookie, order)[1]["id"]
        tasks.append(asyncio.create_task(one.play(table, host=True)))
    print("ready", flush=True)
    told = 0
    while line := await asyncio.to_thread(sys.stdin.readline):
        if line.strip():  # how is it since we were last asked?
            took, told = sorted(tally.took[told:]) or [0.0], len(tally.took)
            print(round(1_000 * took[len(took) // 2], 2), flush=True)
            continue
        now, told = time.perf_counter(), 0
        waits = [wait for one in with_bots for wait in one.waits]
        pending = [now - one.moved_at for one in with_bots if one.moved_at is not None]
        took = sorted(tally.took) or [0.0]
        report = {
            "moves": len(tally.took),
            "median_ms": round(1_000 * took[len(took) // 2], 2),
            "p99_ms": round(1_000 * took[int(0.99 * len(took))], 2),
            "bots_replied": len(waits),
            "bots_slowest_s": round(max([*waits, *pending], default=0.0), 2),
            "bots_silent": sum(wait > SILENT_S for wait in [*waits, *pending]),
            "refused": tally.refused,
            "broken": sum(task.done() for task in tasks),
        }
        tally.took.clear()
        for one in with_bots:
            one.waits.clear()
        print(encode(report).decode(), flush=True)


# The hostile one


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


class Part:
    """A process of ours that reports when it is nodded to."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, str(HERE / "hostile.py"), *arguments]
        # A session of its own: systems share their processors by session, and this one stands for another machine.
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
        )
        self.line()

    def line(self) -> str:
        assert self.process.stdout
        return self.process.stdout.readline()

    def nod(self, word: str = "") -> None:
        assert self.process.stdin
        self.process.stdin.write(word + "\n")
        self.process.stdin.flush()

    def median(self) -> float:
        self.nod("median")
        return float(self.line())

    def report(self) -> dict[str, Any]:
        self.nod()
        found: dict[str, Any] = decode(self.line())
        return found


def watched(playing: Part, seconds: float) -> list[dict[str, float]]:
    """Let it go on for so long, and look ten times how it goes, and how busy this machine is with everything."""
    found = []
    for _ in range(10):
        time.sleep(seconds / 10)
        found.append({"median_ms": playing.median(), "load": round(os.getloadavg()[0], 1)})
    return found


def measure(seconds: float, quiet: float, count: int, proxy: bool, limits: list[str]) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        with log.open("wb") as errors:
            where = ["--port", "0", "--workers", "1", "--data", folder, "--lang", "en"]
            forwarded = ["--proxy", "127.0.0.1"] if proxy else []
            forwarded += [part for limit in limits for part in ("--limit", limit)]
            server = Process([sys.executable, "-m", "septet", "serve", *where, *forwarded], stderr=errors)
            playing = Part("--people", str(count), "--at", server.address, *(["--proxy"] if proxy else []))
            attack = Part("--hostile", "--at", server.address, *(["--proxy"] if proxy else []))
            try:
                time.sleep(5)
                playing.report()
                time.sleep(quiet)
                before = playing.report()
                memory = [server.memory()]
                attack.nod()
                used = server.cpu()
                by_part = watched(playing, seconds)
                during = playing.report()
                used = (server.cpu() - used) / seconds
                memory.append(server.memory())
                did = attack.report()
                time.sleep(5)
                playing.report()
                time.sleep(quiet)
                after = playing.report()
            finally:
                for part in (playing, attack):
                    part.process.kill()
                    part.process.wait()
                memory.append(server.memory())
                server.stop()
        said = log.read_text(errors="replace")
    return {
        "quiet": before,
        "attacked": during,
        "attacked_by_part": by_part,
        "quiet_again": after,
        "times_slower": round(2 * during["median_ms"] / max(0.001, before["median_ms"] + after["median_ms"]), 2),
        "hostile": did,
        "server": {"core": round(used, 2), "memory_mb": [round(one / 1e6) for one in memory]},
        "load": os.getloadavg()[0],
        "faults_in_log": len(re.findall(r"request_failed|task_failed|Traceback|Exception in ASGI", said)),
        "limits_in_log": sorted(set(re.findall(r"limit=(\w+)", said))),
        "log": said[-2_000:] if "Traceback" in said else "",
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="600 for the whole thing")
    parser.add_argument("--quiet", type=float, default=20)
    parser.add_argument("--people", type=int, default=40)
    parser.add_argument("--proxy", action="store_true", help="forwarded IPv6 addresses")
    parser.add_argument("--limit", action="append", default=[], help="of the server, to see what it is good for")
    parser.add_argument("--hostile", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--at", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.at and args.hostile:
        asyncio.run(Hostile(args.at, args.proxy).run())
    elif args.at:
        asyncio.run(people(args.at, args.people, args.proxy))
    else:
        print(encode(measure(args.seconds, args.quiet, args.people, args.proxy, args.limit)).decode(), flush=True)


if __name__ == "__main__":
    main()
