"""Alone against time in the browser: the clock, the best times, the ghost, and a race with the same deck."""

from typing import Any

import pytest

from tests.browser.access import violations
from tests.browser.conftest import Visit
from tests.browser.tables import CHANGED, PATIENCE, first_set, here, lying, new_table, press


def sit_down(page: Any, **options: Any) -> str:
    """A table of the quick start for one, to the end of its 27 cards."""
    return new_table(page, "set-quick", "me", solo_end="add3", **options)


def finish(page: Any) -> None:
    """Take sets, and say so where there is none, until the game is over."""
    page.locator(".cards [data-card]").first.wait_for(timeout=PATIENCE)
    result = page.get_by_role("dialog")
    for _ in range(30):
        if result.is_visible():
            break
        slots = lying(page)
        three = first_set(slots)
        if not three:
            page.get_by_role("button", name="No set", exact=True).click()
        press(page, three)
        page.wait_for_function(CHANGED, arg=",".join(slots), timeout=PATIENCE)
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
    sets = len(page.request.get(f"{here(page)}/api/decks/{table}").json()["runs"][0]["finds"])
    page.get_by_role("img", name=f"Your ghost: {sets} sets").wait_for(timeout=PATIENCE)  # as time goes by
    runs = page.request.get(f"{here(page)}/api/decks/{table}").json()["runs"]
    assert [run["counts"] for run in runs] == [True, False]  # whoever knows a deck beats no record with it


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


LONG = pytest.mark.long


@pytest.mark.parametrize("language", ["fr", pytest.param("en", marks=LONG), pytest.param("nl", marks=LONG)])
def test_the_page_of_a_new_table_tells_what_there_is_to_beat(visit: Visit, language: str) -> None:
    page = visit("/new/set-solo", locale=language)
    words = {"en": "The best under these house rules", "fr": "Les records avec", "nl": "De records met"}
    page.get_by_text(words[language]).wait_for(timeout=PATIENCE)


@pytest.mark.parametrize("language", ["nl", pytest.param("en", marks=LONG), pytest.param("fr", marks=LONG)])
def test_its_page_offers_the_booklets_end_and_the_whole_deck_side_by_side(visit: Visit, language: str) -> None:
    page = visit("/", locale=language, width=320, height=568)
    page.locator("a[href='/game/set-solo']").click()
    ways = page.locator(".houses button")
    ways.nth(1).wait_for(timeout=PATIENCE)
    assert [way.get_attribute("aria-pressed") for way in ways.all()] == ["true", "false"]
    ways.nth(1).click()
    with page.expect_response("**/api/tables") as made:
        page.locator("button.play").click()
    assert made.value.ok and made.value.request.post_data_json["options"] == {"solo_end": "add3"}
    page.locator(".cards [data-card]").first.wait_for(timeout=PATIENCE)
