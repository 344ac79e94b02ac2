"""The coach over the socket: what he says to whom, and that nobody else hears of it."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.lines import Line, line, make
from tests.server.running import House, running


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("house")) as found:
        yield found


def topics(tips: list[dict[str, Any]]) -> list[str]:
    return [tip["topic"] for tip in tips]


async def alone(one: Line, table: str) -> None:
    await one.ask("watch", table=table)
    await one.until(lambda line: line.moments.get(table))


def test_alone_he_says_what_to_decide_what_happened_and_which_rule(house: House) -> None:
    async def play() -> None:
        ann = house.guest()
        table = make(ann, "sep-solo", "me")
        async with line(house, ann) as one:
            await alone(one, table)
            said = await one.ask("coach", table=table)
            assert said["type"] == "coached"
            assert said["n"] == one.n[table]
            assert topics(said["now"]) == ["phase.choose", "offer.draw", "offer.action_turn"]
            assert said["happened"] == []
            assert said["rules"]["placing"]["rule"] == "sep-solo#placing"
            assert said["names"]["draw"]
            assert "reserve" not in said["names"]
            await one.play(table, {"type": "draw"})
            said = await one.ask("coach", table=table)
            assert topics(said["happened"]) == ["event.drew_own"]
            assert said["now"][0]["topic"] in ("phase.place", "phase.must_pass")
            assert one.events("played")[-1]["n"] == said["n"], "nothing was logged for it"

    asyncio.run(play())


def test_with_other_people_he_only_names_and_tells(house: House) -> None:
    async def play() -> None:
        ann, bob = house.guest(), house.guest()
        table = make(ann, "sep", "me", "anyone", options={"start_player": "first"})
        async with line(house, ann) as one, line(house, bob) as other, line(house) as nobody:
            await other.ask("sit", table=table)
            await other.ask("watch", table=table)
            await alone(one, table)
            await one.play(table, {"type": "draw"})
            for each, event in ((one, "event.drew_own"), (other, "event.drew")):
                said = await each.ask("coach", table=table)
                assert said["names"]
                assert topics(said["happened"]) == [event]
                assert (said["now"], said["goal"], said["rules"]) == ([], None, {})
            assert (await nobody.ask("coach", table=table))["code"] == "no_session"

    asyncio.run(play())


def test_who_has_no_seat_or_no_game_has_no_coach(house: House) -> None:
    async def play() -> None:
        ann, bob = house.guest(), house.guest()
        table, waiting = make(ann, "set-solo", "me"), make(ann, "sep", "me", "anyone")
        async with line(house, ann) as one, line(house, bob) as other:
            assert (await other.ask("coach", table=table))["code"] == "not_seated"
            assert (await one.ask("coach", table=waiting))["code"] == "not_running"

    asyncio.run(play())
