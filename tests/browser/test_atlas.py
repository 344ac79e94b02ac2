"""The rule atlas in a real browser: read, filtered, sorted, two rules against each other, any rule set, and played."""

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from septet.lab.atlas_file import GAMES_WITH_ATLAS, pair, shipped
from tests.browser.access import settle, too_wide, violations
from tests.browser.conftest import Visit
from tests.browser.keys import press
from tests.browser.test_review import KEYS, SIZES
from tests.server.running import House, running

PATIENCE = 60_000
PHONE, DESKTOP = {"width": 320, "height": 568}, {"width": 1280, "height": 720}
LANGUAGES = ("en", "fr", "nl")
IDENTIFIER = re.compile(r"\b[a-z]+_[a-z_]+\b")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, chromium: Any) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("atlas")) as house:
        yield house


def opened(visit: Visit, game: str, language: str, size: dict[str, int]) -> Any:
    page = visit(f"/atlas/{game}", locale=language, reduced_motion="reduce", **size)
    page.locator("[aria-labelledby=look-up] tbody tr").first.wait_for(timeout=PATIENCE)
    page.locator("[aria-labelledby=pair] tbody tr").first.wait_for(timeout=PATIENCE)
    return page


def whole(page: Any, axe: str, why: Any) -> None:
    settle(page)
    said = page.locator("main").inner_text()
    assert not KEYS.findall(said), why
    assert not IDENTIFIER.findall(said), why
    assert too_wide(page) <= 0, why
    assert violations(page, axe) == [], why


def rules(page: Any) -> list[str]:
    found: list[str] = page.locator("[aria-labelledby=effects] tbody th").all_inner_texts()
    return found


def changes(page: Any) -> list[float]:
    told = page.locator("[aria-labelledby=effects] tbody td b").all_inner_texts()
    return [float(one.replace("−", "-").replace(",", ".")) for one in told]


def test_the_atlas_is_read_and_asked_on_a_phone(visit: Visit, house: House, axe: str) -> None:
    atlas = shipped("sep")
    page = opened(visit, "sep", "fr", PHONE)
    whole(page, axe, "fr")
    assert page.locator("[aria-labelledby=says] li").count() == 7
    found = changes(page)
    assert found[0] == pytest.approx(64.05)
    assert [abs(one) for one in found] == sorted((abs(one) for one in found), reverse=True)
    selects = page.locator("[aria-labelledby=effects] select")
    selects.nth(2).select_option(index=1)  # two rules together
    assert all(" + " in one for one in rules(page))
    selects.nth(1).select_option(index=4)
    assert len(set(rules(page))) < len(atlas.factors)
    page.locator("[aria-labelledby=effects] input[type=checkbox]").uncheck()
    assert page.locator("tr.unsure").count() > 0
    whole(page, axe, "filtered")
    told = page.locator("[aria-labelledby=pair] tbody td b").all_inner_texts()
    cells = [cell.means[0] for row in pair("sep", 3, 8) for cell in row]
    assert [float(one.replace(",", ".")) for one in told] == pytest.approx(cells, abs=0.006)


def test_the_atlas_goes_by_keys_and_a_variant_is_played(visit: Visit, house: House, axe: str) -> None:
    page = opened(visit, "sepmosa", "en", DESKTOP)
    by_rule = page.locator("[aria-labelledby=effects] thead button").first
    press(page, by_rule)
    assert page.locator("th[aria-sort=ascending]").count() == 1
    look = page.locator("[aria-labelledby=look-up]")
    assert "These are the usual rules" in look.inner_text()
    select = look.locator("select").nth(1)
    select.focus()
    page.keyboard.press("ArrowDown")
    look.get_by_text("Not played: estimated").or_(look.get_by_text("As it was played")).first.wait_for()
    assert look.locator(".changed").count() == 1
    whole(page, axe, "looked up")
    press(page, look.get_by_role("button", name="Play by these rules"))
    page.wait_for_url("**/table/*", timeout=PATIENCE)
    options = house.server.hall.tables[page.url.rpartition("/")[2]].room.setup.options
    factor = shipped("sepmosa").factors[1]
    assert options[factor.option] == factor.values[1]


def test_a_game_without_an_atlas_leads_to_those_that_have_one(visit: Visit, axe: str) -> None:
    page = visit("/atlas/set", **PHONE)
    page.get_by_role("link", name="SEPMOSA").wait_for(timeout=PATIENCE)
    whole(page, axe, "none")


@pytest.mark.long
@pytest.mark.parametrize(("game", "language", "size"), list(product(GAMES_WITH_ATLAS, LANGUAGES, SIZES)))
def test_the_atlas_fits_every_screen_in_every_language(
    visit: Visit, axe: str, game: str, language: str, size: str
) -> None:
    page = opened(visit, game, language, SIZES[size])
    page.locator("[aria-labelledby=effects] select").first.select_option(index=0)  # all figures
    whole(page, axe, (game, language, size))
