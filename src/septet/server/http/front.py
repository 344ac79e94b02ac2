"""Requests on their way in: whose they are, whether it is their turn, and what they hear if it is not."""

import asyncio
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import msgspec
from litestar import Litestar, Request

from septet.i18n import words
from septet.server.gate.shares import LONGEST_S, Shares, Turned
from septet.server.gate.turns import Full
from septet.server.http.answers import Problem
from septet.server.http.asking import language, same_origin
from septet.server.http.pages import GUARDS, Head, Pages
from septet.server.http.study import BODY, PATHS
from septet.server.live.node import Node
from septet.server.people.people import People
from septet.server.people.sessions import COOKIE, bearer, token_hash

GUARDED = [(name.encode(), value.encode()) for name, value in {**GUARDS, "cache-control": "no-store"}.items()]
BUSY_S = 2
PAGES = "pages"


class Front:
    """Lets requests in, each address in its turn."""

    def __init__(self, node: Node, shares: Shares, people: People, http: Litestar, head: Head) -> None:
        self.node = node
        self.shares = shares
        self.people = people
        self.http = http
        self.pages = Pages(head=head)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        address, kind = self.shares.seen(scope), PAGES
        try:
            if self.pages.takes(scope):
                self.shares.page(address)
                await self.pages(scope, send)
                return
            headers = headers_of(scope)
            person = self._person(headers)
            kind = str(person is not None)
            self.shares.ask(address, person)
            studies = scope["path"] in PATHS
            if studies:
                self.shares.study(address, person)
            name = scope["septet.name"] = self.shares.name(address, person is not None)
            if (rest := self.shares.rest(name)) > LONGEST_S:
                raise Turned("busy", rest)
            await asyncio.sleep(rest)
            if scope["method"] not in ("GET", "HEAD", "OPTIONS") and not own_origin(headers):
                await say_no(scope, send, 403, "wrong_origin")
                return
            most = BODY if studies else self.shares.limits.message_bytes
            await self._in_turn(f"{address} {person is not None}", scope, await whole(receive, most), send)
        except Turned as turned:
            self.node.metrics.not_served.labels(turned.code).inc()
            self.node.sparing.warn("limit_hit", turned.code, limit=turned.code, address=address)
            self.shares.patience.take(f"{address} {kind}", time.monotonic())
            await say_no(scope, send, 429, turned.code, seconds=turned.seconds)

    def had_enough(self, address: str, headers: Mapping[str, str] | None) -> float:
        """Of whom we have refused so much that the rest is not heard at all: for how long.

        Strangers at an address, those with a session, and whoever asks for pages (without headers) each count apart.
        """
        now, patience = time.monotonic(), self.shares.patience
        if headers is None:
            return patience.wait(f"{address} {PAGES}", now)
        waits = patience.wait(f"{address} {False}", now), patience.wait(f"{address} {True}", now)
        return waits[self._person(headers) is not None] if any(waits) else 0.0  # who it is, only if it matters

    async def _in_turn(self, name: str, scope: Any, heard: Any, send: Any) -> None:
        """Whoever is slow to speak or to listen keeps nobody from their turn meanwhile."""
        turns = self.shares.turns
        if heard is None:
            return  # gone in the middle of a word
        try:
            await turns.take(name)
        except Full:
            raise Turned("busy", BUSY_S) from None
        ours = [name]

        async def told(message: Any) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], *GUARDED]}
            elif ours:
                turns.give(ours.pop())
            await send(message)

        try:
            await self.http(scope, heard, told)
        finally:
            if ours:
                turns.give(name)

    def _person(self, headers: Mapping[str, str]) -> str | None:
        """Who says to be asking, if that is signed by us; whether the session still stands is seen later."""
        token = bearer(headers.get("authorization", ""))
        if token is not None:
            sha256 = token_hash(token)
            return sha256 if sha256 in self.people.noted else None  # a token that was good within the hour
        cookie = cookies_of(headers).get(COOKIE)
        session = self.people.signer.read(cookie) if cookie else None
        return session.user if session else None


async def whole(receive: Any, most: int) -> Any:
    """Wait for the body of a request, as far as it may be; what is given is received again. None if it never comes."""
    messages, size = [], 0
    while size <= most:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        messages.append(message)
        size += len(message.get("body", b""))
        if not message.get("more_body"):
            break
    messages.reverse()

    async def again() -> Any:
        return messages.pop() if messages else await receive()

    return again


async def say_no(scope: Any, send: Any, status: int, code: str, **facts: Any) -> None:
    """A refusal before anything else is done; it costs us as little as it can."""
    request: Request[Any, Any, Any] = Request(scope)
    body = msgspec.json.encode(Problem(code, words(language(request))(f"table.{code}", **facts), facts))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *GUARDED]
    if "seconds" in facts:
        headers += [(b"retry-after", str(facts["seconds"]).encode()), (b"connection", b"close")]
    with suppress(OSError):
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})


def headers_of(scope: Any) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


def cookies_of(headers: Mapping[str, str]) -> dict[str, str]:
    return dict(part.strip().split("=", 1) for part in headers.get("cookie", "").split(";") if "=" in part)


def own_origin(headers: dict[str, str]) -> bool:
    return same_origin(headers, headers.get("host", ""))
