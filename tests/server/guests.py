"""Guests of real servers, who remember all that they were told is done."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import msgspec

from septet import client
from septet.client import Client, NotConnected, RefusedError

PASSWORD = "correct horse battery"
NO_EVENT = ("watch", "unwatch", "ping", "here", "ask")  # what is answered, and stands in no log


class Told(msgspec.Struct, frozen=True):
    """Something at a table that somebody was told is done: the log has it under this number."""

    table: str
    n: int
    user: str
    message: str
    move: Any = None


class Acknowledged(msgspec.Struct):
    """All that the house has said is done, and that must therefore be so from then on."""

    told: list[Told] = []
    accounts: dict[str, str] = {}  # by name, whose it is
    ended: list[str] = []  # cookies of sessions that were signed out of
    tables: dict[str, str] = {}  # those that were made, and whose they are now


class Guest(Client):
    """Somebody in the house, known by a cookie on all its servers; remembers what was acknowledged."""

    def __init__(self, server: str, kept: Acknowledged | None = None) -> None:
        super().__init__(server, None)
        self.cookie = ""
        self.id: str = self._http("POST", "/api/guest", None)["id"]
        self.kept = kept or Acknowledged()
        self.running: asyncio.Task[None] | None = None

    def _headers(self) -> dict[str, str]:
        return {"cookie": self.cookie} if self.cookie else {}

    def _http(self, method: str, path: str, body: Any) -> Any:
        headers = {"content-type": "application/json", **self._headers()}
        data = None if method == "GET" else b"" if body is None else msgspec.json.encode(body)
        try:
            with urlopen(Request(self.server + path, data, headers, method=method), timeout=30) as answer:
                cookies = (one.partition(";")[0] for one in answer.headers.get_all("set-cookie") or ())
                kept = {**_pairs(self.cookie), **_pairs("; ".join(cookies))}
                self.cookie = "; ".join(f"{name}={value}" for name, value in kept.items())
                return msgspec.json.decode(answer.read() or b"null")
        except HTTPError as error:
            raise RefusedError(msgspec.json.decode(error.read())) from None
        except OSError as error:
            raise NotConnected(f"{self.server}: {error}") from error

    async def _asked(self, message_id: str, message: bytes) -> dict[str, Any]:
        answer = await super()._asked(message_id, message)
        asked = msgspec.json.decode(message)
        if answer["type"] == "done" and asked["type"] not in NO_EVENT:
            self.kept.told.append(Told(asked["table"], answer["n"], self.id, message_id, asked.get("move")))
        return answer

    async def come(self) -> None:
        self.closing = False
        self.running = asyncio.create_task(self.run())
        await self.connected.wait()

    async def go(self) -> None:
        """Be away; what was asked and not answered yet is asked again when they come back."""
        self.closing = True
        running, self.running = self.running, None
        if running:
            running.cancel()
            await asyncio.wait([running])  # which swallows no cancellation of our own

    async def leave(self) -> None:
        """Be away for good."""
        await self.go()
        beside = tuple(self.tasks)
        for task in beside:
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)

    async def sign_up(self, name: str) -> None:
        """Become an account; who was told nothing of it asks again, has one already, and signs in."""
        wanted = {"name": name, "password": PASSWORD}
        try:
            await stubborn(lambda: self.http("POST", "/api/account", wanted))
        except RefusedError as refused:
            assert refused.code in ("has_account", "name_taken"), refused.answer
            await stubborn(lambda: self.http("POST", "/api/session", wanted))
        self.kept.accounts[name] = self.id

    def move_to(self, server: str) -> None:
        """From the next connection on, another server."""
        self.server = server


def _pairs(cookies: str) -> dict[str, str]:
    return dict(one.split("=", 1) for one in cookies.split("; ") if "=" in one)


async def stubborn(ask: Any) -> Any:
    """Ask over HTTP until the server is there to answer."""
    while True:
        try:
            return await ask()
        except (NotConnected, HTTPException, OSError, msgspec.DecodeError):
            await asyncio.sleep(0.05)
        except RefusedError as refused:
            if refused.code not in ("cannot_write", "stopping"):
                raise
            await asyncio.sleep(0.05)


@contextmanager
def impatient() -> Iterator[None]:
    """Clients come back at once: it is the server's part of the waiting that is looked at."""
    usual, client.AGAIN_S = client.AGAIN_S, (0.05, 0.1, 0.1, 0.2, 0.2)
    try:
        yield
    finally:
        client.AGAIN_S = usual
