"""SET for those who listen: the accessibility tree alone is enough to find a set, take it and hear what came of it."""

import re
from typing import Any

from tests.browser.access import violations
from tests.browser.conftest import Visit
from tests.browser.tables import PATIENCE, first_set, new_table

WORDS = {"red": "R", "green": "G", "purple": "P", "oval": "O", "bean": "B", "diamond": "D"}
WORDS |= {"full": "F", "striped": "H", "empty": "E"}
CARD = re.compile(r'button "(\d), (\w+), (\w+), (\w+)\. Row (\d), place (\d), key (.)"')
SPOKEN = "document.querySelector('[aria-live=polite]').textContent"


def listening(visit: Visit) -> tuple[Any, dict[str, str]]:
    """A table of the quick start with a set on it, and the key of every card, out of the accessibility tree."""
    page = visit("/", width=390, height=844)
    page.evaluate("localStorage.setItem('septet.settings', JSON.stringify({ reader: true, keyboard: 'qwerty' }))")
    while True:  # one table in two thousand holds no set
        new_table(page, "set-quick", "me", solo_end="add3")
        table = page.get_by_role("application", name="Cards on the table")
        table.get_by_role("button").nth(8).wait_for(timeout=PATIENCE)
        found = CARD.findall(table.aria_snapshot())
        cards = {one[0] + "".join(WORDS[word] for word in one[1:4]): one for one in found}
        assert [one[4:6] for one in found] == [(row, place) for row in "123" for place in "123"]  # as people read
        if first_set(list(cards)):
            return page, {card: one[6] for card, one in cards.items()}


def test_a_set_is_found_taken_and_heard_without_seeing_anything(visit: Visit, axe: str) -> None:
    page, keys = listening(visit)
    assert violations(page, axe) == []
    page.keyboard.press("0")
    page.wait_for_function(f"() => {SPOKEN}.includes('Row 3: Key A')", timeout=PATIENCE)
    read = str(page.evaluate(SPOKEN))
    assert [f"Key {key}: {card[0]}," in read for card, key in keys.items()] == [True] * 9
    three = first_set(list(keys))
    for card in three[:2]:
        page.keyboard.press(keys[card].lower())
    page.wait_for_function(f"() => {SPOKEN}.includes('2. {three[1][0]}, ')", timeout=PATIENCE)
    page.keyboard.press(keys[three[2]].lower())
    page.wait_for_function(f"() => {SPOKEN}.includes('You have a set')", timeout=PATIENCE)
    page.wait_for_function(f"() => {SPOKEN}.includes('New: Key')", timeout=PATIENCE)  # which cards came, and where


def test_the_table_and_its_cards_are_turned_by_a_key_and_stay_so(visit: Visit) -> None:
    page = visit("/", width=1440, height=900)
    new_table(page, "set-solo", "me")
    cards = page.locator(".cards [data-card]")
    cards.nth(11).wait_for(timeout=PATIENCE)
    box = "[...document.querySelectorAll('.cards [data-card]')].map((one) => one.getBoundingClientRect())"
    rows, wider = f"new Set({box}.map((one) => Math.round(one.top))).size", f"{box}[0].width > {box}[0].height"
    assert (page.evaluate(rows), page.evaluate(wider)) == (3, False), "the way that makes the cards largest"
    page.keyboard.press("'")
    page.wait_for_function(f"() => {rows} === 4", timeout=PATIENCE)
    turned = "false" if page.evaluate(wider) else "true"
    page.keyboard.press(";")
    page.wait_for_function(f"() => ({wider}) === {turned}", timeout=PATIENCE)
    page.reload()
    cards.nth(11).wait_for(timeout=PATIENCE)
    page.wait_for_function(f"() => {rows} === 4 && ({wider}) === {turned}", timeout=PATIENCE)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
