"""Players for bench/server.py, in a process of their own: they make random legal moves and play game after game."""

import asyncio
import random
import sys
import time
from typing import Any
from urllib.request import Request, urlopen

import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection, connect

decode, encode = msgspec.json.decode, msgspec.json.encode


class Moment(msgspec.Struct):
    rev: int
    offers: list[msgspec.Raw]
    outcome: Any = None


class Happening(msgspec.Struct):
    type: str
    table: str | None = None
    what: str | None = None


class Heard(msgspec.Struct):
    """As much of a message as a player needs here."""

    type: str
    table: str | None = None
    id: str | None = None
    moment: Moment | None = None
    event: Happening | None = None
    words: str | None = None


heard = msgspec.json.Decoder(Heard)


class Tally:
    """What all players have done together."""

    def __init__(self) -> None:
        self.sent = self.moves = self.games = self.refused = 0
        self.took: list[float] = []


def asked(server: str, path: str, cookie: str = "", body: Any = None) -> tuple[Any, str]:
    """A POST: its answer, and the cookie that came with it."""
    headers = {"content-type": "application/json", "cookie": cookie}
    data = b"" if body is None else encode(body)
    with urlopen(Request(server + path, data, headers, method="POST")) as answer:
        return decode(answer.read()), answer.headers.get("set-cookie", "").split(";")[0]


class Player:
    """A socket that plays game after game at a table of two."""

    def __init__(self, server: str, tally: Tally, cookie: str = "", pause: float = 0) -> None:
        self.server, self.tally, self.cookie, self.pause = server, tally, cookie, pause
        self.socket: ClientConnection
        self.sent_at: dict[str, float] = {}  # moves that are not answered yet
        self.acting: asyncio.Task[None] | None = None  # beside the reading, so that thinking holds nothing up

    async def open(self) -> None:
        address = self.server.replace("http", "ws", 1) + "/ws"
        headers = {"cookie": self.cookie} if self.cookie else {}
        self.socket = await connect(address, additional_headers=headers, compression=None, max_queue=None)
        await self.socket.recv()

    async def send(self, kind: str, **fields: Any) -> None:
        self.tally.sent += 1
        await self.socket.send(encode({"type": kind, "id": str(self.tally.sent), **fields}).decode())

    async def play(self, table: str, *, host: bool) -> None:
        """Play on and on; the host proposes the rematch, the guest agrees."""
        await self.send("watch", table=table)
        async for text in self.socket:
            message = heard.decode(text)
            if message.type == "done" and message.id in self.sent_at:
                self.tally.took.append(time.perf_counter() - self.sent_at.pop(message.id))
            elif message.type == "refused":
                self.tally.refused += 1
                print(message.words, file=sys.stderr)
            elif message.event and message.event.type == "proposed" and not host:
                await self.send("answer", table=table, what="again", yes=True)
            elif message.event and message.event.type == "again" and message.event.table:
                await self.send("unwatch", table=table)
                table = message.event.table
                await self.send("watch", table=table)
            if message.moment and message.table == table:
                self.acting = asyncio.create_task(self.move(table, message.moment, host))

    async def move(self, table: str, moment: Moment, host: bool) -> None:
        if moment.outcome:
            self.tally.games += host
            if host:
                await self.send("propose", table=table, what="again")
        elif moment.offers:
            if self.pause:
                await asyncio.sleep(random.uniform(0.5, 1.5) * self.pause)
            self.tally.moves += 1
            self.sent_at[str(self.tally.sent + 1)] = time.perf_counter()
            await self.send("play", table=table, move=random.choice(moment.offers), rev=moment.rev)


async def main(server: str, tables: int, seconds: float, pause: float, idle: int) -> None:
    """Sit down, say "ready", wait for a line, play for so long, and report."""
    tally = Tally()
    people = [Player(server, tally, asked(server, "/api/guest")[1], pause) for _ in range(2 * tables)]
    lines = [Player(server, tally) for _ in range(idle)]
    for start in range(0, len(people) + idle, 50):
        await asyncio.gather(*(one.open() for one in (people + lines)[start : start + 50]))
    tasks = []
    for host, guest in zip(people[::2], people[1::2], strict=True):
        order = {"game": "sep", "seats": [{"who": "me"}, {"who": "anyone"}]}
        table = asked(server, "/api/tables", host.cookie, order)[0]["id"]
        await guest.send("sit", table=table)
        tasks += [asyncio.create_task(host.play(table, host=True)), asyncio.create_task(guest.play(table, host=False))]
        await asyncio.sleep(0)
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    moves, games, tally.took = tally.moves, tally.games, []
    began = time.perf_counter()
    await asyncio.sleep(seconds)
    failed = [task for task in tasks if task.done()]
    took = sorted(tally.took) or [0.0]
    report = {
        "seconds": time.perf_counter() - began,
        "moves": tally.moves - moves,
        "games": tally.games - games,
        "refused": tally.refused,
        "broken": len(failed),
        "p50_ms": 1_000 * took[len(took) // 2],
        "p99_ms": 1_000 * took[int(0.99 * len(took))],
    }
    print(encode(report).decode(), flush=True)
    await asyncio.to_thread(sys.stdin.readline)


if __name__ == "__main__":
    where, *numbers = sys.argv[1:]
    count, length, rest, listeners = map(float, numbers)
    uvloop.run(main(where, int(count), length, rest, int(listeners)))
