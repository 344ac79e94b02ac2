"""Frames a second at a crowded table: eight seats of SET, seven of them bots at their pace, and twenty spectators.

    .venv/bin/python bench/crowd_frames.py [SECONDS] [THROTTLE]

One Chromium with a processor that is THROTTLE times slower (4) shows the table to its one person, who plays along. The
spectators are sockets of another process. Before and after it the same browser shows a page where nothing happens: on a
machine that does other things besides, only the difference tells something.
"""

import asyncio
import subprocess
import sys
import tempfile
from pathlib import Path

import msgspec
from playwright.sync_api import Page, sync_playwright
from tracing import Frames, throttled, traced
from websockets.asyncio.client import connect

from septet.games.setgame.cards import sets_among
from tests.browser.conftest import launched
from tests.browser.sitting import make_table
from tests.server.crowd import node

SPECTATORS = 20
BOTS = ("expert", "strong", "casual", "expert", "strong", "casual", "novice")
CARDS = "[...document.querySelectorAll('.set-board .cards [data-card]')].map((card) => card.dataset.card)"
PRESS = """cards => cards.forEach((card) => document.querySelector(`[data-card="${card}"]`)
  ?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0, isPrimary: true })))"""


async def spectate(server: str, table: str) -> None:
    """Sockets that watch a table until they are ended."""

    async def one() -> None:
        async with connect(server.replace("http", "ws", 1) + "/ws", max_size=None) as socket:
            await socket.send(msgspec.json.encode({"type": "watch", "id": "1", "table": table}).decode())
            async for _ in socket:
                pass

    await asyncio.gather(*(one() for _ in range(SPECTATORS)))


class Person:
    """Takes every fourth set that it sees, and only looks at cards in between."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.turns = 0

    def play(self) -> None:
        self.turns += 1
        cards: list[str] = self.page.evaluate(CARDS)
        found = sets_among(tuple(cards))
        if found and self.turns % 4 == 0:
            self.page.evaluate(PRESS, found[0])
        elif cards:
            self.page.evaluate(PRESS, [cards[0], cards[0]])


def told(name: str, found: Frames) -> None:
    work = ", ".join(f"{what} {ms:.0f}" for what, ms in found.work.items() if ms >= 1)
    print(
        f"{name:<12}{found.rate:6.1f} frames/s, longest wait {found.longest_ms:5.0f} ms, dropped {found.dropped:4},"
        f" late {found.late:4} of {found.drawn}, longest task {found.task_ms:4.0f} ms; ms of each second: {work}"
    )


def measure(server: str, seconds: float, throttle: float) -> None:
    with sync_playwright() as driver:
        browser = launched(driver)
        page = browser.new_page(viewport={"width": 1440, "height": 900}, locale="en")
        page.goto(server + "/rules")
        table = make_table(page, "set", 1, BOTS)
        page.goto(f"{server}/table/{table}")
        page.locator(".set-board .cards [data-card]").first.wait_for()
        watchers = subprocess.Popen([sys.executable, __file__, "--watch", server, table])
        try:
            still = browser.new_page(viewport={"width": 1440, "height": 900})
            still.goto(server + "/rules")
            for name, shown, act in [
                ("still", still, None),
                ("table", page, Person(page).play),
                ("still", still, None),
            ]:
                shown.bring_to_front()
                with throttled(shown, throttle):
                    told(name, traced(browser, shown, seconds if act else seconds / 3, act))
            print(f"{page.locator('.moves li').count()} moves, {page.locator('.watchers').inner_text().strip()}")
        finally:
            watchers.kill()
            watchers.wait()
            browser.close()


def main(arguments: list[str]) -> None:
    if arguments[:1] == ["--watch"]:
        asyncio.run(spectate(*arguments[1:]))
        return
    seconds, throttle = ([float(one) for one in arguments] + [30, 4][len(arguments) :])[:2]
    with tempfile.TemporaryDirectory() as folder, node(Path(folder), workers=1) as server:
        measure(server.address, seconds, throttle)


if __name__ == "__main__":
    main(sys.argv[1:])
