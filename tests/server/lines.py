"""Sockets for tests: everything that comes in is kept, and checked for gaps and repeats."""

import asyncio
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from secrets import token_hex
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from tests.server.running import House

PATIENCE = 20.0


class Line:
    """One socket of somebody, and all that it has heard."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.name = token_hex(4)  # nobody's messages have the same id twice
        self.numbers = itertools.count(1)
        self.heard: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self.answers: dict[str, dict[str, Any]] = {}
        self.moments: dict[str, dict[str, Any]] = {}
        self.n: dict[str, int] = {}
        self.news = asyncio.Condition()
        self.over = False  # has it been closed?
        self.reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            async for text in self.socket:
                assert isinstance(text, str)
                message = msgspec.json.decode(text)
                self.raw.append(text)
                async with self.news:
                    self._note(message)
                    self.news.notify_all()
        finally:
            async with self.news:
                self.over = True
                self.news.notify_all()

    def _note(self, message: dict[str, Any]) -> None:
        self.heard.append(message)
        if "id" in message:
            assert message["id"] not in self.answers, f"{message['id']} was answered twice"
            self.answers[message["id"]] = message
        elif message["type"] in ("table", "event"):
            table, n = message["table"], message["n"]
            if message["type"] == "event":
                assert n == self.n[table] + 1, "numbers come without gap or repeat"
            self.n[table] = n
            if message["moment"]:
                self.moments[table] = message["moment"]

    async def hush(self) -> None:
        """Read no more; from now on the test does."""
        self.reading.cancel()
        await asyncio.wait([self.reading])

    async def until(self, what: Any) -> Any:
        """Wait until this is true of the line; what it says then."""
        async with asyncio.timeout(PATIENCE), self.news:
            await self.news.wait_for(lambda: what(self) or self.over)
        found = what(self)
        if not found:
            await self.reading
            raise ConnectionError("The socket was closed before that.")
        return found

    async def send(self, kind: str, **fields: Any) -> str:
        """Send a message without waiting for its answer."""
        id_ = fields.pop("id", None) or f"{self.name}-{next(self.numbers)}"
        await self.socket.send(msgspec.json.encode({"type": kind, "id": id_, **fields}).decode())
        return id_

    async def answer(self, id_: str) -> dict[str, Any]:
        found: dict[str, Any] = await self.until(lambda line: line.answers.get(id_))
        return found

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a message, and wait for its answer."""
        return await self.answer(await self.send(kind, **fields))

    async def play(self, table: str, move: dict[str, Any], **more: Any) -> dict[str, Any]:
        return await self.ask("play", table=table, move=move, rev=self.moments[table]["rev"], **more)

    async def at(self, table: str, n: int) -> None:
        """Wait until this line has heard of a number."""
        await self.until(lambda line: line.n.get(table, 0) >= n)

    def about(self, table: str) -> dict[str, Any]:
        """The last time that everything was told of a table."""
        return [one for one in self.heard if one["type"] == "table" and one["table"] == table][-1]

    def events(self, kind: str) -> list[dict[str, Any]]:
        return [one for one in self.heard if one["type"] == "event" and one["event"]["type"] == kind]


@asynccontextmanager
async def line(
    house: House, browser: httpx.Client | None = None, query: str = "", **headers: str
) -> AsyncIterator[Line]:
    """A socket of this browser, or of nobody; closed at the end."""
    if browser:
        headers["cookie"] = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    address = house.address.replace("http", "ws", 1) + "/ws" + query
    async with connect(address, additional_headers=headers, compression=None, max_size=None, close_timeout=1) as socket:
        made = Line(socket)
        await made.until(lambda one: one.heard)
        yield made
        made.reading.cancel()


def make(browser: httpx.Client, game: str, *seats: Any, **more: Any) -> str:
    """A new table; a seat is `me`, `anyone` or the name of a bot."""
    places = [{"who": seat} if seat in ("me", "anyone") else {"who": "bot", "bot": seat} for seat in seats]
    answer = browser.post("/api/tables", json={"game": game, "seats": places, **more})
    assert answer.status_code == 201, answer.text
    table: str = answer.json()["id"]
    return table
