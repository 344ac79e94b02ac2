"""Two people look at one game, one on a desktop and one on a phone: step, point, talk, try moves, hand over."""

from collections.abc import Iterator
from typing import Any

import pytest

from septet.games import log
from tests.browser.access import settle, too_wide, violations
from tests.browser.conftest import Visit
from tests.browser.test_replay import DESKTOP, PATIENCE, SMALL, at
from tests.server.laid import lay, sample
from tests.server.running import House, running

SAID = ".hidden[role=status]"
BRANCH = "on => Boolean(document.querySelector('.board.branch')) === on"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, chromium: Any) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("looking")) as house:
        yield house


def bar(page: Any, words: str) -> Any:
    """A button above the board, by its name."""
    return page.locator(".look-bar button", has_text=words)


def hears(page: Any, words: str) -> None:
    page.wait_for_function(
        f"words => document.querySelector('{SAID}').textContent.includes(words)", arg=words, timeout=PATIENCE
    )


def reads(page: Any, words: str) -> None:
    page.locator(".look-bar p", has_text=words).wait_for(timeout=PATIENCE)


def started_anew(house: House) -> None:
    """As if the server had been: it knows of no look, and every line is broken."""
    house.server.looks.open.clear()
    for socket in tuple(house.server.sockets):
        socket.close(1012, "stopping")


def test_two_look_at_a_game_of_sep_and_the_game_does_not_change(visit: Visit, house: House, axe: str) -> None:
    table = lay(house, "sep")
    record = house.browser().get(f"/api/tables/{table}/record").content
    ann = visit(f"/table/{table}/30", reduced_motion="reduce", **DESKTOP)
    at(ann, 30)
    ann.get_by_role("button", name="Look together").click()
    ann.wait_for_url("**/look/*", timeout=PATIENCE)
    reads(ann, "You lead")
    at(ann, 30)
    bob = visit(ann.url.removeprefix(house.address), reduced_motion="reduce", has_touch=True, **SMALL)
    at(bob, 30)
    reads(bob, "leads.")
    name = ann.locator("aside li .name").first.inner_text().partition(" (")[0]
    hears(ann, "looks too")

    ann.keyboard.press("ArrowRight")  # whoever follows goes along
    at(bob, 31)
    assert (
        bob.locator(".replay > header select").input_value()
        == ann.locator(".replay > header select").input_value()
        == "open"
    )
    ann.locator(".replay > header select").select_option("1")
    bob.wait_for_function("() => document.querySelector('.replay > header select').value === '1'", timeout=PATIENCE)
    bob.locator(".steps button[aria-label='One move on']").tap()  # or looks around
    reads(bob, "by yourself")
    at(bob, 32)
    ann.keyboard.press("ArrowLeft")
    at(ann, 30)
    bar(bob, "Follow").tap()
    at(bob, 30)

    bar(bob, "Point").tap()  # all point
    reads(bob, "Touch what you want to show")
    bob.locator("[data-spot='slot-2']").tap()
    ann.locator(".ring .name").wait_for(timeout=PATIENCE)
    hears(ann, "points: ")
    bar(bob, "Point").tap()
    ann.locator("[data-spot^='card-']").first.focus()
    ann.keyboard.press("p")
    bob.locator(".ring", has_text=name).wait_for(timeout=PATIENCE)
    hears(bob, f"{name} points: ")

    ann.locator("aside .chat input").fill("Why not here?")  # and talk
    ann.keyboard.press("Enter")
    hears(bob, f"{name}: Why not here?")
    assert bob.locator(".look-bar .unread").inner_text().strip().endswith("1")
    settle(bob)
    assert too_wide(bob) <= 0
    assert violations(bob, axe) == []
    bob.locator(".look-bar .people").tap()
    assert bob.locator("aside .said").inner_text().endswith("Why not here?")
    bob.locator("aside .chat select").select_option("nice_move")
    ann.locator("aside .said", has_text="Nice move").wait_for(timeout=PATIENCE)
    settle(bob)
    assert too_wide(bob) <= 0
    assert violations(bob, axe) == []
    bob.keyboard.press("Escape")

    bar(ann, "Try moves").click()  # moves are tried beside the game
    reads(ann, "Try a move for")
    ann.locator(".board [data-spot='draw']").click()
    at(bob, 31)
    bob.wait_for_function(BRANCH, arg=True, timeout=PATIENCE)
    at(ann, 31)
    assert ann.locator(".look-bar .tried").inner_text() == bob.locator(".look-bar .tried").inner_text() == "Only tried"
    ann.locator("aside .tabs button").first.click()
    ann.locator("aside li.tried").wait_for(timeout=PATIENCE)
    ann.keyboard.press("Escape")  # no more moves
    ann.locator(".board[data-past]").wait_for(timeout=PATIENCE)
    settle(ann)
    assert violations(ann, axe) == []
    ann.keyboard.press("g")  # and back to the game by one key
    bob.wait_for_function(BRANCH, arg=False, timeout=PATIENCE)
    at(bob, 30)
    assert house.browser().get(f"/api/tables/{table}/record").content == record

    ann.locator("aside .tabs button").last.click()  # the other leads now
    ann.get_by_role("button", name="Let lead").click()
    reads(bob, "You lead")
    bob.locator(".steps button[aria-label='One move on']").tap()
    at(ann, 31)
    bar(bob, "Try moves").tap()
    reads(bob, "Try a move for")
    settle(bob)
    assert too_wide(bob) <= 0
    assert violations(bob, axe) == []
    bob.close()
    reads(ann, "is away")
    house.loop.call_soon_threadsafe(house.server.node.ticker.move, 20)
    reads(ann, "You lead")

    house.loop.call_soon_threadsafe(started_anew, house)
    reads(ann, "This shared look has ended. You can go on here by yourself.")
    ann.keyboard.press("ArrowRight")
    at(ann, 32)
    ann.wait_for_url(f"**/table/{table}/32*", timeout=PATIENCE)
    ann.reload()
    at(ann, 32)


def test_what_is_not_there_is_said_and_a_record_is_shared(visit: Visit, house: House) -> None:
    page = visit("/look/nosuchlook00", locale="nl")
    page.get_by_role("alert").wait_for(timeout=PATIENCE)
    assert "afgelopen" in page.get_by_role("alert").inner_text()
    ann = visit("/replay", locale="fr", reduced_motion="reduce")
    ann.locator("textarea").fill(sample("sepmosa").decode())
    ann.locator("form button").click()
    at(ann, 0)
    ann.get_by_role("button", name="Regarder ensemble").click()
    ann.wait_for_url("**/look/*", timeout=PATIENCE)
    reads(ann, "Vous menez")
    bob = visit(ann.url.removeprefix(house.address), locale="nl", reduced_motion="reduce")
    at(bob, 0)
    ann.keyboard.press("End")
    at(bob, len(log.read(sample("sepmosa")).entries))
