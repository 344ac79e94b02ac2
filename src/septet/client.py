"""A small client for programs: sit down at a table of any Septet server and play.

    async with connect("http://localhost:7777", token) as client:
        table = await client.make("sep", seats=[{"who": "me"}, {"who": "bot", "bot": "casual"}])
        async for moment in table.turns():
            await table.play(moment.offers[0])

Whatever is sent is sent again, under the same id, until it is answered; a broken connection is made anew and goes on
where it broke off.
"""

import asyncio
import itertools
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any
from urllib.parse import urlsplit, urlunsplit
from urllib.request import Request, urlopen

import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import ConnectionClosed, InvalidHandshake

AGAIN_S = (0.1, 0.5, 1.0, 2.0, 5.0)  # how long to wait before the next try to connect


class Refused(Exception):
    """The server says no: `code` and `words` say why."""

    def __init__(self, answer: dict[str, Any]) -> None:
        super().__init__(answer.get("words") or answer["code"])
        self.code: str = answer["code"]
        self.answer = answer


class NotConnected(Exception):
    """The server cannot be reached."""


class Client:
    """One connection to a server, kept up as long as it is open."""

    def __init__(self, server: str, token: str | None, lang: str = "en") -> None:
        self.server = server.rstrip("/")
        self.token = token
        self.lang = lang
        self.you: dict[str, Any] | None = None
        self.socket: ClientConnection | None = None
        self.numbers = itertools.count(1)
        self.prefix = secrets.token_hex(6)
        self.open: dict[str, tuple[bytes, asyncio.Future[dict[str, Any]]]] = {}
        self.tables: dict[str, TableClient] = {}
        self.others: list[Callable[[dict[str, Any]], None]] = []  # who wants to hear what is about no table we sit at
        self.connected = asyncio.Event()
        self.closing = False

    # HTTP

    async def http(self, method: str, path: str, body: Any = None) -> Any:
        """Ask the HTTP half; raises Refused."""
        return await asyncio.to_thread(self._http, method, path, body)

    def _http(self, method: str, path: str, body: Any) -> Any:
        headers = {"content-type": "application/json", "accept-language": self.lang}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        data = None if body is None else msgspec.json.encode(body)
        request = Request(self.server + path, data, headers, method=method)
        try:
            with urlopen(request, timeout=30) as answer:
                return msgspec.json.decode(answer.read() or b"null")
        except OSError as error:
            found = getattr(error, "read", None)
            if found is None:
                raise NotConnected(f"{self.server}: {error}") from error
            raise Refused(msgspec.json.decode(found())) from None

    async def make(self, game: str, seats: Sequence[dict[str, Any]], **more: Any) -> "TableClient":
        """A new table, and a seat at it if one is for `me`."""
        made = await self.http("POST", "/api/tables", {"game": game, "seats": list(seats), **more})
        return await self.watch(made["id"])

    # The socket

    async def watch(self, table: str) -> "TableClient":
        """Hear of a table from now on."""
        found = self.tables.setdefault(table, TableClient(self, table))
        try:
            await self.ask("watch", table=table, have=found.n)
        except Refused:
            del self.tables[table]
            raise
        return found

    async def ask(self, type: str, **fields: Any) -> dict[str, Any]:  # noqa: A002
        """Send a message, and wait for its answer; raises Refused."""
        message_id = f"{self.prefix}-{next(self.numbers)}"
        message = msgspec.json.encode({"type": type, "id": message_id, **fields})
        future: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self.open[message_id] = message, future
        try:
            if self.socket:
                with suppress(ConnectionClosed):
                    await self.socket.send(message.decode())
            answer = await future
        finally:
            del self.open[message_id]
        if answer["type"] == "refused":
            raise Refused(answer)
        return answer

    async def run(self) -> None:
        """Keep the connection up until the client is closed."""
        tries = 0
        while not self.closing:
            try:
                async with open_socket(self._address(), additional_headers=self._headers(), max_size=None) as socket:
                    tries = 0
                    await self._talk(socket)
            except (OSError, ConnectionClosed, InvalidHandshake) as error:
                if not self.connected.is_set() and tries >= len(AGAIN_S):
                    self._give_up(NotConnected(f"{self.server}: {error}"))
                    return
            finally:
                self.socket = None
            await asyncio.sleep(AGAIN_S[min(tries, len(AGAIN_S) - 1)])
            tries += 1

    async def _talk(self, socket: ClientConnection) -> None:
        self.you = msgspec.json.decode(await socket.recv())["you"]
        self.socket = socket
        for table in self.tables.values():  # go on where it broke off
            if table.n is not None:
                again = {
                    "type": "watch",
                    "id": f"{self.prefix}-r{next(self.numbers)}",
                    "table": table.id,
                    "have": table.n,
                }
                await socket.send(msgspec.json.encode(again).decode())
        for message, _ in tuple(self.open.values()):
            await socket.send(message.decode())
        self.connected.set()
        async for text in socket:
            self._heard(msgspec.json.decode(text))

    def _heard(self, message: dict[str, Any]) -> None:
        if "id" in message:
            found = self.open.get(message["id"])
            if found and not found[1].done():
                found[1].set_result(message)
            return
        table = self.tables.get(message.get("table", ""))
        if table:
            table.heard(message)
        for other in self.others:
            other(message)

    def _give_up(self, error: Exception) -> None:
        self.closing = True
        self.connected.set()
        for _, future in self.open.values():
            if not future.done():
                future.set_exception(error)
        for table in self.tables.values():
            table.changed.set()

    def _address(self) -> str:
        parts = urlsplit(self.server)
        scheme = "wss" if parts.scheme == "https" else "ws"
        return urlunsplit((scheme, parts.netloc, f"{parts.path}/ws", f"lang={self.lang}", ""))

    def _headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"} if self.token else {}


class TableClient:
    """A table as this client knows it: the latest number, the moment, and who sits where."""

    def __init__(self, client: Client, table: str) -> None:
        self.client = client
        self.id = table
        self.n: int | None = None
        self.about: dict[str, Any] = {}
        self.moment: dict[str, Any] | None = None
        self.events: list[dict[str, Any]] = []
        self.changed = asyncio.Event()

    def heard(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "table":
                self.about = message
                self.n, self.moment = message["n"], message["moment"]
            case "event":
                assert self.n is None or message["n"] == self.n + 1, "numbers come without gap or repeat"
                self.n = message["n"]
                self.moment = message["moment"] or self.moment
                self.events.append(message)
        self.changed.set()

    @property
    def seat(self) -> int | None:
        seat: int | None = self.about.get("seat")
        return seat

    @property
    def outcome(self) -> dict[str, Any] | None:
        return self.moment["outcome"] if self.moment else None

    async def turns(self) -> AsyncIterator[dict[str, Any]]:
        """Every moment at which this seat may move, until the game is over."""
        seen: int | None = None
        while not self.outcome and not self.client.closing:
            self.changed.clear()
            moment = self.moment
            if moment and self.n != seen and self.seat in moment["to_move"] and moment["offers"]:
                seen = self.n
                yield moment
                continue
            await self.changed.wait()

    async def play(self, move: dict[str, Any]) -> int:
        """Make a move on the table as it was last seen; its number."""
        rev = self.moment["rev"] if self.moment else None
        answer = await self.client.ask("play", table=self.id, move=move, rev=rev)
        number: int = answer["n"]
        return number

    async def would_score(self, move: dict[str, Any]) -> dict[str, Any]:
        """What a move would score, and why; raises Refused."""
        return await self.client.ask("ask", table=self.id, move=move)


@asynccontextmanager
async def connect(server: str, token: str | None = None, lang: str = "en") -> AsyncIterator[Client]:
    """A client of this server, closed at the end."""
    client = Client(server, token, lang)
    task = asyncio.create_task(client.run())
    try:
        await client.connected.wait()
        if client.closing:
            raise NotConnected(server)
        yield client
    finally:
        client.closing = True
        if client.socket:
            await client.socket.close()
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
