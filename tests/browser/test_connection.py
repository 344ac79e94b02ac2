"""What a game survives: a page loaded anew, a cut line, a second tab, the back button."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from septet.server.people import admin
from tests.browser import steps
from tests.browser.cable import Cable, cable
from tests.browser.conftest import Visit
from tests.server.running import House

AWAY_S = 3
HAND = "() => [...document.querySelectorAll('.hand .card')].map(card => card.getAttribute('aria-label'))"
TROUBLE = ".notice[role=status]:has(svg)"  # below the header, not at the table
MOVES = "() => [...document.querySelectorAll('.moves li')].length"


@pytest.fixture
def line(house: House) -> Iterator[Cable]:
    with cable(house.address) as made:
        yield made


def against_a_bot(visit: Visit, house: House, game: str = "sep") -> Any:
    """A table where it is our turn."""
    page = visit(reduced_motion="reduce")
    steps.make_table(page, house.address, game, other="random", start_player="first")
    assert steps.my_turn(page)
    return page


def draw(page: Any) -> None:
    """Take a card; the turn goes on with it in the hand."""
    page.locator(steps.PLAY).first.click()
    page.locator(steps.PIECES).first.wait_for(timeout=steps.PATIENCE)


def test_a_page_loaded_anew_in_the_middle_of_a_turn_has_the_same_cards_and_goes_on(visit: Visit, house: House) -> None:
    page = against_a_bot(visit, house)
    draw(page)
    page.locator(steps.PIECES).first.click()
    hand = page.evaluate(HAND)
    page.reload()
    page.locator(steps.PIECES).first.wait_for(timeout=steps.PATIENCE)
    assert page.evaluate(HAND) == hand
    assert steps.play_on(page, steps.click, random.Random(1))


def test_what_was_missed_while_the_line_was_cut_is_caught_up_without_a_reload(
    visit: Visit, house: House, line: Cable
) -> None:
    host = visit(reduced_motion="reduce", address=line.address)
    path = steps.make_table(host, line.address, "sep", start_player="second")
    guest = visit(path, reduced_motion="reduce")
    steps.join(guest)
    steps.playing(host)
    host.evaluate("window.same = true")  # gone after a reload
    line.cut()
    host.locator(TROUBLE).wait_for(timeout=steps.PATIENCE)
    away = guest.locator(".seats .gone")
    away.wait_for(timeout=steps.PATIENCE)  # the other one is told as well
    chance = random.Random(2)
    while guest.locator(steps.MINE).count():
        steps.play_on(guest, steps.click, chance)
    host.wait_for_timeout(AWAY_S * 1_000)
    assert host.evaluate(MOVES) == 0
    line.mend()
    host.locator(TROUBLE).wait_for(state="detached", timeout=steps.PATIENCE)
    assert steps.my_turn(host)
    assert host.evaluate(MOVES) == guest.evaluate(MOVES) > 0
    assert host.evaluate("window.same")
    away.wait_for(state="detached", timeout=steps.PATIENCE)
    before = steps.look(guest).moves
    steps.play_on(host, steps.click, chance)
    steps.wait_for_move(guest, before)


@pytest.mark.long
def test_what_was_missed_while_the_browser_was_offline_is_caught_up_without_a_reload(
    visit: Visit, house: House
) -> None:
    host = visit(reduced_motion="reduce")
    guest = visit(steps.make_table(host, house.address, "sepmosa", start_player="second"), reduced_motion="reduce")
    steps.join(guest)
    steps.playing(host)
    host.context.set_offline(True)
    host.get_by_text("You are offline").wait_for(timeout=steps.PATIENCE)
    assert steps.play_on(guest, steps.click, random.Random(6))
    host.wait_for_timeout(AWAY_S * 1_000)
    assert host.evaluate(MOVES) == 0
    host.context.set_offline(False)
    host.get_by_text("You are offline").wait_for(state="detached", timeout=steps.PATIENCE)
    assert steps.my_turn(host)
    assert host.evaluate(MOVES) == guest.evaluate(MOVES) == 1


def test_a_move_made_while_the_line_is_cut_is_sent_when_it_is_mended(visit: Visit, house: House, line: Cable) -> None:
    page = visit(reduced_motion="reduce", address=line.address)
    steps.make_table(page, line.address, "sep", other="random", start_player="first")
    assert steps.my_turn(page)
    line.cut()
    page.locator(TROUBLE).wait_for(timeout=steps.PATIENCE)
    page.locator(steps.PLAY).first.click()
    assert page.evaluate(MOVES) == 0
    line.mend()
    steps.wait_for_move(page, 0)


@pytest.mark.long
def test_a_line_that_is_dead_without_saying_so_is_noticed_when_a_move_is_not_answered(
    visit: Visit, house: House, line: Cable
) -> None:
    page = visit(reduced_motion="reduce", address=line.address)
    steps.make_table(page, line.address, "sep", other="random", start_player="first")
    assert steps.my_turn(page)
    line.freeze()
    page.locator(steps.PLAY).first.click()
    page.locator(TROUBLE).wait_for(timeout=steps.PATIENCE)
    assert page.evaluate(MOVES) == 0
    line.thaw()
    page.locator(TROUBLE).wait_for(state="detached", timeout=steps.PATIENCE)
    steps.wait_for_move(page, 0)


def test_a_second_tab_of_the_same_person_follows_and_can_move(visit: Visit, house: House) -> None:
    first = against_a_bot(visit, house)
    second = first.context.new_page()
    second.goto(first.url)
    assert steps.my_turn(second)
    draw(first)
    second.locator(steps.PIECES).first.wait_for(timeout=steps.PATIENCE)
    before = steps.look(first).moves
    assert steps.play_on(second, steps.click, random.Random(3))
    steps.wait_for_move(first, before)


def test_back_leads_home_and_forward_to_the_running_game(visit: Visit, house: House) -> None:
    page = visit(reduced_motion="reduce")
    page.get_by_role("button", name="Play now").first.click()
    assert steps.my_turn(page)
    draw(page)
    before, table = steps.look(page).moves, page.url
    page.go_back()
    page.get_by_role("link", name="Go on").first.wait_for(timeout=steps.PATIENCE)
    page.go_forward()
    page.wait_for_url(table)
    page.locator(steps.PIECES).first.wait_for(timeout=steps.PATIENCE)
    assert steps.look(page).moves == before
    assert steps.play_on(page, steps.click, random.Random(4))


def test_a_planned_stop_is_announced_in_the_readers_language_and_can_be_put_away(visit: Visit, house: House) -> None:
    words = {"en": "takes a short break at", "fr": "fait une courte pause à", "nl": "pauzeert even om"}
    pages = {locale: visit(locale=locale) for locale in words}
    for page in pages.values():
        page.locator("main h1, main h2").first.wait_for(timeout=steps.PATIENCE)
    store, stops = house.server.store, datetime.now(UTC) + timedelta(hours=1)
    house.call(store.write(admin.note, admin.NOTICE, stops.isoformat()))  # as `septet admin notice 1h` does
    for locale, page in pages.items():
        page.get_by_text(words[locale]).wait_for(timeout=steps.PATIENCE)
    page = pages["en"]
    page.locator(".notice button").click()
    assert page.get_by_text(words["en"]).count() == 0
    page.reload()  # whoever comes hears of it
    page.get_by_text(words["en"]).wait_for(timeout=steps.PATIENCE)
    house.call(store.write(admin.note, admin.NOTICE, admin.OFF))
    for locale, page in pages.items():
        page.get_by_text(words[locale]).wait_for(state="detached", timeout=steps.PATIENCE)
