"""`septet admin` beside a server that runs, and without one."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import update

from septet.cli import BAD_INPUT, FAILED, OK, main
from septet.games.log import read
from septet.puzzles.shelf import shelf
from septet.server.store import schema
from tests.server.lines import line, make
from tests.server.running import House, running
from tests.server.test_people import account, closed, code
from tests.server.test_tables import seated


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def house(folder: Path) -> Iterator[House]:
    with running(folder) as found:
        yield found


class Admin:
    """Runs the command on a folder, and keeps what it prints."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.capsys = capsys

    def __call__(self, task: str, *args: str, expect: int = OK) -> str:
        found = main(["admin", task, *args, "--data", str(self.folder), "--lang", "en"])
        told = self.capsys.readouterr()
        assert found == expect, told
        assert "Traceback" not in told.err
        return told.out if expect in (OK, FAILED) else told.err


@pytest.fixture
def admin(folder: Path, capsys: pytest.CaptureFixture[str]) -> Admin:
    return Admin(folder, capsys)


async def resigned(house: House, one: httpx.Client, other: httpx.Client) -> str:
    table = make(one, "sep", "me", "anyone")
    async with line(house, one) as ann, line(house, other) as bob:
        await seated(ann, bob, table)
        await ann.play(table, {"type": "resign"})
    return table


def test_people_and_tables_are_listed_while_the_server_runs(house: House, admin: Admin) -> None:
    ann = account(house, "Ann")
    table = make(ann, "sep", "me", "anyone")
    (found,) = json.loads(admin("users", "an", "--json"))
    assert (found["name"], found["account"], found["tables"], found["banned"]) == ("Ann", True, 1, None)
    assert "Ann" in admin("users")
    assert table in admin("tables")
    assert json.loads(admin("tables", "--status", "over", "--json")) == []


def test_a_ban_ends_the_session_and_says_why(house: House, admin: Admin) -> None:
    ann = account(house, "Ann")

    async def play() -> None:
        async with line(house, ann) as one:
            await one.ask("ping")
            assert "ann may not play" in await asyncio.to_thread(admin, "ban", "ann", "insults")
            assert await closed(one) == 4001
        async with line(house, ann) as again:
            assert again.heard[0]["you"] is None

    asyncio.run(play())
    answer = ann.get("/api/me")
    assert code(answer) == (403, "banned")
    assert "insults" in answer.json()["words"]
    sign_in = house.browser().post("/api/session", json={"name": "Ann", "password": "correct horse battery"})
    assert code(sign_in) == (403, "banned")
    admin("unban", "Ann")
    assert ann.get("/api/me").status_code == 200
    assert [one["what"] for one in json.loads(admin("audit", "--json"))] == ["unban", "ban"]
    assert "insults" in admin("audit")


def test_a_planned_stop_is_told_to_those_who_are_there(house: House, admin: Admin) -> None:
    async def hear() -> None:
        async with line(house) as one:
            assert "the server stops at" in await asyncio.to_thread(admin, "notice", "90s")
            left = await one.until(lambda heard: [m["stops_in_s"] for m in heard.heard if m["type"] == "notice"])
            assert 60 <= left[0] <= 90

    asyncio.run(hear())
    for when in ("soon", "0m", "25h", "10"):
        assert f"{when} is no time from now" in admin("notice", when, expect=BAD_INPUT)
    assert [one["what"] for one in json.loads(admin("audit", "--json"))] == ["notice"]


def test_an_administrator_exports_what_is_known(house: House, admin: Admin) -> None:
    ann, bob = account(house, "Ann"), house.guest()
    table = asyncio.run(resigned(house, ann, bob))
    told = json.loads(admin("export", "Ann"))
    assert [one["table"] for one in told["games"]] == [table]
    read(told["games"][0]["record"].encode())
    guest = bob.get("/api/me").json()
    assert json.loads(admin("export", guest["id"]))["name"] == guest["name"]


def test_a_copy_is_made_while_people_play_and_put_back_when_they_do_not(folder: Path, admin: Admin) -> None:
    copy = folder.parent / "copies" / "one.db"
    with running(folder) as house:
        account(house, "Before")
        admin("backup", str(copy))
        account(house, "After")
        assert "--force" in admin("backup", str(copy), expect=BAD_INPUT)
        assert "Another server" in admin("restore", str(copy), expect=BAD_INPUT)
    admin("restore", str(copy))
    assert [one["name"] for one in json.loads(admin("users", "--json"))] == ["Before"]
    with running(folder) as house:
        assert house.browser().get("/api/players/Before").status_code == 200
        assert house.browser().get("/api/players/After").status_code == 404


def test_every_table_is_verified_and_a_forged_one_is_found(folder: Path, admin: Admin) -> None:
    with running(folder) as house:
        ann, bob = house.guest(), house.guest()
        tables = [asyncio.run(resigned(house, ann, bob)) for _ in range(2)]
        make(ann, "sep", "me", "anyone")
        good = json.loads(admin("verify-all", "--json"))
        assert (good["tables"], good["bad"]) == (3, [])

        def forge(connection: Any) -> None:
            t, log = schema.tables.c, schema.log.c
            other = {"places": [1, 2], "scores": [9, 0], "reason": "resigned"}
            connection.execute(update(schema.tables).where(t.id == tables[0]).values(outcome=other))
            moved = b'{"type":"played","seat":0,"move":{"type":"place","card":"XX","slot":9}}'
            last = log.table == tables[1], log.n == 4
            connection.execute(update(schema.log).where(*last).values(event=moved))

        house.call(house.server.store.write(forge))
        bad = json.loads(admin("verify-all", "--json", expect=FAILED))["bad"]
        assert {one["table"] for one in bad} == set(tables)
        assert tables[0] in admin("verify-all", expect=FAILED)


def test_bad_input_is_said_in_a_line(folder: Path, admin: Admin, capsys: pytest.CaptureFixture[str]) -> None:
    assert "no database" in admin("users", expect=BAD_INPUT)
    with running(folder):
        pass
    assert "nobody" in admin("ban", "Nobody", "why", expect=BAD_INPUT)
    assert "cannot" in admin("backup", "/proc/nothing/x.db", expect=BAD_INPUT).lower()
    (folder / "rubbish").write_text("not a database")
    admin("restore", str(folder / "rubbish"), expect=BAD_INPUT)
    admin("restore", str(folder / "missing"), expect=BAD_INPUT)
    assert main(["admin", "backup", "x.db", "--database", "postgresql://nowhere/x"]) == BAD_INPUT
    assert "pg_dump" in capsys.readouterr().err
    assert main(["admin"]) == BAD_INPUT
    assert main(["admin", "frobnicate"]) == BAD_INPUT


def test_reported_puzzles_are_listed_and_can_be_withdrawn(house: House, admin: Admin) -> None:
    puzzle, ann = shelf("set-any")[0], house.guest()
    assert ann.post(f"/api/puzzles/{puzzle.id}/report", json={"why": "It has two"}).status_code == 204
    assert "It has two" in admin("puzzles")
    assert json.loads(admin("puzzles", "--json")) == [{"puzzle": puzzle.id, "why": ["It has two"], "withdrawn": False}]
    assert puzzle.id in admin("puzzles", "--withdraw", puzzle.id)
    assert code(ann.get(f"/api/puzzles/{puzzle.id}")) == (404, "puzzle_withdrawn")
    assert "out of use" in admin("puzzles")
    admin("puzzles", "--bring-back", puzzle.id)
    assert ann.get(f"/api/puzzles/{puzzle.id}").status_code == 200
    assert "no puzzle" in admin("puzzles", "--withdraw", "nosuchpuzzle", expect=BAD_INPUT)
    assert [one["what"] for one in json.loads(admin("audit", "--json"))] == ["put_back", "withdraw"]
