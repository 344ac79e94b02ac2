"""Whoever is out of a game need not sit through the rest of it: the bots, who alone play on, can be asked for speed."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import msgspec

from septet.bots.bot import Plan
from septet.games import GAMES
from septet.games.chance import deal_seed, seed_from
from septet.games.game import Timeout
from septet.games.setgame.chipset.moves import Wait
from septet.games.setgame.chipset.options import ChipOptions
from septet.player import Thinker
from septet.server.live.node import table_id
from septet.server.tables.commands import played
from septet.server.tables.seating import ChairState, Setup
from tests.server.lines import line, make
from tests.server.running import House, running

OPTIONS = ChipOptions(chip_stack=1, chip_rounds=1)  # the only chip of each is in the pot at once


def without_chips() -> bytes:
    """A secret with which, if nobody shows before they must, the pot is shared by two and the first has nothing."""
    game = GAMES["chipset"]
    for number in range(1_000):
        seed = seed_from(f"out {number}")
        state = game.deal(OPTIONS, 4, deal_seed(seed, (None,) * 4))
        while state.phase == "ask":
            state = game.apply(state, None, Timeout("ask"))
        if 0 in state.bust and not state.ending:
            return seed
    raise AssertionError("no such seed")


def out_of_chips(house: House, person: httpx.Client) -> str:
    """A table of ChipSet at which this person, the only one, has lost all in the first hand; the bots have not."""
    me = person.get("/api/me").json()["id"]
    setup = Setup(game="chipset", options=msgspec.structs.asdict(OPTIONS), seats=4, host=me, absent="leave")
    chairs = [ChairState("Ann", me), *(ChairState(f"Bot {at}", bot="passive") for at in range(3))]
    hall, table = house.server.hall, table_id()
    house.call(hall.set_up(setup, chairs, table, without_chips()))
    live = house.call(hall.table(table))
    while live.room.log and live.room.log.table.state.phase == "ask":
        house.call(live.submit(lambda room, now: played(room, None, Timeout("ask"), now)))
    return table


def test_bots_that_are_left_to_themselves_finish_quickly_when_asked_even_after_a_restart(tmp_path: Path) -> None:
    async def ask(house: House, person: httpx.Client, table: str) -> None:
        async with line(house, person) as one, line(house, house.guest()) as other:
            await one.ask("watch", table=table)
            await other.ask("watch", table=table)
            assert (one.moments[table]["pace"], other.moments[table]["pace"]) == ("may_hurry", "usual")
            assert (await other.ask("hurry", table=table))["code"] == "not_seated"
            assert (await one.ask("hurry", table=table))["type"] == "done"
            await one.until(lambda line: line.moments[table]["pace"] == "quick")
            assert one.moments[table]["timers"][0]["ms"] < 1_000, "nor is there a rest before the next hand"
            assert (await one.ask("hurry", table=table))["code"] == "cannot_hurry"

    async def see_the_end(house: House, person: httpx.Client, table: str) -> None:
        async with line(house, person) as one:
            await one.ask("watch", table=table)
            assert one.moments[table]["pace"] == "quick"
            while not one.moments[table]["outcome"]:
                had = one.n[table]
                await one.until(lambda line, had=had: line.n[table] > had)
            assert one.moments[table]["outcome"]["scores"][0] == 0

    with running(tmp_path) as house:
        person = house.guest()
        table = out_of_chips(house, person)
        asyncio.run(ask(house, person, table))
    with running(tmp_path, workers=1) as house:
        person.base_url = httpx.URL(house.address)
        asyncio.run(see_the_end(house, person, table))


def test_nobody_is_hurried_who_still_plays(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        person = house.guest()
        table = make(person, "chipset", "me", "passive", "passive")
        async with line(house, person) as one:
            await one.ask("watch", table=table)
            assert one.moments[table]["pace"] == "usual"
            assert (await one.ask("hurry", table=table))["code"] == "cannot_hurry"

    with running(tmp_path) as house:
        asyncio.run(play(house))


def test_a_bot_in_a_hurry_does_not_wait() -> None:
    class Slow:
        def see(self, view: Any, now_ms: int) -> Plan:
            return Plan(Wait(), 3_600_000)

    async def play() -> None:
        played = asyncio.Event()

        async def plays(move: dict[str, Any], rev: int) -> None:
            played.set()

        thinker = Thinker("chipset", Slow(), plays)
        thinking = asyncio.create_task(thinker.run())
        thinker.told({"outcome": None, "view": None, "rev": 1, "pace": "quick"}, 0)
        await asyncio.wait_for(played.wait(), 20)
        thinking.cancel()

    asyncio.run(play())
