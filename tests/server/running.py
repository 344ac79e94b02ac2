"""A real server for tests: on a real socket, with a real SQLite file, in a thread of its own."""

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest
import structlog
from argon2 import PasswordHasher
from structlog.testing import capture_logs

from septet.games import log
from septet.games.chance import seed_from
from septet.server.app import Server, Settings
from septet.server.hall import hall
from septet.server.limits import Limits
from septet.server.serving import listening, serve

T = TypeVar("T")
# Tests are faster than people.
RATES = (
    "guests tables tables_here records messages messages_here chat sign_ins guesses exports"
    " requests requests_here study study_here pages sockets_new arrivals busy shows"
)
PLENTY: dict[str, Any] = {**dict.fromkeys(RATES.split(), 1e6), "daily_ahead": 0}


class House:
    """A server that runs: where it is, and a way to run something in its own loop."""

    def __init__(self, address: str, server: Server, loop: asyncio.AbstractEventLoop) -> None:
        self.address = address
        self.server = server
        self.loop = loop
        self.browsers: list[httpx.Client] = []

    def call(self, work: Coroutine[Any, Any, T], within_s: float = 60) -> T:
        """Run this in the server's loop, and wait for it."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(timeout=within_s)

    def browser(self, **headers: str) -> httpx.Client:
        """Somebody new, who keeps cookies and comes from the server's own pages."""
        browser = httpx.Client(base_url=self.address, headers={"origin": self.address, **headers}, timeout=30)
        self.browsers.append(browser)  # closed with the house
        return browser

    def guest(self) -> httpx.Client:
        browser = self.browser()
        assert browser.post("/api/guest").status_code == 201
        return browser

    def close(self) -> None:
        for browser in self.browsers:
            browser.close()


def same_cards(patch: pytest.MonkeyPatch, text: str) -> None:
    """From now on every table has the cards of this seed, whatever numbers its people add."""
    patch.setattr(hall, "new_seed", lambda: seed_from(text))
    patch.setattr(log, "deal_seed", lambda secret, numbers: secret)


@contextmanager
def overheard() -> Iterator[list[Any]]:
    """What is logged meanwhile; afterwards nothing is set up, and servers of tests are silent again."""
    try:
        with capture_logs() as lines:
            yield lines
    finally:
        structlog.reset_defaults()


@contextmanager
def running(
    folder: Path,
    *,
    workers: int = 0,
    server: Server | None = None,
    proxy: str | None = None,
    studio: bool = False,
    **limits: Any,
) -> Iterator[House]:
    """A server on a free port, until the end of the block; then it has stopped and written everything."""
    started: list[tuple[str, asyncio.AbstractEventLoop, asyncio.Event]] = []
    failed: list[BaseException] = []
    ready = threading.Event()
    made = server or Server(Settings(data=folder, limits=Limits(**{**PLENTY, **limits}), studio=studio))
    made.people.passwords.hasher = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)  # quick, and no less real

    async def main() -> None:
        stop = asyncio.Event()

        def up(address: str) -> None:
            started.append((address, asyncio.get_running_loop(), stop))
            ready.set()

        await serve(made, listening("127.0.0.1", 0), workers, up, proxy=proxy, stop=stop)

    def run() -> None:
        try:
            asyncio.run(main())
        except BaseException as error:
            failed.append(error)
        finally:
            ready.set()

    thread = threading.Thread(target=run, name="server")
    thread.start()
    ready.wait()
    try:
        if failed:
            raise failed[0]
        house = House(started[0][0], made, started[0][1])
        with closing(house):
            yield house
    finally:
        if started:
            started[0][1].call_soon_threadsafe(started[0][2].set)
        thread.join()
    if failed:
        raise failed[0]
