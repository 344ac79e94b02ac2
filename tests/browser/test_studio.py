"""The studio in a real browser: rules put side by side, compared, waited for, read, played and asked again."""

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from tests.browser.access import settle, too_wide, violations
from tests.browser.conftest import Visit
from tests.browser.keys import press
from tests.browser.test_review import KEYS, SIZES
from tests.server.running import House, running

PATIENCE = 120_000
PHONE, DESKTOP = {"width": 320, "height": 568}, {"width": 1280, "height": 720}
LANGUAGES = ("en", "fr", "nl")
REPORT = "article.study-report"
PLAYING = {"en": "Play by rules B", "fr": "Jouer avec les règles B", "nl": "Speel met regels B"}
SOLO = "/studio/sep-solo"
IDENTIFIER = re.compile(r"\b[a-z]+_[a-z_]+\b")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, chromium: Any) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("studio"), workers=1, studio=True) as house:
        yield house


def choose(page: Any, column: int, rule: str, value: int) -> None:
    """One rule of a column, by its place in the list of readings."""
    panel = page.locator(".column").nth(column)
    panel.locator("summary").click()
    panel.locator(f"select[name={rule}]").select_option(index=value)


def whole(page: Any, axe: str, why: Any) -> None:
    """No key is read, nothing is wider than the screen, and everybody can use it."""
    settle(page)
    assert not KEYS.findall(page.locator("main").inner_text()), why
    assert too_wide(page) <= 0, why
    assert violations(page, axe) == [], why


def compared(page: Any, axe: str, language: str) -> str:
    """From the first press to the report; its name."""
    page.locator(".column").nth(1).wait_for(timeout=PATIENCE)
    compare = page.locator("button.compare")
    assert compare.is_disabled(), "there is nothing to compare yet"
    choose(page, 1, "combo_ace", 2)
    assert page.locator("dd.differs").count() == 1
    assert page.locator(".field.other").count() == 1
    page.locator("label.deals select").select_option(index=0)
    whole(page, axe, language)
    compare.click()
    page.wait_for_url(re.compile(r"/studio/[0-9a-f]{16}$"), timeout=PATIENCE)
    page.locator(REPORT).wait_for(timeout=PATIENCE)
    whole(page, axe, language)
    figures = page.locator(f"{REPORT} figure svg[role=img]")
    assert figures.count() == 2
    assert figures.first.bounding_box()["width"] > 200
    assert page.locator(f"{REPORT} h2").first.inner_text().startswith("B · ")
    assert PLAYING[language] in page.locator(".variants").inner_text()
    assert not IDENTIFIER.findall(page.locator(f"{REPORT} section").first.inner_text())
    return str(page.url).rpartition("/")[2]


def test_two_rule_sets_are_compared_from_the_first_press_to_the_report(visit: Visit, house: House, axe: str) -> None:
    page = visit(SOLO, locale="fr", has_touch=True, reduced_motion="reduce", **PHONE)
    name = compared(page, axe, "fr")
    assert page.locator(REPORT).get_by_text("Tous les chiffres").count() == 1
    with page.expect_download() as saved:
        page.locator("a[download]", has_text="JSON").click()
    assert saved.value.suggested_filename == f"septet-{name}.json"
    told = saved.value.path().read_text("utf-8")
    assert told == house.browser().get(f"/api/studio/{name}/json").text
    page.locator("header select").select_option("nl")
    page.locator(REPORT).get_by_text("Alle cijfers").first.wait_for()
    other = visit(f"/studio/{name}", reduced_motion="reduce", **DESKTOP)  # somebody else, by the link
    other.locator(REPORT).wait_for(timeout=PATIENCE)
    other.get_by_role("link", name="Change the question").click()
    other.locator("dd.differs").wait_for(timeout=PATIENCE)
    other.get_by_role("button", name="Compare", exact=True).click()
    other.wait_for_url(f"**/studio/{name}", timeout=PATIENCE)
    other.locator(REPORT).wait_for(timeout=PATIENCE)  # at once: the same question
    other.get_by_role("button", name="Play by rules B").click()
    other.wait_for_url("**/table/*", timeout=PATIENCE)
    table = other.url.rpartition("/")[2].partition("?")[0]
    assert house.server.hall.tables[table].room.setup.options["combo_ace"] == "low"


def test_columns_come_and_go_by_keys_and_a_comparison_that_waits_is_stopped(
    visit: Visit, tmp_path_factory: pytest.TempPathFactory, axe: str
) -> None:
    with running(tmp_path_factory.mktemp("idle"), studio=True) as idle:  # nobody makes it
        page = visit("/studio/sep", address=idle.address, reduced_motion="reduce", **DESKTOP)
        page.locator(".column").nth(1).wait_for(timeout=PATIENCE)
        press(page, page.get_by_role("button", name="Add a column"))
        page.locator(".column").nth(2).wait_for()
        assert page.locator("button.compare").is_disabled()
        press(page, page.locator(".column").nth(2).get_by_role("button", name="Strict"))
        press(page, page.locator(".column").nth(1).get_by_role("button", name="Short"))
        assert page.locator("dl > div").count() >= 2
        whole(page, axe, "three columns")
        press(page, page.get_by_role("button", name="Remove rules B"))
        assert page.locator(".column").count() == 2
        press(page, page.locator("button.compare"))
        page.locator("progress").wait_for(timeout=PATIENCE)
        assert "Waiting" in page.locator(".going").inner_text()
        page.wait_for_timeout(200)  # it is asked again and again how far it is: the network never falls silent
        assert violations(page, axe) == []
        page.reload()
        press(page, page.get_by_role("button", name="Stop it"))
        page.wait_for_url("**/studio/sep?ask=*", timeout=PATIENCE)
        page.locator("dd.differs").first.wait_for()  # nothing of the question is lost
        assert not idle.server.comparisons.jobs


def test_a_refusal_is_read_where_it_was_asked(visit: Visit, tmp_path_factory: pytest.TempPathFactory) -> None:
    with running(tmp_path_factory.mktemp("busy"), studio=True, comparisons=0) as busy:
        page = visit(SOLO, address=busy.address, locale="nl", **PHONE)
        page.locator(".column").nth(1).wait_for(timeout=PATIENCE)
        choose(page, 1, "combo_ace", 2)
        page.locator("button.compare").click()
        alert = page.locator("form [role=alert]")
        alert.wait_for(timeout=PATIENCE)
        assert "Probeer het over ongeveer" in alert.inner_text()


def test_a_house_without_a_studio_says_so_and_leads_to_the_atlas(
    visit: Visit, tmp_path_factory: pytest.TempPathFactory, axe: str
) -> None:
    with running(tmp_path_factory.mktemp("closed")) as closed:
        page = visit("/studio/sep", address=closed.address, **PHONE)
        page.get_by_role("link", name="Rule atlas of SEP").first.wait_for(timeout=PATIENCE)
        whole(page, axe, "closed")
        page.goto(f"{closed.address}/studio/{'0' * 16}")
        page.locator("[role=alert]").wait_for(timeout=PATIENCE)
        page.goto(f"{closed.address}/game/sep")
        page.get_by_role("link", name="Rule atlas").wait_for(timeout=PATIENCE)
        settle(page)
        assert page.get_by_role("link", name="Studio").count() == 0


@pytest.mark.long
@pytest.mark.parametrize(("language", "size"), list(product(LANGUAGES, SIZES)))
def test_the_studio_fits_every_screen_in_every_language(
    visit: Visit, house: House, axe: str, language: str, size: str
) -> None:
    page = visit(SOLO, locale=language, reduced_motion="reduce", **SIZES[size])
    compared(page, axe, language)
