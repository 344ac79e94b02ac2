"""The whole server as one ASGI application: sockets at /ws, everything else over HTTP."""

import asyncio
import math
import time
from contextlib import suppress
from pathlib import Path
from platform import python_version
from typing import Any

import msgspec
from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.config.response_cache import ResponseCacheConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components

from septet import __version__
from septet.bots.engine import COMPILES
from septet.games.errors import Refusal
from septet.i18n import LANGUAGES
from septet.server.cluster.bus import Alone, Bus
from septet.server.gate.effort import Tally, measured
from septet.server.gate.shares import Turned
from septet.server.hall.activity import Activity
from septet.server.hall.administering import Administering
from septet.server.hall.clearing import Clearing
from septet.server.hall.comparisons import Comparisons
from septet.server.hall.dailies import Dailies
from septet.server.hall.daily_pool import DailyPool
from septet.server.hall.drilling import Drilling
from septet.server.hall.hall import Hall
from septet.server.hall.looks import Looks
from septet.server.hall.puzzles import Puzzles
from septet.server.hall.reviews import Reviews
from septet.server.hall.same_deck import SameDeck
from septet.server.hall.sign_in import ENDED, SigningIn
from septet.server.http.answers import ABOUT, WAYS_IN
from septet.server.http.asking import broken, cannot_write, failed, refused, too_deep
from septet.server.http.atlas import AtlasRoutes
from septet.server.http.comparisons import STUDIO
from septet.server.http.daily import DailyRoutes
from septet.server.http.decks import Decks
from septet.server.http.drill import DrillRoutes
from septet.server.http.front import Front, cookies_of, headers_of, own_origin
from septet.server.http.keys import Keys
from septet.server.http.lessons import Lessons
from septet.server.http.looks import LOOK_ROUTES
from septet.server.http.making import make, make_from
from septet.server.http.matches import Matches
from septet.server.http.operations import document, health, message_schema, metrics, socket_document
from septet.server.http.people import PeopleRoutes
from septet.server.http.players import Players
from septet.server.http.previews import PREVIEWS, Previews
from septet.server.http.puzzles import PuzzleRoutes
from septet.server.http.reviews import REVIEWS
from septet.server.http.study import STUDY
from septet.server.http.tables import Tables
from septet.server.limits import Buckets, Limits, Spans
from septet.server.live.node import Node
from septet.server.metrics import Metrics
from septet.server.outbox import STOPPED, Connection
from septet.server.people.passkeys import Passkeys
from septet.server.people.people import People
from septet.server.people.sessions import COOKIE, Signer, bearer, secret_in, session_age, token_hash
from septet.server.socket import Socket
from septet.server.store import backup
from septet.server.store.migrations import revisions
from septet.server.store.sqlite import SqliteStore
from septet.server.store.store import CannotOpen, CannotWrite, Store
from septet.server.tables import wire
from septet.server.workers.studies import Studies

LAST_WORD_S = 1.0  # how long a socket that is closed by us may take to hear why
FAREWELL_S = 3.0
TRY_LATER = 1013
PRIVATE = "^/api/(me|account|guest|session|passkeys|tokens)(/|$)"
STOPPING_S = 5  # when to come back to a house that stops
TROUBLE_S = 2  # or to one whose database is away: nobody knows for how long, and it may be back at once


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What the host has chosen."""

    data: Path
    limits: Limits = Limits()
    spans: Spans = Spans()  # how long what is kept
    secret: str | None = None  # several servers of one house share it
    public_metrics: bool = False  # are they at the port of the pages too?
    studio: bool = False  # may people have rules compared here?


class Server:
    """Everything that lives as long as the process."""

    def __init__(self, settings: Settings, store: Store | None = None, bus: Bus | None = None) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.store = store or SqliteStore(settings.data / "septet.db")
        self.sockets: dict[Socket, asyncio.Task[Any]] = {}
        self.node = Node(self.store, bus or Alone(), settings.limits, self.metrics)
        self.hall = Hall(self.node, self.visitors)
        self.metrics.socket_limit.set(settings.limits.sockets)
        self.metrics.backup.set_function(self.newest_copy)
        self.metrics.live.set_function(lambda: len(self.hall.tables))
        self.metrics.kept.set_function(lambda: len(self.hall.leases.kept))
        self.decks = SameDeck(self.hall)
        self.shares = self.hall.shares
        self.signer = Signer(settings.secret or secret_in(settings.data), session_age(settings.spans.sessions))
        self.people = People(self.store, self.signer)
        self.studies = Studies()
        self.looks = Looks(self.node, self.decks, self.studies)
        self.reviews = Reviews(self.node, self.hall.errands, self.studies)
        self.comparisons = Comparisons(self.node, self.hall.errands, self.studies, is_open=settings.studio)
        self.daily_pool = DailyPool(self.hall)
        self.daily = Dailies(self.hall, self.daily_pool)
        self.puzzles = Puzzles(self.node, self.daily_pool)
        self.drill = Drilling(self.hall)
        self.studies.barred = self.hall.hints.barred = self.daily_pool.barred
        self.sign_in = SigningIn(self.hall, self.people, self.sockets, self.looks)
        self.administering = Administering(self.node, self.sockets, self.hall.leases.look_again)
        self.clearing = Clearing(self.hall, self.sign_in, self.sockets, settings.spans)
        self.activity = Activity(self.node, self.hall.presence)
        self.previews = Previews(self.hall)
        self.serves = False  # have the doors been open?
        self.http = self._litestar()
        self.front = Front(self.node, self.shares, self.people, self.http, self.previews.head)

    def newest_copy(self) -> float:
        """When the newest copy of the database was made, in seconds since 1970; of a PostgreSQL we do not know."""
        if self.store.shared:
            return math.nan
        copies = backup.kept(Path(self.store.where))
        return copies[-1].stat().st_mtime if copies else 0.0

    def visitors(self) -> int:
        """People who are connected to this process; whoever is nobody yet counts as well."""
        return len({socket.user or id(socket) for socket in self.sockets if not socket.worker})

    def _litestar(self) -> Litestar:
        limits = self.settings.limits
        state = State(
            {
                "hall": self.hall,
                "store": self.store,
                "decks": self.decks,
                "looks": self.looks,
                "reviews": self.reviews,
                "comparisons": self.comparisons,
                "daily": self.daily,
                "puzzles": self.puzzles,
                "drill": self.drill,
                "people": self.people,
                "server": self,
                "new_tables": Buckets(limits.tables, 100 * limits.tables),
                "new_guests": Buckets(limits.guests, 100 * limits.guests),
                "sign_ins": Buckets(limits.sign_ins, 500 * limits.sign_ins),
                "guesses": Buckets(limits.guesses, 100 * limits.guesses),
                "exports": Buckets(limits.exports, 100 * limits.exports),
                "studies": self.studies,
                "previews": self.previews,
                "sign_in": self.sign_in,
                "passkeys": Passkeys(self.people),
            }
        )
        shown = [metrics] if self.settings.public_metrics else []
        return Litestar(
            [
                Tables,
                Matches,
                PeopleRoutes,
                Keys,
                Players,
                Decks,
                *STUDY,
                *PREVIEWS,
                *LOOK_ROUTES,
                *REVIEWS,
                *STUDIO,
                AtlasRoutes,
                DailyRoutes,
                PuzzleRoutes,
                DrillRoutes,
                make,
                make_from,
                Lessons,
                health,
                document,
                socket_document,
                message_schema,
                *shown,
            ],
            state=state,
            openapi_config=OpenAPIConfig(
                "Septet",
                __version__,
                description=ABOUT,
                path="/api/openapi",
                render_plugins=[JsonRenderPlugin(path="/openapi.json")],
                use_handler_docstrings=True,
                components=Components(security_schemes=WAYS_IN),
                security=[{"session": []}, {"token": []}, {}],
            ),
            exception_handlers={
                Refusal: refused,
                CannotWrite: cannot_write,
                HTTPException: failed,
                RecursionError: too_deep,
                Exception: broken,
            },
            # Long answers are packed, such as the games and the rule books; nothing that may hold a secret is.
            compression_config=CompressionConfig("gzip", minimum_size=1_000, exclude=PRIVATE),
            request_max_body_size=limits.message_bytes,
            response_cache_config=ResponseCacheConfig(default_expiration=None),
            logging_config=None,
        )

    async def open(self) -> None:
        await self.store.open()
        if self.store.copied:
            self.node.tell("upgraded", schema=revisions()[0], backup=str(self.store.copied))
        try:
            await self.hall.open()
            await self.clearing.open()
            await self.administering.open()
            await self.daily_pool.open()
        except CannotWrite as error:
            await self.close()
            raise CannotOpen("database", path=self.store.where, why=error) from error
        except BaseException:
            await self.close()
            raise
        if not self.store.shared:
            self.node.scrub()  # what was deleted before a crash
        self.node.spawn(self.sign_in.guard())
        self.node.spawn(self.administering.guard())
        self.node.spawn(self.clearing.guard())
        if self.settings.limits.daily_ahead:
            self.node.spawn(self.daily_pool.guard())
        if self.store.shared:
            self.node.spawn(self.decks.guard())

    def begun(self, address: str, workers: int) -> None:
        """The doors are open: tell the log what runs here."""
        self.serves = True
        facts = {"database": self.store.where, "schema": revisions()[0], "tables": len(self.hall.tables)}
        lends = {"workers": workers, "searching_bots": COMPILES}
        self.node.tell("started", version=__version__, python=python_version(), address=address, **facts, **lends)

    async def farewell(self) -> None:
        """Take no new moves, tell everybody, answer what is under way, and close the sockets."""
        if self.serves and not self.hall.stopping:
            self.node.tell("stopping", sockets=len(self.sockets), tables=len(self.hall.tables))
        self.hall.stopping = True
        bye = msgspec.json.encode(wire.Bye("stopping", 5))
        for socket in tuple(self.sockets):
            socket.tell(bye)
        await asyncio.sleep(0.1 if self.sockets else 0)
        end = time.monotonic() + FAREWELL_S
        while not all(socket.waiting for socket in self.sockets) and time.monotonic() < end:
            await asyncio.sleep(0.02)  # moves that are being written are answered
        for socket in tuple(self.sockets):
            if socket.closing is None:
                socket.closing = STOPPED
                socket.wake()
        tasks = tuple(self.sockets.values())
        if tasks:
            await asyncio.wait(tasks, timeout=3)

    async def close(self) -> None:
        """Finish what is being written, and let go."""
        await self.farewell()
        await self.studies.stop()
        await self.daily_pool.close()
        await self.hall.close()
        await self.store.close()
        if self.serves:
            self.node.tell("stopped", version=__version__)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await measured(self.websocket(scope, receive, send), self._tally(scope))
        elif scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        else:
            await measured(self.front(scope, receive, send), self._tally(scope))

    def _tally(self, scope: Any) -> Tally:
        return self.shares.tally(lambda: scope.get("septet.name", ""))

    async def _lifespan(self, receive: Any, send: Any) -> None:
        """The doors are opened before the server listens, by whoever started it."""
        while True:
            message = await receive()
            await send({"type": f"{message['type']}.complete"})
            if message["type"] == "lifespan.shutdown":
                return

    async def websocket(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        if scope["path"] != "/ws" or not own_origin(headers_of(scope)):
            await send({"type": "websocket.close", "code": 4003})
            return
        try:
            socket = await self._let_in(scope, send)
        except Turned as turned:
            await self._turn_away(send, turned)
            return
        try:
            await self._talk(socket, receive, send)
        finally:
            if not socket.worker:
                self.shares.leave(socket.address, socket.user, socket.known)

    async def _let_in(self, scope: Any, send: Any) -> Socket:
        """Who has come, if there is room; raises Turned."""
        address = self.shares.seen(scope)
        scope["septet.name"] = self.shares.name(address, False)
        if self.hall.stopping:
            raise Turned("stopping", STOPPING_S)
        headers = headers_of(scope)
        if not (headers.get("cookie") or headers.get("authorization")):
            self.shares.may_knock(address)
            self.shares.may_enter(address, None, False)
        try:
            socket = await self._met(scope, send)
        except CannotWrite as error:  # who is it? The database does not say
            self.node.troubled(error)
            raise Turned("cannot_write", TROUBLE_S) from error
        scope["headers"] = []  # a socket may stay for hours, and nobody reads them any more
        socket.address = address
        socket.name = scope["septet.name"] = "" if socket.worker else self.shares.name(address, socket.known)
        if not socket.worker:
            self.shares.may_knock(address)
            self.shares.may_enter(address, socket.user, socket.known)
            self.shares.enter(address, socket.user, socket.known)
        return socket

    async def _turn_away(self, send: Any, turned: Turned) -> None:
        """Let somebody in to say why not, and when to come back; when too many come, say it at the door."""
        self.metrics.dropped.labels(turned.code).inc()
        if turned.code not in ("stopping", "cannot_write"):
            self.node.sparing.warn("limit_hit", turned.code, limit=turned.code, sockets=len(self.sockets))
        if self.shares.turned_away.take(time.monotonic()):
            after = [(b"retry-after", str(turned.seconds).encode())]
            await send({"type": "websocket.http.response.start", "status": 503, "headers": after})
            await send({"type": "websocket.http.response.body", "body": b""})
            return
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": TRY_LATER, "reason": f"{turned.code} {turned.seconds}"})

    async def _talk(self, socket: Socket, receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})
        if socket.token and not socket.user:  # a token that is none, which must not look like a visitor without one
            await send({"type": "websocket.close", "code": ENDED})
            return
        task = asyncio.current_task()
        assert task is not None
        self.sockets[socket] = task
        self.metrics.sockets.set(len(self.sockets))
        socket.hello()
        self.administering.welcome(socket)
        writer = asyncio.create_task(measured(socket.writing(), socket.tally))
        socket.hang_up = lambda: task.cancel() if socket.waiting else None
        socket.line.listen(socket.hear)
        writer.add_done_callback(lambda _: socket.hang_up())
        try:
            await self._reading(socket, receive)
        except asyncio.CancelledError:
            if not writer.done() and socket.closing is None:
                raise
        finally:
            del self.sockets[socket]
            self.metrics.sockets.set(len(self.sockets))
            socket.goodbye()
            if socket.closing is not None:
                await asyncio.wait([writer], timeout=LAST_WORD_S)
            writer.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await writer

    @staticmethod
    async def _reading(socket: Socket, receive: Any) -> None:
        """Hear one message after the other; what has begun is finished, whatever happens to the socket."""
        while socket.closing is None:
            socket.waiting = True
            message = await receive()
            socket.waiting = False
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            await socket.heard(message["bytes"] if text is None else text)  # a frame of bytes is read like one of text

    async def _met(self, scope: Any, send: Any) -> Socket:
        """Who has come in, by token or by cookie, and the language that they read."""
        headers = headers_of(scope)
        query = dict(part.split("=", 1) for part in scope["query_string"].decode("latin-1").split("&") if "=" in part)
        line = Connection(send, scope["septet.write"], scope["septet.listen"], scope["septet.round_trip"])
        lang = query.get("lang", "en")
        lang = lang if lang in LANGUAGES else "en"
        token = bearer(headers.get("authorization", ""))
        if token and self.signer.is_worker(token):
            return Socket(self.hall, self.decks, self.looks, None, line, lang=lang, worker=True)
        cookie = cookies_of(headers).get(COOKIE)
        if token is not None:
            user = await self.people.of_token(token)
        else:
            user = await self.people.of_cookie(cookie) if cookie else None
        user = user if user and not user.banned else None
        socket = Socket(self.hall, self.decks, self.looks, user, line, lang=lang)
        socket.known = user is not None and (not user.guest or self.shares.seated(user.id))
        socket.token = token_hash(token) if token is not None else None
        socket.session = self.signer.read(cookie) if token is None and cookie and user else None
        return socket
