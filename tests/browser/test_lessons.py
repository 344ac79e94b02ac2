"""Every step of every course is reached by somebody who only tries what the page offers."""

from typing import Any

import pytest

from septet.games import GAMES
from septet.study.lessons import course
from tests.browser import keys, learning, steps
from tests.browser.access import settle, too_wide, violations
from tests.browser.conftest import Visit
from tests.server.running import House

SMALL, LYING = {"width": 320, "height": 568}, {"width": 640, "height": 360}
SOME = (1, 5, 11)


def walk(page: Any, house: House, game: str, numbers: Any) -> None:
    for number in numbers:
        page.goto(f"{house.address}/learn/{game}/{number}")
        assert learning.learn(page) < learning.TRIES
        page.locator(".lesson .bar.good .main").wait_for(timeout=steps.PATIENCE)


def test_some_lessons_are_finished_by_trying_and_kept(visit: Visit, house: House) -> None:
    page = visit("/", reduced_motion="reduce")
    walk(page, house, "sep", SOME)
    page.goto(f"{house.address}/learn/sep")
    page.locator(".steps .done").first.wait_for()
    done = page.locator(".steps li").evaluate_all("all => all.map(one => !!one.querySelector('.done'))")
    assert [number for number, kept in enumerate(done, start=1) if kept] == list(SOME)
    page.locator("a.main").click()
    page.wait_for_url("**/learn/sep/2")  # the first that is not done


def test_what_a_guest_has_learnt_moves_with_them_into_an_account(visit: Visit, house: House) -> None:
    """And is there where they sign in next, with what the coach has told."""
    page = visit("/", reduced_motion="reduce")
    walk(page, house, "sep-solo", [1])
    who = {"name": "Learner One", "password": "a long enough password"}
    here = {"origin": house.address}
    assert page.request.post(f"{house.address}/api/guest", headers=here).ok
    page.goto(f"{house.address}/me")
    form = page.locator("form:has(input[type=password])").first
    form.locator("input").first.fill(who["name"])
    form.locator("input[type=password]").fill(who["password"])
    form.locator("button.main").click()
    learned = "async () => (await (await fetch('/api/me')).json()).settings?.learned?.['sep-solo']?.length === 1"
    page.wait_for_function(learned, timeout=steps.PATIENCE)
    other = visit("/", reduced_motion="reduce")
    assert other.request.post(f"{house.address}/api/session", data=who, headers=here).ok
    other.goto(f"{house.address}/learn/sep-solo")
    other.locator(".steps .done").first.wait_for(timeout=steps.PATIENCE)
    assert other.locator(".steps .done").count() == 1
    walk(other, house, "sep-solo", [2])
    page.reload()  # in the first browser, where they are signed in still
    page.goto(f"{house.address}/learn/sep-solo")
    page.locator(".steps .done").nth(1).wait_for(timeout=steps.PATIENCE)


def reads(page: Any) -> str:
    """What a screen reader was told last."""
    return str(page.locator("body > * [role=status][aria-live]").last.inner_text())


@pytest.mark.parametrize("size", [SMALL, pytest.param(LYING, marks=pytest.mark.long)], ids=["small", "lying"])
def test_a_lesson_can_be_used_by_everybody(visit: Visit, house: House, axe: str, size: dict[str, int]) -> None:
    """By keys alone: a move that the rules refuse, one that is not asked for, and the right one."""
    page = visit("/learn/sep/5", reduced_motion="reduce", **size)

    def fine(state: str) -> None:
        settle(page)
        assert violations(page, axe) == [], state
        assert too_wide(page) <= 0, state

    page.locator(".dock").wait_for(timeout=steps.PATIENCE)
    fine("at first")
    keys.press(page, page.locator("[data-at='card-8H']"))
    keys.press(page, page.locator("[data-drop=slot-1]"))  # beside no heart and no eight
    page.locator(".dock .wrong a[href='/rules/sep#placing']").wait_for(timeout=steps.PATIENCE)
    fine("refused")
    keys.press(page, page.locator("[data-drop=slot-4]"))
    page.locator(learning.ASTRAY).wait_for(timeout=steps.PATIENCE)
    page.get_by_text("it is not what was asked").last.wait_for(timeout=steps.PATIENCE)
    assert "not what was asked" in reads(page)
    fine("not what was asked")
    keys.press(page, page.get_by_role("button", name="Try again"))
    page.locator(".lesson[data-attempt='2'] .dock").wait_for(timeout=steps.PATIENCE)
    keys.press(page, page.get_by_role("button", name="Hint"))
    keys.press(page, page.locator("[data-at='card-5D']"))
    keys.press(page, page.locator("[data-drop=slot-1]"))
    page.locator(learning.REACHED).wait_for(timeout=steps.PATIENCE)
    fine("reached")
    page.wait_for_function("document.activeElement?.matches('.lesson .bar .main')")
    page.keyboard.press("Enter")
    page.wait_for_url("**/learn/sep/6")


def test_whoever_gives_up_is_shown_how_and_it_counts_for_nothing(visit: Visit, house: House) -> None:
    page = visit("/learn/sep/5", reduced_motion="reduce")
    page.locator(".lesson[data-attempt='1'] .dock").wait_for(timeout=steps.PATIENCE)
    page.get_by_role("button", name="Show me").click()
    page.get_by_text("That is how it goes").wait_for(timeout=steps.PATIENCE)
    assert not page.locator(learning.REACHED).count()
    page.get_by_role("link", name="lesson 5 of 16").click()
    page.locator(".steps li").first.wait_for()
    assert not page.locator(".steps .done").count()


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_every_lesson_is_finished_by_trying(visit: Visit, house: House, game: str) -> None:
    page = visit("/", reduced_motion="reduce")
    walk(page, house, game, range(1, len(course(game, "en").steps) + 1))
