"""The two databases keep the same promises, and the same tables."""

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncConnection

from septet.games import GAMES
from septet.games.options import named
from septet.server.store import postgres as postgres_store
from septet.server.store import queries, schema
from septet.server.store.postgres import PostgresStore
from septet.server.store.sqlite import SqliteStore
from septet.server.store.store import CannotOpen, CannotWrite, Patch, Store
from septet.server.tables.events import Row
from septet.server.tables.seating import Setup
from tests.server.services import Postgres, postgres


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


def row(table: str, n: int, message: str = "m") -> Row:
    return Row(table, n, 10 * n, 1_000 + n, "u1", message, b'{"type":"stood","seat":0}')


def differences(connection: Connection) -> Any:
    return compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), schema.metadata)


def test_both_databases_have_the_schema_that_the_program_expects(database: Postgres, tmp_path: Path) -> None:
    async def compare(store: Store) -> None:
        await store.open()
        assert await store.read(differences) == []
        await store.close()

    asyncio.run(compare(SqliteStore(tmp_path / "septet.db")))
    asyncio.run(compare(PostgresStore(database.new_database("same"))))


def test_a_number_is_given_once_even_if_two_servers_want_it_at_once(database: Postgres) -> None:
    async def race(url: str) -> None:
        one, other = PostgresStore(url), PostgresStore(url)
        await asyncio.gather(one.open(), other.open())  # both migrate, one after the other
        tables = [f"table{number:07}" for number in range(300)]
        first = [one.append(row(table, 1, "one")) for table in tables]
        second = [other.append(row(table, 1, "other")) for table in reversed(tables)]
        answers = await asyncio.gather(*first, *second)
        mine, theirs = answers[:300], list(reversed(answers[300:]))
        assert all(a != b for a, b in zip(mine, theirs, strict=True))
        for table, won in zip(tables, mine, strict=True):
            found = await one.rows(table)
            assert [each.message for each in found] == ["one" if won else "other"]
        await one.close()
        await other.close()

    asyncio.run(race(database.new_database("race")))


def test_what_was_deleted_is_cleared_away(database: Postgres) -> None:
    """As far as it is ours to promise: no row that is gone lies in the database any more."""

    async def scene(url: str) -> None:
        store = PostgresStore(url)
        await store.open()
        await store.append(row("table0000001", 1))
        await store.write(lambda connection: connection.execute(schema.log.delete()))
        assert await store.scrub()
        await store.close()

    asyncio.run(scene(database.new_database("cleared")))
    assert database.sql("SELECT pg_relation_size('log')", "cleared") == "0", "not even an empty page"


def test_a_row_and_what_lists_say_are_written_together_or_not_at_all(database: Postgres) -> None:
    async def scene(url: str) -> None:
        store = PostgresStore(url)
        await store.open()
        assert await store.append(row("together0000", 1), Patch({}, {0: "u1"}))
        assert not await store.append(row("together0000", 1, "again"), Patch({}, {0: "u2"}))
        await store.close()

    url = database.new_database("together")
    asyncio.run(scene(url))
    assert database.sql('SELECT "user" FROM seats', "together") == "u1"


def test_what_is_wrong_with_one_row_harms_no_other(database: Postgres) -> None:
    async def scene(url: str) -> None:
        store = PostgresStore(url)
        await store.open()
        wanted = [row("good00000000", 1), row("bad000000000", 1, "nul\0"), row("good00000000", 2)]
        answers = await asyncio.gather(*map(store.append, wanted), return_exceptions=True)
        assert answers[0] is True
        assert isinstance(answers[1], Exception)
        assert answers[2] is True
        await store.close()

    asyncio.run(scene(database.new_database("blame")))


def test_a_commit_that_nobody_answered_is_found_out(database: Postgres) -> None:
    """Connections are cut at random while rows are written: what was said to be written is there, and nothing else."""

    async def scene(url: str) -> tuple[int, int]:
        store = PostgresStore(url)
        await store.open()
        said: dict[tuple[str, int], bool] = {}
        cutting = True

        async def cut() -> None:
            while cutting:
                await asyncio.to_thread(database.sql, CUT)
                await asyncio.sleep(0.05)

        async def write(table: str) -> None:
            n = 1
            while n <= 12:
                try:
                    said[table, n] = await store.append(row(table, n), Patch({}, {0: table}) if n % 5 == 0 else None)
                    n += 1
                except CannotWrite:
                    said[table, n] = False

        cutter = asyncio.create_task(cut())
        await asyncio.gather(*(write(f"cut{number:09}") for number in range(8)))
        cutting = False
        await cutter
        found = {(table, one.n) for table in {key[0] for key in said} for one in await store.rows(table)}
        assert found == {key for key, written in said.items() if written}
        await store.close()
        return len(said), len(found)

    asked, found = asyncio.run(scene(database.new_database("cutting")))
    assert asked == found == 96


CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'septet' AND datname = 'cutting'"


@pytest.mark.parametrize("done", [True, False])
@pytest.mark.parametrize("rematch", [True, False])
def test_a_table_whose_commit_nobody_answered_is_made_once_and_its_maker_hears_so(
    database: Postgres, monkeypatch: pytest.MonkeyPatch, done: bool, rematch: bool
) -> None:
    commit, lost = AsyncConnection.commit, list[bool]()

    async def answer_lost(self: AsyncConnection) -> None:
        if done or lost:
            await commit(self)
        if not lost:
            lost.append(True)
            raise ConnectionResetError

    async def scene(url: str) -> None:
        store = PostgresStore(url)
        await store.open()
        new = begun("new000000001", row("old000000001", 1) if rematch else None)
        monkeypatch.setattr(AsyncConnection, "commit", answer_lost)
        assert await store.write_surely(queries.make_table, new) == new.setup
        assert lost
        assert await store.rows("new000000001") == new.rows
        assert await store.rows("old000000001") == ([new.again] if new.again else [])
        late = begun("late00000001", row("old000000001", 1, "another"))
        if rematch:
            assert await store.write_surely(queries.make_table, late) is None
            assert await store.read(queries.find_table, late.table) is None
        await store.close()

    asyncio.run(scene(database.new_database(f"unanswered_{done}_{rematch}".lower())))


def begun(table: str, again: Row | None) -> queries.Begun:
    setup = Setup(game="sep", options=named(GAMES["sep"].Options, {}), seats=2, host="u1")
    rows, patch = [row(table, 1)], Patch({"status": "waiting"}, {0: "u1"})
    return queries.Begun(
        table=table, setup=setup, seed=b"s", wall=1, rows=rows, patch=patch, keeper="one", kept_until=2, again=again
    )


def test_a_database_that_hangs_in_the_middle_of_a_commit_is_waited_for(
    database: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its processes are stopped at random and go on later: what was said to be written is there, and nothing else."""
    monkeypatch.setattr(postgres_store, "COMMAND_S", 0.3)

    async def scene(url: str) -> None:
        store = PostgresStore(url)
        await store.open()
        said: dict[tuple[str, int], bool] = {}

        async def write(table: str) -> None:
            for n in range(1, 31):
                said[table, n] = False
                while not said[table, n]:
                    with suppress(CannotWrite):
                        said[table, n] = await store.append(row(table, n))
                        if not said[table, n]:
                            said[table, n] = row(table, n) in await store.rows(table)

        writing = asyncio.gather(*(write(f"hang{number:08}") for number in range(4)))
        for _ in range(3):
            await asyncio.sleep(0.05)
            pids = [int(pid) for pid in (await asyncio.to_thread(database.sql, BACKENDS)).split()]
            signal_all(pids, signal.SIGSTOP)
            await asyncio.sleep(0.8)
            signal_all(pids, signal.SIGCONT)
        await writing
        for table in {key[0] for key in said}:
            assert [one.n for one in await store.rows(table)] == list(range(1, 31))
        await store.close()

    asyncio.run(scene(database.new_database("hanging")))


BACKENDS = "SELECT pid FROM pg_stat_activity WHERE application_name = 'septet' AND datname = 'hanging'"


def signal_all(pids: list[int], what: int) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, what)


def test_a_database_of_a_newer_septet_is_left_alone(database: Postgres) -> None:
    async def scene(url: str) -> None:
        store = PostgresStore(url)
        await store.open()
        await store.close()
        database.sql("UPDATE alembic_version SET version_num = '9999'", "newer")
        with pytest.raises(CannotOpen) as refused:
            await PostgresStore(url).open()
        assert refused.value.code == "newer"

    asyncio.run(scene(database.new_database("newer")))


def test_a_database_that_is_away_says_so_and_is_used_again_when_it_is_back(database: Postgres) -> None:
    async def scene(url: str) -> None:
        store = PostgresStore(url)
        await store.open()
        assert await store.append(row("away00000000", 1))
        await asyncio.to_thread(database.stop)
        for _ in range(3):
            with pytest.raises(CannotWrite):
                await store.append(row("away00000000", 2))
            with pytest.raises(CannotWrite):
                await store.rows("away00000000")
        await asyncio.to_thread(database.start)
        for _ in range(200):
            with suppress(CannotWrite):  # it is still starting up
                assert await store.append(row("away00000000", 2))
                break
            await asyncio.sleep(0.05)
        assert [one.n for one in await store.rows("away00000000")] == [1, 2]
        await store.close()

    asyncio.run(scene(database.new_database("away")))


@pytest.mark.parametrize(
    ("change", "why"),
    [("septet@", "stranger@"), ("/postgres", "/nowhere"), ("127.0.0.1", "127.0.0.1:1/"), ("postgresql://", "mysql://")],
)
def test_a_database_that_cannot_be_used_is_named_with_the_reason(database: Postgres, change: str, why: str) -> None:
    url = database.url().replace(change, why)

    async def scene() -> None:
        await PostgresStore(url).open()

    with pytest.raises(CannotOpen) as refused:
        asyncio.run(scene())
    assert refused.value.code == "database"
    assert refused.value.facts["why"]
