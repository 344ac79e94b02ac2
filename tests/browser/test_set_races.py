"""Four people in four browsers at one table of SET: who is first has it, all see the same, and nobody waits for it."""

import statistics
from typing import Any

import pytest

from septet.games.setgame.cards import sets_among
from tests.browser.conftest import Visit
from tests.browser.sitting import DESKTOP, PHONE, Sitter, sit_together

FOUR = [PHONE, DESKTOP, PHONE, DESKTOP]
ALONE = {"deals": 1, "noset_mode": "auto", "auto_noset_delay_s": 0}


def together(four: list[Sitter]) -> dict[str, Any]:
    """What lies there, once all have drawn the same number and a set is among it, or the game is over."""
    while True:
        for one in four:
            one.at(max(each.see()["n"] for each in four))
        views = [one.see() for one in four]
        if len({seen["n"] for seen in views}) > 1:
            continue
        if views[0]["over"] or sets_on(views[0]):
            return views[0]
        four[0].until("n => spy.n > n", views[0]["n"])


def sets_on(seen: dict[str, Any]) -> tuple[Any, ...]:
    return sets_among(tuple(card for card in seen["slots"] if card))


def race(four: list[Sitter], cards: Any) -> None:
    """All press the same three cards in the same moment: two with a finger, two with keys."""
    at = four[0].page.evaluate("spy.clock()") + 80
    for number, one in enumerate(four):
        one.page.evaluate("([cards, at, keys]) => spy.pressAt(cards, at, keys)", [cards, at, number > 1])


def points(seen: dict[str, Any]) -> list[int]:
    return [int(score) for score in seen["scores"]]


def agree(four: list[Sitter]) -> int:
    """After every number that all have drawn, all have drawn the same; how many numbers that were."""
    drawn = [one.page.evaluate("spy.drawn") for one in four]
    moves = [n for n, told in four[0].page.evaluate("spy.told").items() if told["event"] == "played"]
    common = [n for n in moves if all(n in each for each in drawn)]
    for n in common:
        assert all(each[n] == drawn[0][n] for each in drawn), (n, [each[n] for each in drawn])
    return len(common)


@pytest.mark.parametrize("mode", ["direct", "call_then_pick"])
@pytest.mark.parametrize("rounds", [4, pytest.param(99, marks=pytest.mark.long)])
def test_four_press_the_same_set_and_one_has_it(visit: Visit, mode: str, rounds: int, record_property: Any) -> None:
    four = sit_together(visit, "set", FOUR, options={"claim_mode": mode, **ALONE})
    taken = 0
    while taken < rounds and not (seen := together(four))["over"]:
        assert sum(points(seen)) == taken, "a set is a point, and nobody pays for being late"
        race(four, sets_on(seen)[0])
        taken += 1
        for one in four:
            one.until("taken => spy.table().scores.reduce((sum, one) => sum + Number(one), 0) === taken", taken)
    together(four)
    assert agree(four) >= taken
    record_property("sets", taken)
    record_property("by seat", points(four[0].see()))


def test_a_press_is_seen_at_once_and_a_set_by_all(visit: Visit, record_property: Any) -> None:
    """Up to the frame that paints it; a card lights up before the server has heard anything."""
    four = sit_together(visit, "set", FOUR, options={"claim_mode": "direct", **ALONE})
    until_all: list[float] = []
    for turn in range(10):
        seen = together(four)
        if seen["over"]:
            break
        one, cards = four[turn % 4], sets_on(seen)[0]
        one.page.evaluate("spy.hold()")
        one.cards(cards)
        one.until("spy.held.length === 1")
        assert one.see()["chosen"] == sorted(cards, key=one.see()["chosen"].index), "no server has heard of it"
        at = one.page.evaluate("() => { spy.release(); return spy.clock() }")
        for each in four:
            each.until("n => spy.painted[n + 1]", seen["n"])
        until_all.append(max(each.page.evaluate("n => spy.painted[n + 1]", seen["n"]) for each in four) - at)
    presses = [press for one in four for press in one.page.evaluate("spy.presses")]
    for what in ("changed", "painted"):
        times = [press[what] for press in presses]
        record_property(f"press to {what} ms", f"median {statistics.median(times):.1f}, most {max(times):.1f}")
    record_property(
        "third card to all four ms", f"median {statistics.median(until_all):.0f}, most {max(until_all):.0f}"
    )
    assert len(presses) >= 20
