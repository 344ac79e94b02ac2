"""A copy made while people play is as good as the database at one moment."""

import asyncio
import hashlib
import random
from pathlib import Path

import pytest

from septet.games.log import read, write
from septet.server import backup, queries
from septet.server.room import Room
from septet.server.sqlite import SqliteStore
from septet.server.store import CannotOpen
from tests.server.crowd import all_tables
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


def test_what_is_no_backup_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("hello " * 1_000)
    with pytest.raises(CannotOpen) as refused:
        backup.restore(tmp_path / "text.db", tmp_path / "septet.db")
    assert refused.value.code == "backup"
    with pytest.raises(CannotOpen):
        backup.back_up(tmp_path / "nowhere.db", tmp_path / "copy.db")
    assert not list(tmp_path.glob("copy*"))
