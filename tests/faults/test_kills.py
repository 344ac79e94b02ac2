"""Ten kills of a server under load, and more in long runs; and that whatever goes wrong would be found."""

import asyncio
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from septet.server.store.sqlite import Beside
from tests.faults.kills import Kills
from tests.faults.rounds import Report, to_the_end
from tests.server.examining import Found, examine
from tests.server.guests import Acknowledged, Told

Record = Callable[[str, object], None]


def killed(folder: Path, rounds: int, pairs: int) -> Report:
    return to_the_end(Kills(folder, pairs), folder, "kills", rounds)


@pytest.fixture(scope="module")
def ten(tmp_path_factory: pytest.TempPathFactory) -> tuple[Report, Path]:
    folder = tmp_path_factory.mktemp("kills")
    return killed(folder, 10, pairs=3), folder


def test_ten_kills_under_load_lose_nothing_and_play_goes_on_at_every_table(ten: tuple[Report, Path]) -> None:
    report, _ = ten
    assert report.wrong == []
    assert report.rounds == 10
    assert report.went_on["tables"] == 30
    habits = ("moves", "rematches", "undone", "remarks", "fair", "accounts", "signed_out", "read_slowly")
    done = {habit for habit in habits if report.figures[habit]}  # on a slow machine a seldom one may not have come up
    assert {"moves", "fair"} < done
    assert report.found["acknowledged"] > 100


@pytest.mark.long
def test_two_hundred_kills(tmp_path: Path, record_property: Record) -> None:
    report = killed(tmp_path, 200, pairs=6)
    record_property("found", report)
    assert report.faults == []


# Whatever goes wrong would be found

ONE = '"table" = :table'
SHARED = '{"type":"shared","table":"aaaaaaaaaaaa"}'
STOOD_IN = '{"type":"stood_in","seat":0,"bot":"casual"}'
SPOILT = {
    "lost": f"DELETE FROM log WHERE {ONE} AND n >= :n",
    "holes": f"DELETE FROM log WHERE {ONE} AND n = 2",
    "doubled": f"UPDATE log SET message = 'm', user = 'u' WHERE {ONE} AND n > 1",
    "orphans": f"DELETE FROM seats WHERE {ONE}",
    "rematches that nobody names": f"UPDATE log SET event = '{SHARED}' WHERE CAST(event AS TEXT) LIKE '%\"again\"%'",
    "untimely": f"INSERT INTO log SELECT \"table\", max(n) + 1, at, wall, NULL, NULL, '{STOOD_IN}' FROM log"
    ' WHERE "table" IN (SELECT id FROM tables WHERE status = \'over\') GROUP BY "table"',
}


@pytest.mark.parametrize("kind", SPOILT)
def test_what_is_wrong_with_a_house_is_found(ten: tuple[Report, Path], kind: str, tmp_path: Path) -> None:
    file = tmp_path / "septet.db"
    shutil.copy(ten[1] / "house" / "septet.db", file)
    told = [msgspec.json.decode(line, type=Told) for line in (ten[1] / "told.jsonl").read_bytes().splitlines()]
    one = next(one for one in told if one.move and one.n > 3)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(SPOILT[kind], {"table": one.table, "n": one.n})
        connection.commit()
    found = looked_at(file, told if kind == "lost" else [])
    assert getattr(found, kind if kind in Found.__struct_fields__ else "orphans"), found


def test_a_rematch_of_a_table_from_before_is_no_orphan(ten: tuple[Report, Path]) -> None:
    file = ten[1] / "house" / "septet.db"
    with closing(sqlite3.connect(file)) as connection:
        rematches = 'SELECT max(created) FROM tables WHERE CAST(setup AS TEXT) LIKE \'%"after": "%\''
        (since,) = connection.execute(rematches).fetchone()
    found = looked_at(file, [], since)
    assert found.rematches
    assert found.faults == []


def looked_at(file: Path, told: list[Told], since: int = 0) -> Found:
    return asyncio.run(examine(Beside(file), Acknowledged(told=told), since))
