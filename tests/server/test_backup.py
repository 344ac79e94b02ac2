"""A copy made while people play is as good as the database at one moment."""

import asyncio
import hashlib
import os
import random
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from septet.cli import BAD_INPUT, OK, main
from septet.games.log import read, write
from septet.server.store import backup, queries
from septet.server.store.migrations import migrate, revisions
from septet.server.store.sqlite import SqliteStore
from septet.server.store.store import CannotOpen
from septet.server.tables.room import Room
from tests.server.examining import all_tables
from tests.server.lines import line, make
from tests.server.running import House, running


async def hashes(database: Path) -> dict[str, str]:
    """Every table, replayed from its log."""
    store, found = SqliteStore(database), {}
    await store.open()
    for table in await store.read(all_tables):
        about = await store.read(queries.find_table, table)
        assert about
        room = Room(table, about.setup, about.seed)
        for row in await store.rows(table):
            room.fold(row)
        record = write(room.log) if room.log else b""
        assert not room.log or read(record).outcome == room.outcome
        found[table] = hashlib.sha256(record).hexdigest()
    await store.close()
    return found


async def play(house: House, folder: Path) -> int:
    """A game in which a copy is made every few moves."""
    rng, copies = random.Random("copies"), 0
    ann, bob = house.guest(), house.guest()
    table = make(ann, "sep", "me", "anyone")
    async with line(house, ann) as one, line(house, bob) as other:
        await other.ask("sit", table=table)
        for each in (one, other):
            await each.ask("watch", table=table)
        for move in range(60):
            moment = one.moments[table]
            if moment["outcome"]:
                break
            mover = (one, other)[moment["to_move"][0]]
            copying = asyncio.to_thread(backup.back_up, folder / "septet.db", folder / f"copy{copies}.db")
            answers = [mover.play(table, rng.choice(mover.moments[table]["offers"]))]
            (answer, *_) = await asyncio.gather(*answers, *([copying] if move % 10 == 0 else []))
            if move % 10 == 0:
                copies += 1
            else:
                copying.close()
            for each in (one, other):
                await each.at(table, answer["n"])
    return copies


def test_copies_made_while_playing_can_be_gone_back_to(tmp_path: Path) -> None:
    with running(tmp_path) as house:
        copies = asyncio.run(play(house, tmp_path))
        assert copies > 3
        with pytest.raises(CannotOpen) as refused:
            backup.restore(tmp_path / "copy0.db", tmp_path / "septet.db")
        assert refused.value.code == "in_use"
        backup.back_up(tmp_path / "septet.db", tmp_path / "last.db")
    before = asyncio.run(hashes(tmp_path / "septet.db"))
    for number in range(copies):  # each as far as the game had come
        assert asyncio.run(hashes(tmp_path / f"copy{number}.db")).keys() == before.keys()
    (tmp_path / "septet.db").write_bytes(b"spoilt")
    aside = backup.restore(tmp_path / "last.db", tmp_path / "septet.db")
    assert aside
    assert aside.read_bytes() == b"spoilt"
    assert asyncio.run(hashes(tmp_path / "septet.db")) == before


def house_with_a_log(folder: Path) -> dict[str, str]:
    """A database that was removed while its log stayed, and a copy from before; what the copy holds."""
    with running(folder) as house:
        for _ in range(3):
            make(house.guest(), "sep", "me", "casual")
        backup.back_up(folder / "septet.db", folder / "copy.db")
        for _ in range(5):
            make(house.guest(), "sep", "me", "casual")
        left = {ending: (folder / f"septet.db{ending}").read_bytes() for ending in ("-wal", "-shm")}
        assert len(left["-wal"]) > 10_000
    (folder / "septet.db").unlink()
    for ending, content in left.items():  # as a process that was killed leaves them
        (folder / f"septet.db{ending}").write_bytes(content)
    (folder / "septet.db-journal").write_bytes(b"of another time")
    return asyncio.run(hashes(folder / "copy.db"))


def test_a_copy_is_not_mixed_with_the_log_of_a_database_that_is_gone(tmp_path: Path) -> None:
    before = house_with_a_log(tmp_path)
    with pytest.raises(CannotOpen) as refused:  # nor does a new database begin with it
        asyncio.run(SqliteStore(tmp_path / "septet.db").open())
    assert refused.value.code == "orphan"
    kept = (tmp_path / "septet.db-wal").read_bytes()
    aside = backup.restore(tmp_path / "copy.db", tmp_path / "septet.db")
    assert aside is not None and not aside.exists()
    assert aside.with_name(aside.name + "-wal").read_bytes() == kept
    assert aside.with_name(aside.name + "-journal").read_bytes() == b"of another time"
    backup.check(tmp_path / "septet.db")
    assert asyncio.run(hashes(tmp_path / "septet.db")) == before


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_restore_that_goes_wrong_leaves_everything_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    house_with_a_log(tmp_path)
    (tmp_path / "septet.db").write_bytes(b"the one that was there")
    before = {one.name: one.read_bytes() for one in tmp_path.glob("septet.db*")}
    whole = backup.check

    def check(database: Path) -> None:
        whole(database)
        if moment == "after" and database.name == "septet.db":
            raise CannotOpen("backup", path=str(database), why="a disk that lies")

    def replace(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backup, "check", check)
    if moment == "before":
        monkeypatch.setattr(Path, "replace", replace)
    with pytest.raises(CannotOpen):
        backup.restore(tmp_path / "copy.db", tmp_path / "septet.db")
    assert {one.name: one.read_bytes() for one in tmp_path.glob("septet.db*")} == before


def test_a_database_of_something_else_is_no_backup(tmp_path: Path) -> None:
    with running(tmp_path / "house") as house:
        make(house.guest(), "sep", "me", "casual")
    other = tmp_path / "copy.db"
    for spoil in ("DROP TABLE log", "UPDATE alembic_version SET version_num = '9999'", "UPDATE log SET event = 'x'"):
        backup.back_up(tmp_path / "house" / "septet.db", other)
        with closing(sqlite3.connect(other)) as connection:
            connection.execute(spoil)
            connection.commit()
        with pytest.raises(CannotOpen) as refused:
            backup.restore(other, tmp_path / "septet.db")
        assert refused.value.code == "backup"
        assert not (tmp_path / "septet.db").exists()


def test_one_table_that_does_not_hold_keeps_nobody_from_a_copy(tmp_path: Path) -> None:
    with running(tmp_path) as house:
        bad, *_ = [make(house.guest(), "sep", "me", "casual") for _ in range(3)]
    with closing(sqlite3.connect(tmp_path / "septet.db")) as connection:
        connection.execute('DELETE FROM log WHERE "table" = ? AND n = 2', (bad,))
        connection.commit()
    backup.back_up(tmp_path / "septet.db", tmp_path / "copy.db")
    backup.restore(tmp_path / "copy.db", tmp_path / "septet.db")


def test_what_is_no_backup_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("hello " * 1_000)
    with pytest.raises(CannotOpen) as refused:
        backup.restore(tmp_path / "text.db", tmp_path / "septet.db")
    assert refused.value.code == "backup"
    with pytest.raises(CannotOpen):
        backup.back_up(tmp_path / "nowhere.db", tmp_path / "copy.db")
    assert not list(tmp_path.glob("copy*"))


def old_house(folder: Path, revision: str = "0005") -> Path:
    """A database of the version before, with somebody in it."""
    database = folder / "septet.db"
    engine = create_engine(f"sqlite:///{database}")
    migrate(engine, revision)
    with engine.begin() as connection:
        values = "id, name, created, seen, epoch, settings"
        connection.exec_driver_sql(f"INSERT INTO users ({values}) VALUES ('u1', 'Ann', 1, 1, 0, '{{}}')")
    engine.dispose()
    return database


def revision_of(database: Path) -> tuple[str, list[str]]:
    with closing(sqlite3.connect(database)) as connection:
        (found,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        return found, [name for (name,) in connection.execute("SELECT name FROM users")]


def test_an_upgrade_copies_the_database_first_and_that_is_the_way_back(tmp_path: Path) -> None:
    database = old_house(tmp_path)
    with running(tmp_path):
        assert revision_of(database) == (revisions()[0], ["Ann"])
    (copy,) = backup.kept(database)
    assert copy.name.startswith("septet-before-upgrade-from-0005-")
    assert revision_of(copy) == ("0005", ["Ann"])
    with running(tmp_path):
        assert backup.kept(database) == [copy], "once, and not at every start"
    backup.restore(copy, database)
    assert revision_of(database) == ("0005", ["Ann"])


def test_without_a_copy_there_is_no_upgrade(tmp_path: Path) -> None:
    database = old_house(tmp_path)
    (tmp_path / "backups").write_text("in the way")
    with pytest.raises(CannotOpen, match="backup"):
        asyncio.run(SqliteStore(database).open())
    assert revision_of(database) == ("0005", ["Ann"])


def test_nightly_copies_are_kept_in_number_and_those_of_upgrades_for_ninety_days(tmp_path: Path) -> None:
    database = old_house(tmp_path)
    with running(tmp_path):
        pass
    before = backup.kept(database)
    command = ["admin", "backup", "--data", str(tmp_path), "--keep", "2"]
    for _ in range(4):
        assert main(command) == OK
    assert len(backup.kept(database)) == 3
    assert backup.kept(database)[0] == before[0]
    assert main([*command[:-1], "0"]) == BAD_INPUT
    long_ago = time.time() - 91 * 86_400
    os.utime(before[0], (long_ago, long_ago))
    assert main(command) == OK
    assert len(backup.kept(database)) == 2 and not before[0].exists()
