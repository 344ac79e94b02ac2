"""The button that helps: three presses, words for all, marks on the board, and gone with the next move."""

from collections.abc import Iterator
from typing import Any

import pytest

from septet.bots import prepare
from tests.browser.access import too_wide, violations
from tests.browser.conftest import Visit
from tests.browser.tables import PATIENCE, first_set, lying, new_table
from tests.server.running import House, running


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, chromium: Any) -> Iterator[House]:
    prepare("sep", ["expert"])  # what is compiled here its worker only has to read
    with running(tmp_path_factory.mktemp("house"), workers=1) as house:
        yield house


def ask(page: Any) -> Any:
    return page.locator("button.ask")


def said(page: Any) -> Any:
    return page.locator(".hint p")


def marks(page: Any) -> list[str]:
    """The places on the board that are pointed at."""
    found = page.locator(".board [data-hinted]").evaluate_all("(all) => all.map((one) => one.dataset.spot)")
    return [str(one) for one in found]


def dealt(page: Any) -> list[str]:
    page.locator("[data-card]").nth(11).wait_for(timeout=PATIENCE)
    return lying(page)


def until_told(page: Any) -> None:
    """Press until a hint is there: the expert may not be ready yet."""
    for _ in range(20):
        page.keyboard.press("F2")
        page.wait_for_function(
            "() => document.querySelector('[data-hinted]') || document.querySelector('.notice.refused')",
            timeout=PATIENCE,
        )
        if marks(page):
            return
        page.locator(".notice.refused button").click()
    raise AssertionError("no hint came")


def test_three_presses_tell_where_which_card_and_which_move(visit: Visit, axe: str) -> None:
    page = visit(width=320, height=568)
    new_table(page, "sep", "me", "random", start_player="first")
    ask(page).wait_for(timeout=PATIENCE)
    high = page.locator(".board").bounding_box()["height"]
    until_told(page)
    first = said(page).inner_text()
    assert "Press again" in first
    assert marks(page)[0] in ("hand-numbers", "hand-actions")
    assert page.locator(".hint[role=status]").count() == 1
    assert page.locator(".board").bounding_box()["height"] > high - 80, "the board keeps its room"
    told = page.locator(".hint").bounding_box()
    assert told["y"] + told["height"] <= page.locator(".board").bounding_box()["y"] + 1, "nothing of it is covered"
    ask(page).click()
    page.wait_for_function("(had) => document.querySelector('.hint p')?.textContent !== had", arg=first)
    assert marks(page)[0] in ("draw", "actions", "reserve")
    page.keyboard.press("F2")
    page.wait_for_function("() => !document.querySelector('.hint p small')", timeout=PATIENCE)
    assert said(page).inner_text().count(".") >= 2, "a move and its reason"
    assert not violations(page, axe)
    assert too_wide(page) <= 0
    page.locator(f"[data-spot='{marks(page)[0]}']").click()
    page.wait_for_function("() => !document.querySelector('.hint p') && !document.querySelector('[data-hinted]')")


def test_against_time_it_is_said_first_that_no_best_time_comes_of_it(visit: Visit) -> None:
    page = visit(locale="fr", width=390, height=844)
    while not new_table(page, "set-solo", "me") or not first_set(dealt(page)):
        pass  # one deal in thirty has no set: then there is nothing to point at
    ask(page).click()
    assert "meilleurs temps" in said(page).inner_text()
    assert not marks(page)
    until_told(page)
    assert len(marks(page)) == 6
    lying = page.locator("[data-card]").first.bounding_box()
    for count in (1, 3):
        ask(page).click()
        page.wait_for_function(
            "(count) => document.querySelectorAll('[data-hinted]').length === count", arg=count, timeout=PATIENCE
        )
    assert page.locator("[data-card]").first.bounding_box() == lying, "however much is told, the cards lie still"
    assert "Prenez ces trois cartes" in said(page).inner_text()
    ask(page).click()
    page.wait_for_function("() => !document.querySelector('.hint p')")


def test_where_nobody_may_be_helped_there_is_no_button(visit: Visit) -> None:
    page = visit()
    new_table(page, "set-quick", "me", "random")
    page.locator("[data-card]").first.wait_for(timeout=PATIENCE)
    assert ask(page).count() == 0
