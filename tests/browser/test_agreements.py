"""What two people agree on at a table, by clicking: to take back, to pause, to give up, to play again."""

import random
from typing import Any

import pytest

from tests.browser import steps
from tests.browser.conftest import Visit
from tests.server.running import House

Pair = tuple[Any, Any]


@pytest.fixture
def pair(visit: Visit, house: House) -> Pair:
    """Two people at a table of SEP; the first one begins."""
    host = visit(reduced_motion="reduce")
    guest = visit(steps.make_table(host, house.address, "sep", start_player="first"), reduced_motion="reduce")
    steps.join(guest)
    assert steps.my_turn(host)
    return host, guest


def propose(page: Any, what: str) -> None:
    page.get_by_role("button", name=what).first.click(timeout=steps.PATIENCE)


def answer(page: Any, word: str) -> None:
    page.locator(".notice").get_by_role("button", name=word, exact=True).click(timeout=steps.PATIENCE)


def test_a_move_is_taken_back_if_the_other_one_agrees(pair: Pair) -> None:
    host, guest = pair
    host.locator(steps.PLAY).first.click()  # a card is drawn, and then something is done with it
    host.locator(steps.PIECES).first.wait_for(timeout=steps.PATIENCE)
    steps.play_on(host, steps.click, random.Random(1))
    propose(host, "Take back")
    answer(guest, "No")
    host.locator(".notice").wait_for(state="detached", timeout=steps.PATIENCE)
    assert not guest.locator(".undone").count()
    propose(host, "Take back")
    answer(guest, "Yes")
    for page in pair:
        page.locator(".moves .undone").wait_for(state="attached", timeout=steps.PATIENCE)
    host.locator(steps.PIECES).first.wait_for(timeout=steps.PATIENCE)  # the card is in the hand again
    assert steps.play_on(host, steps.click, random.Random(2))


def test_a_game_is_paused_if_both_want_it_and_goes_on_if_one_does(pair: Pair) -> None:
    host, guest = pair
    propose(guest, "Pause")
    answer(host, "Yes")
    for page in pair:
        page.locator(".turn", has_text="Paused").wait_for(timeout=steps.PATIENCE)
        assert not page.locator(".hand").count()  # nobody looks at the cards meanwhile
    propose(host, "Go on")  # nobody has to be asked
    assert steps.my_turn(host)
    assert steps.play_on(host, steps.click, random.Random(3))


def test_whoever_gives_up_loses_and_both_go_to_the_rematch(pair: Pair) -> None:
    host, guest = pair
    before = host.url
    propose(host, "Resign")
    host.locator("dialog[open] .main").click()
    assert "wins" in steps.result(host)[0]
    assert steps.result(guest)[0] == "You win!"
    host.locator("dialog[open]").get_by_role("button", name="Play again").click()
    guest.locator("dialog[open] [role=status]").wait_for(timeout=steps.PATIENCE)  # what the other one would like
    guest.locator("dialog[open]").get_by_role("button", name="Play again").click(timeout=steps.PATIENCE)
    for page in pair:
        page.wait_for_url(lambda url: "/table/" in url and url != before, timeout=steps.PATIENCE)
        steps.playing(page)
    assert host.url == guest.url
    assert any(page.locator(steps.MINE).count() for page in pair)


PRESS_AT_ONCE = """() => new MutationObserver((changes) => changes.forEach(({ target }) => {
  if (!target.open || window.stayed) return
  target.click()
  window.stayed = [target.open, !target.dispatchEvent(new Event('cancel', { cancelable: true }))]
})).observe(document.body, { attributes: true, attributeFilter: ['open'], subtree: true })"""


def test_a_press_that_was_meant_for_the_board_does_not_close_the_result(pair: Pair) -> None:
    host, guest = pair
    guest.evaluate(PRESS_AT_ONCE)
    propose(host, "Resign")
    host.locator("dialog[open] .main").click()
    assert steps.result(guest)[0] == "You win!"
    assert guest.evaluate("window.stayed") == [True, True]
    steps.close_result(guest)
    guest.locator(".turn .result").click()
    assert steps.result(guest)[0] == "You win!"


def test_who_sits_down_is_no_longer_counted_among_those_who_watch(visit: Visit, house: House) -> None:
    host = visit(reduced_motion="reduce")
    path = steps.make_table(host, house.address, "sep")
    watcher = visit(path, reduced_motion="reduce")
    watcher.locator("form button.main").first.wait_for(timeout=steps.PATIENCE)
    steps.join(visit(path, reduced_motion="reduce"))
    for page in (host, watcher):
        page.locator(".watchers", has_text="1 ").wait_for(timeout=steps.PATIENCE)
