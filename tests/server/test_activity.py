"""What goes on in the house: how much was played, who is here, and who watches."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from septet.server.hall import activity
from tests.server.lines import Line, line, make
from tests.server.running import House, running


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr(activity, "FRESH_S", 0.0)  # a test does not wait
    with running(tmp_path_factory.mktemp("house")) as found:
        yield found


def today(house: House) -> dict[str, int]:
    answer = house.browser().get("/api/today")
    assert answer.status_code == 200
    found: dict[str, int] = answer.json()
    return found


async def watching(one: Line, table: str, count: int) -> None:
    """Until the last word about who is there counts so many who watch."""

    def told(line: Line) -> bool:
        heard = [said for said in line.heard if said.get("table") == table and "watchers" in said]
        return bool(heard) and heard[-1]["watchers"] == count

    await one.until(told)


def test_today_counts_games_that_ended_tables_in_play_and_people(house: House) -> None:
    async def play() -> None:
        ann, bob = house.guest(), house.guest()
        table, other_table = (make(ann, "sep", "me", "anyone") for _ in range(2))
        assert today(house) == {"games": 0, "tables": 0, "people": 0}
        async with line(house, ann) as one, line(house, ann), line(house, bob) as other, line(house):
            assert today(house)["people"] == 3  # one of them has two tabs, one is nobody yet
            for joined in (table, other_table):
                await other.ask("sit", table=joined)
            assert today(house) == {"games": 0, "tables": 2, "people": 3}
            await one.ask("watch", table=table)
            await one.ask("play", table=table, move={"type": "resign"})
            assert today(house) == {"games": 1, "tables": 1, "people": 3}

    asyncio.run(play())


def test_what_was_played_is_looked_up_now_and_then_however_many_ask(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(activity, "FRESH_S", 3600.0)
    assert today(house)["tables"] == 0
    make(house.guest(), "sep-solo", "me")
    assert today(house)["tables"] == 0


def test_who_watched_and_sits_down_watches_no_longer_and_the_other_way_round(house: House) -> None:
    async def play() -> None:
        ann, bob = house.guest(), house.guest()
        table = make(ann, "set", "me", "anyone", "anyone")
        async with line(house, ann) as one, line(house, bob) as other:
            await one.ask("watch", table=table)
            await other.ask("watch", table=table)
            await watching(one, table, 1)
            await other.ask("sit", table=table)
            await watching(one, table, 0)
            await other.ask("leave", table=table)
            await watching(one, table, 1)

    asyncio.run(play())


@pytest.mark.parametrize("what", ["pause", "tie"])
def test_two_who_propose_the_same_agree(house: House, what: str) -> None:
    async def play() -> Any:
        ann, bob = house.guest(), house.guest()
        table = make(ann, "sep", "me", "anyone")
        async with line(house, ann) as one, line(house, bob) as other:
            await one.ask("watch", table=table)
            await other.ask("sit", table=table)
            await other.ask("watch", table=table)
            assert (await one.ask("propose", table=table, what=what))["type"] == "done"
            assert (await one.ask("propose", table=table, what=what))["code"] == "already_proposed"
            answer = await other.ask("propose", table=table, what=what)
            await one.at(table, answer["n"])
            return one.moments[table]

    moment = asyncio.run(play())
    assert moment["paused"] if what == "pause" else moment["outcome"]["reason"] == "agreed"
