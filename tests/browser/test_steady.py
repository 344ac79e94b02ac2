"""The boards of SEP and SEPMOSA stay where they are: requests, refusals and drawn cards move nothing."""

import asyncio
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from septet.games.game import Outcome, Pause
from septet.games.sep.moves import Draw
from septet.games.table import GameTable
from septet.server.tables import commands
from septet.server.tables.events import Closed
from tests.browser.full import Fill, Full, full_tables, sep, sepmosa
from tests.browser.layout import BOARDS, SETTLED, opened
from tests.server.running import House

replace = msgspec.structs.replace
PARTS = ".slot, .pile .place, .window .cell, .hand, .tiles, .dock .buttons"
PLACES = f"""() => [...document.querySelectorAll('{PARTS}')]
  .map((one) => one.getBoundingClientRect()).map((box) => [box.x, box.y, box.width].map(Math.round).join())"""
BUTTONS = """() => [...document.querySelectorAll('.actions > *')]
  .map((one) => [one.textContent.trim(), Math.round(one.getBoundingClientRect().y)].join())"""
RAW = re.compile(r"\b(ending|web|board|sep|sepmosa|setgame)\.[a-z_]+")


@pytest.fixture(scope="module")
def tables(house: House) -> Iterator[Full]:
    with full_tables(house) as tables:
        yield tables


def room_of(tables: Full, page: Any) -> Any:
    return tables.house.server.hall.tables[page.url.rsplit("/", 1)[1]].room


def laid_anew(tables: Full, page: Any, table: GameTable) -> None:
    """Another position on the same table, and the page loaded again."""

    async def lay() -> None:
        log = room_of(tables, page).log
        log.tables[-1] = log.table = table

    tables.house.call(lay())
    page.reload()
    page.locator(".dock").wait_for()


@pytest.mark.parametrize("reason", ["clock", "left"])
@pytest.mark.parametrize("name", ["sep", "sep-solo", "sepmosa"])
def test_however_a_game_ends_the_board_says_it_in_words(chromium: Any, tables: Full, name: str, reason: str) -> None:
    page = opened(chromium, tables, name, "fr")
    state = room_of(tables, page).log.table.state
    places, won = ((1, 2), None) if BOARDS[name].seats == 2 else ((1,), False)
    scores = (0,) * len(places)
    laid_anew(tables, page, GameTable(state, ended=Outcome(places, scores, reason, won)))
    told = page.locator(".dock .prompt").inner_text()
    assert len(told) > 12 and not RAW.search(told), told
    page.context.close()


def over(chromium: Any, tables: Full) -> Any:
    """A game that has just ended, with the window of its result."""
    page = opened(chromium, tables, "sep", "en")
    state = room_of(tables, page).log.table.state
    laid_anew(tables, page, GameTable(state, ended=Outcome((1, 2), (0, 0), "left", None)))
    page.locator("dialog[open] .next a").first.wait_for()
    return page


WHERE_A_PRESS_GOES = """() => new Promise((done, fail) => {
  setTimeout(() => fail(new Error('no link of the window can be pressed')), 10_000)
  const watcher = new MutationObserver(() => {
    const link = document.querySelector('dialog[open] .next a')
    if (!link) return
    const { x, y, width, height } = link.getBoundingClientRect()
    const pressed = () => document.elementFromPoint(x + width / 2, y + height / 2).closest('a') === link
    watcher.disconnect()
    const first = pressed()
    const look = () => (pressed() ? done(first) : requestAnimationFrame(look))
    look()
  })
  watcher.observe(document.body, { subtree: true, childList: true, attributes: true })
  document.querySelector('.turn .result').click()
})"""


def test_what_was_meant_for_the_board_presses_nothing_in_the_window_of_the_result(chromium: Any, tables: Full) -> None:
    page = over(chromium, tables)
    page.locator("dialog[open] header button").click()  # as soon as it can be pressed
    pressed_at_first = page.evaluate(WHERE_A_PRESS_GOES)  # answers when it is a link like any other
    assert not pressed_at_first
    page.context.close()


CLOSED_AND_OPENED = """async () => {
  const at_once = async (selector) => {
    document.querySelector(selector).click()
    for (let n = 0; n < 20; n++) await null // the page follows, before the browser does anything else
  }
  await at_once('dialog[open] header button')
  if (document.querySelector('dialog[open]')) throw new Error('the window is not closed')
  await at_once('.turn .result')
}"""


def test_a_window_that_is_opened_again_while_it_closes_stays_open(chromium: Any, tables: Full) -> None:
    page = over(chromium, tables)
    page.evaluate(CLOSED_AND_OPENED)
    page.evaluate(SETTLED)
    assert page.locator("dialog[open] .next a").count(), "the result can be read"
    page.context.close()


def choosing(state: Any, me: int) -> Any:
    """Before anything is drawn."""
    state = sep(state, me)
    players = tuple(replace(one, number_hand=one.number_hand[:2]) for one in state.players)
    return replace(state, players=players, phase="choose")


@pytest.mark.parametrize("size", [(320, 568), (1280, 720)])
def test_a_card_that_is_drawn_moves_nothing_else(chromium: Any, tables: Full, size: tuple[int, int]) -> None:
    page = sat(chromium, tables, "sep", choosing, size)
    before = page.evaluate(PLACES)
    page.locator(".dock button").first.click()
    page.locator(".hand .moving").nth(2).wait_for()
    page.evaluate(SETTLED)
    assert page.evaluate(PLACES) == before
    page.context.close()


def sat(chromium: Any, tables: Full, game: str, fill: Fill, size: tuple[int, int]) -> Any:
    name = f"{game} {fill.__name__}"
    BOARDS[name] = BOARDS[game]._replace(fill=fill)
    try:
        page = opened(chromium, tables, name, "fr")
    finally:
        del BOARDS[name]
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(SETTLED)
    return page


@pytest.mark.parametrize(("game", "fill"), [("sep", sep), ("sepmosa", sepmosa)])
@pytest.mark.parametrize("size", [(390, 844), (640, 360)])
def test_requests_and_refusals_move_nothing(
    chromium: Any, tables: Full, game: str, fill: Fill, size: tuple[int, int]
) -> None:
    page = sat(chromium, tables, game, fill, size)
    before = page.evaluate(PLACES)
    table = page.url.rsplit("/", 1)[1]
    other = next(line for line in tables.lines[table][1:])
    asking = other.ask("propose", table=table, what="pause")
    asyncio.run_coroutine_threadsafe(asking, tables.loop).result(30)
    page.locator(".notice").first.wait_for()
    page.evaluate(SETTLED)
    assert page.evaluate(PLACES) == before, "a request"
    page.evaluate("() => document.querySelector('.hand .moving, .tiles .tile').click()")
    page.evaluate(
        "() => ([...document.querySelectorAll('.slot')].at(-1) ?? document.querySelector('[data-cell=d0]')).click()"
    )
    page.locator(".prompt.wrong").wait_for()
    page.evaluate(SETTLED)
    assert page.evaluate(PLACES) == before, "a refusal"
    page.context.close()


def test_what_may_be_laid_down_is_offered_at_once_and_a_card_says_what_it_does(chromium: Any, tables: Full) -> None:
    page = sat(chromium, tables, "sep", sep, (1280, 720))
    assert page.locator(".dock button").count() == 3, "all three number cards may be passed with"
    state = room_of(tables, page).log.table.state
    mine = replace(state.players[state.mover], action_hand=("JC", "QS", "KC"))
    players = tuple(mine if seat == state.mover else one for seat, one in enumerate(state.players))
    laid_anew(tables, page, GameTable(replace(state, phase="use", players=players)))
    assert page.locator(".hand .moving.idle").count() == 1, "no stack shows a spade"
    page.locator(".hand .moving").first.click()
    assert "V♣ retire la carte du dessus" in page.locator(".dock .prompt").inner_text()
    page.locator(".hand .moving.idle").click()
    assert (
        "D♠" in page.locator(".dock .prompt").inner_text() and "il n’y en a pas" in page.locator(".prompt").inner_text()
    )
    page.context.close()


def test_a_pause_hides_the_past_as_well(chromium: Any, tables: Full) -> None:
    page = sat(chromium, tables, "sep", choosing, (1440, 900))
    page.locator(".dock button").first.click()
    page.locator(".moves li").first.wait_for()
    table = room_of(tables, page).log.table
    assert isinstance(table.state.last.move, Draw)
    page.locator(".hand .moving").nth(2).wait_for()
    buttons = page.evaluate(BUTTONS)
    page.locator(".actions button", has_text="Pause").click()
    page.locator(".notice").first.wait_for()  # before the table knows of it nobody can agree
    other = tables.lines[page.url.rsplit("/", 1)[1]][1]
    answering = other.ask("answer", table=page.url.rsplit("/", 1)[1], what="pause", yes=True)
    assert asyncio.run_coroutine_threadsafe(answering, tables.loop).result(30)["type"] == "done"
    page.locator(".board .paused").wait_for()
    assert page.evaluate(BUTTONS) == buttons, "every button keeps its place"
    page.locator(".actions [aria-disabled=true]").first.click(force=True)
    page.locator(".note", has_text="La table fait une pause").wait_for()
    assert isinstance(room_of(tables, page).log.entries[-1].move, Pause)
    page.locator(".moves li button").first.click()
    page.evaluate(SETTLED)
    assert page.locator(".slot").count() == 0
    page.context.close()


@pytest.mark.parametrize(("game", "fill"), [("sep", choosing), ("sepmosa", sepmosa)])
def test_a_move_made_without_a_line_is_seen_to_wait(chromium: Any, tables: Full, game: str, fill: Fill) -> None:
    page = sat(chromium, tables, game, fill, (390, 844))
    if game == "sepmosa":
        page.locator(".tiles .tile:not(.idle)").first.click()
    page.evaluate("() => (WebSocket.prototype.send = () => {})")  # nothing gets through
    page.context.set_offline(True)
    page.wait_for_function("() => !navigator.onLine")
    page.locator(".dock button" if game == "sep" else ".cell.legal").first.click()
    page.wait_for_function("() => document.querySelector('.dock .prompt').innerText.includes('attend la connexion')")
    page.context.close()


CLOSED = [
    (("called_off", "me"), "Vous avez annulé"),
    (("called_off", "other"), "Partie annulée par "),
    (("called_off", None), "La partie a été annulée"),
    (("abandoned", None), "Personne n’est revenu"),
    (("empty", None), "Tout le monde"),
]


def test_a_closed_table_says_why_and_by_whom_also_to_those_who_come_later(chromium: Any, tables: Full) -> None:
    page = opened(chromium, tables, "sep", "fr")
    live = tables.house.server.hall.tables[page.url.rsplit("/", 1)[1]]
    me = live.room.seat_of(live.room.seating.host)
    assert me is not None
    seats = {"me": me, "other": 1 - me, None: None}
    for (why, who), words in CLOSED:
        tables.house.call(live.submit(lambda room, now: commands.Step(Closed(why, seats[who]))))  # noqa: B023
        told = page.locator("main p", has_text=words)
        told.wait_for()
        page.reload()
        told.wait_for()
        assert not RAW.search(page.locator("main").inner_text())
    page.context.close()
