"""People at tables of the SET family, each in a browser of their own, who press what the page offers."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from tests.browser.conftest import Visit

SPY = (Path(__file__).parent / "spy.js").read_text("utf-8")
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1440, "height": 900}
PATIENCE_S = 60.0

MAKE = """async ({game, seats, options, more}) => {
  await fetch('/api/guest', {method: 'POST'})
  const body = JSON.stringify({game, seats, options, ...more})
  const answer = await fetch('/api/tables', {method: 'POST', headers: {'content-type': 'application/json'}, body})
  return answer.ok ? (await answer.json()).id : Promise.reject(await answer.text())
}"""


class Sitter:
    """Somebody at a table: a page, and ways to look at it and to press what is there."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def see(self) -> dict[str, Any]:
        """The table as it is drawn now, and all that may be pressed."""
        seen: dict[str, Any] = self.page.evaluate("spy.offers()")
        return seen

    def press(self, selector: str) -> bool:
        """Press with a real mouse in the middle of the first of these, if it is there."""
        at = self.page.evaluate("selector => spy.middle(selector)", selector)
        if at:
            self.page.mouse.click(*at)
        return at is not None

    def card(self, card: str) -> bool:
        return self.press(f'.set-board [data-card="{card}"]')

    def cards(self, cards: Any) -> bool:
        pressed = [self.card(card) for card in cards]
        return all(pressed)

    def main(self) -> bool:
        """Press the button that matters most."""
        return self.press(".set-board .dock-area button.main:not(:disabled)")

    def other(self) -> bool:
        return self.press(".set-board .dock-area button:not(.main):not(:disabled)")

    def until(self, true: str, arg: Any = None, timeout_s: float = PATIENCE_S) -> None:
        """Wait until this is true in the page."""
        asked = "=>" in true.partition("(")[0] or true.startswith("(")
        self.page.wait_for_function(true if asked else f"() => {true}", arg=arg, timeout=timeout_s * 1_000)

    def at(self, n: int) -> None:
        """Wait until this page has drawn this number."""
        self.until("n => spy.n >= n", n)

    def sent(self) -> list[dict[str, Any]]:
        """The moves that this page has sent."""
        told = [msgspec.json.decode(text) for text in self.page.evaluate("spy.sent")]
        return [one for one in told if one["type"] == "play"]

    def answers(self) -> list[dict[str, Any]]:
        heard = [msgspec.json.decode(text) for text in self.page.evaluate("spy.got")]
        return [one for one in heard if one["type"] in ("done", "refused")]


def make_table(page: Any, game: str, people: int, bots: tuple[str, ...] = (), **more: Any) -> str:
    """A new table; the one who makes it sits, the other people are awaited."""
    seats = [{"who": "me"}, *[{"who": "anyone"}] * (people - 1), *({"who": "bot", "bot": bot} for bot in bots)]
    options = more.pop("options", {})
    table: str = page.evaluate(MAKE, {"game": game, "seats": seats, "options": options, "more": more})
    return table


def sit_together(
    visit: Visit, game: str, sizes: list[dict[str, Any]], bots: tuple[str, ...] = (), **more: Any
) -> list[Sitter]:
    """People in browsers of these sizes at one new table that has begun."""
    pages = [visit("/rules", init=SPY, **size) for size in sizes]
    table = make_table(pages[0], game, len(pages), bots, **more)
    address = pages[0].url.removesuffix("/rules")
    for number, page in enumerate(pages):
        page.goto(f"{address}/table/{table}")
        if number:
            page.locator("main form button.main").first.click()
    for page in pages:
        page.locator(".set-board").wait_for(timeout=PATIENCE_S * 1_000)
        page.wait_for_function("() => spy.n > 0")
    return [Sitter(page) for page in pages]


def watching(visit: Visit, beside: Sitter, **size: Any) -> Sitter:
    """Somebody who only looks at the same table."""
    page = visit("/" + beside.page.url.split("/", 3)[3], init=SPY, **size)
    page.locator(".set-board").wait_for(timeout=PATIENCE_S * 1_000)
    return Sitter(page)


def play_on(sitters: list[Sitter], act: Callable[[Sitter, dict[str, Any]], bool], limit_s: float) -> None:
    """Everybody does what they can, in turns, until the game is over for all."""
    end = time.monotonic() + limit_s
    while True:
        acted, views = False, list[dict[str, Any]]()
        for one in sitters:
            views.append(seen := one.see())  # as it is now: who acts on an older look takes back what another did
            acted = (not seen["over"] and act(one, seen)) or acted
        if all(seen["over"] for seen in views):
            return
        assert time.monotonic() < end, [(seen["dock"], seen["news"], seen["slots"]) for seen in views]
        if not acted:
            sitters[0].page.wait_for_timeout(40)  # leaves the machine to those who think
