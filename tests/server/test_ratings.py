"""Ratings: every rated game counts once, for those who sat at the deal."""

import asyncio
import math
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import delete, func, select

from septet.bots import standing
from septet.server.hall.hall import Hall
from septet.server.store import ratings, schema
from tests.server.lines import Line, line, make
from tests.server.running import House, running
from tests.server.test_people import account, code
from tests.server.test_tables import seated

CLOCK = {"seconds": 600}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("ratings"), away_s=0.2) as found:
        yield found


def pair(house: House, one: str, other: str) -> tuple[httpx.Client, httpx.Client]:
    return account(house, one), account(house, other)


async def resigned(house: House, loser: httpx.Client, winner: httpx.Client, **more: Any) -> str:
    """A rated game that the first gives up."""
    table = make(loser, "sep", "me", "anyone", rated=True, clock=CLOCK, **more)
    async with line(house, loser) as one, line(house, winner) as other:
        await seated(one, other, table)
        assert (await one.play(table, {"type": "resign"}))["type"] == "done"
        await other.until(lambda line: line.moments[table]["outcome"])
    return table


async def counted(house: House, table: str) -> list[dict[str, Any]]:
    """What the game did to the ratings, when it has."""
    browser = house.browser()
    async with asyncio.timeout(20):
        while not (found := browser.get(f"/api/tables/{table}/ratings").json()):
            await asyncio.sleep(0.05)
    assert isinstance(found, list)
    return found


def test_the_winner_of_a_rated_game_rises_and_the_loser_falls(house: House) -> None:
    async def play() -> None:
        ann, bob = pair(house, "Ann", "Bob")
        steps = {one["name"]: one for one in await counted(house, await resigned(house, ann, bob))}
        assert steps["Ann"]["after"] < steps["Ann"]["before"] == 1500 == steps["Bob"]["before"] < steps["Bob"]["after"]
        told = bob.get("/api/players/BÒB").json()
        assert told["ratings"]["sep"]["rating"] == steps["Bob"]["after"]
        assert told["ratings"]["sep"]["games"] == 1
        ladder = [one["name"] for one in bob.get("/api/ratings/sep").json()]
        assert ladder.index("Bob") < ladder.index("Ann")
        unmet = bob.get("/api/ratings/sepmosa").json()
        assert [(one["name"], one["bot"], one["games"]) for one in unmet] == [
            (level, True, 0) for level in ("expert", "strong", "casual", "novice")
        ]
        assert [one["rating"] for one in unmet] == sorted((one["rating"] for one in unmet), reverse=True)

    asyncio.run(play())


def test_finishing_a_hundred_times_at_once_counts_once(house: House) -> None:
    async def play() -> str:
        cid, dan = pair(house, "Cid", "Dan")
        table = await resigned(house, cid, dan)
        await counted(house, table)
        return table

    async def finish(hall: Hall, table: str) -> list[bool]:
        await hall.node.store.write(
            lambda c: c.execute(delete(schema.rated).where(schema.rated.c.table == table)).rowcount
        )
        return await asyncio.gather(*(hall.node.store.write(ratings.rate, table) for _ in range(100)))

    table = asyncio.run(play())
    before = house.browser().get("/api/players/Dan").json()["ratings"]["sep"]["games"]
    assert sorted(house.call(finish(house.server.hall, table))) == [False] * 99 + [True]
    assert house.browser().get("/api/players/Dan").json()["ratings"]["sep"]["games"] == before + 1
    assert house.call(house.server.store.read(rows, table)) == 2


def rows(connection: Any, table: str) -> int:
    return int(connection.execute(select(func.count()).where(schema.rated.c.table == table)).scalar_one())


def test_a_game_that_ended_just_before_a_crash_is_counted_at_the_next_start(tmp_path: Path) -> None:
    async def forget(house: House) -> None:
        """As if the server had died after the last move and before the rating."""

        def undo(connection: Any) -> None:
            connection.execute(delete(schema.rated))
            connection.execute(delete(schema.ratings))

        await house.server.store.write(undo)

    with running(tmp_path) as house:
        eli, flo = pair(house, "Eli", "Flo")
        table = asyncio.run(resigned(house, eli, flo))
        asyncio.run(counted(house, table))
        house.call(forget(house))
        assert house.browser().get(f"/api/tables/{table}/ratings").json() == []
    with running(tmp_path) as house:
        assert len(asyncio.run(counted(house, table))) == 2
    with running(tmp_path) as house:
        assert house.browser().get("/api/players/Flo").json()["ratings"]["sep"]["games"] == 1


def test_games_that_are_not_rated_change_nothing(house: House) -> None:
    async def play() -> None:
        gus, hal = pair(house, "Gus", "Hal")
        table = make(gus, "sep", "me", "anyone")
        async with line(house, gus) as one, line(house, hal) as other:
            await seated(one, other, table)
            await one.play(table, {"type": "resign"})
        assert hal.get("/api/players/hal").json()["ratings"] == {}

    asyncio.run(play())


def test_a_bot_that_stood_in_played_for_the_person(house: House) -> None:
    async def play() -> None:
        ida, jon = pair(house, "Ida", "Jon")
        table = make(ida, "sep", "me", "anyone", rated=True, clock=CLOCK, absent="bot")
        async with line(house, jon) as other:
            async with line(house, ida) as one:
                await seated(one, other, table)
            await stood_in(other)
            assert (await other.play(table, {"type": "resign"}))["type"] == "done"
        steps = {one["name"]: one for one in await counted(house, table)}
        assert steps["Ida"]["after"] > 1500 > steps["Jon"]["after"]

    asyncio.run(play())


async def stood_in(other: Line) -> None:
    await other.until(lambda line: line.events("stood_in"))


def test_bots_are_rated_on_the_same_scale_from_where_they_were_measured(house: House) -> None:
    async def play() -> None:
        kai = account(house, "Kai")
        table = make(kai, "sep", "me", "expert", rated=True, clock=CLOCK)
        async with line(house, kai) as one:
            await one.ask("watch", table=table)
            chairs = one.about(table)["chairs"]
            assert chairs[0]["rating"] == 1500
            assert chairs[1]["rating"] > 1900
            assert (await one.play(table, {"type": "resign"}))["type"] == "done"
        steps = {one["name"]: one for one in await counted(house, table)}
        assert 0 <= steps["expert"]["after"] - steps["expert"]["before"] < 1500 - steps["Kai"]["after"]
        assert any(one["bot"] for one in kai.get("/api/ratings/sep").json())

    asyncio.run(play())


def test_rated_games_are_for_accounts_and_against_somebody(house: House) -> None:
    def refused(browser: httpx.Client, game: str, *seats: str) -> tuple[int, str]:
        places = [{"who": seat} for seat in seats]
        return code(browser.post("/api/tables", json={"game": game, "seats": places, "rated": True, "clock": CLOCK}))

    lea = account(house, "Lea")
    assert refused(house.guest(), "sep", "me", "anyone") == (400, "not_rated")
    assert refused(lea, "sep-solo", "me") == (400, "not_rated")
    assert refused(lea, "coopset", "me", "anyone") == (400, "not_rated")

    async def sit() -> None:
        table = make(lea, "sep", "me", "anyone", rated=True, clock=CLOCK)
        async with line(house, house.guest()) as guest:
            assert (await guest.ask("sit", table=table))["code"] == "not_rated"

    asyncio.run(sit())


def test_ties_and_several_players_are_rated(house: House) -> None:
    """Places as a table of five may end with, on the real database."""
    people = [account(house, f"Many {n}") for n in range(5)]
    ids = [one.get("/api/me").json()["id"] for one in people]
    table = make(people[0], "set", "me", *["anyone"] * 4, rated=True)

    def end(connection: Any) -> None:
        t = schema.tables
        chairs = [{"name": "x", "user": user} for user in ids]
        outcome = {"places": [1, 1, 3, 4, 4], "scores": [5, 5, 3, 1, 1], "reason": "deck"}
        connection.execute(t.update().where(t.c.id == table).values(status="over", chairs=chairs, outcome=outcome))

    house.call(house.server.store.write(end))
    assert house.call(house.server.store.write(ratings.rate, table)) is True
    found = [one.get(f"/api/players/Many {n}").json()["ratings"]["set"] for n, one in enumerate(people)]
    mu = [round(one["mu"], 6) for one in found]
    assert mu[0] == mu[1] > mu[2] > mu[3] == mu[4]


def test_four_hundred_points_are_ten_to_one() -> None:
    strong, weak = standing.MIDDLE + 400 / standing.SCALE, standing.MIDDLE
    assert standing.shown(strong) - standing.shown(weak) == 400
    apart = (strong - weak) / (math.sqrt(2) * standing.MODEL.beta)
    assert math.exp(apart) == pytest.approx(10)


def test_many_games_between_two_find_how_much_better_one_is() -> None:
    """Ten wins to one are 400 points, whatever the order in which they come."""
    rng = random.Random("ten to one")
    one, other = standing.MODEL.rating(), standing.MODEL.rating()
    apart = []
    for _ in range(3_000):
        won = rng.random() < 10 / 11
        (one,), (other,) = standing.MODEL.rate([[one], [other]], ranks=[1, 2] if won else [2, 1])
        apart.append(standing.SCALE * (one.mu - other.mu))
    assert sum(apart[1_000:]) / 2_000 == pytest.approx(400, abs=60)
