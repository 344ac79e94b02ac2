"""Every board in its fullest state on screens of every size: nothing cut off, covered or too small to hit."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.full import Full, full_tables
from tests.browser.layout import BOARDS, LANGUAGES, SIZES, TELLING, Size, measured, opened
from tests.server.running import House


@pytest.fixture(scope="module")
def tables(house: House) -> Iterator[Full]:
    with full_tables(house) as tables:
        yield tables


RUNS = [pytest.param(TELLING, id="few"), pytest.param(SIZES, id="all", marks=pytest.mark.long)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("sizes", RUNS)
def test_a_full_board_fits_every_screen(
    chromium: Any, tables: Full, sizes: tuple[Size, ...], name: str, language: str
) -> None:
    page = opened(chromium, tables, name, language, shared=True)
    found = {
        f"{one.size[0]}×{one.size[1]}": one.faults[:12] for one in measured(page, name, language, sizes) if one.faults
    }
    page.context.close()
    assert found == {}


UNCOVERED = """() => {
  const sheet = document.querySelector('.side.open').getBoundingClientRect()
  const spots = Array.from({ length: 400 }, (_, n) => [(n % 20) + 0.5, Math.floor(n / 20) + 0.5])
  const at = ([x, y]) => [sheet.x + (sheet.width * x) / 20, sheet.y + (sheet.height * y) / 20]
  const above = spots.map((spot) => document.elementFromPoint(...at(spot)))
  return [...new Set(above.filter((one) => !one?.closest('.side, .tabs')).map((one) => one?.className))]
}"""
BESIDE = """() => {
  const [form, tabs] = ['.chat form', '.tabs'].map((name) => document.querySelector(name).getBoundingClientRect())
  return form.height > 60 && tabs.height > 30 && form.bottom <= tabs.top + 0.5
}"""


@pytest.mark.parametrize("name", ["sep", "sepmosa", "set", "twenty"])
def test_what_opens_over_a_board_lies_over_all_of_it(chromium: Any, tables: Full, name: str) -> None:
    page = opened(chromium, tables, name, "fr")
    assert page.evaluate(BESIDE), "what is said stands above the tabs"
    page.set_viewport_size({"width": 640, "height": 360})
    page.locator(".tabs button").last.click()
    page.locator(".side.open").wait_for()
    assert page.evaluate(UNCOVERED) == []
    page.context.close()


CUT = """() => {
  const more = document.querySelector('.side .more')
  return more.scrollHeight - more.clientHeight
}"""


@pytest.mark.parametrize("language", [pytest.param(one, marks=[pytest.mark.long] * (one != "nl")) for one in LANGUAGES])
def test_all_that_may_be_done_beside_playing_is_in_sight_on_a_low_laptop(
    chromium: Any, tables: Full, language: str
) -> None:
    for name in ("sep", "sepmosa", "chipset"):
        page = opened(chromium, tables, name, language, shared=True)
        page.set_viewport_size({"width": 1366, "height": 625})
        assert page.evaluate(CUT) <= 0
        chat = page.locator(".chat form")
        assert not chat.is_visible()
        page.locator(".tabs button").nth(1).click()
        chat.wait_for()
        assert page.evaluate(BESIDE)
        page.context.close()


WHOLE = """() => {
  const told = document.querySelector('.board .told')
  return told.scrollHeight <= told.clientHeight + 1
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_move_has_brought_is_read_to_its_end_on_a_phone(chromium: Any, tables: Full, language: str) -> None:
    """Three times at once, and tiles that float now: without the tiles of each series, which the table marks."""
    page = opened(chromium, tables, "sepmosa", language, shared=True)
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function(WHOLE)
    assert page.locator(".board .told").inner_text().count("+7") == 3
    page.context.close()
