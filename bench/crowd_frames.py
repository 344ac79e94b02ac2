"""Frames a second at a crowded table: eight seats of SET, seven of them bots at their pace, and twenty spectators.

    .venv/bin/python bench/crowd_frames.py [SECONDS] [SLOWER]

One Chromium whose processor is made slower (4 times) shows the table to its one person, who plays along. The spectators
are sockets of another process. Before it the same browser, not slowed down, shows a page where nothing happens: on a
machine that does other things besides, only the difference tells something.
"""

import asyncio
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Page, sync_playwright
from websockets.asyncio.client import connect

from septet.games.setgame.cards import sets_among
from tests.browser.conftest import launched
from tests.browser.sitting import make_table
from tests.server.nodes import node

sys.path.insert(0, str(Path(__file__).parent))
from frames import HEAD, SQUARE, told, traced

SPECTATORS = 20
BOTS = ("expert", "strong", "casual", "expert", "strong", "casual", "novice")
# When the page's own frames come, one after the other, in milliseconds.
BEAT = """() => {
  window.gaps = []
  let before = performance.now()
  const beat = (now) => { window.gaps.push(now - before); before = now; requestAnimationFrame(beat) }
  requestAnimationFrame(beat)
}"""
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


def watched(page: Page, name: str, slower: float, seconds: int, act: Any = None) -> None:
    """Both kinds of frames of a page, for some time: those on the screen, and those that the page itself gets."""
    page.bring_to_front()
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})

    def wait() -> None:
        page.evaluate(SQUARE, seconds)
        page.evaluate(BEAT)
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            page.wait_for_timeout(500)
            if act:
                act()

    browser = page.context.browser
    assert browser
    flights = traced(browser, page, wait)
    print(told(f"{name}, on the screen", flights.gaps()))
    print(told(f"{name}, for the page", page.evaluate("window.gaps")))


def measure(server: str, seconds: int, slower: float) -> None:
    with sync_playwright() as driver:
        browser = launched(driver)
        still, page = (browser.new_page(viewport={"width": 1440, "height": 900}, locale="en") for _ in range(2))
        still.goto(server + "/rules")
        page.goto(server + "/rules")
        table = make_table(page, "set", 1, BOTS)
        print(HEAD)
        watched(still, "still", 1, seconds // 3)
        page.goto(f"{server}/table/{table}")
        page.locator(".set-board .cards [data-card]").first.wait_for()
        page.locator("div.turn").click()  # the first press of all lets the page sound, which takes a while
        page.wait_for_timeout(1_000)
        watchers = subprocess.Popen([sys.executable, __file__, "--watch", server, table])
        try:
            watched(page, f"table, {slower:g} times slower", slower, seconds, Person(page).play)
            print(f"{page.locator('.moves li').count()} moves, {page.locator('.watchers').inner_text().strip()}")
        finally:
            watchers.kill()
            watchers.wait()
            browser.close()


def main(arguments: list[str]) -> None:
    if arguments[:1] == ["--watch"]:
        asyncio.run(spectate(*arguments[1:]))
        return
    seconds, slower = ([float(one) for one in arguments] + [30, 4][len(arguments) :])[:2]
    with tempfile.TemporaryDirectory() as folder, node(Path(folder), workers=1) as server:
        measure(server.address, int(seconds), slower)


if __name__ == "__main__":
    main(sys.argv[1:])
