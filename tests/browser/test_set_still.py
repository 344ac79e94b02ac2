"""Nothing that others do moves a card that lies on the table: neither on a phone nor on a desktop."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.conftest import Visit
from tests.browser.sitting import DESKTOP, PHONE, Sitter, sit_together, watching
from tests.browser.tables import first_set, lying

LONG = pytest.mark.long
CALM = {"pick_timeout_s": 15, "cooldown_s": 0, "deals": 1, "noset_grace_s": 300}
WHERE = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
  const finished = document.getAnimations().map((one) => one.finished.catch(() => null))
  void Promise.race([Promise.all(finished), new Promise((late) => setTimeout(late, 900))]).then(() => {
    const box = ({ x, y, width, height }) => [x, y, width, height]
    const cards = [...document.querySelectorAll('.set-board [data-card]')]
    done(Object.fromEntries(cards.map((card) => [card.dataset.card, box(card.getBoundingClientRect())])))
  })
})))"""
Doing = Callable[[Sitter, list[Sitter], Visit], None]


def say(text: str) -> Doing:
    def chat(one: Sitter, others: list[Sitter], visit: Visit) -> None:
        one.page.get_by_label("Say something").fill(text)
        one.page.keyboard.press("Enter")
        for other in others:
            other.page.locator(".said p, .badge").first.wait_for(state="attached")

    return chat


def presses(selector: str, seen: str) -> Doing:
    """A press on the dock, and what the others see of it."""

    def press(one: Sitter, others: list[Sitter], visit: Visit) -> None:
        one.until("selector => document.querySelector(selector)", f".dock-area {selector}:not(:disabled)")
        one.page.wait_for_timeout(600)  # a press sooner than that might have been meant for what was there before
        one.press(f".dock-area {selector}:not(:disabled)")
        for other in others:
            other.until(seen)

    return press


def asks_for_a_pause(one: Sitter, others: list[Sitter], visit: Visit) -> None:
    one.page.get_by_role("button", name="Pause").click()
    for other in others:
        other.page.locator(".notice").get_by_role("button", name="Yes").wait_for()


def takes_it_back(one: Sitter, others: list[Sitter], visit: Visit) -> None:
    one.page.locator(".notice").get_by_role("button", name="Cancel").click()
    for other in others:
        other.page.locator(".notice").wait_for(state="detached")


def looks_on(one: Sitter, others: list[Sitter], visit: Visit) -> None:
    watching(visit, one, **PHONE)


def goes_away(one: Sitter, others: list[Sitter], visit: Visit) -> None:
    one.page.goto("about:blank")
    for other in others:
        other.until("document.querySelectorAll('.set-board .seats .out').length === 1")


def proposes(one: Sitter, others: list[Sitter], visit: Visit) -> None:
    one.cards(first_set(lying(one.page)))
    for other in others:
        other.until("document.querySelectorAll('.set-board .seats .active').length === 1")


def points(one: Sitter, others: list[Sitter], visit: Visit) -> None:
    one.card(lying(one.page)[0])
    one.press(".dock-area .call:not(:disabled)")
    for other in others:
        other.page.locator(".card.pointed").wait_for()


def draws(one: Sitter, others: list[Sitter], visit: Visit) -> None:
    one.press(".dock-area button:first-child:not(:disabled)")
    for other in others:
        other.until("document.querySelectorAll('.set-board .seats li:last-child .mini').length === 7")


def own_line_breaks(one: Sitter, others: list[Sitter], visit: Visit) -> None:
    for other in others:
        other.page.context.set_offline(True)
        other.page.get_by_role("status").filter(has_text="offline").first.wait_for()


def own_line_is_back(one: Sitter, others: list[Sitter], visit: Visit) -> None:
    for other in others:
        other.page.context.set_offline(False)
        other.page.get_by_role("status").filter(has_text="offline").first.wait_for(state="detached")


MARKS = "[...document.querySelectorAll('.set-board .seats .marks')]"
VOTED = f"{MARKS}.filter((one) => one.innerText === 'no set').length === 1"
CALLED = "spy.table().active === 2"
FAILED = "spy.table().scores[2] === '-1' || spy.table().scores[2] === '−1'"
EVERYWHERE: dict[str, Doing] = {
    "chat": say("Hello, everybody! A fine evening for a game, is it not?"),
    "a request": asks_for_a_pause,
    "a request that is withdrawn": takes_it_back,
    "somebody who looks on": looks_on,
    "a line that breaks": own_line_breaks,
    "a line that is back": own_line_is_back,
}
DOINGS: dict[str, dict[str, Doing]] = {
    "set": {
        "a vote": presses(".noset", VOTED),
        "a vote that is taken back": presses(".looking", f"!({VOTED})"),
        "a call": presses(".call", CALLED),
        "a call that fails": presses("button:first-child", FAILED),
        **EVERYWHERE,
        "somebody who goes away": goes_away,
    },
    "twenty": {"a card that is drawn": draws, **EVERYWHERE},
    "scout": {"a scout": points},
    "coopset": {"a proposal": proposes},
}
OPTIONS: dict[str, Any] = {"set": CALM, "scout": {"scout_commit_s": 60, "deals": 1}}
GAMES = [
    "set",
    pytest.param("twenty", marks=LONG),
    pytest.param("scout", marks=LONG),
    pytest.param("coopset", marks=LONG),
]


def where(sitters: list[Sitter]) -> list[dict[str, list[float]]]:
    return [one.page.evaluate(WHERE) for one in sitters]


@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_others_do_moves_a_card(visit: Visit, game: str) -> None:
    *others, doer = sit_together(visit, game, [PHONE, DESKTOP, DESKTOP], options=OPTIONS.get(game, {}))
    lay = where(others)
    for name, do in DOINGS[game].items():
        do(doer, others, visit)
        assert (name, where(others)) == (name, lay)


def test_a_desktop_has_kept_room_for_three_more_cards(visit: Visit) -> None:
    three = sit_together(visit, "set", [PHONE, DESKTOP, {"width": 768, "height": 1024}], options=CALM)
    lay = where(three)
    for one in three:
        one.press(".dock-area .noset:not(:disabled)")
    for one in three:
        one.until("document.querySelectorAll('.cards [data-card]').length === 15")
    for before, now in zip(lay[1:], where(three)[1:], strict=True):
        assert {card: now[card] for card in before} == before
