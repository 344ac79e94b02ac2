"""In every language, on a phone and on a desk: the first move can be played, and everybody can use every screen."""

import random
from typing import Any

import pytest

from tests.browser import steps
from tests.browser.access import settle, too_wide, violations
from tests.browser.conftest import Visit
from tests.server.running import House

PAGES = (
    "/",
    "/ratings",
    "/me",
    "/new/sepmosa",
    "/new/sep-solo",
    "/rules",
    "/rules/sep",
    "/rules/sepmosa",
    "/sheet/set",
    "/nothing",
)
SIZES = {"phone": {"width": 390, "height": 844}, "desk": {"width": 1440, "height": 900}}
USUAL = {("sep", "fr", "phone"), ("sepmosa", "nl", "phone"), ("sep-solo", "en", "desk"), ("sep", "nl", "desk")}
EVERYWHERE = [
    pytest.param(game, language, size, marks=[] if (game, language, size) in USUAL else pytest.mark.long)
    for game in ("sep", "sep-solo", "sepmosa")
    for language in ("en", "fr", "nl")
    for size in SIZES
]


def first_turn(page: Any, house: House, game: str, finger: bool) -> None:
    """A table against a bot, and a whole turn at it."""
    steps.make_table(page, house.address, game, other="random")
    assert steps.my_turn(page)
    chance, before = random.Random(8), steps.look(page).moves
    while steps.look(page).moves < before + 2 and steps.look(page).mine:
        steps.play_on(page, steps.tap if finger else steps.click, chance)
    assert steps.look(page).moves > before


@pytest.mark.parametrize(("game", "language", "size"), EVERYWHERE)
def test_the_first_turn_can_be_played(visit: Visit, house: House, game: str, language: str, size: str) -> None:
    finger = size == "phone"
    page = visit(locale=language, has_touch=finger, reduced_motion="reduce", **SIZES[size])
    first_turn(page, house, game, finger)
    assert page.evaluate("document.documentElement.lang") == language
    assert too_wide(page) <= 0


def account(page: Any, name: str) -> None:
    """Make an account on the page about oneself."""
    form = page.locator("form:has(input[type=password])").first
    form.locator("input").first.fill(name)
    form.locator("input[type=password]").fill("a long password")
    form.locator("button.main").click()
    page.get_by_text("Passkeys").first.wait_for(timeout=steps.PATIENCE)


def act(page: Any, what: str) -> None:
    """Do something beside playing; on a phone that is behind a tab, which is closed again unless a window opens."""
    tab = page.locator(".tabs button").last
    if tab.is_visible():
        tab.click()
    page.locator(".actions").get_by_role("button", name=what).click(timeout=steps.PATIENCE)
    if tab.is_visible() and not page.locator("dialog[open]").count():
        tab.click()


def look_at_tables(page: Any, house: House) -> Any:
    """Every state of a table, one after the other; each is left on the page."""
    steps.make_table(page, house.address, "sep")
    yield "waiting"
    steps.make_table(page, house.address, "sep", other="random", start_player="first")
    assert steps.my_turn(page)
    page.locator(steps.PLAY).first.click()
    page.locator(steps.PIECES).first.click(timeout=steps.PATIENCE)
    yield "a card in the hand"
    page.get_by_role("button", name="What lies open or was seen").click()
    yield "what is known"
    page.keyboard.press("Escape")
    act(page, "Pause")
    page.locator(".turn", has_text="Paused").wait_for(timeout=steps.PATIENCE)
    yield "paused"
    page.get_by_role("button", name="Go on").click()
    act(page, "Resign")
    page.locator("dialog[open]").wait_for()
    yield "sure?"
    page.locator("dialog[open] .main").click()
    steps.result(page)
    yield "over"
    steps.make_table(page, house.address, "sepmosa", other="random", start_player="first")
    assert steps.my_turn(page)
    page.locator(steps.PIECES).first.click()
    yield "a tile in the hand"
    page.keyboard.press("Escape")
    page.locator("button.piles").click()
    yield "tiles that are known"


@pytest.mark.parametrize("size", ["desk", pytest.param("phone", marks=pytest.mark.long)])
def test_everybody_can_use_a_table_in_every_state(visit: Visit, house: House, axe: str, size: str) -> None:
    page = visit(reduced_motion="reduce", **SIZES[size])
    for state in look_at_tables(page, house):
        settle(page)
        assert violations(page, axe) == [], state
        assert too_wide(page) <= 0, state


@pytest.mark.parametrize(
    ("size", "paths"),
    [
        pytest.param("phone", ("/", "/ratings"), id="few"),
        pytest.param("phone", PAGES, id="phone", marks=pytest.mark.long),
        pytest.param("desk", PAGES, id="desk", marks=pytest.mark.long),
    ],
)
def test_everybody_can_use_every_page(visit: Visit, house: House, axe: str, size: str, paths: tuple[str, ...]) -> None:
    page = visit(**SIZES[size])  # as nobody, with a form to sign in
    for path in paths:
        page.goto(house.address + path)
        settle(page)
        assert violations(page, axe) == [], path
        assert too_wide(page) <= 0, path
        assert page.locator(".today").count() == (path == "/"), "what goes on stands on the first page"
    page.goto(house.address + "/me")
    account(page, f"Reader {len(paths)} {size}")
    for summary in page.locator("details summary").all():
        summary.click()
    settle(page)
    assert violations(page, axe) == []
    assert too_wide(page) <= 0
