"""The eight tables of the SET family while they run, while somebody shows cards, and when all is over."""

from typing import Any

import pytest

from septet.games.setgame.cards import sets_among
from tests.browser.access import violations
from tests.browser.conftest import Visit
from tests.browser.deals import on_table
from tests.browser.sitting import DESKTOP, PHONE, Sitter, sit_together, watching
from tests.browser.steps import close_result
from tests.browser.test_set_boards import wrong_places
from tests.server.running import House

LONG = pytest.mark.long
PATIENT: dict[str, dict[str, Any]] = {
    "set": {"pick_timeout_s": 15, "noset_grace_s": 0},
    "set-quick": {"pick_timeout_s": 15, "noset_grace_s": 0},
    "set-solo": {},
    "scout": {"scout_commit_s": 60, "second_timeout_s": 60},
    "chipset": {},
    "setup": {"setup_window_s": 60},
    "coopset": {},
    "twenty": {"pick_timeout_s": 15},
}


def sit(visit: Visit, game: str) -> list[Sitter]:
    sizes = [PHONE, DESKTOP] if game != "set-solo" else [DESKTOP]
    return sit_together(visit, game, sizes, options=PATIENT[game])


def lock(game: str, sitters: list[Sitter]) -> None:
    """Bring the table to where somebody shows cards, has laid one, or is asked."""
    one = sitters[0]
    match game:
        case "set" | "set-quick" | "twenty":
            one.press(".dock-area .call")
            one.until("spy.table().active === 0")
            one.card(on_table(one.see())[0])
            sitters[1].until("spy.table().shown === 1")
        case "set-solo":
            places = wrong_places(one.page)
            one.cards([one.page.locator(".cards [data-card]").nth(at).get_attribute("data-card") for at in places])
            one.page.locator(".why .lone").first.wait_for()
        case "scout":
            one.cards(on_table(one.see())[:3])
            sitters[1].page.locator(".card.pointed").wait_for()
            sitters[1].until("spy.offers().dock.length > 0")
        case "chipset":
            for _ in range(2):
                mover = next(each for each in wait_for_any(sitters) if each.see()["dock"])
                n = mover.see()["n"]
                mover.press(".dock-area button.main")
                for each in sitters:
                    each.at(n + 1)
            one.until("spy.offers().pressable.length > 0")
        case "setup":
            mover = next(each for each in wait_for_any(sitters, ".dock-area .yours") if has(each, ".dock-area .yours"))
            mover.card(mover.see()["hand"][0])
            mover.main()
            for each in sitters:
                each.page.locator(".card.pointed").wait_for()
        case "coopset":
            one.cards(sets_among(on_table(one.see()))[0])
            sitters[1].until("spy.table().active === 0")


def has(one: Sitter, selector: str) -> bool:
    return bool(one.page.evaluate("selector => spy.middle(selector) !== null", selector))


def wait_for_any(sitters: list[Sitter], selector: str = ".dock-area button.main:not(:disabled)") -> list[Sitter]:
    """Once somebody has this on the page."""
    while not any(has(one, selector) for one in sitters):
        sitters[0].page.wait_for_timeout(50)
    return sitters


def check(sitters: list[Sitter], axe: str, state: str) -> None:
    for one in sitters:
        found = violations(one.page, axe)
        assert found == [], (state, one.page.viewport_size, found)
        assert one.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), state
        assert one.page.evaluate("document.documentElement.scrollHeight <= innerHeight"), state


FEW = ("set", "chipset")


@pytest.mark.parametrize("game", [pytest.param(game, marks=() if game in FEW else LONG) for game in PATIENT])
def test_every_state_of_a_table_is_accessible(visit: Visit, axe: str, game: str) -> None:
    sitters = sit(visit, game)
    check(sitters, axe, "running")
    lock(game, sitters)
    check(sitters, axe, "lock")
    sitters[-1].page.get_by_role("button", name="Resign").click()
    sitters[-1].page.locator("dialog[open] .main").click()
    for one in sitters:
        one.page.locator("dialog[open] .next").wait_for()
    check(sitters, axe, "over")
    for one in sitters:
        close_result(one.page)
    check(sitters, axe, "after it")


def hidden(house: House, table: str) -> set[str]:
    """The cards that only the server and perhaps one player know."""
    log = house.server.hall.tables[table].room.log
    assert log is not None
    state: Any = log.table.state
    return {*state.deck, *(card for hand in getattr(state, "hands", ()) for card in hand)}


@pytest.mark.parametrize("game", ["set", "scout", "chipset", "setup"])
def test_spectators_see_the_table_and_nothing_that_only_players_know(visit: Visit, house: House, game: str) -> None:
    sitters = sit(visit, game)
    watcher = watching(visit, sitters[0], **DESKTOP)
    lock(game, sitters)
    table = sitters[0].page.url.rsplit("/", 1)[1]
    watcher.at(sitters[0].see()["n"])
    seen, secret = watcher.see(), hidden(house, table)
    assert seen["slots"] == sitters[0].see()["slots"] and secret
    assert seen["dock"] == seen["hand"] == seen["pressable"] == [], "nothing to press"
    assert seen["chosen"] == [], "what a scout has sealed is not shown"
    told = "".join(watcher.page.evaluate("spy.got")) + watcher.page.content()
    assert [card for card in secret if card in told] == []
    if game == "scout":
        assert '"commit":[]' in told and '"commit":["' not in told
        others = "".join(sitters[1].page.evaluate("spy.got"))
        assert '"commit":["' not in others and sitters[1].see()["chosen"] == []
