"""What is kept how long: sessions, guests, words, tables that came to nothing; games as long as the host wants."""

import asyncio
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection, func, select, update

from septet.cli import BAD_INPUT, OK, main
from septet.games.log import read
from septet.server.app import Server, Settings
from septet.server.limits import Limits, Spans
from septet.server.people import clearing
from septet.server.people.clearing import Cleared
from septet.server.people.names import NOBODY
from septet.server.people.sessions import COOKIE
from septet.server.store import schema
from septet.server.store.verdicts import every_table
from septet.server.tables.renaming import SILENCE
from tests.server.lines import line, make
from tests.server.running import PLENTY, House, running
from tests.server.services import until
from tests.server.test_people import account
from tests.server.test_tables import move_on, seated
from tests.server.test_traces import left_in

WORDS = "a remark that nobody shall find"
GUEST = "Wilhelmina Quux"
DAY_MS = 86_400_000


def keeping(folder: Path, **spans: Any) -> Server:
    return Server(Settings(data=folder, limits=Limits(**PLENTY), spans=Spans(**spans)))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with running(tmp_path, server=keeping(tmp_path)) as found:
        yield found


def age(house: House, days: float) -> None:
    """All that has happened so far was so many days before."""
    ms = round(days * DAY_MS)

    def back(connection: Connection) -> None:
        log, users, tables, ended = schema.log, schema.users, schema.tables, schema.ended
        connection.execute(update(log).values(wall=log.c.wall - ms))
        connection.execute(update(users).values(seen=users.c.seen - ms, created=users.c.created - ms))
        connection.execute(update(tables).values(created=tables.c.created - ms, ended=tables.c.ended - ms))
        connection.execute(update(ended).values(until=ended.c.until - ms))

    house.call(house.server.store.write(back))


def swept(house: House) -> Cleared:
    return house.call(house.server.clearing.round())


def guest(house: House, name: str = "") -> httpx.Client:
    found = house.guest()
    if name:
        assert found.patch("/api/me", json={"name": name}).status_code == 200
    return found


async def played(house: House, one: httpx.Client, other: httpx.Client) -> str:
    """A game that was talked about and is over."""
    table = make(one, "sep", "me", "anyone")
    async with line(house, one) as ann, line(house, other) as bob:
        await seated(ann, bob, table)
        await move_on([ann, bob], table, random.Random("spans"), 5)
        assert (await bob.ask("say", table=table, text=WORDS))["type"] == "done"
        assert (await ann.ask("say", table=table, phrase="hello"))["type"] == "done"
        await ann.play(table, {"type": "resign"})
    return table


async def called_off(house: House, one: httpx.Client) -> str:
    table = make(one, "sep", "me", "anyone")
    async with line(house, one) as ann:
        assert (await ann.ask("leave", table=table))["type"] == "done"
    return table


def packed(house: House) -> int:
    def count(connection: Connection) -> int:
        return connection.execute(select(func.count()).select_from(schema.packed)).scalar_one()

    return house.call(house.server.store.read(count))


def people(house: House) -> set[str]:
    def names(connection: Connection) -> set[str]:
        return set(connection.execute(select(schema.users.c.name)).scalars())

    return house.call(house.server.store.read(names))


def test_what_has_had_its_time_goes_and_all_else_stays(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: list[tuple[str, dict[str, int]]] = []
    monkeypatch.setattr(house.server.node, "tell", lambda event, **facts: lines.append((event, facts)))
    ann, bob, idle, here = account(house, "Ann"), guest(house, GUEST), guest(house, "Idle One"), guest(house, "Here")
    table, closed = asyncio.run(played(house, ann, bob)), asyncio.run(called_off(house, idle))
    before = ann.get(f"/api/tables/{table}/record").content
    out = account(house, "Out")
    assert out.delete("/api/session").status_code == 204
    until(lambda: table not in house.server.hall.tables or not house.server.hall.tables[table].ears)

    async def scene() -> None:
        async with line(house, here) as one, line(house, ann) as reader:
            await one.ask("ping")
            assert not swept(house), "nothing is old yet"
            age(house, 900)
            await reader.ask("watch", table=table)
            found = swept(house)
            assert found == Cleared(sessions=1, guests=2, remarks=1, tables=1, packed=1)
            await reader.until(lambda line: line.events("forgotten"))
            async with line(house, ann) as late:
                await late.ask("watch", table=table)
                told = late.about(table)
                assert [one["text"] for one in told["chat"] if one["phrase"] is None] == [SILENCE]
                assert [chair["name"] for chair in told["chairs"]] == ["Ann", NOBODY]
            assert not swept(house), "and nothing is left to do"
            assert (await reader.ask("say", table=table, phrase="hello"))["type"] == "done", "packed, it goes on"

    asyncio.run(scene())
    until(lambda: not left_in(tmp_path))
    went = {"sessions": 1, "guests": 2, "remarks": 1, "tables": 1, "games": 0, "comparisons": 0, "packed": 1}
    assert [facts for event, facts in lines if event == "swept"] == [went], "one line of the log"
    assert packed(house) == 1
    assert people(house) == {"Ann", "Out", "Here"}, "accounts stay, and whoever is connected"
    record = ann.get(f"/api/tables/{table}/record").content
    assert read(record).outcome == read(before).outcome
    assert record.replace(NOBODY.encode(), GUEST.encode()).splitlines()[1:-1] == before.splitlines()[1:-1]
    assert house.call(house.server.store.read(every_table)) == [table] != [closed]
    assert [one["id"] for one in ann.get("/api/me/games").json()] == [table]
    assert bob.get("/api/me").status_code == 401 and here.get("/api/me").status_code == 200
    assert main(["admin", "verify-all", "--data", str(tmp_path)]) == OK


def test_games_go_where_the_host_wants_it_and_ratings_stay(tmp_path: Path) -> None:
    with running(tmp_path, server=keeping(tmp_path, games=30, guests=None, chat=None)) as house:
        ann, bob = account(house, "Ann"), account(house, "Bob")
        rated = {"rated": True, "clock": {"seconds": 600}}

        async def finish() -> str:
            table = make(ann, "sep", "me", "anyone", **rated)
            async with line(house, ann) as one, line(house, bob) as other:
                await seated(one, other, table)
                await one.play(table, {"type": "resign"})
            return table

        old = asyncio.run(finish())
        until(lambda: bob.get("/api/players/Bob").json()["ratings"])
        before = bob.get("/api/players/Bob").json()["ratings"]
        age(house, 31)
        new = asyncio.run(finish())
        until(lambda: bob.get("/api/players/Bob").json()["ratings"] != before)
        ratings = bob.get("/api/players/Bob").json()["ratings"]
        assert swept(house) == Cleared(games=1)
        assert old not in [one["id"] for one in ann.get("/api/me/games").json()]
        assert ann.get(f"/api/tables/{new}/record").status_code == 200
        assert bob.get("/api/players/Bob").json()["ratings"] == ratings


def test_whoever_stops_in_the_middle_goes_on_the_next_time(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever it stops, every game holds, and in the end it is as if nothing had been in the way."""
    ann, bob = account(house, "Ann"), guest(house, GUEST)
    tables = [asyncio.run(played(house, ann, bob)) for _ in range(3)]
    for _ in range(2):
        asyncio.run(called_off(house, guest(house)))
    age(house, 900)
    for name, value in (("MOST", 1), ("MOST_ROWS", 0), ("MOST_TABLES", 1), ("PAUSE_S", 0)):
        monkeypatch.setattr(clearing, name, value)
    write, allowed, rounds = house.server.store.write, [0], 0

    async def stopping(function: Any, *args: Any, **kwargs: Any) -> Any:
        if function is clearing._alone:
            if allowed[0] == 0:
                raise RuntimeError("the power is gone")
            allowed[0] -= 1
        return await write(function, *args, **kwargs)

    monkeypatch.setattr(house.server.store, "write", stopping)
    for rounds in range(60):
        allowed[0] = 1 + rounds  # each time a step further
        try:
            swept(house)
            break
        except RuntimeError:
            assert main(["admin", "verify-all", "--data", house.server.store.where.removesuffix("/septet.db")]) == OK
    assert 2 < rounds < 59
    assert people(house) == {"Ann"}
    for table in tables:
        told = [row for row in house.call(house.server.store.rows(table)) if b'"forgotten"' in row.event]
        assert len(told) == 1, "each table hears it once"


def test_an_administrator_sees_what_would_go_and_lets_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def sweep(*more: str) -> dict[str, int]:
        assert main(["admin", "sweep", "--json", "--data", str(tmp_path), *more]) == OK
        found: dict[str, int] = json.loads(capsys.readouterr().out)
        return found

    with running(tmp_path, server=keeping(tmp_path, guests=None)) as house:
        ann, bob = account(house, "Ann"), guest(house, GUEST)
        table = asyncio.run(played(house, ann, bob))
        until(lambda: not house.server.hall.tables[table].ears)
        age(house, 400)
        every = {"sessions": 0, "guests": 0, "remarks": 1, "tables": 0, "games": 0, "comparisons": 0, "packed": 1}
        assert sweep("--dry-run") == every, "by the spans that the server was started with"
        assert sweep("--dry-run", "--keep", "guests=300", "--keep", "chat=forever") == {
            **every,
            "guests": 1,
            "remarks": 0,
        }
        assert swept(house).remarks == 1, "a dry run has changed nothing"
        assert sweep("--keep", "guests=300") == {**every, "guests": 1, "remarks": 0, "packed": 0}
        assert people(house) == {"Ann"}
        until(lambda: read(ann.get(f"/api/tables/{table}/record").content).names == ["Ann", NOBODY])
        until(lambda: not left_in(tmp_path))
    assert main(["admin", "sweep", "--dry-run", "--data", str(tmp_path), "--lang", "en"]) == OK
    assert "guests who never came back" in capsys.readouterr().out
    for bad in ("chat", "chat=0", "chat=-3", "chat=nan", "chat=soon", "cake=3", "chat=1e9"):
        assert main(["admin", "sweep", "--keep", bad, "--data", str(tmp_path), "--lang", "en"]) == BAD_INPUT
        assert f"“{bad}” is no life span" in capsys.readouterr().err
        assert main(["serve", "--keep", bad, "--data", str(tmp_path), "--lang", "en"]) == BAD_INPUT
        capsys.readouterr()


def test_a_session_ends_so_long_after_it_was_last_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def in_days(days: float) -> None:
        monkeypatch.setattr("itsdangerous.timed.time.time", lambda: now + days * 86_400)
        monkeypatch.setattr("septet.server.people.sessions.time.time", lambda: now + days * 86_400)

    with running(tmp_path, server=keeping(tmp_path, sessions=10)) as house:
        now = time.time()
        ann = guest(house)
        in_days(8)
        assert ann.post("/api/guest").status_code == 201
        kept = ann.cookies[COOKIE]
        in_days(16)
        assert ann.get("/api/me").status_code == 200, "used eight days ago"
        in_days(19)
        ann.cookies.set(COOKIE, kept, domain="127.0.0.1")
        assert ann.get("/api/me").status_code == 401
