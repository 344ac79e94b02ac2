"""The web app as people meet it: in a real browser, at a real server, against a real bot."""

import pytest

from tests.browser.access import settle, too_wide, violations
from tests.browser.conftest import Visit
from tests.server.running import House

FEW = ("/", "/me", "/new/sep")
ALL = (*FEW, "/game/sep", "/game/set", "/rules", "/rules/set", "/ratings", "/nothing-here", "/table/aaaaaaaaaaaa")
TURN = ".told > .turn"


def test_one_click_leads_into_a_game_against_a_bot(visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name="Play now").first.click()
    page.wait_for_url("**/table/*")
    page.locator(TURN).wait_for()
    assert page.locator(".middle > .board").is_visible()


def test_everything_is_there_without_a_mouse(visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name="Play now").first.wait_for()
    for _ in range(20):
        page.keyboard.press("Tab")
        if "Play now" in page.evaluate("document.activeElement.innerText"):
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")


def test_two_people_meet_by_link_and_talk_in_their_own_languages(visit: Visit) -> None:
    host = visit("/game/sep")
    host.get_by_role("button", name="With friends").click()
    host.wait_for_url("**/table/*")
    link = host.get_by_label("Link", exact=True).input_value()
    guest = visit(link[link.index("/table") :], locale="nl")
    guest.get_by_role("button", name="Gaan zitten").click()
    host.locator(TURN).wait_for()
    host.get_by_label("Phrases").select_option("hello")
    guest.locator(".said p", has_text="Hallo").first.wait_for(state="attached")


def test_a_table_goes_on_after_the_network_was_gone(visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name="Play now").first.click()
    page.locator(TURN).wait_for()
    page.context.set_offline(True)
    page.get_by_text("You are offline").wait_for()
    page.context.set_offline(False)
    page.get_by_text("You are offline").wait_for(state="detached")
    page.get_by_label("Say something").fill("still here")
    page.keyboard.press("Enter")
    page.locator(".said p", has_text="still here").wait_for()


def test_giving_up_ends_the_game_and_a_rematch_begins_another(visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name="Play now").first.click()
    page.locator(TURN).wait_for()
    before = page.url
    page.get_by_role("button", name="Resign").click()
    page.locator("dialog[open] .main").click()
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: "/table/" in url and url != before)


@pytest.mark.parametrize(("locale", "words"), [("de", "Play now"), ("fr-BE", "Jouer maintenant")])
def test_the_browsers_language_is_spoken_and_another_one_stays(visit: Visit, locale: str, words: str) -> None:
    page = visit(locale=locale)
    page.get_by_role("button", name=words).first.wait_for()
    page.locator("header select").select_option("nl")
    page.get_by_role("button", name="Nu spelen").first.wait_for()
    page.reload()
    page.get_by_role("button", name="Nu spelen").first.wait_for()


@pytest.mark.parametrize(
    ("scheme", "paths"),
    [
        ("dark", FEW),
        pytest.param("light", ALL, marks=pytest.mark.long),
        pytest.param("dark", ALL, marks=pytest.mark.long),
    ],
    ids=["few", "light", "dark"],
)
def test_every_page_is_accessible_and_fits_a_small_screen(
    visit: Visit, house: House, axe: str, scheme: str, paths: tuple[str, ...]
) -> None:
    page = visit(width=320, height=640, color_scheme=scheme, locale="fr")
    for path in paths:
        page.goto(house.address + path)
        settle(page)
        assert violations(page, axe) == [], path
        assert too_wide(page) <= 0, path


@pytest.mark.parametrize("width", [320, pytest.param(1280, marks=pytest.mark.long)])
def test_every_kind_of_table_is_accessible_and_fits_the_screen(
    visit: Visit, house: House, axe: str, width: int
) -> None:
    page = visit(width=width, height=720)
    for family in range(3):
        page.goto(house.address)
        page.locator(".families button.main").nth(family).click()
        page.locator(TURN).wait_for()
        settle(page)
        assert violations(page, axe) == [], family
        assert too_wide(page) <= 0, family
