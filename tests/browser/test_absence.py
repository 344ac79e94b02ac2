"""Somebody is away, silent, late or back: what the others see, and that the game goes on."""

import asyncio
from typing import Any

import pytest

from septet.games.setgame.cards import sets_among
from septet.games.setgame.moves import Call, Noset, Pick, Ready
from septet.server.tables import commands
from tests.browser import steps
from tests.browser.cable import cable
from tests.browser.conftest import Visit
from tests.browser.sitting import SPY, Sitter, make_table
from tests.browser.tables import first_set, lying
from tests.server.running import House, same_cards

PATIENCE = 60_000
MINUTE, HOUR = 60.0, 3_600.0


def pass_time(house: House, seconds: float) -> None:
    async def move() -> None:
        house.server.node.ticker.move(seconds)

    house.call(move())


def notice(page: Any, words: str) -> Any:
    return page.locator(".notice", has_text=words)


def until(house: House, table: str, true: Any) -> None:
    """Wait until this is true of the table, as the server has it."""

    async def wait() -> None:
        async with asyncio.timeout(PATIENCE / 1_000):
            while not true(await house.server.hall.table(table)):
                await asyncio.sleep(0.02)

    house.call(wait())


def take_a_set(one: Sitter) -> None:
    """Call, and press three cards."""
    assert one.main()
    one.until("document.querySelectorAll('.set-board [data-card]').length")
    one.cards(first_set(lying(one.page)))


def finish_deal(house: House, table: str) -> None:
    """The first two play the deal to its end, and ask for the next one."""

    async def play() -> None:
        live = await house.server.hall.table(table)

        async def move(seat: int, *moves: Any) -> None:
            for one in moves:
                await live.submit(lambda room, now: commands.played(room, seat, one, now))  # noqa: B023

        def state() -> Any:
            assert live.room.log is not None
            return live.room.log.table.state

        while state().deal == 1:
            if state().phase == "between":
                for seat in sorted(state().active):
                    await move(seat, Ready())
            elif found := sets_among(state().table):
                await move(0, Call(), *map(Pick, found[0]))
            else:
                for seat in sorted(state().active):
                    await move(seat, Noset())

    house.call(play())


def test_at_set_one_is_away_and_back_one_joins_and_one_is_silent(
    visit: Visit, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    same_cards(monkeypatch, "absence")  # with a set in the first cards of each deal
    with cable(house.address) as wire:
        pages = [visit("/rules", init=SPY, address=address) for address in ("", "", wire.address)]
        options = {"noset_grace_s": 0, "deals": 2, "cooldown_s": 0, "pick_timeout_s": 15}
        table = make_table(pages[0], "set", 3, options=options)
        for number, page in enumerate(pages):
            page.goto(f"{wire.address if number == 2 else house.address}/table/{table}")
            if number:
                page.locator("form button.main").first.click(timeout=PATIENCE)
        one, two, three = (Sitter(page) for page in pages)
        for each in (one, two, three):
            each.page.locator(".set-board").wait_for(timeout=PATIENCE)

        wire.cut()
        until(house, table, lambda live: live.here() == (True, True, False))
        pass_time(house, 2 * MINUTE)
        until(house, table, lambda live: live.room.log.table.absent == {2})
        wire.mend()
        until(house, table, lambda live: live.here() == (True, True, True))
        notice(three.page, "You count as away").wait_for(timeout=PATIENCE)
        take_a_set(three)
        until(house, table, lambda live: len(live.room.log.table.state.won[2]) == 3)
        until(house, table, lambda live: not live.room.log.table.absent)
        notice(three.page, "You count as away").wait_for(state="detached", timeout=PATIENCE)

        late = Sitter(visit(f"/table/{table}", init=SPY))
        notice(late.page, "You can join").get_by_role("button").click(timeout=PATIENCE)
        notice(late.page, "from the next deal on").wait_for(timeout=PATIENCE)
        finish_deal(house, table)
        notice(late.page, "from the next deal on").wait_for(state="detached", timeout=PATIENCE)
        take_a_set(late)
        until(house, table, lambda live: len(live.room.log.table.state.won[3]) == 3)

        for each in (one, two, late):
            each.page.get_by_role("button", name="No set").first.click(timeout=PATIENCE)
        until(house, table, lambda live: live.room.log.table.state.voting.flags == {0, 1, 3})
        pass_time(house, 1.1 * MINUTE)
        until(house, table, lambda live: len(live.room.log.table.state.slots) == 15)
        notice(three.page, "You count as away").wait_for(timeout=PATIENCE)
        three.card(lying(three.page)[0])
        notice(three.page, "You count as away").wait_for(state="detached", timeout=PATIENCE)


def just(move: Any) -> commands.Decide:
    return lambda room, now: commands.played(room, 0, move, now)


def test_a_page_is_closed_for_an_hour_and_the_game_of_sep_goes_on(visit: Visit, house: House) -> None:
    host = visit(reduced_motion="reduce")
    path = steps.make_table(host, house.address, "sep", start_player="first")
    guest = visit(path, reduced_motion="reduce")
    steps.join(guest)
    assert steps.my_turn(host)
    table = path.rsplit("/", 1)[-1]
    guest.goto(house.address + "/rules")
    until(house, table, lambda live: live.here() == (True, False))
    pass_time(house, HOUR)
    host.locator(".seats .state", has_text="away since").first.wait_for(timeout=PATIENCE)
    live: Any = house.server.hall.tables[table]
    while (state := live.room.log.table.state).mover == 0:  # the host plays the whole turn meanwhile
        move = live.room.game.legal(live.room.game.view(state, 0))[0]
        house.call(live.submit(just(move)))
    moves = live.room.moves
    pass_time(house, HOUR)
    assert (live.room.moves, live.room.chairs[1].stand_in) == (moves, None), "no bot has moved"
    guest.goto(house.address)
    guest.get_by_role("heading", name="It is your turn in 1 game").wait_for(timeout=PATIENCE)
    guest.locator("section[aria-labelledby=turns] a").first.click()
    assert steps.my_turn(guest)
    guest.locator(steps.PLAY).first.click()
    until(house, table, lambda live: live.room.moved_by.get(1))
