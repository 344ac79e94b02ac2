"""Puzzles in a real browser: found, solved and missed by fingers and by keys, with the solution told at once."""

from typing import Any

import pytest

from septet.puzzles import shelf
from septet.puzzles.puzzle import KINDS, ByMove, BySeat, BySet
from tests.browser.access import settle
from tests.browser.conftest import Visit
from tests.browser.keys import press
from tests.browser.test_daily import HEARD, PATIENCE, SOLVE, sound, take
from tests.browser.test_review import SIZES
from tests.server.running import House

FILLED = [kind for kind in KINDS if shelf.shelf(kind)]


def at(page: Any, status: str) -> None:
    page.locator(SOLVE.format(status)).wait_for(timeout=PATIENCE)


def test_the_kinds_are_told_by_game_and_one_press_leads_to_a_puzzle(visit: Visit, house: House, axe: str) -> None:
    page = visit("/puzzles", locale="nl", reduced_motion="reduce", **SIZES["small"])
    page.locator("a[href='/puzzles/set-any']").wait_for(timeout=PATIENCE)
    sound(page, axe)
    page.locator("a[href='/puzzles/set-any']").click()
    at(page, "open")
    assert page.locator("h1").inner_text().startswith("Ligt hier een set?")
    sound(page, axe)


def test_a_wrong_answer_is_told_with_what_was_right_and_may_be_tried_again(
    visit: Visit, house: House, axe: str
) -> None:
    puzzle = next(one for one in shelf.shelf("chipset-pot") if len(one.right) == 1)
    page = visit(f"/puzzle/{puzzle.id}", reduced_motion="reduce", **SIZES["desktop"])
    at(page, "open")
    right = puzzle.right[0][0]
    assert isinstance(right, BySeat)
    wrong = next(one.step.seat for one in puzzle.proof if isinstance(one.step, BySeat) and one.step != right)
    press(page, page.locator(f".quiz [data-spot='seat-{wrong}']"))
    at(page, "failed")
    page.wait_for_function(HEARD, arg="The solution:", timeout=PATIENCE)
    page.locator(f".quiz [data-spot='seat-{right.seat}'].good").wait_for(timeout=PATIENCE)
    assert page.locator(".verdict li").count() == len(puzzle.proof)
    page.wait_for_function("() => document.activeElement.matches('.solve .do .main')")
    sound(page, axe)
    press(page, page.locator(".solve .again"))
    at(page, "open")
    assert "does not count" in page.locator(".solve .said").inner_text()
    press(page, page.locator(f".quiz [data-spot='seat-{right.seat}']"))
    at(page, "solved")
    press(page, page.locator(".solve .more button").last)
    page.locator("dialog textarea").fill("The hand of Ann is hidden.")
    press(page, page.locator("dialog form button"))
    page.locator("dialog [role=status]").wait_for(timeout=PATIENCE)


def test_whoever_gives_up_sees_the_move_on_the_board(visit: Visit, house: House, axe: str) -> None:
    puzzle = next(one for one in shelf.shelf("sep-tokens") if len(one.right) == 1 and len(one.right[0]) == 1)
    page = visit(f"/puzzle/{puzzle.id}", locale="fr", reduced_motion="reduce", **SIZES["phone"])
    at(page, "open")
    settle(page)
    page.locator(".solve .do button").click()
    at(page, "failed")
    step = puzzle.right[0][0]
    assert isinstance(step, ByMove)
    page.locator(f".solve [data-spot='card-{step.move['card']}'][data-hinted]").wait_for(timeout=PATIENCE)
    sound(page, axe)


def test_a_race_goes_from_puzzle_to_puzzle(visit: Visit, house: House) -> None:
    page = visit("/puzzles/race", reduced_motion="reduce", **SIZES["phone"])
    page.locator("main select").select_option("set-six", timeout=PATIENCE)
    page.locator("button.main").click()
    at(page, "open")
    page.locator(".quiz [data-card]").nth(11).wait_for(timeout=PATIENCE)
    shown = set(page.locator(".quiz [data-card]").evaluate_all("all => all.map(one => one.dataset.card)"))
    puzzle = next(
        one
        for one in shelf.shelf("set-six")
        if all(isinstance(step, BySet) and shown.issuperset(step.cards) for step in one.right[0])
    )
    for number, step in enumerate(puzzle.right[0], start=1):
        assert isinstance(step, BySet)
        take(page, step)
        if number < len(puzzle.right[0]):
            page.locator(f".solve[data-steps='{number}']").wait_for(timeout=PATIENCE)
    page.locator(".solve[data-attempt='2'][data-status='open']").wait_for(timeout=PATIENCE)
    assert "✓ 1" in page.locator(".solve nav").inner_text()


def test_a_drill_without_mistakes_says_where_they_come_from(visit: Visit, house: House, axe: str) -> None:
    page = visit("/drill", locale="fr", reduced_motion="reduce", **SIZES["phone"])
    page.get_by_text("Il n’y en a pas encore").wait_for(timeout=PATIENCE)
    sound(page, axe)


IN_SIGHT = """() => {
  const place = (name) => document.querySelector(`.solve > .${name}`).getBoundingClientRect()
  const [board, bar] = [place('board'), place('bar')]
  const beside = bar.right <= board.left + 1 || bar.bottom <= board.top + 1
  return [board.bottom <= innerHeight + 1, beside || board.bottom <= bar.top + 1, bar.bottom <= innerHeight + 1]
}"""


def in_sight(page: Any) -> None:
    """All of the table is, and what may be done."""
    assert page.evaluate(IN_SIGHT) == [True, True, True]


@pytest.mark.parametrize("size", ["lying", "low", "tablet", "small"])
def test_the_table_and_what_may_be_done_are_in_sight_before_and_after(visit: Visit, house: House, size: str) -> None:
    """A question of two lines, twelve cards, and twenty first moves to be told."""
    for kind in ("set-six", "sepmosa-best"):
        page = visit(f"/puzzle/{shelf.shelf(kind)[0].id}", locale="fr", reduced_motion="reduce", **SIZES[size])
        at(page, "open")
        settle(page)
        in_sight(page)
        page.locator(".solve .do button").click()
        at(page, "failed")
        settle(page)
        in_sight(page)


def test_a_position_that_is_posed_was_not_dealt(visit: Visit, house: House) -> None:
    for kind, words in (("sep-best", "The cards are dealt."), ("sepmosa-best", "The tiles are dealt.")):
        page = visit(f"/puzzle/{shelf.shelf(kind)[0].id}", reduced_motion="reduce", **SIZES["desktop"])
        at(page, "open")
        page.locator(".solve .told").wait_for(state="attached", timeout=PATIENCE)
        assert words not in page.locator(".solve").inner_text()


@pytest.mark.long
@pytest.mark.parametrize("shape", [f"{size} {language}" for size in SIZES for language in ("en", "fr", "nl")])
@pytest.mark.parametrize("kind", FILLED)
def test_every_kind_fits_every_screen_before_and_after(
    visit: Visit, house: House, axe: str, kind: str, shape: str
) -> None:
    size, language = shape.split()
    page = visit(f"/puzzle/{shelf.shelf(kind)[0].id}", locale=language, reduced_motion="reduce", **SIZES[size])
    at(page, "open")
    sound(page, axe)
    in_sight(page)
    page.locator(".solve .do button").click()
    at(page, "failed")
    sound(page, axe)
    in_sight(page)
