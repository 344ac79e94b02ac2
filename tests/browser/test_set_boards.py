"""The tables of the SET family in the browser: presses, keys, what is read aloud, and that all of it fits."""

import re
from itertools import combinations
from typing import Any

import pytest

from septet.games.setgame.cards import is_set
from tests.browser.access import violations
from tests.browser.conftest import Visit
from tests.browser.tables import new_table

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1440, "height": 900}


def wrong_places(page: Any) -> list[int]:
    """Three places of the table whose cards are not a set."""
    cards = [str(card.get_attribute("data-card")) for card in page.locator(".cards [data-card]").all()]
    return next(list(three) for three in combinations(range(len(cards)), 3) if not is_set([cards[at] for at in three]))


@pytest.mark.parametrize("how", ["press", "keys"])
def test_three_cards_that_are_no_set_are_explained_feature_by_feature(visit: Visit, how: str) -> None:
    page = visit("/new/set-solo", **PHONE)
    page.locator("form button.main").click()
    cards = page.locator(".cards [data-card]")
    cards.nth(11).wait_for()
    for place in wrong_places(page):
        if how == "keys":
            page.keyboard.press(cards.nth(place).locator("kbd").inner_text())
        else:
            cards.nth(place).dispatch_event("pointerdown", {"button": 0, "isPrimary": True})  # no release
    page.locator(".why .fails .lone").first.wait_for()
    assert page.locator(".why tr").count() == 4
    assert page.locator(".card.chosen").count() == 0
    told = page.locator("[aria-live=polite]").inner_text()
    assert "Two alike and one not" in told


def test_escape_puts_back_a_card_of_the_hand_however_it_was_chosen(visit: Visit) -> None:
    page = visit("/")
    new_table(page, "setup", "me", "novice")
    card, held = page.locator(".hand [data-card]").first, page.locator(".hand [aria-pressed=true]")
    for choose in (card.click, lambda: page.keyboard.press("Digit2"), lambda: card.press("Enter")):
        choose()
        held.wait_for()
        page.keyboard.press("Escape")
        held.wait_for(state="detached")


def test_a_card_of_set_is_read_with_its_row_its_place_and_its_key(visit: Visit) -> None:
    page = visit("/new/set-solo", **PHONE)
    page.locator("form button.main").click()
    cards = page.locator(".cards [data-card]")
    cards.nth(11).wait_for()
    columns = page.evaluate("getComputedStyle(document.querySelector('.cards')).gridTemplateColumns.split(' ').length")
    label = cards.nth(columns + 1).get_attribute("aria-label")
    key = cards.nth(columns + 1).locator("kbd").inner_text()
    assert re.search(rf"^[123], (red|green|purple), (oval|bean|diamond), \w+\. Row 2, place 2, key {key}$", str(label))


@pytest.mark.parametrize("game", ["set", "scout", "chipset", "setup", "coopset", "twenty"])
@pytest.mark.parametrize("size", [PHONE, pytest.param(DESKTOP, marks=pytest.mark.long)], ids=["phone", "desktop"])
def test_every_table_of_set_fits_its_screen_and_is_accessible(visit: Visit, axe: str, game: str, size: Any) -> None:
    page = visit(f"/new/{game}", **size)
    page.locator("form button.main").click()
    page.locator(".set-board").wait_for()
    page.locator(".dock-area").wait_for()
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page, axe) == []


def test_the_chat_stays_where_it_is_read_while_cards_are_played(visit: Visit) -> None:
    page = visit("/new/set-solo", **DESKTOP)
    page.locator("form button.main").click()
    page.locator(".cards [data-card]").nth(11).wait_for()
    for number in range(30):
        page.get_by_label("Say something").fill(f"remark {number}")
        page.keyboard.press("Enter")
    page.locator(".said p", has_text="remark 29").wait_for()
    page.wait_for_function("() => document.querySelector('.said').scrollTop > 0")
    page.evaluate("document.querySelector('.said').scrollTop = 0")
    for place in wrong_places(page):
        page.locator(".cards [data-card]").nth(place).dispatch_event("pointerdown", {"button": 0, "isPrimary": True})
    page.locator(".why .lone").first.wait_for()
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.evaluate("document.querySelector('.said').scrollTop") == 0
