"""Tables that wait for whoever is away: they sleep, cost nothing, and go on when somebody is back."""

import asyncio
import gc
import random
import weakref
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from septet.server.store import queries
from tests.server.lines import line, make
from tests.server.running import House, running
from tests.server.test_absence import DAY, HOUR, gather, pass_time, sleep_all
from tests.server.test_tables import move_on, seated


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("house")) as found:
        yield found


@pytest.mark.parametrize(
    ("game", "seats", "more", "usual"),
    [
        ("sep", ("me", "anyone"), {}, "wait"),
        ("sepmosa", ("anyone", "anyone"), {"clock": {"seconds": 60}}, "wait"),
        ("sep", ("me", "casual"), {}, "bot"),
        ("set", ("me", "anyone"), {}, "bot"),
        ("set", ("me", "anyone", "anyone"), {}, "leave"),
        ("sep", ("me", "anyone"), {"absent": "bot"}, "bot"),
    ],
)
def test_what_happens_when_somebody_is_away_is_usual_or_chosen(
    house: House, game: str, seats: tuple[str, ...], more: dict[str, Any], usual: str
) -> None:
    table = make(house.guest(), game, *seats, **more)
    assert house.call(house.server.hall.table(table)).room.setup.absent == usual


def test_a_table_of_set_cannot_wait(house: House) -> None:
    places = [{"who": "me"}, {"who": "anyone"}]
    answer = house.guest().post("/api/tables", json={"game": "set", "seats": places, "absent": "wait"})
    assert (answer.status_code, answer.json()["code"]) == (400, "cannot_wait")


def test_a_game_whose_player_is_away_for_an_hour_sleeps_and_goes_on(tmp_path: Path) -> None:
    async def play(house: House, ann: httpx.Client, bob: httpx.Client) -> str:
        async with line(house, ann) as one:
            async with line(house, bob) as other:
                table = make(ann, "sep", "me", "anyone", options={"start_player": "first"})
                await seated(one, other, table)
                await move_on([one, other], table, random.Random("hour"), 5)
            await one.until(lambda line: line.heard[-1].get("here") == [True, False])
            pass_time(house, HOUR)
            assert not one.events("stood_in")
            seen = next(said["seen"] for said in reversed(one.heard) if said["type"] == "presence")
            assert seen[0] is None and seen[1], "the others see who is away, and since when"
        return table

    async def go_on(house: House, ann: httpx.Client, bob: httpx.Client, table: str) -> int:
        async with line(house, ann) as one, line(house, bob) as other:
            await one.ask("watch", table=table)
            await other.ask("watch", table=table)
            moves = one.moments[table]["moves"]
            await move_on([one, other], table, random.Random("on"), 5)
            assert not one.events("stood_in") and one.about(table)["chairs"][1]["stand_in"] is None
            return int(moves)

    with running(tmp_path, workers=1) as house:
        ann, bob = house.guest(), house.guest()
        table = asyncio.run(play(house, ann, bob))
        sleep_all(house)
        assert table not in house.server.hall.tables
        assert asyncio.run(go_on(house, ann, bob, table)) == 5
        sleep_all(house)
    with running(tmp_path) as house:
        assert table not in house.server.hall.tables, "nor does a start wake it"
        assert asyncio.run(go_on(house, ann, bob, table)) == 10


def test_a_bot_sits_in_when_asked_and_gives_the_seat_back_at_once(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        ann, bob = house.guest(), house.guest()
        async with AsyncExitStack() as stack:
            table, (one, two) = await gather(stack, house, [ann, bob], "sepmosa")
            assert (await one.ask("stand_in", table=table, seat=1))["code"] == "is_here"
            watcher = await stack.enter_async_context(line(house, house.guest()))
            await two.socket.close()
            await one.until(lambda line: line.heard[-1].get("here") == [True, False])
            assert (await watcher.ask("stand_in", table=table, seat=1))["code"] == "not_seated"
            assert (await one.ask("leave", table=table))["code"] == "table_waits"
            assert (await one.ask("stand_in", table=table, seat=1))["type"] == "done"
            await one.until(lambda line: line.events("stood_in"))
            back = await stack.enter_async_context(line(house, bob))
            await back.ask("watch", table=table)
            await one.until(lambda line: line.events("came_back"))
            assert (await back.play(table, {"type": "resign"}))["type"] == "done", "and one may resign at any time"

    with running(tmp_path) as house:
        asyncio.run(play(house))


def test_a_game_is_called_off_after_a_day_and_not_before(house: House) -> None:
    async def play() -> None:
        ann, bob = house.guest(), house.guest()
        async with AsyncExitStack() as stack:
            table, (one, two) = await gather(stack, house, [ann, bob], "sep")
            assert (await one.ask("call_off", table=table))["code"] == "nobody_away"
            await two.socket.close()
            await one.until(lambda line: line.heard[-1].get("here") == [True, False])
            pass_time(house, DAY - HOUR / 2)
            early = await one.ask("call_off", table=table)
            assert (early["code"], early["facts"]) == ("too_early", {"hours": 1})
            async with line(house, bob) as back:
                await back.ask("watch", table=table)
            await one.until(lambda line: line.heard[-1].get("here") == [True, False])
            pass_time(house, HOUR)
            assert (await one.ask("call_off", table=table))["code"] == "too_early", "he was there meanwhile"
            pass_time(house, DAY)
            assert (await one.ask("call_off", table=table))["type"] == "done"
            await one.until(lambda line: line.events("closed"))
            async with line(house, bob) as late:
                await late.ask("watch", table=table)
                told = next(message for message in late.heard if message["type"] == "table")
            assert told["closed"] == {"type": "closed", "why": "called_off", "seat": 0}, (
                "and whoever comes later reads by whom"
            )

    asyncio.run(play())


def test_whose_turn_it_is_stands_in_the_list_the_longest_waiting_first(house: House) -> None:
    async def play() -> None:
        ann, bob = house.guest(), house.guest()
        tables = []
        first = {"start_player": "first"}
        for game in ("sep", "sepmosa", "sep"):
            async with AsyncExitStack() as stack:
                table, (one, two) = await gather(stack, house, [ann, bob], game, options=first)
                tables.append(table)
                await two.socket.close()
                await one.until(lambda line: line.heard[-1].get("here") == [True, False])
                while one.moments[table]["to_move"] == [0]:
                    answer = await one.play(table, one.moments[table]["offers"][0])
                    await one.at(table, answer["n"])
            pass_time(house, HOUR)
        sleep_all(house)
        mine = [one["id"] for one in bob.get("/api/me/turns").json()]
        assert mine == tables
        assert ann.get("/api/me/turns").json() == []
        async with line(house, bob) as two:
            await two.ask("watch", table=tables[0])
            await two.play(tables[0], {"type": "resign"})
        assert [one["id"] for one in bob.get("/api/me/turns").json()] == tables[1:]

    asyncio.run(play())


def test_a_person_has_so_many_games_that_wait_and_they_are_given_up_after_a_month(tmp_path: Path) -> None:
    async def play(house: House) -> list[str]:
        ann, bob = house.guest(), house.guest()
        tables = []
        for _ in range(3):
            async with AsyncExitStack() as stack:
                tables.append((await gather(stack, house, [ann, bob], "sep"))[0])
        places = [{"who": "me"}, {"who": "anyone"}]
        full = ann.post("/api/tables", json={"game": "sep", "seats": places})
        assert (full.status_code, full.json()["code"]) == (400, "too_many_games")
        assert ann.post("/api/tables", json={"game": "sep", "seats": places, "absent": "bot"}).status_code == 201
        other = make(house.guest(), "sep", "me", "anyone")
        async with line(house, ann) as one:
            assert (await one.ask("sit", table=other))["code"] == "too_many_games"
        return tables

    with running(tmp_path, waiting_games=3) as house:
        hall = house.server.hall
        tables = asyncio.run(play(house))
        sleep_all(house)
        pass_time(house, 29 * DAY)
        house.call(hall.leases.sweep())
        assert not set(tables) & hall.tables.keys()
        pass_time(house, 2 * DAY)
        house.call(hall.leases.sweep())
        found = house.call(hall.node.store.read(queries.listed, public=False, status=("closed",)))
        assert {one.id for one in found} >= set(tables)


def test_sleeping_tables_write_nothing_and_idle_ones_no_leases(tmp_path: Path) -> None:
    with running(tmp_path) as house:
        people = [house.guest(), house.guest()]

        async def begin() -> str:
            async with AsyncExitStack() as stack:
                return str((await gather(stack, house, people, "sep"))[0])

        for _ in range(5):
            asyncio.run(begin())
        sleep_all(house)
        hall = house.server.hall
        assert not hall.tables and not hall.leases.kept
        make(house.guest(), "sep", "me", "anyone")  # one that waits for somebody, and is awake
        house.call(hall.leases.round())
        before = written(tmp_path)
        for _ in range(3):
            house.call(hall.leases.round())
            house.call(hall.leases.sweep())
        assert written(tmp_path) == before


def test_a_sleeping_table_leaves_the_memory_at_once(tmp_path: Path) -> None:
    """Circles are looked for too seldom on a server to wait for that."""
    with running(tmp_path) as house:
        people = [house.guest(), house.guest()]

        async def begin() -> str:
            async with AsyncExitStack() as stack:
                return str((await gather(stack, house, people, "sep"))[0])

        table = asyncio.run(begin())
        live = weakref.ref(house.server.hall.tables[table])
        gc.disable()
        try:
            sleep_all(house)
            assert live() is None
        finally:
            gc.enable()


def written(folder: Path) -> list[tuple[str, int, bytes]]:
    return [(file.name, file.stat().st_size, file.read_bytes()) for file in sorted(folder.glob("septet.db*"))]
