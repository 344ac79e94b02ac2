"""Those who come to a house without playing much: who sign up, out and in again, and who read too slowly."""

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from septet.client import RefusedError
from tests.server.guests import PASSWORD, Acknowledged, Guest, stubborn

SEATS = [{"who": "me"}, {"who": "anyone"}]


class Visitor:
    """A guest makes a table, becomes an account, signs out, is another guest, and takes that one's table along."""

    def __init__(self, server: str, rng: random.Random, kept: Acknowledged, pause_s: float = 0.3) -> None:
        self.server = server
        self.rng = rng
        self.kept = kept
        self.pause_s = pause_s
        self.lives = 0

    async def live(self) -> None:
        while True:
            guest = await self._come()
            await self._make(guest, guest.id)
            await self._pause()
            name = f"V {guest.id[-12:]}"
            await guest.sign_up(name)
            await self._pause()
            await self._sign_out(guest)
            other = await self._come()
            table = await self._make(other, other.id)
            await self._pause()
            del self.kept.tables[table]  # whose it is while the answer is under way, nobody knows
            await self._sign_in(other, name)
            self.kept.tables[table] = guest.id
            self.lives += 1
            await self._pause()

    async def _pause(self) -> None:
        await asyncio.sleep(self.rng.uniform(0, self.pause_s))

    async def _come(self) -> Guest:
        found: Guest = await stubborn(lambda: asyncio.to_thread(Guest, self.server, self.kept))
        return found

    async def _make(self, guest: Guest, owner: str) -> str:
        made = await stubborn(lambda: guest.http("POST", "/api/tables", {"game": "sep", "seats": SEATS}))
        self.kept.tables[made["id"]] = owner
        return str(made["id"])

    async def _sign_out(self, guest: Guest) -> None:
        cookie = guest.cookie
        await stubborn(lambda: guest.http("DELETE", "/api/session"))
        self.kept.ended.append(cookie)

    async def _sign_in(self, guest: Guest, name: str) -> None:
        await stubborn(lambda: guest.http("POST", "/api/session", {"name": name, "password": PASSWORD}))


class SlowReader:
    """Looks on where others play, and reads one message where they make many moves; misses none all the same."""

    def __init__(self, server: str, rng: random.Random, where: Callable[[], str | None]) -> None:
        self.server = server
        self.rng = rng
        self.where = where
        self.read = 0

    async def look_on(self) -> None:
        address = self.server.replace("http", "ws", 1) + "/ws"
        while True:
            with suppress(OSError, WebSocketException):
                async with connect(address, compression=None, max_queue=1, max_size=None, close_timeout=0.1) as socket:
                    try:
                        await self._look(socket)
                    finally:
                        socket.transport.abort()  # who is told to go while they close politely leaves no open socket
            await asyncio.sleep(0.1)

    async def _look(self, socket: ClientConnection) -> None:
        table, n = self.where(), 0
        await socket.send(msgspec.json.encode({"type": "watch", "id": "look", "table": table}).decode())
        while self.where() == table or self.rng.random() < 0.8:
            message = msgspec.json.decode(await socket.recv())
            if message["type"] == "event":
                assert message["n"] == n + 1, "numbers come without gap or repeat, also to those who read slowly"
            if message["type"] in ("table", "event"):
                n = message["n"]
                self.read += 1
            await asyncio.sleep(self.rng.uniform(0, 0.2))


def forgotten(server: str, kept: Acknowledged) -> list[str]:
    """What the house no longer knows of the people it has acknowledged: their accounts, and who has signed out."""
    found, guest = [], Guest(server)
    for name, user in kept.accounts.items():
        guest.cookie = ""
        try:
            known = guest._http("POST", "/api/session", {"name": name, "password": PASSWORD})["id"]
        except RefusedError as refused:
            known = refused.code
        if known != user:
            found.append(f"the account {name} of {user} is {known}")
    for cookie in kept.ended:
        guest.cookie = cookie
        with suppress(RefusedError):
            found.append(f"signed out, and still {guest._http('GET', '/api/me', None)['id']}")
    return found
