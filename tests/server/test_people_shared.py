"""People and ratings on a database that several servers share."""

import asyncio
import json
import random
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy import delete

from septet.cli import OK, main
from septet.games.log import read
from septet.server.app import Server, Settings
from septet.server.limits import Limits
from septet.server.people.clearing import CLEARING
from septet.server.store import ratings, schema
from septet.server.store.postgres import PostgresStore
from tests.server.lines import Line, line, make
from tests.server.running import PLENTY, House, running
from tests.server.services import postgres, until
from tests.server.test_people import account, closed, sign_in
from tests.server.test_ratings import counted, resigned
from tests.server.test_spans import age
from tests.server.test_tables import move_on, seated
from tests.server.twists import UNKEPT, faults


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with postgres() as server:
        yield server.new_database("people")


@pytest.fixture(scope="module")
def house(url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder: Path = tmp_path_factory.mktemp("shared")
    settings = Settings(data=folder, limits=Limits(**PLENTY), secret="the secret of this house")
    with running(folder, server=Server(settings, PostgresStore(url))) as found:
        yield found


def test_a_guests_running_game_goes_over_to_an_account(house: House) -> None:
    async def play() -> None:
        account(house, "Ann")
        guest, bob = house.guest(), house.guest()
        table = make(guest, "sep", "me", "anyone")
        async with line(house, guest) as one, line(house, bob) as other:
            await seated(one, other, table)
            assert sign_in(guest, "Ann").status_code == 201
            assert await closed(one) == 4001
            async with line(house, guest) as ann:
                await ann.ask("watch", table=table)
                await move_on([ann, other], table, random.Random("shared"), 4)
        assert [one["id"] for one in guest.get("/api/me/games").json()] == [table]

    asyncio.run(play())


def test_two_servers_that_finish_the_same_game_count_it_once(house: House, url: str) -> None:
    async def play() -> str:
        cid, dan = account(house, "Cid"), account(house, "Dan")
        table = await resigned(house, cid, dan)
        await counted(house, table)
        return table

    async def finish(table: str) -> list[bool]:
        stores = PostgresStore(url), PostgresStore(url)
        for store in stores:
            await store.open()
        rated = schema.rated
        await stores[0].write(lambda c: c.execute(delete(rated).where(rated.c.table == table)).rowcount)
        done = await asyncio.gather(*(store.write(ratings.rate, table) for store in stores for _ in range(50)))
        for store in stores:
            await store.close()
        return done

    table = asyncio.run(play())
    assert sum(asyncio.run(finish(table))) == 1
    assert house.browser().get("/api/players/Dan").json()["ratings"]["sep"]["games"] == 2


def test_whoever_leaves_for_good_is_forgotten(house: House) -> None:
    async def play() -> None:
        eve, bob = account(house, "Eve"), house.guest()
        table = make(eve, "sep", "me", "anyone")
        async with line(house, eve) as one, line(house, bob) as other:
            await seated(one, other, table)
            await one.ask("say", table=table, text="my number is 555")
            await one.play(table, {"type": "resign"})
        assert eve.delete("/api/me").status_code == 204
        assert read(bob.get(f"/api/tables/{table}/record").content).header.seats[0].name == "—"
        rows = house.call(house.server.store.rows(table))
        assert not any(b"Eve" in row.event or b"my number" in row.event for row in rows)

    asyncio.run(play())


def test_administrators_see_it_too(house: House, url: str, capsys: pytest.CaptureFixture[str]) -> None:
    account(house, "Zoe")
    assert main(["admin", "users", "Zoe", "--json", "--database", url]) == OK
    assert json.loads(capsys.readouterr().out)[0]["name"] == "Zoe"
    assert main(["admin", "ban", "Zoe", "insults", "--database", url]) == OK
    assert main(["admin", "verify-all", "--database", url]) == OK
    capsys.readouterr()
    assert main(["admin", "doctor", "--json", "--database", url]) == OK
    assert {one["what"] for one in json.loads(capsys.readouterr().out)} >= {"schema", "clock"}


def test_a_planned_stop_is_told_by_every_server_to_those_who_are_there_and_to_whoever_comes(
    house: House, url: str, tmp_path: Path
) -> None:
    settings = Settings(data=tmp_path, limits=Limits(**PLENTY), secret="the secret of this house")

    def told(one: Line) -> list[int | None]:
        return [message["stops_in_s"] for message in one.heard if message["type"] == "notice"]

    async def hear(other: House) -> None:
        async with line(house, house.guest()) as ann, line(other) as bob:
            for when in ("10m", "off", "1h"):
                assert await asyncio.to_thread(main, ["admin", "notice", when, "--database", url]) == OK
            for each in (ann, bob):
                await each.until(lambda one: len(told(one)) == 3)
                soon, none, late = told(each)
                assert none is None
                assert soon is not None and 580 <= soon <= 600
                assert late is not None and 3_500 <= late <= 3_600
        async with line(house) as cid:
            await cid.until(told)
        assert await asyncio.to_thread(main, ["admin", "notice", "off", "--database", url]) == OK

    with running(tmp_path, server=Server(settings, PostgresStore(url))) as other:
        asyncio.run(hear(other))


def test_nothing_that_the_database_cannot_keep_breaks_a_route(house: House) -> None:
    browser = account(house, "Twister")
    browser.headers["cookie"] = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    assert faults(house, browser, house.browser().get("/api/openapi.json").json(), UNKEPT) == []


def test_one_server_at_a_time_clears_away_what_is_old(house: House, url: str, tmp_path: Path) -> None:
    """A guest's game stays for the other player, without the name; and both servers show the same."""

    async def play(table: str, other: House) -> None:
        async with line(house, ann) as one, line(house, bob) as two, line(other, ann) as reader:
            await seated(one, two, table)
            await move_on([one, two], table, random.Random("shared spans"), 4)
            await two.ask("say", table=table, text="words of long ago")
            await one.play(table, {"type": "resign"})
            await two.socket.close()
            await reader.ask("watch", table=table)
            await asyncio.to_thread(sweep, other)
            await reader.until(lambda line: line.events("forgotten"))
            assert (await one.until(lambda line: line.events("forgotten")))[0]["event"]["name"] == "—"

    def sweep(other: House) -> None:
        gone = bob.get("/api/me").json()["id"]
        until(lambda: gone not in [socket.user for socket in house.server.sockets])
        age(house, 900)
        held = other.call(asyncpg.connect(url))
        other.call(held.execute(f"SELECT pg_advisory_lock({CLEARING})"))
        assert not house.call(house.server.clearing.round()), "another is at it"
        other.call(held.close())
        found = other.call(other.server.clearing.round())
        assert found.guests >= 1 and found.remarks >= 1 and found.packed >= 1
        assert not house.call(house.server.clearing.round())

    settings = Settings(data=tmp_path, limits=Limits(**PLENTY), secret="the secret of this house")
    with running(tmp_path, server=Server(settings, PostgresStore(url))) as other:
        ann, bob = account(house, "Spans Ann"), house.guest()
        table = make(ann, "sep", "me", "anyone")
        asyncio.run(play(table, other))
        assert read(ann.get(f"/api/tables/{table}/record").content).names[1] == "—"
        for server in (house, other):
            rows = server.call(server.server.store.rows(table))
            assert not any(b"words of long ago" in row.event for row in rows)
            assert [row.n for row in rows] == list(range(1, len(rows) + 1)), "packed, with nothing left out"
