"""Run the server: the listening socket, the workers beside it, and a stop that loses nothing."""

import asyncio
import gc
import os
import socket
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Callable, Coroutine
from statistics import median_low
from typing import Any

import uvicorn
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN

from septet.server.app import LAST_WORD_S, Server
from septet.server.frames import Boundaries, only_text
from septet.server.gate.door import Config, Door, Doorstep, Entrance, Unread, ends, raise_file_limit
from septet.server.limits import Bucket

COLLECT = (20_000, 20, 100)  # tables are long-lived and hold no cycles: looking for some less often saves much


PIECE = 2_048  # bytes of a socket that are taken in at once
TURN_S = 0.0005  # after so long a thread that works lets another have its turn: each move waits for the one that writes
TRIPS = 15  # round trips that a line remembers


class CannotListen(Exception):
    """The address cannot be had."""


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there; port 0 takes any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((host, port))
    except (OSError, OverflowError) as error:
        sock.close()
        raise CannotListen(getattr(error, "strerror", None) or str(error)) from error
    sock.listen(2_048)
    return sock


class RoundTrips:
    """How long a line takes: the median of its latest round trips, so that some late answers change nothing."""

    def __init__(self) -> None:
        self.latest: deque[float] = deque(maxlen=TRIPS)

    def add(self, seconds: float) -> float:
        self.latest.append(seconds)
        return median_low(self.latest)


class Mailbox:
    """What one task puts in and one other takes out: as much of `asyncio.Queue` as a socket needs."""

    def __init__(self) -> None:
        self.items: deque[Any] = deque()
        self.waits: asyncio.Future[None] | None = None
        self.held = False  # is nothing taken out for now?
        self.idle = False  # does somebody wait for the next, and is there none?

    def empty(self) -> bool:
        return not self.items

    def put_nowait(self, item: Any) -> None:
        self.items.append(item)
        self._wake()

    def hold(self) -> None:
        """Nothing is taken out until it may go on."""
        self.held, self.idle = True, False

    def go_on(self) -> None:
        """It is no longer held."""
        self.held = False
        if self.items:
            self._wake()
        else:
            self.idle = self.waits is not None and not self.waits.done()

    def _wake(self) -> None:
        if not self.held and self.waits is not None and not self.waits.done():
            self.waits.set_result(None)
            self.idle = False

    async def get(self) -> Any:
        while self.held or not self.items:
            self.waits = asyncio.get_running_loop().create_future()
            self.idle = not self.held
            try:
                await self.waits
            finally:
                self.idle = False
        return self.items.popleft()


class Line(Unread, WebSocketsSansIOProtocol):
    """A socket that knows how long its round trip takes, measured by us and never told by the client."""

    config: Config
    smooth: float | None = None
    unread = b""  # what has come in and was not listened to yet
    held = False  # does nothing more come in before that is?
    more_words = 4 * PIECE  # bytes that may still come after our goodbye
    hears: Callable[[bytes, Callable[[], None]], bool] | None = None  # what can be done at once

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.queue: Mailbox = Mailbox()  # type: ignore[assignment]
        self.ends = ends(transport)
        rate = self.config.doorstep.limits.messages
        self.pings = Bucket(rate, 5 * rate, time.monotonic())
        self.trips = RoundTrips()
        self.boundaries = Boundaries()

    def connection_lost(self, exc: Exception | None) -> None:
        self.read()
        self.config.doorstep.goes(*self.ends)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.hears is not None and self._at_once(data):
            return
        if self.handshake_initiated:  # all that came first was the request
            self.boundaries.see(data)
        self.unread += data
        self._read_on()
        if self.unread and not self.held:
            self.held = True
            self.transport.pause_reading()

    def send_receive_event_to_app(self) -> None:
        """Nothing more is unpacked until this is heard; the line is held only if more comes before that."""
        self.read_paused = self.read_paused or not self.close_sent
        super().send_receive_event_to_app()

    def _at_once(self, data: bytes) -> bool:
        """Of somebody who says one thing at a time, what can be done at once is, without waking the task that reads."""
        if not self.queue.idle or self.unread or self.read_paused or self.close_sent or self.frames:
            return False
        text = only_text(data) if self.boundaries.between and self.conn.state is OPEN else None
        if text is None or self.hears is None:
            return False
        self.read_paused = True
        self.queue.hold()
        if not self.hears(text, self._attended):
            self.read_paused = False
            self.queue.go_on()
            return False
        return True

    def _attended(self) -> None:
        self.queue.go_on()
        if self.unread or self.queue.items:
            self._listen_on()
        else:
            self.read_paused = False

    def _read_on(self) -> None:
        """Take in as much as is listened to: a flood of small messages is not unpacked before its turn."""
        while self.unread and not self.read_paused and not self.transport.is_closing():
            piece, self.unread = self.unread[:PIECE], self.unread[PIECE:]
            if self.close_sent and not self._last_words(piece):
                return
            super().data_received(piece)

    def _last_words(self, piece: bytes) -> bool:
        """We have said goodbye and wait for theirs; whoever talks on instead is listened to no longer."""
        self.more_words -= len(piece)
        if self.more_words < 0:
            self.unread = b""
            self.transport.pause_reading()
            self.loop.call_later(LAST_WORD_S, self.transport.close)
        return self.more_words >= 0

    async def send(self, message: Any) -> None:
        frames = message.get("septet.frames")
        if frames is not None:
            await self.writable.wait()
            if not self.write(frames):
                raise ClientDisconnected
            return
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # refused, which is no fault that the log should tell

    def write(self, frames: list[bytes]) -> bool:
        """Several frames in one write; False if they would have to wait, or nobody is there any more."""
        if not self.writable.is_set() or self.disconnected or self.conn.state is not OPEN:
            return False
        self.transport.write(frames[0] if len(frames) == 1 else b"".join(frames))
        return True

    async def receive(self) -> Any:
        if not self.queue.empty():
            await asyncio.sleep(0)  # whoever has much to say does not say it all at once
        message = await self.queue.get()
        self._listen_on()
        return message

    def _listen_on(self) -> None:
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self._read_on()
            if self.held and not self.unread:
                self.held = False
                self.transport.resume_reading()

    def listen(self, hears: Callable[[bytes, Callable[[], None]], bool]) -> None:
        self.hears = hears

    def handle_ping(self) -> None:
        super().handle_ping()
        if self.pings.take(time.monotonic()):
            self.transport.abort()

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["septet.listen"] = self.listen  # type: ignore[typeddict-unknown-key]
            self.scope["septet.write"] = self.write  # type: ignore[typeddict-unknown-key]
            self.scope["septet.round_trip"] = lambda: self.smooth  # type: ignore[typeddict-unknown-key]

    def start_keepalive(self) -> None:
        self.send_keepalive_ping()

    def handle_pong(self, event: Any) -> None:
        before = self.last_ping_rtt
        super().handle_pong(event)
        if self.last_ping_rtt != before:
            self.smooth = self.trips.add(self.last_ping_rtt)


class Uvicorn(uvicorn.Server):
    """Has an entrance of its own, and says goodbye before it closes the doors."""

    config: Config

    def __init__(self, config: Config, app: Server) -> None:
        super().__init__(config)
        self.app = app
        self.entrances: list[asyncio.Task[None]] = []

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets=[])
        for sock in sockets:
            entrance = Entrance(sock, self.config.doorstep, self._door)
            self.entrances.append(asyncio.create_task(entrance.stand_open()))

    def _door(self) -> Door:
        return Door(self.config, self.server_state, self.lifespan.state)

    async def shutdown(self, sockets: Any = None) -> None:
        await self.app.farewell()
        for entrance in self.entrances:
            entrance.cancel()
        await asyncio.gather(*self.entrances, return_exceptions=True)
        await super().shutdown(sockets)
        self._captured_signals.clear()  # heard and heeded: what follows is for us to finish


class Workers:
    """The processes that think for bots; one that dies is started again."""

    def __init__(self, count: int, address: str, token: str) -> None:
        self.count = count
        self.address = address
        self.token = token
        self.tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self.tasks = [asyncio.create_task(self._keep()) for _ in range(self.count)]

    async def stop(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def _keep(self) -> None:
        pause = 0.2
        while True:
            process = await self._begin()
            try:
                await process.wait()
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.wait()
            await asyncio.sleep(pause)
            pause = min(10.0, 2 * pause)

    async def _begin(self) -> Process:
        environ = {**os.environ, "SEPTET_WORKER_TOKEN": self.token}
        command = (sys.executable, "-m", "septet.server.workers.worker", self.address)
        return await asyncio.create_subprocess_exec(*command, stdin=PIPE, env=environ)


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run this on the fastest event loop there is."""
    try:
        from uvloop import new_event_loop
    except ImportError:  # Windows has none
        new_event_loop = asyncio.new_event_loop  # type: ignore[assignment]
    sys.setswitchinterval(TURN_S)
    gc.freeze()
    gc.set_threshold(*COLLECT)
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        runner.run(work)


async def serve(
    server: Server,
    sock: socket.socket,
    workers: int,
    ready: Callable[[str], None],
    *,
    proxy: str | None = None,
    stop: asyncio.Event | None = None,
) -> None:
    """Serve until asked to stop, by a signal or by `stop`."""
    host, port = sock.getsockname()[:2]
    local = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    address = f"http://[{local}]:{port}" if ":" in local else f"http://{local}:{port}"
    config = Config(
        server,
        http=Door,
        ws=Line,
        ws_max_size=server.settings.limits.message_bytes,
        ws_ping_interval=server.settings.limits.ping_s,
        ws_ping_timeout=server.settings.limits.ping_s,
        ws_per_message_deflate=False,
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=proxy is not None,
        forwarded_allow_ips=proxy,
        timeout_graceful_shutdown=5,
    )
    files = raise_file_limit()
    config.doorstep = Doorstep(server.settings.limits, proxy, files)
    config.doorstep.had_enough = server.front.had_enough
    await server.open()
    server.node.tell("doors", files=files, connections=config.doorstep.most)
    crew = Workers(workers, address, server.signer.worker)
    try:
        listener = Uvicorn(config, server)
        serving = asyncio.create_task(listener.serve(sockets=[sock]))
        crew.start()
        server.begun(address, workers)
        ready(address)
        if stop is not None:
            await asyncio.wait([serving, asyncio.create_task(stop.wait())], return_when=asyncio.FIRST_COMPLETED)
            listener.should_exit = True
        await serving
    finally:
        await crew.stop()
        await server.close()
