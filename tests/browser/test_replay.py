"""Games seen again in a real browser: by keys and by touch, from every seat, without spoilers, and from a file."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from septet.games import GAMES, log
from septet.games.log import Log
from septet.games.sep import sepn
from septet.games.sepmosa.cells import JOKER
from septet.study import replay
from septet.study.finding import finds
from tests.browser.access import settle, too_wide, violations
from tests.browser.conftest import Visit
from tests.server.laid import RECORDS, SAMPLES, lay, sample
from tests.server.running import House, running

PATIENCE = 60_000
PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 720}
SMALL = {"width": 320, "height": 568}
AT = "at => document.querySelector('.replay')?.dataset.at === String(at)"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, chromium: Any) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("replays")) as house:
        yield house


def at(page: Any, number: int) -> None:
    page.wait_for_function(AT, arg=number, timeout=PATIENCE)


def drawn(page: Any, found: Log, number: int, seat: int) -> None:
    """The board shows the pieces that the log folds to, wherever they lie openly or in this hand."""
    view = found.game.view(found.tables[number].state, seat)
    if found.game.family == "setgame":
        own = view.hand if found.game.name == "twenty" else ()  # which lies among the others
        wanted = sorted(card for card in (*view.slots, *own) if card)
        cards = "[...document.querySelectorAll('.cards-area [data-card]')].map((one) => one.dataset.card).sort()"
        page.wait_for_function(f"wanted => {cards}.join() === wanted", arg=",".join(wanted), timeout=PATIENCE)
    elif found.game.family == "sep":
        lying = [stack[-1] for stack in view.circle if stack]
        for card in (*lying, *view.number_hand, *view.action_hand):
            page.locator(f"[data-at='card-{card}']").first.wait_for(state="attached", timeout=PATIENCE)
    else:
        wanted = sorted(f"cell-{cell}" for cell in (*view.mosaic, JOKER))
        cells = "[...document.querySelectorAll('[data-at^=cell-]')].map((one) => one.dataset.at).sort()"
        page.wait_for_function(f"wanted => {cells}.join() === wanted", arg=",".join(wanted), timeout=PATIENCE)
        rack = "document.querySelectorAll('[data-at^=rack-]').length"
        assert page.evaluate(rack) == len(view.rack)


def quiet(found: Log, number: int) -> bool:
    """Time ran out, and nothing came of it that anybody could see: such moments are passed over."""
    entry = found.entries[number - 1]
    return type(entry.move).__name__ == "Timeout" and not found.tables[number].state.last


def walked(found: Log, number: int) -> int:
    """Where one step on leads."""
    number += 1
    while number < len(found.entries) and quiet(found, number):
        number += 1
    return number


def test_a_game_of_set_is_seen_again_by_keys_alone_on_a_desktop(visit: Visit, house: House) -> None:
    found, table = log.read(sample("set")), lay(house, "set")
    page = visit(f"/table/{table}/5", reduced_motion="reduce", **DESKTOP)
    number, length = 5, len(found.entries)
    at(page, number)
    for _ in range(6):
        page.keyboard.press("ArrowRight")
        number = walked(found, number)
        at(page, number)
        drawn(page, found, number, 0)
    page.wait_for_url(f"**/table/{table}/{number}?seat=1", timeout=PATIENCE)
    page.reload()
    at(page, number)  # whoever has the link sees the same
    page.keyboard.press("End")
    at(page, length)
    assert page.locator("aside .result").inner_text()
    gains = " ".join(page.locator("aside .gains span").all_inner_texts()).replace("−", "-")
    assert sum(map(int, re.findall(r"[+-]\d+", gains))) == sum(found.game.scores(found.table.state))
    page.keyboard.press("Home")
    at(page, 0)
    assert page.locator("aside .result").count() == 0
    page.keyboard.press("Space")
    at(page, walked(found, 0))  # it plays by itself
    page.locator(".steps .play").click()
    assert page.locator(".steps .play").get_attribute("aria-label") == "Play"
    page.locator("input[type=range]").fill(str(length - 1))
    at(page, length - 1)
    drawn(page, found, length - 1, 0)
    wanted = finds(replay.of_log(found), length + 1, 0)
    page.locator("aside .tabs button").nth(1).click()
    assert page.locator("aside li").count() == len(wanted)
    page.locator("aside li button").nth(len(wanted) // 2).click()
    at(page, wanted[len(wanted) // 2].first)
    page.goto(f"{house.address}/table/{table}/99999")
    at(page, length)  # a link beyond the end leads to the end


OURS = """() => [...document.querySelectorAll('.replay *')].flatMap((one) => [one.ariaLabel, one.title,
  one.childElementCount ? '' : one.textContent]).filter((text) => /\\byours?\\b/i.test(text ?? ''))"""


def test_nothing_is_yours_in_a_game_of_others(visit: Visit, house: House) -> None:
    page = visit("/", reduced_motion="reduce", **DESKTOP)
    for name in ("sep", "sepmosa", "chipset", "twenty"):
        page.goto(f"{house.address}/table/{lay(house, name)}/20?seat=1")
        at(page, 20)
        page.locator(".hand, .tiles").first.wait_for(timeout=PATIENCE)
        assert page.evaluate(OURS) == [], name


def test_nothing_is_told_of_what_comes_where_nobody_wants_it(visit: Visit, house: House) -> None:
    found, table = log.read(sample("sep")), lay(house, "sep")
    page = visit(f"/table/{table}/30?seat=2&hide", reduced_motion="reduce", **DESKTOP)
    at(page, 30)
    length = str(len(found.entries))
    assert page.locator("input[type=range]").count() == 0
    assert length not in page.locator(".replay").inner_text()
    assert page.locator("[aria-valuemax], [max]").count() == 0
    assert [int(one) for one in page.locator("aside .n").all_inner_texts()][-1] <= 30
    page.keyboard.press("End")
    page.keyboard.press("ArrowRight")
    at(page, 31)
    page.locator(".replay header [aria-pressed=true]").click()
    page.locator("input[type=range]").wait_for()
    assert length in page.locator(".steps .place").inner_text()


def test_a_game_of_sep_is_seen_from_every_seat_on_a_phone(visit: Visit, house: House, axe: str) -> None:
    found, table = log.read(sample("sep")), lay(house, "sep")
    page = visit(f"/table/{table}/58", reduced_motion="reduce", has_touch=True, **SMALL)
    at(page, 58)
    assert page.locator(".replay select").input_value() == "open", "a stranger sees all there is to see"
    for one in found.tables[58].state.players:
        for card in (*one.number_hand, *one.action_hand):
            page.locator(f"[data-at='card-{card}']").first.wait_for(state="attached", timeout=PATIENCE)
    page.locator(".replay select").select_option("1")
    drawn(page, found, 58, 1)
    hidden = found.tables[58].state.players[0]
    page.wait_for_function("card => !document.querySelector(`[data-at='card-${card}']`)", arg=hidden.action_hand[0])
    page.locator(".steps button[aria-label='One move on']").tap()
    at(page, 59)
    drawn(page, found, 59, 1)
    settle(page)
    assert too_wide(page) <= 0
    assert violations(page, axe) == []
    page.locator("button.list").tap()
    page.locator("aside li button").nth(1).tap()
    number = int(page.locator("aside [aria-current] .n").inner_text())
    at(page, number)
    settle(page)
    assert violations(page, axe) == []
    page.wait_for_url(f"**/{number}?seat=2", timeout=PATIENCE)
    page.goto(f"{house.address}/table/{table}/24?seat=1&open")
    at(page, 24)
    assert len(found.tables[24].state.players[1].number_hand) == 3, "somebody holds five cards"
    page.locator(".chip").nth(4).wait_for()
    assert (
        page.evaluate(
            "Math.max(...[...document.querySelectorAll('.chip')].map((one) => one.getBoundingClientRect().right))"
        )
        <= 320
    )


def test_a_record_or_a_text_is_opened_like_a_table(visit: Visit, house: House, axe: str) -> None:
    found = log.read(sample("sep"))
    page = visit("/replay", reduced_motion="reduce", **SMALL)
    page.locator("textarea").wait_for(timeout=PATIENCE)
    settle(page)
    assert too_wide(page) <= 0
    assert violations(page, axe) == []
    page.locator("textarea").fill(sample("sep").decode().replace('"at":', '"at":1', 1))
    page.locator("form button").click()
    assert "changed" in page.locator("[role=alert]").inner_text()
    page.locator("textarea").fill(sepn.write(found))
    page.locator("form button").click()
    at(page, 0)
    assert "deal not vouched for" in page.locator("[role=note]").inner_text()
    page.keyboard.press("End")
    page.wait_for_function("() => Number(document.querySelector('.replay').dataset.at) > 50")
    page.locator(".replay header a").click()
    page.locator("input[type=file]").set_input_files(RECORDS / f"{SAMPLES['scout']}.jsonl")
    at(page, 0)
    assert "nobody vouches for the names" in page.locator("[role=note]").inner_text()
    page.keyboard.press("ArrowRight")
    drawn(page, log.read(sample("scout")), 1, 0)


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "fr", "nl"])
@pytest.mark.parametrize("game", GAMES)
def test_whole_games_are_seen_again_by_keys_alone(visit: Visit, house: House, game: str, lang: str) -> None:
    """On a phone and on a desktop, to the end and back; no key is read, and all is said to those who listen."""
    found, table = log.read(sample(game)), lay(house, game)
    for size in (PHONE, DESKTOP):
        page = visit(f"/table/{table}/0?seat=1", locale=lang, reduced_motion="reduce", **size)
        at(page, 0)
        number = 0
        while number < len(found.entries):
            page.keyboard.press("ArrowRight")
            number = walked(found, number)
            at(page, number)
            if not found.tables[number].paused:
                drawn(page, found, number, 0)
        shown = page.locator(".replay").inner_text()
        assert not re.findall(r"\b(?:web|board|sep|sepmosa|setgame|table_move)\.[a-z_.]+", shown)
        assert page.locator("[role=status][aria-live]").last.inner_text().strip()
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Home")
        at(page, 0)
        assert too_wide(page) <= 0
