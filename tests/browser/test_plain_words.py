"""No key, no identifier and no notation where people read: every screen is walked and all that it says is looked at."""

from collections.abc import Iterator
from typing import Any

import pytest

from septet.bots import BOTS
from septet.games import GAMES
from tests.browser.conftest import Visit
from tests.browser.tables import PATIENCE, new_table
from tests.plain import suspicious
from tests.server.lines import make
from tests.server.running import House

# All that is read or read aloud: texts, names of things, what stands in a list box; no address and no seed.
SAID = """() => {
  const skip = 'script, style, noscript, .code, #invite-link'
  const texts = []
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walk.nextNode()) if (!walk.currentNode.parentElement.closest(skip)) texts.push(walk.currentNode.data)
  const named = ['aria-label', 'title', 'placeholder', 'alt', 'aria-roledescription']
  for (const name of named) for (const one of document.querySelectorAll(`[${name}]`)) texts.push(one.getAttribute(name))
  return [document.title, ...texts].filter((text) => text.trim())
}"""
SEATS = {"sep-solo": 1, "set-solo": 1, "coopset": 2, "chipset": 3, "set": 3}
FEW = ("sep", "sepmosa", "chipset")
LONG = pytest.mark.long


def read(page: Any, where: str) -> None:
    found = {part for text in page.evaluate(SAID) for part in suspicious(text)}
    assert not found, f"{where}: {sorted(found)}"


def pages(page: Any, house: House) -> Iterator[str]:
    """The pages around the tables, each opened."""
    for path in ("/", "/game/set", "/rules", "/ratings", "/me", "/nothing-here", "/table/aaaaaaaaaaaa"):
        page.goto(house.address + path)
        page.locator("h1").first.wait_for(state="attached", timeout=PATIENCE)
        page.wait_for_load_state("networkidle")
        yield path
    for game in GAMES:
        page.goto(f"{house.address}/new/{game}")
        page.locator("form details summary").click(timeout=PATIENCE)
        for house_rules in page.locator(".houses button").all():
            house_rules.click()
            yield f"/new/{game} {house_rules.inner_text()}"


def play(page: Any, game: str) -> Iterator[str]:
    """A table of this game: at its start, with everything opened, and given up where that ends it."""
    bot = next(name for name in ("novice", *BOTS[game]) if name in BOTS[game])
    seats = SEATS.get(game, 2)
    new_table(page, game, "me", *[bot] * (seats - 1))
    page.locator(".middle > .board").wait_for(timeout=PATIENCE)
    page.wait_for_load_state("networkidle")
    yield f"a table of {game}"
    if seats <= 2:
        page.locator("button.give-up").click()
        page.locator("dialog[open] .main").first.click()
        page.locator("dialog[open] table.list").first.wait_for(timeout=PATIENCE)
        yield f"the result of {game}"


@pytest.mark.parametrize(
    ("language", "games"),
    [("fr", FEW), *(pytest.param(language, tuple(GAMES), marks=LONG) for language in ("en", "fr", "nl"))],
    ids=["few", "en", "fr", "nl"],
)
def test_no_screen_shows_a_key(visit: Visit, house: House, language: str, games: tuple[str, ...]) -> None:
    page = visit(locale=language, reduced_motion="reduce")
    for where in pages(page, house):
        read(page, where)
    for game in games:
        for where in play(page, game):
            read(page, where)
    page.goto(f"{house.address}/table/{make(house.guest(), 'set', 'me', 'anyone', options={'deals': 1})}")
    page.locator(".seats li").first.wait_for(timeout=PATIENCE)
    read(page, "a waiting room")
