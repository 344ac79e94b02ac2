"""The daily in a real browser: tried by fingers and by keys, once; in three languages; and looked at the day after."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from septet.puzzles.puzzle import ByMove, BySeat, BySet, Puzzle
from tests.browser import steps
from tests.browser.access import settle, too_wide, violations
from tests.browser.conftest import Visit
from tests.browser.keys import press
from tests.browser.test_review import SIZES
from tests.server.days import DAY, DailyHouse, attempt, daily_house, puzzle_of
from tests.server.running import House
from tests.server.test_people import account

PATIENCE = 30_000
TITLES = {"en": "Daily puzzles", "fr": "Défi du jour", "nl": "Puzzels van de dag"}
SOLVE = ".solve[data-status='{}']"
HEARD = "what => [...document.querySelectorAll('[role=status][aria-live]')].at(-1).innerText.includes(what)"
# What people would read as a key.
KEYS = re.compile(r"\b(?:web|puzzle|board|sep|sepmosa|setgame)\.[a-z_]+(?:\.[a-z_]+)*")


@pytest.fixture(scope="module")
def days(tmp_path_factory: pytest.TempPathFactory, chromium: Any) -> Iterator[DailyHouse]:
    with daily_house(tmp_path_factory.mktemp("days")) as found:
        found.fill(DAY, DAY + 1)
        yield found


@pytest.fixture
def house(days: DailyHouse) -> House:
    days.go_to(DAY)
    return days.house


def asked(kind: str) -> Puzzle:
    return puzzle_of(DAY, kind)


def opened(page: Any, kind: str) -> Any:
    """From the day's page to one of its puzzles."""
    page.locator(f"[data-item='{kind}'] a.button").click()
    page.locator(SOLVE.format("open")).wait_for(timeout=PATIENCE)
    return page.locator(".solve")


def take(page: Any, step: BySet) -> None:
    for card in step.cards:
        page.locator(f".solve [data-card='{card}']").click()


def sound(page: Any, axe: str) -> None:
    settle(page)
    assert too_wide(page) <= 0
    assert violations(page, axe) == []
    assert not KEYS.search(page.locator("body").inner_text())


@pytest.mark.parametrize("language", ["en", "fr", "nl"])
def test_a_day_is_read_and_one_of_its_puzzles_solved_on_a_phone(
    visit: Visit, house: House, axe: str, language: str
) -> None:
    page = visit("/daily", locale=language, has_touch=True, reduced_motion="reduce", **SIZES["small"])
    page.locator("[data-item='set-six']").wait_for(timeout=PATIENCE)
    assert page.locator("h1").inner_text() == TITLES[language]
    sound(page, axe)
    opened(page, "set-six")
    sound(page, axe)
    *line, last = asked("set-six").right[0]
    for at, step in enumerate(line, start=1):
        assert isinstance(step, BySet)
        take(page, step)
        page.locator(f".solve[data-steps='{at}']").wait_for(timeout=PATIENCE)
        assert page.locator(".quiz .found .full").count() == at
    assert isinstance(last, BySet)
    take(page, last)
    page.locator(SOLVE.format("solved")).wait_for(timeout=PATIENCE)
    assert page.locator(".solve .verdict h2").count() == 0, "nothing of the solution is told before the day is over"
    sound(page, axe)
    page.locator(".solve .do a.main").click()
    page.locator("[data-item='set-six'][data-status='solved']").wait_for(timeout=PATIENCE)
    assert "🟩" in page.locator("pre").inner_text()
    sound(page, axe)


def test_a_puzzle_of_the_day_is_answered_by_keys_alone_and_only_once(visit: Visit, house: House, axe: str) -> None:
    page = visit("/daily", reduced_motion="reduce", **SIZES["desktop"])
    press(page, page.locator("[data-item='chipset-pot'] a.button"))
    page.locator(SOLVE.format("open")).wait_for(timeout=PATIENCE)
    puzzle = asked("chipset-pot")
    right = puzzle.right[0][0]
    assert isinstance(right, BySeat)
    wrong = next(seat for seat in range(len(puzzle.proof)) if seat != right.seat)
    press(page, page.locator(f".quiz [data-spot='seat-{wrong}']"))
    page.locator(SOLVE.format("failed")).wait_for(timeout=PATIENCE)
    page.wait_for_function(HEARD, arg="Not this one.", timeout=PATIENCE)
    assert page.locator(".quiz .good").count() == 0, "who takes it is told tomorrow"
    page.wait_for_function("() => document.activeElement.matches('.solve .do .main')")
    sound(page, axe)
    page.reload()
    page.locator(SOLVE.format("failed")).wait_for(timeout=PATIENCE)
    page.keyboard.press(f"Digit{right.seat + 1}")
    assert page.locator(SOLVE.format("failed")).count() == 1
    page.goto(house.address + "/daily")
    page.locator("[data-item='chipset-pot'][data-status='failed']").wait_for(timeout=PATIENCE)


def test_a_move_of_a_game_is_the_answer_and_nothing_says_before_what_it_brings(visit: Visit, house: House) -> None:
    page = visit("/daily", locale="nl", reduced_motion="reduce", **SIZES["phone"])
    page.locator("[data-item='sepmosa-points']").wait_for(timeout=PATIENCE)
    opened(page, "sepmosa-points")
    assert page.locator(".solve .said").inner_text().strip() == "", "this try counts"
    step = next(line[0] for line in asked("sepmosa-points").right)
    assert isinstance(step, ByMove)
    page.locator(f".solve [data-spot='tile-{step.move['tile']}']").first.click()
    page.wait_for_timeout(300)  # in which a board asks at a table what each place would bring
    assert page.locator(steps.PAYING).count() == 0
    for cell in (step.move.get(name) for name in ("cell", "to")):
        if cell and page.locator(SOLVE.format("open")).count():
            page.locator(f".solve [data-cell='{cell}']").click()
    page.wait_for_timeout(500)
    if page.locator(SOLVE.format("open")).count():  # some boards ask for a second tap
        page.locator(f".solve [data-cell='{step.move.get('to') or step.move['cell']}']").click()
    page.locator(SOLVE.format("solved")).wait_for(timeout=PATIENCE)


def test_the_day_after_everybody_sees_solutions_answers_and_that_nobody_chose(
    visit: Visit, days: DailyHouse, house: House, axe: str
) -> None:
    attempt(account(house, "Solver"), "set-any", asked("set-any").right[0][0]).raise_for_status()
    days.go_to(DAY + 1)
    page = visit("/daily", locale="fr", reduced_motion="reduce", **SIZES["desktop"])
    press(page, page.locator("a[href^='/daily/2']").last)
    page.locator("[data-item='set-six'] table, [data-item='set-six'] .soft").first.wait_for(timeout=PATIENCE)
    assert page.locator("[data-item='set-any'] tbody th").inner_text().endswith("Solution")
    press(page, page.locator("[data-item='chipset-pot'] summary"))
    page.locator("[data-item='chipset-pot'] .quiz button.good").wait_for(timeout=PATIENCE)
    press(page, page.locator("details summary").last)
    assert "Votre navigateur l’a vérifié" in page.locator("details").last.inner_text()
    assert "NE mène PAS" not in page.locator("details").last.inner_text()
    sound(page, axe)


def test_the_first_screen_and_a_game_lead_to_the_daily(visit: Visit, house: House) -> None:
    page = visit("/", **SIZES["phone"])
    page.locator("a[href='/daily']").click()
    page.locator("[data-item='sep-solo']").wait_for(timeout=PATIENCE)
    page.goto(house.address + "/game/sep-solo")
    page.locator("a[href='/daily']").click()
    page.locator("[data-item='sep-solo'] button").click()
    page.wait_for_url("**/table/*", timeout=PATIENCE)
    page.locator(".sep-board").wait_for(timeout=PATIENCE)


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "fr", "nl"])
@pytest.mark.parametrize("size", SIZES)
def test_every_puzzle_of_a_day_fits_every_screen(
    visit: Visit, house: House, axe: str, size: str, language: str
) -> None:
    page = visit("/daily", locale=language, reduced_motion="reduce", **SIZES[size])
    page.locator("[data-item='set-six']").wait_for(timeout=PATIENCE)
    sound(page, axe)
    for kind in page.eval_on_selector_all("[data-item] a.button", "all => all.map(one => one.pathname.split('/')[2])"):
        page.goto(f"{house.address}/daily/{kind}")
        page.locator(SOLVE.format("open")).wait_for(timeout=PATIENCE)
        sound(page, axe)
