"""Alone against time in the browser: the clock, the best times, the ghost, and a race with the same deck."""

from itertools import combinations
from typing import Any

import pytest

from septet.games.setgame.cards import is_set
from tests.browser.conftest import Visit
from tests.browser.test_app import violations

PATIENCE = 60_000


def here(page: Any) -> str:
    return str(page.evaluate("location.origin"))


def sit_down(page: Any, **options: Any) -> str:
    """A table of the quick start for one, to the end of its 27 cards."""
    asked = {"game": "set-quick", "seats": [{"who": "me"}], "options": {"solo_end": "add3", **options}}
    home = here(page)
    assert page.request.post(f"{home}/api/guest", headers={"origin": home}).ok
    table = str(page.request.post(f"{home}/api/tables", data=asked, headers={"origin": home}).json()["id"])
    page.goto(f"{home}/table/{table}")
    return table


def finish(page: Any) -> None:
    """Take sets, and say so where there is none, until the game is over."""
    page.locator(".cards [data-card]").first.wait_for(timeout=PATIENCE)
    result = page.get_by_role("dialog")
    for _ in range(30):
        if result.is_visible():
            break
        slots = page.evaluate("[...document.querySelectorAll('.cards [data-card]')].map((one) => one.dataset.card)")
        three = next((three for three in combinations(slots, 3) if is_set(list(three))), None)
        taken = "([three, had]) => document.querySelector('dialog[open]') || \
            [...document.querySelectorAll('.cards [data-card]')].map((one) => one.dataset.card).join() !== had"
        if three is None:
            page.get_by_role("button", name="No set", exact=True).click()
        for card in three or ():
            page.locator(f".cards [data-card='{card}']").dispatch_event("pointerdown", {"button": 0, "isPrimary": True})
        page.wait_for_function(taken, arg=[list(three or ()), ",".join(slots)], timeout=PATIENCE)
    result.wait_for(timeout=PATIENCE)


def test_a_game_alone_is_timed_and_played_again_against_its_ghost(visit: Visit, axe: str) -> None:
    page = visit("/", width=390, height=844)
    table = sit_down(page, quick_attr="shape")
    page.get_by_role("timer").first.wait_for()
    finish(page)
    result = page.get_by_role("dialog")
    result.get_by_text("The best time of the house!").wait_for(timeout=PATIENCE)
    assert violations(page, axe) == []
    result.get_by_role("button", name="This deck again").click()
    page.wait_for_url(lambda url: table not in url, timeout=PATIENCE)
    page.get_by_role("img", name="Your ghost: 0 sets").wait_for(timeout=PATIENCE)
    page.get_by_role("img", name="Your ghost: 1 set").wait_for(timeout=PATIENCE)
    finish(page)
    result.get_by_text("You knew this deck").wait_for(timeout=PATIENCE)
    assert result.locator("tbody tr").filter(has_text="knew the deck").count() == 1


def test_a_friend_plays_the_same_deck_by_its_link_and_the_results_stand_side_by_side(visit: Visit, axe: str) -> None:
    page, other = visit("/", width=390, height=844), visit("/", width=1440, height=900)
    table = sit_down(page)
    cards = page.locator(".cards [data-card]")
    cards.nth(8).wait_for(timeout=PATIENCE)
    other.goto(f"{here(other)}/deck/{table}")
    other.get_by_text("This deck is new to you").wait_for(timeout=PATIENCE)
    assert violations(other, axe) == []
    other.get_by_role("button", name="Play this deck").click()
    other.locator(".cards [data-card]").nth(8).wait_for(timeout=PATIENCE)
    dealt = "[...document.querySelectorAll('.cards [data-card]')].map((one) => one.dataset.card).sort().join()"
    assert page.evaluate(dealt) == other.evaluate(dealt)
    finish(page)
    page.get_by_role("dialog").get_by_text("Everybody with this deck").wait_for(timeout=PATIENCE)
    page.get_by_role("dialog").get_by_text("playing").first.wait_for(timeout=PATIENCE)
    assert page.get_by_text("The seed is told when all").count() == 1
    finish(other)
    assert other.get_by_role("dialog").locator("table").first.locator("tbody tr").count() >= 1
    other.goto(f"{here(other)}/deck/{table}")
    rows = other.locator("table").first.locator("tbody tr")
    rows.nth(1).wait_for(timeout=PATIENCE)
    assert rows.count() == 2 and "knew" not in (rows.nth(0).inner_text() + rows.nth(1).inner_text())


@pytest.mark.parametrize("language", ["en", "fr", "nl"])
def test_the_page_of_a_new_table_tells_what_there_is_to_beat(visit: Visit, language: str) -> None:
    page = visit("/new/set-solo", locale=language)
    words = {"en": "The best under these house rules", "fr": "Les records avec", "nl": "De records met"}
    page.get_by_text(words[language]).wait_for(timeout=PATIENCE)
