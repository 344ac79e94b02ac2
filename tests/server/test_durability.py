"""What was acknowledged is never lost, however the server ends."""

import asyncio
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from septet import client
from septet.server.postgres import PostgresStore
from septet.server.sqlite import SqliteStore
from septet.server.store import Store
from tests.server.crowd import Crowd, Found, Node, examine, node
from tests.server.services import Postgres, postgres

Record = Callable[[str, object], None]


@pytest.fixture(scope="session")
def database() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "AGAIN_S", (0.05, 0.1, 0.1, 0.2, 0.2, 0.2))


async def killed(server: Node, store: Store, kills: int, pairs: int, seed: str) -> Found:
    """A crowd plays while the server is killed at random moments, and started again."""
    rng = random.Random(seed)
    crowd = Crowd([server.address], pairs, seed)
    crowd.begin()
    for _ in range(kills):
        await crowd.until_all_move()  # every table has resumed
        await asyncio.sleep(rng.random() / 2)
        server.kill()
        await asyncio.to_thread(server.start)
    await crowd.until_all_move()
    await crowd.stop()
    await asyncio.to_thread(server.end)
    return await examine(store, crowd.said)


def killing(folder: Path, store: Store, kills: int, *options: str) -> Found:
    with node(folder, *options) as server:
        return asyncio.run(killed(server, store, kills, pairs=6, seed=f"{kills} kills"))


def whole(found: Found) -> None:
    assert (found.lost, found.doubled, found.holes) == (0, 0, 0)
    assert found.acknowledged > 0
    assert found.moves >= found.acknowledged


def test_no_acknowledged_move_is_lost_by_killing_a_server_with_sqlite(tmp_path: Path) -> None:
    whole(killing(tmp_path, SqliteStore(tmp_path / "septet.db"), 4))


def test_no_acknowledged_move_is_lost_by_killing_a_server_with_postgresql(database: Postgres, tmp_path: Path) -> None:
    url = database.new_database("killed")
    whole(killing(tmp_path, PostgresStore(url), 4, "--database", url))


@pytest.mark.long
def test_two_hundred_kills_with_sqlite(tmp_path: Path, record_property: Record) -> None:
    found = killing(tmp_path, SqliteStore(tmp_path / "septet.db"), 200)
    record_property("found", found)
    whole(found)


@pytest.mark.long
def test_two_hundred_kills_with_postgresql(database: Postgres, tmp_path: Path, record_property: Record) -> None:
    url = database.new_database("killed_often")
    found = killing(tmp_path, PostgresStore(url), 200, "--database", url)
    record_property("found", found)
    whole(found)
