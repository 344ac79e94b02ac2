"""The rule books as people read them: positions drawn, moves and results in words, contents in reach."""

import re
from typing import Any

import pytest

from septet.games import GAMES
from tests.browser.conftest import Visit

LANGUAGES = ("en", "fr", "nl")
BOOKS = [name for name in GAMES if name != "sep-solo"]  # which is a chapter of another one
SIGNS = re.compile(
    r"=>|[{}`$]|\w=\w"  # checks, house rules
    r"|\b[a-z]+_[a-z_]+\b"  # names of options, of their values, of refusals
    r"|\b[PTWBCF]-?\d{1,2}\b(?!:\d)|\bT:"  # players, worked positions, the clock
    r"|\b[123][RGP][OBD][FHE]\b|\b[A2-9TJQK][CDHS]\b|\b[KRBO](?:1[0-3]|[1-9])\b"  # cards and tiles
    r"|\b(?:web|book|board|sep|sepmosa|setgame)\.[a-z_]+\.[a-z_]"  # keys without words
)


def opened(page: Any, name: str) -> str:
    """The book that is reached from the shelf, and all that can be read of it."""
    page.goto(page.url.partition("/rules")[0] + f"/rules/{name}")
    page.locator(".book h1").wait_for()
    text: str = page.locator("main").inner_text()
    return text


def few(part: int, locale: str) -> Any:
    """A third of the books in each language: every book is read once, and in the long run in all of them."""
    return pytest.param(locale, BOOKS[part::3], id=f"{locale} some")


every_few = [few(part, locale) for part, locale in enumerate(LANGUAGES)]
every_book = [pytest.param(locale, BOOKS, marks=pytest.mark.long, id=f"{locale} all") for locale in LANGUAGES]


@pytest.mark.parametrize(("locale", "books"), [*every_few, *every_book])
def test_no_book_shows_notation_or_identifiers(visit: Visit, locale: str, books: list[str]) -> None:
    page = visit("/rules", locale=locale)
    for name in books:
        text = opened(page, name)
        assert page.locator("html").get_attribute("lang") == locale
        assert SIGNS.findall(text) == [], name
        assert page.locator("figure").count() > 10
        assert page.locator("figure:not(:has(svg, ul.known, ol.tries))").count() == 0


def test_notation_comes_with_a_switch_that_is_remembered(visit: Visit) -> None:
    page = visit("/rules/sep")
    switch = page.get_by_label("Show notation")
    assert not switch.is_checked()
    switch.check()
    page.get_by_text("d 5H@b => 0; tokens 7-0-0").first.wait_for()
    assert page.locator("#options ~ .scroll, .options").first.is_visible()
    assert "combo_ace" in page.locator("main").inner_text()
    page.reload()
    page.get_by_text("d 5H@b => 0; tokens 7-0-0").first.wait_for()


def test_a_try_is_drawn_when_it_is_chosen(visit: Visit) -> None:
    page = visit("/rules/sepmosa", locale="nl")
    figure = page.locator("figure").nth(1)
    figure.locator("svg .mark").first.wait_for()
    tries = figure.locator("button.try")
    assert tries.first.get_attribute("aria-pressed") == "true"
    assert figure.locator(".mark.refused").count() == 0
    refused = tries.filter(has_text="geweigerd").first
    refused.click()
    figure.locator(".mark.refused").wait_for()
    assert "Een verbinding met de joker is nodig" in refused.inner_text()


def test_an_exercise_keeps_its_answers_until_they_are_asked_for(visit: Visit) -> None:
    page = visit("/rules/set", locale="fr")
    figure = page.locator("figure", has=page.locator("[aria-expanded]"))
    asks = figure.get_by_role("button", name="Voir la réponse")
    asks.wait_for()
    answers = figure.locator("button.try")
    assert answers.count() == 14 and not answers.first.is_visible()
    assert figure.locator(".marked").count() == 0, "nor are they marked in the picture"
    asks.click()
    answers.first.wait_for()
    assert figure.locator(".marked").count() == 3


def test_the_spaces_of_sep_are_drawn(visit: Visit) -> None:
    page = visit("/rules/sep", locale="nl")
    circle = page.get_by_role("img", name="Zes plekken in een cirkel", exact=False)
    circle.wait_for()
    assert circle.locator("rect").count() == 6 and circle.locator("circle").count() == 7
    assert page.locator(".book pre").count() == 0


@pytest.mark.parametrize(("width", "height"), [(390, 844), (640, 360), (1280, 720)])
def test_the_contents_stay_in_reach(visit: Visit, width: int, height: int) -> None:
    page = visit("/rules/sep", width=width, height=height)
    page.locator(".book h1").wait_for()
    page.evaluate("scrollTo(0, document.body.scrollHeight / 2)")
    contents = page.get_by_role("navigation", name="Contents")
    marked = contents.locator("[aria-current]")
    marked.wait_for(state="attached")
    if width < 1000:
        contents.locator("button[aria-expanded]").click()
    contents.get_by_role("link", name="19. Questions and answers").click()
    page.wait_for_function("() => document.getElementById('faq').getBoundingClientRect().top < innerHeight / 2")
    page.wait_for_function("() => document.querySelector('.reading nav [aria-current]')?.hash === '#faq'")
    if width < 1000:
        assert "19. Questions and answers" in contents.locator("button[aria-expanded]").inner_text()
    contents.get_by_role("button", name="Back to the top").filter(visible=True).click()
    page.wait_for_function("() => scrollY === 0")


def test_a_game_that_is_a_chapter_opens_there(visit: Visit) -> None:
    page = visit("/rules/sep-solo")
    page.wait_for_function("() => Math.abs(document.getElementById('solo')?.getBoundingClientRect().top ?? 9999) < 120")
    assert page.locator("nav [aria-current]").filter(has_text="SEP solo").count() == 1


def test_a_chapter_leads_to_its_lessons_and_a_lesson_to_its_chapter(visit: Visit) -> None:
    page = visit("/rules/scout")
    page.locator("h2:has-text('Cards and sets') + .practice").get_by_role("link", name="One thing differs").click()
    page.wait_for_url("**/learn/set/1")
    assert page.get_by_role("link", name="The rule", exact=True).get_attribute("href") == "/rules/set#sets"


def test_on_paper_a_book_is_read_and_nothing_is_pressed(visit: Visit) -> None:
    page = visit("/rules/sepmosa")
    page.locator(".book h2").first.wait_for(timeout=60_000)
    page.emulate_media(media="print")
    assert page.locator("nav").first.is_hidden()
    assert page.locator(".head").is_hidden()
    assert page.locator("footer").is_hidden()
    assert page.locator(".book h2").first.is_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_a_score_sheet_has_a_column_for_each_player(visit: Visit) -> None:
    page = visit("/sheet/scout", locale="nl", width=390, height=844)
    page.get_by_label("Spelers").fill("4")
    page.get_by_label("Regels").fill("9")
    assert page.locator("tbody tr").count() == 9
    assert page.locator("thead td").count() == 4
    page.emulate_media(media="print")
    assert page.locator(".choices").is_hidden()
    assert page.locator("table").is_visible()
