"""One bad row hurts one table: the server starts, says so, and serves the rest."""

import asyncio
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from septet.cli import FAILED, main
from tests.server.lines import line, make
from tests.server.running import House, running
from tests.server.test_trouble import disk

PAGE = 4_096
Out = pytest.CaptureFixture[str]


def sql(database: Path, command: str, *values: object) -> None:
    with closing(sqlite3.connect(database)) as connection:
        connection.execute(command, values)
        connection.commit()


def spoilt_page(database: Path, table: str) -> None:
    """A page in the midst of this table's log, as a disk that fails leaves it."""
    with database.open("r+b") as file:
        content = file.read()
        pages = sorted(
            {at // PAGE for at in range(len(content)) if content.startswith(b"remark of " + table.encode(), at)}
        )
        file.seek(pages[len(pages) // 2] * PAGE)
        file.write(b"\xff" * PAGE)


def event(text: bytes) -> Callable[[Path, str], None]:
    return lambda database, table: sql(database, 'UPDATE log SET event = ? WHERE "table" = ? AND n = 2', text, table)


DAMAGE: dict[str, Callable[[Path, str], None]] = {
    "not JSON": event(b"\x00\xff"),
    "an unknown event": event(b'{"type":"flew","seat":1}'),
    "a seat that is not there": event(b'{"type":"sat","seat":7,"name":"Eve","user":"u1"}'),
    "a move against the rules": event(b'{"type":"played","seat":0,"move":{"type":"draw"}}'),
    "a hole": lambda database, table: sql(database, 'DELETE FROM log WHERE "table" = ? AND n = 2', table),
    "no setup": lambda database, table: sql(database, "UPDATE tables SET setup = '{{' WHERE id = ?", table),
    "an odd setup": lambda database, table: sql(database, "UPDATE tables SET setup = '{}' WHERE id = ?", table),
    "a bad page": spoilt_page,
}


async def filled(house: House) -> tuple[str, list[str]]:
    """A table that will be damaged, and others."""
    ann = house.guest()
    before = make(ann, "sep", "me", "anyone", public=True)
    bad = make(ann, "sep", "me", "anyone", public=True)
    async with line(house, ann) as one:
        for number in range(150):
            assert (await one.ask("say", table=bad, text=f"remark of {bad} {number} " + "x" * 200))["type"] == "done"
    return bad, [before, make(ann, "sep", "me", "anyone", public=True)]


async def looked_at(house: House, bad: str, good: list[str]) -> None:
    browser = house.guest()
    async with line(house, browser, query="?lang=fr") as one:
        refused = await one.ask("watch", table=bad)
        assert (refused["type"], refused["code"]) == ("refused", "damaged_table")
        assert "abîmé" in refused["words"]
        for kind in ("sit", "start", "leave"):
            assert (await one.ask(kind, table=bad))["code"] == "damaged_table"
        for table in good:
            assert (await one.ask("watch", table=table))["type"] == "done"
        assert (await one.ask("sit", table=good[0]))["type"] == "done"


@pytest.mark.parametrize("kind", DAMAGE)
def test_a_damaged_table_is_set_apart_and_the_rest_is_served(tmp_path: Path, capsys: Out, kind: str) -> None:
    with running(tmp_path) as house:
        bad, good = asyncio.run(filled(house))
        owner = house.browsers[0].cookies
    DAMAGE[kind](tmp_path / "septet.db", bad)
    capsys.readouterr()
    with running(tmp_path) as house:
        health = house.browser().get("/health")
        assert (health.status_code, health.json()["damaged"]) == (200, 1)
        assert bad not in health.text
        assert "".join(capsys.readouterr()).count("bad_table") == 1
        asyncio.run(looked_at(house, bad, good))
        assert house.browser().get(f"/api/tables/{bad}/record").json()["code"] == "damaged_table"
        listed = {one["id"] for one in house.browser().get("/api/tables").json()}
        assert set(good[1:]) <= listed
        assert b"septet_damaged_tables 1.0" in house.server.metrics.text()
        host = house.browser()
        host.cookies.update(owner)
        if kind != "no setup":  # nobody can tell any more whose it was
            assert {"table": bad, "damaged": True} in host.get("/api/me/export").json()["games"]
    capsys.readouterr()
    assert main(["admin", "verify-all", "--data", str(tmp_path), "--json"]) == FAILED
    told = json.loads(capsys.readouterr().out)
    assert [one["table"] for one in told["bad"]] == [bad] and told["tables"] == 3


def test_who_sat_at_a_damaged_table_can_still_be_forgotten(tmp_path: Path) -> None:
    with running(tmp_path) as house:
        ann = house.guest()
        bad = make(ann, "sep", "me", "anyone")
        owner, user = ann.cookies, ann.get("/api/me").json()["id"]
    event(b"\x00\xff" + user.encode())(tmp_path / "septet.db", bad)
    with running(tmp_path) as house:
        host = house.browser()
        host.cookies.update(owner)
        assert host.delete("/api/me").status_code == 204


def start(folder: Path, capsys: Out) -> str:
    """What a server says that cannot start, in one line."""
    capsys.readouterr()
    assert main(["serve", "--data", str(folder), "--port", "0", "--lang", "en"]) == 2
    said = capsys.readouterr()
    assert "Traceback" not in said.out + said.err
    (line,) = said.err.strip().splitlines()
    assert line.startswith("septet: ")
    return line


def test_a_database_that_cannot_be_read_ends_the_start_in_one_line(tmp_path: Path, capsys: Out) -> None:
    with running(tmp_path) as house:
        for _ in range(20):
            make(house.guest(), "sep", "me", "anyone")
    whole = (tmp_path / "septet.db").read_bytes()
    for spoilt in (
        b"hello " * 1_000,
        whole[: len(whole) // 2],
        whole[:100],
        whole[:PAGE] + b"\xff" * (len(whole) - PAGE),
    ):
        (tmp_path / "septet.db").write_bytes(spoilt)
        assert "septet.db" in start(tmp_path, capsys)
    (tmp_path / "septet.db").unlink()
    (tmp_path / "septet.db").mkdir()
    assert "septet.db" in start(tmp_path, capsys)


@pytest.mark.parametrize("left", [0, 8_192, 40_000])
def test_a_disk_without_room_ends_the_start_in_one_line(tmp_path: Path, capsys: Out, left: int) -> None:
    with disk(tmp_path, "size=3m"):
        with running(tmp_path) as house:
            make(house.guest(), "sep", "me", "anyone")
        filler = tmp_path / "filler"
        with filler.open("wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(PAGE))
            except OSError:
                file.truncate(max(0, file.tell() - left))
        assert str(tmp_path) in start(tmp_path, capsys)
