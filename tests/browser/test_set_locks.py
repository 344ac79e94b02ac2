"""A call at a table of SET: the time that all see run, what it costs to be late, and a page that is loaded again."""

from typing import Any

import pytest

from septet.i18n import words
from tests.browser.conftest import Visit
from tests.browser.sitting import DESKTOP, PHONE, Sitter, sit_together, watching
from tests.browser.test_set_races import ALONE, points, sets_on, together

LANGUAGES = ["en", "fr", "nl"]
WATCH_THE_TIME = """() => {
  spy.left = new Set()
  const look = () => {
    const left = document.querySelector('.countdown .numbers')
    if (left) spy.left.add(left.textContent)
    requestAnimationFrame(look)
  }
  look()
}"""
TIME_LEFT = "() => parseFloat(document.querySelector('.countdown .numbers').textContent)"


def mixed(language: str) -> list[dict[str, Any]]:
    """A phone and a desktop, both in one language; which of them comes first differs."""
    sizes = [PHONE, DESKTOP] if language != "fr" else [DESKTOP, PHONE]
    return [{**size, "locale": language} for size in sizes]


def reads(one: Sitter, text: str, where: str = ".set-board .news") -> None:
    plain = "([where, text]) => document.querySelector(where)?.innerText.replace(/\\s/g, ' ').includes(text)"
    one.until(plain, [where, text.replace("\u00a0", " ")])


def has_read(one: Sitter, text: str) -> None:
    """It stood there after some number, however short."""
    one.until("text => spy.read.some((news) => news.includes(text))", text.replace("\u00a0", " "))


def names(one: Sitter) -> list[str]:
    found: list[str] = one.page.locator(".set-board .seats .name").evaluate_all("all => all.map((one) => one.title)")
    return found


@pytest.mark.parametrize("language", [pytest.param(one, marks=[pytest.mark.long] * (one != "fr")) for one in LANGUAGES])
def test_a_call_without_a_set_runs_out_before_everybodys_eyes(visit: Visit, language: str) -> None:
    two = sit_together(visit, "set", mixed(language), options={**ALONE, "pick_timeout_s": 3})
    everybody = [*two, watching(visit, two[0], **PHONE, locale=language)]
    say = words(language)
    for one in everybody:
        one.page.evaluate(WATCH_THE_TIME)
    two[0].page.keyboard.press("Space")
    for one in everybody:
        one.until("spy.left.size > 3")
    has_read(two[0], say("board.set.show_it"))
    has_read(two[1], say("setgame.tell.call", name=names(two[1])[0]))
    for one in everybody:
        told = "tell_you" if one is two[0] else "tell"  # and whoever called is spoken to
        has_read(one, say(f"setgame.{told}.lock_expired", name=names(one)[0]))
        reads(one, say("board.set.faults", n=1), ".set-board .seats .marks")
        assert points(one.see()) == [-1, 0]
        assert one.page.locator(".set-board .countdown").count() == 0


@pytest.mark.parametrize("language", [pytest.param(one, marks=[pytest.mark.long] * (one != "nl")) for one in LANGUAGES])
def test_a_claim_for_cards_that_are_gone_costs_nothing_and_is_explained(visit: Visit, language: str) -> None:
    slowly = {**ALONE, "auto_noset_delay_s": 8}  # or the table might change by itself, and nobody would be first
    two = sit_together(visit, "set", mixed(language), options={"claim_mode": "direct", **slowly})
    quick, late = two
    cards = sets_on(together(two))[0]
    late.page.evaluate("() => spy.hold()")
    late.cards(cards)
    quick.cards(cards)
    for one in two:
        one.until("spy.table().scores[0] === '1'")
    late.page.evaluate("() => spy.release()")
    told = words(language)("board.set.first", name=names(late)[0], s="|").split("|")[0]  # by so many s, or ms
    reads(late, told, ".set-board .news [role=status]")  # no fault, and not told as one
    refused = [one for one in late.answers() if one["type"] == "refused"]
    assert [(one["code"], one["by"]["seat"]) for one in refused] == [("stale", 0)]
    assert points(late.see()) == [1, 0] and late.see()["chosen"] == []


@pytest.mark.parametrize(
    "size", [pytest.param(PHONE, id="phone"), pytest.param(DESKTOP, id="desktop", marks=pytest.mark.long)]
)
def test_a_page_that_is_loaded_again_finds_its_call_and_ends_it(visit: Visit, size: dict[str, Any]) -> None:
    two = sit_together(visit, "set", [size, DESKTOP], options={**ALONE, "pick_timeout_s": 15})
    caller, other = two
    cards = sets_on(together(two))[0]
    caller.press(".dock-area .call")
    caller.card(cards[0])
    other.until("spy.table().shown === 1")
    caller.page.reload()
    caller.until("window.spy?.n > 0 && spy.table().active === 0 && spy.table().shown === 1")
    assert caller.see()["chosen"] == [cards[0]]
    assert 0 < caller.page.evaluate(TIME_LEFT) <= 15
    assert other.page.evaluate(TIME_LEFT) <= 15
    caller.cards(cards[1:])
    for one in two:
        one.until("spy.table().scores[0] === '1' && spy.table().active < 0")
        assert points(one.see()) == [1, 0]
