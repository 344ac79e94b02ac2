"""A small client for programs: sit down at a table of any Septet server and play::

    async with connect("http://localhost:7777", token) as client:
        table = await client.make("sep", seats=[{"who": "me"}, {"who": "bot", "bot": "random"}])
        async for moment in table.turns():
            await table.play(moment["offers"][0])

Whatever is sent is sent again, under the same id, until it is answered; a broken connection is made anew and goes on
where it broke off. Who is too fast for the server waits as long as it says, and keeps that distance from then on.
A seat that is taken with `make`, `sit` or `again` adds a number to the deal, so that nobody can choose it; whether all
was as promised, `deal_was_fair` says when the game is over.
"""

import asyncio
import itertools
import re
import secrets
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit, urlunsplit
from urllib.request import Request, urlopen

import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from septet.fair import OwnNumber

AGAIN_S = (0.1, 0.5, 1.0, 2.0, 5.0)  # how long to wait before the next try to connect
PATIENCE_S = 60.0  # who is told to wait longer than this is refused
ENDED, TRY_LATER = 4001, 1013  # the session is over; come back later


class RefusedError(Exception):
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
        self.own: dict[str, OwnNumber] = {}  # what we add to the deal of a table
        self.others: list[Callable[[dict[str, Any]], None]] = []  # who wants to hear what is about no table we sit at
        self.gaps: dict[str, float] = {}  # seconds between two messages of a kind, once the server has asked for it
        self.next_at: dict[str, float] = {}
        self.connected = asyncio.Event()
        self.closing = False
        self.tasks: set[asyncio.Task[None]] = set()
        self.why: Exception | None = None  # it closed by itself

    # HTTP

    async def http(self, method: str, path: str, body: Any = None) -> Any:
        """Ask the HTTP half; raises RefusedError."""
        while True:
            try:
                return await asyncio.to_thread(self._http, method, path, body)
            except RefusedError as refusal:
                await asyncio.sleep(_seconds_to_wait(refusal))

    def _http(self, method: str, path: str, body: Any) -> Any:
        headers = {"content-type": "application/json", "accept-language": self.lang}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        data = None if body is None else msgspec.json.encode(body)
        request = Request(self.server + path, data, headers, method=method)
        try:
            with urlopen(request, timeout=30) as answer:
                return msgspec.json.decode(answer.read() or b"null")
        except HTTPError as error:
            raise RefusedError(msgspec.json.decode(error.read())) from None
        except OSError as error:
            raise NotConnected(f"{self.server}: {error}") from error

    async def make(self, game: str, seats: Sequence[dict[str, Any]], **more: Any) -> "TableClient":
        """A new table, and a seat at it if one is for `me`; dealt already, if no other person is to come."""
        number = OwnNumber()
        wish = {"game": game, "seats": list(seats), "pledge": number.pledge(), **more}
        made = await self.http("POST", "/api/tables", wish)
        self.own[made["id"]] = number
        return await self.watch(made["id"])

    # The socket

    async def watch(self, table: str) -> "TableClient":
        """Hear of a table from now on."""
        found = self.tables.setdefault(table, TableClient(self, table))
        try:
            await self.ask("watch", table=table, have=found.n)
        except RefusedError:
            del self.tables[table]
            raise
        while found.only_we_are_asked() and not self.closing:
            found.changed.clear()
            await found.changed.wait()
        return found

    def beside(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def ask(self, type: str, **fields: Any) -> dict[str, Any]:  # noqa: A002
        """Send a message, and wait for its answer; raises RefusedError."""
        message_id = f"{self.prefix}-{next(self.numbers)}"
        message = msgspec.json.encode({"type": type, "id": message_id, **fields})
        kind = type if type == "say" else ""  # remarks have a limit of their own
        while True:
            await self._keep_distance(kind)
            answer = await self._asked(message_id, message)
            if answer["type"] != "refused":
                return answer
            told = _seconds_to_wait(RefusedError(answer))
            self.gaps[kind] = max(told, self.gaps.get(kind, 0.0))
            self.next_at[kind] = max(asyncio.get_running_loop().time() + told, self.next_at.get(kind, 0.0))

    async def _keep_distance(self, kind: str) -> None:
        """Wait until the next message of this kind may be sent; those that wait stand in line."""
        if gap := self.gaps.get(kind):
            now = asyncio.get_running_loop().time()
            mine = max(now, self.next_at.get(kind, now))
            self.next_at[kind] = mine + gap
            await asyncio.sleep(mine - now)

    async def _asked(self, message_id: str, message: bytes) -> dict[str, Any]:
        if self.why:
            raise self.why
        future: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self.open[message_id] = message, future
        try:
            if self.socket:
                with suppress(ConnectionClosed):
                    await self.socket.send(message.decode())
            return await future
        finally:
            del self.open[message_id]

    async def run(self) -> None:
        """Keep the connection up until the client is closed."""
        tries = 0
        while not self.closing:
            wait = AGAIN_S[min(tries, len(AGAIN_S) - 1)]
            try:
                async with open_socket(self._address(), additional_headers=self._headers(), max_size=None) as socket:
                    tries = 0
                    await self._talk(socket)
            except (OSError, ConnectionClosed, InvalidHandshake) as error:
                if isinstance(error, ConnectionClosed) and error.rcvd and error.rcvd.code == ENDED:
                    self._give_up(RefusedError({"code": "no_session", "words": "The token or session is not valid."}))
                    return
                if not self.connected.is_set() and tries >= len(AGAIN_S):
                    self._give_up(NotConnected(f"{self.server}: {error}"))
                    return
                wait = max(wait, _told_to_wait(error))
            finally:
                if self.socket:
                    self.socket.transport.abort()  # whoever is cancelled while they close politely leaves nothing open
                self.socket = None
            await asyncio.sleep(wait)
            tries += 1

    async def _talk(self, socket: ClientConnection) -> None:
        self.you = msgspec.json.decode(await socket.recv())["you"]
        self.socket = socket
        for table in self.tables.values():  # go on where it broke off
            if table.n is not None:
                message_id = f"{self.prefix}-r{next(self.numbers)}"
                again = {"type": "watch", "id": message_id, "table": table.id, "have": table.n}
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
        self.closing, self.why = True, error
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


def _seconds_to_wait(refusal: RefusedError) -> float:
    """How long somebody who was too fast has to wait; whatever else was refused stays refused."""
    seconds = (refusal.answer.get("facts") or {}).get("seconds")
    if refusal.code != "too_fast" or not isinstance(seconds, int | float) or not 0 < seconds <= PATIENCE_S:
        raise refusal
    return float(seconds)


def _told_to_wait(error: Exception) -> float:
    """The seconds after which a server that is full or away wants us back, if it says so."""
    told = ""
    if isinstance(error, ConnectionClosed) and error.rcvd and error.rcvd.code == TRY_LATER:
        told = error.rcvd.reason
    elif isinstance(error, InvalidStatus):
        told = error.response.headers.get("retry-after", "")
    found = re.search(r"\d+(\.\d+)?", told)
    return min(float(found[0]), PATIENCE_S) if found else 0.0


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
        self.at = 0  # table time in milliseconds, as of the last event
        self.seen: int | None = None  # the number that a turn was last given for
        self.seat: int | None = None
        self.deal: dict[str, Any] | None = None
        self.next_number = OwnNumber()  # what we add to that of a rematch

    def heard(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "table":
                self.about, self.seat = message, message["seat"]
                self.n, self.moment = message["n"], message["moment"]
            case "event":
                assert self.n is None or message["n"] == self.n + 1, "numbers come without gap or repeat"
                self.n, self.at = message["n"], message["at"]
                self.moment = message["moment"] or self.moment
                self.events.append(message)
                self._move_seat(message["event"])
                if message["event"]["type"] == "again":
                    self.client.own[message["event"]["table"]] = self.next_number
        self.deal = message.get("deal") or self.deal
        if self.deal and self.seat is not None and (answer := self.number.answer(self.deal, self.seat)):
            self.client.beside(self._add(answer.pop("type"), **answer))
        self.changed.set()

    def _move_seat(self, event: dict[str, Any]) -> None:
        match event["type"]:
            case "sat" if self.client.you and event.get("user") == self.client.you["id"]:
                self.seat = event["seat"]
            case "stood" if event["seat"] == self.seat:
                self.seat = None
            case "started" if self.seat is not None:
                self.seat = event["seats"].index(self.seat)

    # A deal that nobody chooses

    @property
    def number(self) -> OwnNumber:
        return self.client.own.setdefault(self.id, OwnNumber())

    def only_we_are_asked(self) -> bool:
        """Will the cards be dealt as soon as our own number is there?"""
        deal = self.deal
        return bool(deal and deal["seats"] and self.seat is not None and {*deal["awaited"]} <= {self.seat})

    async def _add(self, kind: str, **what: str) -> None:
        while True:
            try:
                await self.client.ask(kind, table=self.id, **what)
            except RefusedError as refusal:
                if refusal.code in ("cannot_write", "stopping"):  # not now: then again, or the seat would be given up
                    await asyncio.sleep(AGAIN_S[0])
                    continue
            return  # or somebody has given up the seat, and we are asked anew

    async def sit(self, seat: int | None = None) -> None:
        """Take a free seat, with a number for the deal."""
        await self.client.ask("sit", table=self.id, seat=seat, pledge=self.number.pledge())

    async def again(self) -> "TableClient":
        """Propose a rematch, or agree to one; its table, as soon as everybody has."""
        await self.client.ask("propose", table=self.id, what="again", pledge=self.next_number.pledge())
        while not (found := [one["event"]["table"] for one in self.events if one["event"]["type"] == "again"]):
            self.changed.clear()
            await self.changed.wait()
        return await self.client.watch(found[0])

    def deal_was_fair(self) -> bool:
        """Was the deal of this game, which is over, what was promised before, with our own number in it?"""
        if self.seat is None or not self.deal or not self.moment:
            return False
        return self.number.was_in(self.seat, self.about["commitment"], self.deal, self.moment)

    @property
    def outcome(self) -> dict[str, Any] | None:
        return self.moment["outcome"] if self.moment else None

    async def turns(self) -> AsyncIterator[dict[str, Any]]:
        """Every moment at which this seat may move, until the game is over; again after a move that was refused."""
        while not self.outcome and not self.client.closing:
            self.changed.clear()
            moment = self.moment
            if moment and self.n != self.seen and self.seat in moment["to_move"] and moment["offers"]:
                self.seen = self.n
                yield moment
                continue
            await self.changed.wait()
        if self.client.why:
            raise self.client.why

    async def moments(self) -> AsyncIterator[dict[str, Any]]:
        """Every new moment of the game, whoever is to move, until it is over."""
        told: dict[str, Any] | None = None
        while not self.outcome and not self.client.closing:
            self.changed.clear()
            if self.moment and self.moment is not told:
                told = self.moment
                yield told
                continue
            await self.changed.wait()
        if self.client.why:
            raise self.client.why

    async def play(self, move: dict[str, Any]) -> int:
        """Make a move on the table as it was last seen; its number."""
        return await self.play_on(move, self.moment["rev"] if self.moment else None)

    async def play_on(self, move: dict[str, Any], rev: int | None) -> int:
        """Make a move that was meant for this revision of the table; its number."""
        try:
            answer = await self.client.ask("play", table=self.id, move=move, rev=rev)
        except RefusedError as refusal:
            if refusal.answer.get("n") == self.n:  # nothing has changed, so it is still this seat's turn
                self.seen = None
            raise
        number: int = answer["n"]
        return number

    async def would_score(self, move: dict[str, Any]) -> dict[str, Any]:
        """What a move would score, and why; raises RefusedError."""
        return await self.client.ask("ask", table=self.id, move=move)

    async def hint(self, degree: int = 1) -> dict[str, Any]:
        """Help with our move, where nobody else is a person: where to look, which card, which move and why."""
        return await self.client.ask("hint", table=self.id, degree=degree)


async def guest_token(server: str, label: str = "") -> str:
    """Be somebody new at this server: the token of a guest."""
    token: str = (await Client(server, None).http("POST", "/api/tokens", {"label": label}))["token"]
    return token


@asynccontextmanager
async def connect(server: str, token: str | None = None, lang: str = "en") -> AsyncIterator[Client]:
    """A client of this server, closed at the end."""
    client = Client(server, token, lang)
    task = asyncio.create_task(client.run())
    try:
        await client.connected.wait()
        if client.why:
            raise client.why
        yield client
    finally:
        client.closing = True
        if client.socket:
            await client.socket.close()
        for one in (task, *client.tasks):
            one.cancel()
        await asyncio.gather(task, *client.tasks, return_exceptions=True)
