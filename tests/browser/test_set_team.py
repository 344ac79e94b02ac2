"""CoopSet in two browsers, the keys of the tables of SET with the list of them, and the pictures of their books."""

from typing import Any

import pytest

from tests.browser.access import violations
from tests.browser.conftest import Visit
from tests.browser.tables import PATIENCE, first_set, here, lying, new_table, press

LONG = pytest.mark.long


def name_of(page: Any) -> str:
    return str(page.request.get(f"{here(page)}/api/me").json()["name"])


def team(visit: Visit) -> tuple[Any, Any]:
    """Two people at a table of CoopSet, who must agree."""
    ann, bob = visit("/", width=1440, height=900), visit("/", width=390, height=844)
    table = new_table(ann, "coopset", "me", "anyone")
    home = here(bob)
    bob.goto(f"{home}/table/{table}")
    bob.get_by_role("button", name="Sit down").click(timeout=PATIENCE)
    for page in (ann, bob):
        page.locator(".cards [data-card]").nth(11).wait_for(timeout=PATIENCE)
    return ann, bob


def test_a_team_sees_who_marked_what_and_may_be_against_it(visit: Visit, axe: str) -> None:
    ann, bob = team(visit)
    names = name_of(ann), name_of(bob)
    three = first_set(lying(ann))  # there is one: cards are added until there is
    press(ann, three)
    bob.get_by_text(f"{names[0]} wants to mark this set.").wait_for(timeout=PATIENCE)
    bob.get_by_role("button", name="Against", exact=True).click()
    ann.locator(".news").get_by_text(f"{names[1]} is against").wait_for(timeout=PATIENCE)
    bob.locator(".news").get_by_text("You are against").wait_for(timeout=PATIENCE)
    press(bob, three)
    ann.get_by_role("button", name="Agree").click(timeout=PATIENCE)
    for page in (ann, bob):
        both = f"{names[1]}, You" if page is ann else f"You, {names[0]}"
        page.locator(".marks .by", has_text=both).wait_for(
            timeout=PATIENCE,
            state="visible" if page is ann else "attached",  # a phone has no room for it
        )
        card = page.locator(f".cards [data-card='{three[0]}']")
        assert f"In marked set 1, {both}" in str(card.get_attribute("aria-label"))
    assert violations(bob, axe) == []


def test_a_mark_that_is_no_set_is_explained_until_the_next_one_that_is(visit: Visit) -> None:
    page = visit("/", width=390, height=844)
    new_table(page, "coopset", "me")
    page.locator(".cards [data-card]").nth(11).wait_for(timeout=PATIENCE)
    cards = lying(page)
    three = first_set(cards)
    press(page, [*three[:2], next(card for card in cards if card not in three)])
    page.locator(".news .why .fails .lone").first.wait_for(timeout=PATIENCE)
    assert page.locator(".news .why tr").count() == 4
    press(page, three)
    page.locator(".card.mark0").nth(2).wait_for(timeout=PATIENCE)
    page.locator(".news .why").wait_for(state="detached", timeout=PATIENCE)


@pytest.mark.parametrize(
    ("language", "title"),
    [("en", "Keys"), pytest.param("fr", "Touches", marks=LONG), pytest.param("nl", "Toetsen", marks=LONG)],
)
def test_a_question_mark_lists_the_keys_in_every_language(visit: Visit, axe: str, language: str, title: str) -> None:
    page = visit("/", locale=language)
    new_table(page, "set", "me", "novice")
    page.locator(".cards [data-card]").nth(11).wait_for(timeout=PATIENCE)
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name=title)
    keys.wait_for(timeout=PATIENCE)
    first = page.locator(".cards [data-card] kbd").all_inner_texts()
    assert keys.locator(".table kbd").all_inner_texts() == first
    assert violations(page, axe) == []
    keys.locator("select").select_option("azerty")
    assert keys.locator(".table kbd").first.inner_text() == "A"
    page.keyboard.press("Escape")
    keys.wait_for(state="hidden", timeout=PATIENCE)


@pytest.mark.parametrize(
    ("game", "codes", "prints"), [("setup", "12", "1234"), ("twenty", "as", "ASDZXC"), ("chipset", "", "12")]
)
def test_cards_of_ones_own_have_keys(visit: Visit, game: str, codes: str, prints: str) -> None:
    page = visit("/", width=390, height=844)
    new_table(page, game, "me", "anyone" if game == "twenty" else "novice")
    if game == "twenty":  # nobody else must call while the keys are tried
        other = visit("/")
        other.goto(page.url)
        other.get_by_role("button", name="Sit down").click(timeout=PATIENCE)
    own = page.locator(".hand [data-card]")
    own.first.wait_for(timeout=PATIENCE)
    assert "".join(page.locator(".hand kbd").all_inner_texts()) == prints
    if not codes:
        return
    page.keyboard.press(codes[0])
    page.locator(".hand [aria-pressed=true]").wait_for(timeout=PATIENCE)
    assert own.first.get_attribute("aria-pressed") == "true"
    page.keyboard.press("Escape")
    page.locator(".hand [aria-pressed=true]").wait_for(state="detached", timeout=PATIENCE)


GAMES = ("set-quick", "set-solo", "scout", "setup", "coopset", "twenty")


@pytest.mark.parametrize("game", ["set", "chipset", *(pytest.param(game, marks=LONG) for game in GAMES)])
def test_the_pictures_of_the_rule_books_of_set_are_drawn(visit: Visit, game: str) -> None:
    page = visit(f"/rules/{game}", locale="nl", width=390, height=844)
    cards = page.locator("figure .table .card")
    cards.first.wait_for(timeout=PATIENCE)
    assert cards.count() >= 9
    assert not page.locator("figure svg:not([viewBox])").count()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_host_fills_a_waiting_table_with_bots(visit: Visit) -> None:
    page = visit("/", width=390, height=844)
    new_table(page, "set", "me", "anyone", "anyone", "anyone")
    page.get_by_role("combobox", name="Opponent").select_option("novice", timeout=PATIENCE)
    page.get_by_role("button", name="Fill the free seats with bots").click()
    page.locator(".cards [data-card]").nth(11).wait_for(timeout=PATIENCE)
    assert page.locator(".set-board .seats li").count() == 4
