"""A crowd that plays random games on real servers, and remembers every move that it was told is made."""

import asyncio
import os
import random
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import msgspec

import septet
from septet.client import Client, NotConnected, RefusedError, TableClient
from septet.games.log import read, write
from septet.server.store import queries, schema
from septet.server.store.store import Store
from septet.server.tables.events import Played
from septet.server.tables.room import Room
from tests.server.services import free_port

SOURCE = str(Path(septet.__file__).parent.parent)
PLENTY = [word for name in ("messages", "tables", "guests") for word in ("--limit", f"{name}=1000000")]


class Node:
    """A server in a process of its own, that can be killed and started again on the same port."""

    def __init__(self, folder: Path, *options: str, workers: int = 0, **environ: str) -> None:
        self.folder = folder
        self.port = free_port()
        own = ["--port", str(self.port), "--data", str(folder), "--workers", str(workers), "--log-format", "json"]
        self.command = [sys.executable, "-m", "septet", "serve", *own, *PLENTY, *options]
        self.environ = {**os.environ, "PYTHONPATH": SOURCE, **environ}
        self.process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self.begin()
        self.ready()

    def begin(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / "log.txt").open("a") as log:
            self.process = subprocess.Popen(
                self.command, stdout=subprocess.PIPE, stderr=log, text=True, env=self.environ
            )

    def ready(self) -> None:
        assert self.process
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert str(self.port) in line, self.log()[-2_000:]

    def kill(self) -> None:
        self.end(signal.SIGKILL)

    def end(self, how: int = signal.SIGTERM) -> int | None:
        if self.process is None:
            return None
        self.process.send_signal(how)
        with self.process:  # closes the pipe, and waits
            pass
        code, self.process = self.process.returncode, None
        return code

    def log(self) -> str:
        return (self.folder / "log.txt").read_text()


@contextmanager
def node(folder: Path, *options: str, workers: int = 0, **environ: str) -> Iterator[Node]:
    made = Node(folder, *options, workers=workers, **environ)
    made.start()
    try:
        yield made
    finally:
        made.end(signal.SIGKILL)


class Guest(Client):
    """A guest of the house, known by a cookie on all its servers."""

    def __init__(self, server: str) -> None:
        super().__init__(server, None)
        with urlopen(Request(f"{server}/api/guest", b"", method="POST"), timeout=30) as answer:
            self.cookie = answer.headers["set-cookie"].partition(";")[0]
            self.id: str = msgspec.json.decode(answer.read())["id"]
        self.running: asyncio.Task[None] | None = None

    def _headers(self) -> dict[str, str]:
        return {"cookie": self.cookie}

    def _http(self, method: str, path: str, body: Any) -> Any:
        headers = {"content-type": "application/json", "cookie": self.cookie}
        with urlopen(Request(self.server + path, msgspec.json.encode(body), headers, method=method)) as answer:
            return msgspec.json.decode(answer.read())

    async def come(self) -> None:
        self.running = asyncio.create_task(self.run())
        await self.connected.wait()

    async def go(self) -> None:
        self.closing = True
        assert self.running
        self.running.cancel()
        with suppress(asyncio.CancelledError):
            await self.running

    def move_to(self, server: str) -> None:
        """From the next connection on, another server."""
        self.server = server


class Said(msgspec.Struct, frozen=True):
    """A move that a player was told is made."""

    table: str
    n: int
    seat: int
    move: Any


class Pair:
    """Two guests who play one random game of SEP after the other."""

    def __init__(self, one: Guest, other: Guest, rng: random.Random, said: list[Said]) -> None:
        self.guests = (one, other)
        self.rng = rng
        self.said = said
        self.tables: list[str] = []
        self.moves = 0
        self.games = 0
        self.refused = 0

    async def play(self) -> None:
        for guest in self.guests:
            await guest.come()
        while True:
            await self.game()
            self.games += 1

    async def game(self) -> None:
        host, other = self.guests
        table = await stubborn(lambda: host.make("sep", [{"who": "me"}, {"who": "anyone"}]))
        self.tables.append(table.id)
        await other.ask("sit", table=table.id)
        theirs = await other.watch(table.id)
        await asyncio.gather(self._side(table), self._side(theirs))

    async def _side(self, table: TableClient) -> None:
        while not table.outcome:
            table.changed.clear()
            moment = table.moment
            if moment and table.seat in moment["to_move"] and moment["offers"]:
                await self._move(table, self.rng.choice(moment["offers"]))
            else:
                await table.changed.wait()

    async def _move(self, table: TableClient, move: Any) -> None:
        try:
            n = await table.play(move)
        except RefusedError as refused:
            assert refused.code in ("cannot_write", "stopping"), refused.answer
            self.refused += 1
            await asyncio.sleep(0.05)
            return
        assert table.seat is not None
        self.said.append(Said(table.id, n, table.seat, move))
        self.moves += 1
        while table.n is None or table.n < n:
            table.changed.clear()
            await table.changed.wait()

    async def stop(self) -> None:
        for guest in self.guests:
            await guest.go()


async def stubborn(ask: Any) -> Any:
    """Ask over HTTP until the server is there to answer."""
    while True:
        try:
            return await ask()
        except (NotConnected, HTTPException, OSError, msgspec.DecodeError):
            await asyncio.sleep(0.05)


class Crowd:
    """Pairs that play at once; if one of them fails the crowd fails."""

    def __init__(self, servers: list[str], pairs: int, seed: str) -> None:
        self.said: list[Said] = []
        rng = random.Random(seed)
        self.pairs = [
            Pair(Guest(servers[k % len(servers)]), Guest(servers[(k + 1) % len(servers)]), rng, self.said)
            for k in range(pairs)
        ]
        self.tasks: list[asyncio.Task[None]] = []

    def begin(self) -> None:
        self.tasks = [asyncio.create_task(pair.play()) for pair in self.pairs]

    def check(self) -> None:
        for task in self.tasks:
            if task.done():
                task.result()
        for pair in self.pairs:
            for guest in pair.guests:
                if guest.running and guest.running.done():
                    guest.running.result()

    async def until_all_move(self) -> None:
        """Every pair has made another move."""
        before = [pair.moves for pair in self.pairs]
        async with asyncio.timeout(60):
            while any(pair.moves <= then for pair, then in zip(self.pairs, before, strict=True)):
                self.check()
                await asyncio.sleep(0.02)

    async def until_all_are_there(self, there: bool = True) -> None:
        """Every guest has a connection, or none has."""
        async with asyncio.timeout(60):
            while any((guest.socket is not None) != there for pair in self.pairs for guest in pair.guests):
                self.check()
                await asyncio.sleep(0.02)

    async def stop(self) -> None:
        self.check()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for pair in self.pairs:
            await pair.stop()


class Found(msgspec.Struct):
    """What a database holds after all that."""

    tables: int
    games: int
    moves: int
    acknowledged: int
    lost: int
    doubled: int
    holes: int


async def examine(store: Store, said: list[Said]) -> Found:
    """Read every log, replay it, verify the record of every game, and look for each move that was acknowledged."""
    await store.open()
    found = Found(0, 0, 0, len(said), 0, 0, 0)
    played: dict[tuple[str, int], Played] = {}
    for table in await store.read(all_tables):
        about = await store.read(queries.find_table, table)
        assert about
        room = Room(table, about.setup, about.seed)
        rows = await store.rows(table)
        found.holes += [row.n for row in rows] != list(range(1, len(rows) + 1))
        twice = Counter((row.user, row.message) for row in rows if row.message)
        found.doubled += sum(times - 1 for times in twice.values())
        for row in rows:
            event = room.read(row)
            room.fold(row, event)
            if isinstance(event, Played):
                played[table, row.n] = event
        found.tables += 1
        found.moves += room.moves
        if room.log:
            again = read(write(room.log))
            assert again.outcome == room.outcome
            found.games += room.outcome is not None
    for one in said:
        event_there = played.get((one.table, one.n))
        same = event_there and (event_there.seat, msgspec.to_builtins(event_there.move)) == (one.seat, one.move)
        found.lost += not same
    await store.close()
    return found


def all_tables(connection: Any) -> list[str]:
    return list(connection.execute(schema.tables.select()).scalars())


def in_thread(call: Any) -> Coroutine[Any, Any, Any]:
    return asyncio.to_thread(call)
