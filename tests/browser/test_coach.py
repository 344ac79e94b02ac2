"""A first game with a coach: he is there, says a topic twice at most, goes and comes back, and knows the rule."""

import json
import re
from typing import Any

import pytest

from tests.browser import keys, steps
from tests.browser.access import settle, too_wide, violations
from tests.browser.conftest import Visit
from tests.browser.tables import first_set, lying, new_table, press

PATIENCE = steps.PATIENCE
COACH = ".coach .says"
SIZES = {"small": (320, 568), "phone": (390, 844), "lying": (640, 360), "tablet": (820, 1180), "desktop": (1280, 720)}
COVERED = """() => {
  const board = document.querySelector('.table .board').getBoundingClientRect()
  const coach = document.querySelector('.coach').getBoundingClientRect()
  const beside = coach.right <= board.left || coach.left >= board.right
  return !beside && coach.bottom > board.top + 1 && coach.top < board.bottom
}"""


ASIDE = """() => {
  const says = document.querySelector('.coach .says')
  return [says.scrollWidth - says.clientWidth, says.scrollHeight - says.clientHeight]
}"""


def first_game(visit: Visit, game: str, size: str, *others: str, locale: str = "en", **options: Any) -> Any:
    width, height = SIZES[size]
    page = visit("/", coach=True, width=width, height=height, locale=locale, reduced_motion="reduce")
    new_table(page, game, "me", *others, **options)
    page.locator(f"{COACH} p").first.wait_for(timeout=PATIENCE)
    return page


def told(page: Any) -> list[str]:
    return [str(text).strip() for text in page.locator(f"{COACH} p").all_inner_texts()]


def says(page: Any, words: str) -> None:
    page.locator(f"{COACH} p", has_text=words).first.wait_for(timeout=PATIENCE)


def turn_to(page: Any, words: str) -> None:
    """Read on until he says this: on a small screen he says one thing at a time."""
    page.locator(f"{COACH} p").first.wait_for(timeout=PATIENCE)
    for _ in range(6):
        if page.locator(f"{COACH} p", has_text=words).count():
            return
        keys.press(page, page.get_by_role("button", name="What else the coach says"))
    says(page, words)


def kept(page: Any, game: str) -> Any:
    return json.loads(page.evaluate("localStorage.getItem('septet.settings')"))["coach"][game]


def test_the_first_turns_of_a_game_alone(visit: Visit, axe: str) -> None:
    """By keys alone, on the smallest phone: what is to be decided, the rule of a refused move, away and back."""
    page = first_game(visit, "sep-solo", "small")
    says(page, "Win all seven before")  # what the game is about comes first
    turn_to(page, "Number turn or action turn?")
    assert page.locator(".coach").get_attribute("aria-label") == "Coach"
    assert page.locator(COACH).get_attribute("role") == "log"  # read politely, and only what is new
    page.locator(".names span", has_text="draw pile").wait_for(timeout=PATIENCE)
    assert not page.evaluate(COVERED)
    settle(page)
    assert violations(page, axe) == []
    assert too_wide(page) <= 0
    turn_to(page, "Number turn: take a card")
    keys.press(page, page.locator("[data-drop=spent]"))  # the list of what was played: no move
    page.keyboard.press("Escape")
    page.keyboard.press("F8")
    page.locator(".coach").wait_for(state="detached", timeout=PATIENCE)
    assert not page.locator(".names").count()
    assert kept(page, "sep-solo")["on"] is False
    page.reload()
    page.locator(".dock button").first.wait_for(timeout=PATIENCE)
    assert not page.locator(".coach").count()
    moves = page.get_by_role("button", name="Moves")
    moves.click()
    page.locator(".moves.open").wait_for(timeout=PATIENCE)
    page.keyboard.press("Escape")  # what lies over the board goes, and the keys are where they were
    page.locator(".moves.open").wait_for(state="detached", timeout=PATIENCE)
    assert moves.evaluate("one => one === document.activeElement")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Coach", exact=True).click()
    turn_to(page, "Number turn or action turn?")  # for the second time
    won = page.locator(".names span", has_text="won")
    won.wait_for(timeout=PATIENCE)
    page.locator(".hand .card").first.click()  # the refusal takes the place of one's tokens: their name goes with them
    won.wait_for(state="detached", timeout=PATIENCE)


def test_on_a_desktop_all_that_he_says_is_in_sight(visit: Visit) -> None:
    page = first_game(visit, "sep", "desktop", "novice", start_player="first")
    says(page, "Action turn: take an action card")
    assert page.evaluate(ASIDE) == [0, 0]
    assert len(told(page)) == 4  # the aim, what is to be decided, and what each choice means


COVERING = """() => {
  const lines = (one) => {
    if (one.dataset.clear !== 'text') return [one.getBoundingClientRect()]
    const range = document.createRange()
    range.selectNodeContents(one)
    return [...range.getClientRects()]
  }
  const read = [...document.querySelectorAll('[data-clear]')].flatMap(lines)
  return [...document.querySelectorAll('.names span')].filter((name) => {
    const at = name.getBoundingClientRect()
    return read.some((line) => at.left < line.right - 1 && at.right > line.left + 1
      && at.top < line.bottom - 2 && at.bottom > line.top + 2)
  }).map((name) => name.textContent)
}"""


SHORTENED = """() => [...document.querySelectorAll('.board .name')]
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent.trim())"""


@pytest.mark.parametrize("locale", ["en", "fr", "nl"])
def test_on_a_phone_no_name_lies_on_what_is_to_be_read(visit: Visit, locale: str) -> None:
    """Not on what the others did, nor on a refusal, nor on a held piece; what is said is seen to its end."""
    page = first_game(visit, "sepmosa", "phone", "novice", locale=locale, start_player="first")
    page.locator(".tiles .tile:not(.idle)").first.click(timeout=PATIENCE)
    assert page.evaluate(ASIDE) == [0, 0]
    page.locator("[data-cell='c+1']").click()  # it touches nothing
    page.locator(".prompt.wrong").wait_for(timeout=PATIENCE)
    page.wait_for_function(f"() => !({COVERING})().length", timeout=PATIENCE)
    new_table(page, "sep", "me", "novice", start_player="first")
    page.locator(".dock .buttons button").first.click(timeout=PATIENCE)
    page.locator(".hand .moving").first.click(timeout=PATIENCE)
    page.locator(".card.held").wait_for(timeout=PATIENCE)
    page.wait_for_function(f"() => !({COVERING})().length", timeout=PATIENCE)
    page.wait_for_function(f"() => String(({ASIDE})()) === '0,0'", timeout=PATIENCE)


@pytest.mark.parametrize("size", [(1366, 625), (390, 844)], ids=["low", "phone"])
def test_a_name_lies_beside_the_players_and_their_points(visit: Visit, size: tuple[int, int]) -> None:
    """On a low desktop, where they are small, and on a phone, and both names are read in full."""
    page = visit("/", coach=True, width=size[0], height=size[1], reduced_motion="reduce")
    for game, other in (("set", "adaptive"), ("scout", "adaptive"), ("sepmosa", "novice")):
        new_table(page, game, "me", other)
        page.locator(".names span").filter(has_text=re.compile("^(points|pts)$")).first.wait_for(timeout=PATIENCE)
        page.wait_for_function(f"() => !({COVERING})().length", timeout=PATIENCE)
        assert page.evaluate(SHORTENED) == []


def test_a_topic_is_told_twice_at_most_and_not_after_a_choice(visit: Visit) -> None:
    page = first_game(visit, "sep-solo", "desktop")
    says(page, "Number turn or action turn?")
    assert [text for text in told(page) if text.startswith("Action turn:")]
    for _ in range(2):  # told once more with every page that is opened anew, and then no more
        page.reload()
        page.locator(f"{COACH} p").first.wait_for(timeout=PATIENCE)
    says(page, "Win all seven before")
    assert not any("Number turn or action turn?" in text for text in told(page))
    page.get_by_role("button", name="Number turn").first.click()
    page.locator(f"{COACH} .event").first.wait_for(timeout=PATIENCE)
    assert not any(text.startswith("Number turn:") for text in told(page))
    assert not any("Win all seven" in text for text in told(page)), "it stands alone, where nothing else is to be said"


def test_a_refused_move_is_answered_with_the_rule(visit: Visit) -> None:
    page = first_game(visit, "sep-solo", "desktop")
    says(page, "Number turn or action turn?")
    page.locator(".hand .card").first.click()  # not before one has chosen
    says(page, "A turn is either number or action")
    page.locator(f"{COACH} .rule a[href='/rules/sep-solo#turn']").click()
    page.locator("#rule-panel").wait_for(timeout=PATIENCE)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Number turn").first.click()
    page.locator(f"{COACH} .event").first.wait_for(timeout=PATIENCE)
    assert not page.locator(f"{COACH} .rule").count()
    assert not any("Number turn or action turn?" in text for text in told(page)), "it was understood"


def test_a_second_game_has_no_coach_unless_he_is_called(visit: Visit) -> None:
    page = first_game(visit, "set-solo", "phone", solo_end="add3")
    turn_to(page, "Take your time.")
    three = first_set(lying(page))
    if three:  # nearly always
        press(page, three)
        says(page, "A set, and a point for you")  # what made it one
        assert not any("Take your time." in text for text in told(page))
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.locator("dialog[open] a[href='/game/set-solo']").wait_for(timeout=PATIENCE)  # where its lessons are, too
    page.wait_for_function(
        "() => JSON.parse(localStorage['septet.settings']).coach['set-solo'].played", timeout=PATIENCE
    )
    new_table(page, "set-solo", "me")
    page.locator(".cards [data-card]").nth(11).wait_for(timeout=PATIENCE)
    assert not page.locator(".coach").count()
    page.keyboard.press("F8")
    page.locator(f"{COACH} p").first.wait_for(timeout=PATIENCE)


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", ["sep", "sepmosa", "set", "scout", "chipset", "setup", "coopset", "twenty"])
def test_the_coach_lies_on_no_board_and_is_for_everybody(visit: Visit, axe: str, game: str, size: str) -> None:
    page = first_game(visit, game, size, "novice")
    page.wait_for_timeout(500)
    assert not page.evaluate(COVERED)
    assert page.evaluate(ASIDE)[0] == 0
    assert too_wide(page) <= 0
    settle(page)
    assert violations(page, axe) == []
