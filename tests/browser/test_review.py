"""Reviews in a real browser: asked for and waited for, read by eyes, by keys and by ear, and another move tried."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

from septet.games import GAMES
from septet.review import chunks
from septet.review.report import VERSION, Decision, Review, Valued
from septet.server.store import reviews
from septet.server.store.reviews import KeptReview
from tests.browser.access import settle, too_wide, violations
from tests.browser.conftest import Visit
from tests.browser.keys import press, walk
from tests.browser.test_replay import AT, DESKTOP, PHONE, SMALL
from tests.server.laid import lay, sample
from tests.server.running import House, running

PATIENCE = 60_000
PLAYOUTS = 4  # enough to be a review
SIZES = {
    "small": SMALL,
    "phone": PHONE,
    "lying": {"width": 640, "height": 360},
    "tablet": {"width": 820, "height": 1180},
    "desktop": DESKTOP,
    "low": {"width": 1366, "height": 625},
    "large": {"width": 1440, "height": 900},
}
KEYS = re.compile(r"\b(?:web|review|board|sep|sepmosa|setgame|bot)\.[a-z_]+(?:\.[a-z_]+)*")
FOCUSED = "() => document.activeElement.closest('.review-bar') !== null"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, chromium: Any) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("reviewed"), workers=1) as house:
        yield house


@cache
def made(game: str) -> Review:
    """A real review of the sample, by few playouts."""
    record = sample(game)
    planned = chunks.plan(record, "sample", PLAYOUTS)
    return chunks.assemble(record, planned, [chunks.answer(one.body) for one in planned])


def laid(house: House, game: str) -> str:
    """The sample as a table whose review is kept."""
    table = lay(house, game)
    kept = KeptReview(VERSION, msgspec.json.encode(made(game)))
    assert house.call(house.server.store.write(reviews.keep, table, kept, 0))
    return table


def valued(game: str) -> Valued:
    found = made(game)
    assert isinstance(found, Valued)
    return found


def at(page: Any, number: int) -> None:
    page.wait_for_function(AT, arg=number, timeout=PATIENCE)


def heard(page: Any) -> str:
    return str(page.locator("[role=status][aria-live]").last.inner_text())


def to_place(found: Valued) -> Decision:
    """The dearest decision in which a card was better put somewhere else."""
    decisions = {one.number: one for one in found.decisions}
    return next(one for number in found.costliest if (one := decisions[number]).best["type"] in ("place", "use"))


def test_a_review_is_read_and_another_move_is_tried_by_keys_alone(visit: Visit, house: House, axe: str) -> None:
    found, table = valued("sep-solo"), laid(house, "sep-solo")
    page = visit(f"/table/{table}/0", reduced_motion="reduce", **DESKTOP)
    at(page, 0)
    press(page, page.locator("aside .tabs button").last)
    curve = page.locator(".review svg[role=img]")
    curve.wait_for(timeout=PATIENCE)
    assert "at the start" in curve.get_attribute("aria-label")
    page.wait_for_url(f"**/table/{table}/0?seat=1&review", timeout=PATIENCE)
    slider = page.locator(".review input[type=range]")
    walk(page, slider)
    page.keyboard.press("ArrowRight")
    at(page, 1)
    assert re.match(r"After move 1: −?\d+\.\d points", slider.get_attribute("aria-valuetext"))
    settle(page)
    assert violations(page, axe) == []
    assert page.locator(".review ol .n").first.inner_text() == str(found.costliest[0])
    one = to_place(found)
    press(page, page.locator(".review ol button", has=page.get_by_text(str(one.number), exact=True)))
    at(page, one.number - 1)
    for spot in (f"card-{one.best['card']}", f"slot-{one.best['slot']}"):
        marked = page.locator(f"[data-spot='{spot}'][data-hinted]")
        marked.wait_for(timeout=PATIENCE)
        assert marked.get_attribute("aria-description") == "Better move"
    assert "Better: " in page.locator(".review-bar").inner_text()
    assert "Cost " in heard(page)
    press(page, page.locator(".review-bar button").first)
    page.locator(".replay .board.branch").wait_for(timeout=PATIENCE)
    assert page.locator("[data-hinted]").count() == 0, "nothing is told to whoever looks for it"
    press(page, page.locator(f"[data-spot='card-{one.best['card']}']"))
    press(page, page.locator(f"[data-spot='slot-{one.best['slot']}']"))
    status = page.locator(".review-bar [role=status]")
    page.wait_for_function(
        "() => document.querySelector('.review-bar [role=status]').innerText.includes('In the game')"
    )
    assert "That is the best move that was found!" in status.inner_text()
    settle(page)
    assert violations(page, axe) == []
    press(page, page.locator(".review-bar button").first)  # taken back
    assert "find a better move" in status.inner_text()
    page.wait_for_function(FOCUSED)
    page.keyboard.press("Escape")
    page.wait_for_function("() => document.querySelector('.replay .board.branch') === null")
    page.reload()
    curve.wait_for(timeout=PATIENCE)
    at(page, one.number - 1)


def test_a_review_is_read_on_a_phone_beside_the_board(visit: Visit, house: House, axe: str) -> None:
    found, table = valued("sep-solo"), laid(house, "sep-solo")
    page = visit(f"/table/{table}/0", locale="fr", reduced_motion="reduce", has_touch=True, **SMALL)
    at(page, 0)
    page.locator("header button", has_text="Analyse").tap()
    page.locator(".review svg[role=img]").wait_for(timeout=PATIENCE)
    settle(page)
    assert too_wide(page) <= 0
    assert violations(page, axe) == []
    page.locator(".review ol button").first.tap()
    at(page, found.costliest[0] - 1)
    page.locator(".review").wait_for(state="hidden")
    assert "Mieux" in page.locator(".review-bar").inner_text()
    page.wait_for_function(FOCUSED)
    settle(page)
    assert too_wide(page) <= 0
    assert violations(page, axe) == []
    labelled = [one.number for one in found.decisions if one.label]
    following = [number for number in labelled if number > found.costliest[0]] or labelled
    if following[0] != found.costliest[0]:
        page.locator(".review-bar button", has_text="Erreur suivante").tap()
        at(page, following[0] - 1)


def test_a_review_is_asked_for_and_what_was_missed_is_shown_on_the_board(visit: Visit, house: House, axe: str) -> None:
    table = lay(house, "set-quick")
    page = visit(f"/table/{table}/0?review", locale="nl", reduced_motion="reduce", **DESKTOP)
    page.locator(".review button.main").click(timeout=PATIENCE)
    item = page.locator(".review ol button").first
    item.wait_for(timeout=PATIENCE)
    number = int(item.locator(".n").inner_text())
    item.click()
    page.locator(".review-bar [role=img]").first.wait_for(timeout=PATIENCE)
    assert page.locator("[data-hinted]").count() >= 3
    assert int(page.locator(".replay").get_attribute("data-at")) < number
    settle(page)
    assert violations(page, axe) == []
    assert not KEYS.findall(page.locator(".replay").inner_text())
    page.reload()
    item.wait_for(timeout=PATIENCE)  # it is kept


def test_a_review_that_waits_survives_a_reload_and_can_be_stopped(
    visit: Visit, tmp_path_factory: pytest.TempPathFactory, axe: str
) -> None:
    with running(tmp_path_factory.mktemp("idle")) as idle:  # nobody makes it
        page = visit(f"/table/{lay(idle, 'coopset')}/0?review", address=idle.address, reduced_motion="reduce", **PHONE)
        page.locator(".review button.main").click(timeout=PATIENCE)
        page.locator(".review progress").wait_for(timeout=PATIENCE)
        settle_soon(page)
        assert violations(page, axe) == []
        page.reload()
        page.locator(".review progress").wait_for(timeout=PATIENCE)
        page.locator(".review button", has_text="Stop").click()
        page.locator(".review button.main").wait_for(timeout=PATIENCE)


def settle_soon(page: Any) -> None:
    """It is asked again and again how far it is: the network never falls silent."""
    page.wait_for_timeout(200)


def test_nothing_is_told_to_whoever_wants_no_spoilers(visit: Visit, house: House) -> None:
    table = laid(house, "sep-solo")
    page = visit(f"/table/{table}/3?seat=1&hide&review", reduced_motion="reduce", **DESKTOP)
    button = page.locator(".review button")
    button.wait_for(timeout=PATIENCE)
    assert page.locator(".review svg[role=img], .review-bar").count() == 0
    button.click()
    page.locator(".review svg[role=img]").wait_for(timeout=PATIENCE)


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "fr", "nl"])
@pytest.mark.parametrize("game", GAMES)
def test_reviews_of_every_game_fit_every_screen(visit: Visit, house: House, axe: str, game: str, lang: str) -> None:
    """No key is read, nothing is wider than the screen, and everybody can use it; each thing leads to its moment."""
    table = laid(house, game)
    for size in SIZES.values():
        page = visit(f"/table/{table}/0?review", locale=lang, reduced_motion="reduce", **size)
        page.locator(".review .plot, .review .intro").first.wait_for(timeout=PATIENCE)
        settle(page)
        items = page.locator(".review ol button")
        assert not KEYS.findall(page.locator(".replay").inner_text())
        assert too_wide(page) <= 0
        assert violations(page, axe) == [], (game, lang, size)
        if items.count():
            items.first.click()
            page.locator(".review-bar").wait_for(timeout=PATIENCE)
            settle(page)
            assert not KEYS.findall(page.locator(".replay").inner_text())
            assert too_wide(page) <= 0
            assert violations(page, axe) == [], (game, lang, size)
        page.context.close()
