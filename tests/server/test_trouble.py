"""When something is in the way: a clear message, no table spoilt, and all goes on when the cause is gone."""

import asyncio
import os
import random
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import structlog

from septet.cli import BAD_INPUT, main
from septet.games.log import read, write
from septet.server.app import Server, Settings
from septet.server.limits import Limits
from septet.server.serving import listening
from septet.server.store import queries, sqlite
from septet.server.store.postgres import PostgresStore
from septet.server.store.sqlite import SqliteStore
from septet.server.store.store import Store
from septet.server.tables.room import Room
from tests.server.lines import Line, line, make
from tests.server.running import PLENTY, House, running
from tests.server.services import Postgres, free_port, postgres

Out = pytest.CaptureFixture[str]
SECRET = "a secret that is long enough"


@pytest.fixture(autouse=True)
def own_log() -> Iterator[None]:
    yield
    structlog.reset_defaults()


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


# At the start


def complaint(out: Out, *options: str) -> str:
    """What `septet serve` says when it cannot start: a line or two, and nothing that only programmers read."""
    assert main(["serve", "--port", "0", "--workers", "0", *options]) == BAD_INPUT
    said = out.readouterr().err.strip()
    assert said.startswith("septet: ")
    assert len(said.splitlines()) <= 2
    assert "Traceback" not in said
    return said


def new(folder: Path) -> Path:
    """A database that a server has made."""
    database = folder / "septet.db"

    async def make_one() -> None:
        store = SqliteStore(database)
        await store.open()
        await store.close()

    asyncio.run(make_one())
    return database


def test_a_port_that_is_taken_is_named(tmp_path: Path, capsys: Out) -> None:
    taken = listening("127.0.0.1", 0)
    port = str(taken.getsockname()[1])
    with taken:
        assert port in complaint(capsys, "--data", str(tmp_path), "--port", port)


def test_a_folder_that_another_server_uses_is_left_alone(tmp_path: Path, capsys: Out) -> None:
    with running(tmp_path):
        assert "already using" in complaint(capsys, "--data", str(tmp_path))


def test_a_database_of_a_newer_septet_is_left_alone(tmp_path: Path, capsys: Out) -> None:
    database = new(tmp_path)
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    before = database.read_bytes()
    assert "newer Septet (schema 9999)" in complaint(capsys, "--data", str(tmp_path))
    assert database.read_bytes() == before


@pytest.mark.parametrize("spoil", ["text", "truncated", "garbled"])
def test_a_file_that_is_no_database_any_more_is_left_alone(spoil: str, tmp_path: Path, capsys: Out) -> None:
    database = new(tmp_path)
    whole = database.read_bytes()
    spoilt = {
        "text": b"these are my notes, not a database. " * 400,
        "truncated": whole[: len(whole) // 2],
        "garbled": whole[:100] + bytes(4_000) + whole[4_100:],
    }[spoil]
    database.write_bytes(spoilt)
    assert "septet.db cannot be used" in complaint(capsys, "--data", str(tmp_path))
    assert database.read_bytes() == spoilt


def test_a_database_that_another_program_has_locked_is_named(
    tmp_path: Path, capsys: Out, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "LOCKED_S", 0.1)
    with locked(new(tmp_path)):
        assert "locked" in complaint(capsys, "--data", str(tmp_path))


@contextmanager
def locked(database: Path) -> Iterator[None]:
    other = sqlite3.connect(database, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


def test_a_folder_that_may_not_be_written_is_named(tmp_path: Path, capsys: Out) -> None:
    with read_only(tmp_path) as folder:
        assert str(folder) in complaint(capsys, "--data", str(folder))


@contextmanager
def read_only(folder: Path) -> Iterator[Path]:
    """Nothing can be written there; root may write everywhere, but for a disk that is read-only."""
    if os.getuid():
        folder.chmod(0o500)
        yield folder
        folder.chmod(0o700)
    else:
        with disk(folder, "ro"):
            yield folder


@contextmanager
def disk(folder: Path, options: str) -> Iterator[None]:
    """A small disk of its own."""
    command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
    if os.getuid() or subprocess.run(command, check=False, capture_output=True).returncode:
        pytest.skip("no disk can be mounted here")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_bus_that_is_not_there_is_named_without_its_password(
    tmp_path: Path, capsys: Out, database: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SEPTET_SECRET", SECRET)
    bus = f"redis://:hush@127.0.0.1:{free_port()}/0"
    url = database.new_database("no_bus_there")
    said = complaint(capsys, "--data", str(tmp_path), "--database", url, "--bus", bus)
    assert "cannot be reached" in said
    assert "hush" not in said


def test_a_postgresql_that_is_not_there_is_named_without_its_password(tmp_path: Path, capsys: Out) -> None:
    url = f"postgresql://septet:hush@127.0.0.1:{free_port()}/septet"
    said = complaint(capsys, "--data", str(tmp_path), "--database", url)
    assert "cannot be used" in said
    assert "hush" not in said


@pytest.mark.parametrize("package", ["asyncpg", "redis"])
def test_a_package_that_is_not_installed_is_named(
    package: str, tmp_path: Path, capsys: Out, database: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SEPTET_SECRET", SECRET)
    monkeypatch.setitem(sys.modules, package, None)
    url = database.new_database(f"without_{package}")
    said = complaint(capsys, "--data", str(tmp_path), "--database", url, "--bus", "redis://127.0.0.1")
    assert f"the package {package}" in said


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--database", "mysql://db"], "postgresql://"),
        (["--bus", "redis://bus"], "--database"),
        (["--database", "postgresql://db/x", "--bus", "redis://bus"], "--secret-file"),
        (["--database", "postgresql://db/x", "--bus", "nats://bus"], "redis://"),
        (["--secret-file", "/nowhere/secret"], "/nowhere/secret"),
    ],
)
def test_options_that_do_not_go_together_are_explained(
    options: list[str], words: str, tmp_path: Path, capsys: Out
) -> None:
    assert words in complaint(capsys, "--data", str(tmp_path), *options)


def test_a_secret_that_can_be_guessed_is_refused(tmp_path: Path, capsys: Out) -> None:
    (tmp_path / "secret.txt").write_text("short\n")
    assert "16" in complaint(capsys, "--data", str(tmp_path), "--secret-file", str(tmp_path / "secret.txt"))


def test_a_worker_says_why_it_cannot_work(tmp_path: Path, capsys: Out, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("septet.client.AGAIN_S", (0.01, 0.01))
    for options, words in (
        (["--server", "somewhere"], "http://"),
        (["--seats", "0"], "--seats"),
        (["--data", str(tmp_path)], "--secret-file"),
    ):
        assert main(["work", *options]) == BAD_INPUT
        assert words in capsys.readouterr().err
    monkeypatch.setenv("SEPTET_SECRET", SECRET)
    assert main(["work", "--server", f"http://127.0.0.1:{free_port()}"]) == BAD_INPUT
    assert "cannot be reached" in capsys.readouterr().err
    with running(tmp_path) as house:
        assert main(["work", "--server", house.address]) == BAD_INPUT
        assert "does not take us" in capsys.readouterr().err


# In the middle


class Game:
    """Two people at a table, each on a socket of their own."""

    def __init__(self, house: House, lines: list[Line], table: str) -> None:
        self.house, self.lines, self.table = house, lines, table
        self.rng = random.Random("trouble")

    async def move(self) -> dict[str, Any]:
        """A random move of whoever is to move; the answer."""
        (seat,) = self.lines[0].moments[self.table]["to_move"]
        mover = self.lines[seat]
        answer: dict[str, Any] = await mover.play(self.table, self.rng.choice(mover.moments[self.table]["offers"]))
        if answer["type"] == "done":
            for one in self.lines:
                await one.at(self.table, answer["n"])
        return answer

    async def moves(self, count: int) -> None:
        for _ in range(count):
            assert (await self.move())["type"] == "done"

    async def until_well(self) -> None:
        """Try until a move is made."""
        async with asyncio.timeout(30):
            while (await self.move())["type"] != "done":
                await asyncio.sleep(0.05)


async def in_trouble(house: House, begin: Any, end: Any) -> None:
    """A game goes on, is held up by some trouble, and goes on when it is gone, without help."""
    ann, bob = house.guest(), house.guest()
    table = make(ann, "sep", "me", "anyone")
    async with line(house, ann) as one, line(house, bob) as other:
        await other.ask("sit", table=table)
        for each in (one, other):
            await each.ask("watch", table=table)
        game = Game(house, [one, other], table)
        await game.moves(4)
        await asyncio.to_thread(begin)
        for _ in range(2):
            answer = await game.move()
            assert (answer["type"], answer["code"]) == ("refused", "cannot_write")
            assert answer["words"]
        assert ann.get("/health").status_code == 503
        assert ann.post("/api/tables", json={"game": "sep", "seats": [{"who": "me"}]}).status_code in (400, 503)
        await asyncio.to_thread(end)
        await game.until_well()
        await game.moves(4)
        house.call(house.server.hall.leases.round())
        assert ann.get("/health").status_code == 200
    made = [one for one in one.answers.values() if one["type"] == "done" and one["table"] == table and one["n"]]
    assert made
    await whole(house.server.store, house, table)


async def whole(store: Store, house: House, table: str) -> None:
    """The log has no hole, and replays to what the server has in memory."""
    rows = house.call(store.rows(table))
    about = house.call(store.read(queries.find_table, table))
    assert about
    room = Room(table, about.setup, about.seed)
    for row in rows:
        room.fold(row)
    live = house.server.hall.tables[table].room
    assert room.log
    assert live.log
    assert write(room.log) == write(live.log)
    assert read(write(room.log)).outcome == room.outcome


def test_on_a_full_disk_moves_are_refused_until_there_is_room(tmp_path: Path) -> None:
    filler = tmp_path / "filler"

    def fill() -> None:
        with filler.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(4_096))

    with disk(tmp_path, "size=3m"), running(tmp_path) as house:
        asyncio.run(in_trouble(house, fill, filler.unlink))


def test_while_another_program_locks_the_database_moves_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "LOCKED_S", 0.1)
    with running(tmp_path) as house:
        other = sqlite3.connect(tmp_path / "septet.db", isolation_level=None, check_same_thread=False)
        asyncio.run(in_trouble(house, lambda: other.execute("BEGIN IMMEDIATE"), lambda: other.execute("ROLLBACK")))
        other.close()


def test_while_postgresql_is_down_moves_are_refused(database: Postgres, tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, limits=Limits(**PLENTY), secret=SECRET)
    server = Server(settings, PostgresStore(database.new_database("restarted")))
    with running(tmp_path, server=server) as house:
        asyncio.run(in_trouble(house, database.stop, database.start))


def test_a_table_that_cannot_be_read_keeps_no_other_waiting(tmp_path: Path) -> None:
    async def tables(house: House) -> list[str]:
        ann = house.guest()
        return [make(ann, "sep", "me", "anyone") for _ in range(3)]

    with running(tmp_path) as house:
        bad, *good = asyncio.run(tables(house))
    with sqlite3.connect(tmp_path / "septet.db") as connection:
        connection.execute('UPDATE log SET event = ? WHERE "table" = ?', (b'{"type":"nonsense"}', bad))
    connection.close()
    with running(tmp_path) as house:
        assert set(good) <= house.server.hall.tables.keys()
        assert bad not in house.server.hall.tables


def test_what_a_kill_has_interrupted_happens_after_the_restart(tmp_path: Path) -> None:
    """Everybody sits, and the process ends before the game has started."""
    with running(tmp_path) as house:
        ann, bob = house.guest(), house.guest()
        table = make(ann, "sep", "me", "anyone")

        async def sit() -> None:
            async with line(house, bob) as other:
                await other.ask("sit", table=table)

        asyncio.run(sit())
    with sqlite3.connect(tmp_path / "septet.db") as connection:
        connection.execute('DELETE FROM log WHERE "table" = ? AND n > 2', (table,))
        connection.execute("UPDATE tables SET status = 'waiting' WHERE id = ?", (table,))
    connection.close()
    with running(tmp_path) as house:
        assert house.server.hall.tables[table].room.status == "running"
