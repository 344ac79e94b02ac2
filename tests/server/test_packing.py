"""Moves of games that are long over are packed: every record stays the same, byte for byte."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, Engine, create_engine, func, insert, select, update

from septet.games import GAMES
from septet.games.game import Join
from septet.games.log import Log, read, write
from septet.server.store import packing, schema
from septet.server.store.folding import folded
from septet.server.store.migrations import migrate
from septet.server.store.packing import pack_table, rows, to_pack
from septet.server.store.verdicts import verdict
from septet.server.tables.events import Played, Row, Said, Sat, Started
from tests.playing import random_log

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("*.jsonl"))
WALL = 1_700_000_000_000
TABLE = "packedtable1"


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    made = create_engine(f"sqlite:///{tmp_path_factory.mktemp('packing')}/septet.db")
    migrate(made)
    yield made
    made.dispose()


def events(log: Log) -> Iterator[tuple[int, str | None, Any]]:
    """A table at which this game was played, as its log would have it."""
    seats = log.header.seats
    for seat, sitter in enumerate(seats):
        yield 0, None, Sat(seat, sitter.name, user=None if sitter.bot else f"u{seat}", bot=sitter.bot)
    numbers = None if log.header.numbers is msgspec.UNSET else log.header.numbers
    yield 0, None, Started(tuple(range(len(seats))), numbers)
    late = len(seats)
    for n, entry in enumerate(log.entries):
        if isinstance(entry.move, Join):
            yield entry.at, None, Sat(late, entry.move.name, user=f"u{late}")
            late += 1
        else:
            yield entry.at, None if entry.seat is None else f"u{entry.seat}", Played(entry.seat, entry.move)
        if n % 10 == 5:
            yield entry.at, "u0", Said("u0", seats[0].name, 0, "well played")


def put_down(connection: Connection, log: Log) -> None:
    header = log.header
    secret = header.secret or header.seed
    assert secret
    setup = {"game": header.game, "options": header.options, "seats": len(header.seats), "host": None}
    summary = {"status": "over", "public": False, "rated": False, "bots": 0, "kept_until": 0, "ended": WALL}
    for table in (schema.tables, schema.log, schema.packed):
        connection.execute(table.delete())
    connection.execute(
        insert(schema.tables).values(
            id=TABLE,
            game=header.game,
            setup={**setup, "rules": header.rules},
            seed=bytes.fromhex(secret),
            created=WALL,
            chairs=[{}],
            outcome=msgspec.to_builtins(log.outcome),
            **summary,
        )
    )
    made = [
        Row(TABLE, n, at, WALL + at + n % 3, user, f"m-{n}" if user else None, msgspec.json.encode(event))
        for n, (at, user, event) in enumerate(events(log), start=1)
    ]
    connection.execute(insert(schema.log), [msgspec.structs.asdict(row) for row in made])


def record(connection: Connection) -> bytes:
    room = folded(connection, TABLE)
    assert room is not None and room.log is not None
    return write(room.log)


def is_packed_and_the_same(connection: Connection, log: Log) -> None:
    put_down(connection, log)
    before, recorded = rows(connection, TABLE), record(connection)
    assert recorded.splitlines()[1:-1] == write(log).splitlines()[1:-1]
    assert to_pack(connection, WALL + 1, 10) == [TABLE] and to_pack(connection, WALL, 10) == []
    made = pack_table(connection, TABLE)
    moves = sum(not isinstance(entry.move, Join) for entry in log.entries)
    assert made in (moves, moves - 1) and to_pack(connection, WALL + 1, 10) == []
    left = connection.execute(select(func.count()).select_from(schema.log)).scalar()
    assert left == len(before) - made, "the moves are gone from the log, all but a last one"
    assert rows(connection, TABLE) == before
    for after in (1, len(before) // 2, len(before) - 1, len(before)):
        assert rows(connection, TABLE, after) == before[after:]
    assert record(connection) == recorded
    found = verdict(connection, TABLE)
    assert found is not None and found.why is None


@pytest.mark.parametrize("file", RECORDS, ids=[file.stem for file in RECORDS])
def test_a_golden_game_is_packed_and_its_record_is_the_same(engine: Engine, file: Path) -> None:
    with engine.begin() as connection:
        is_packed_and_the_same(connection, read(file.read_bytes()))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_packed_and_its_record_is_the_same(engine: Engine, game: str) -> None:
    log = random_log(GAMES[game], random.Random(f"packed {game}"))
    with engine.begin() as connection:
        if log.outcome is not None:
            is_packed_and_the_same(connection, log)
        size = connection.execute(select(func.length(schema.packed.c.data))).scalar() or 0
        assert size < 60 * len(log.entries) + 500, "of a move some bytes are left"


def test_what_would_not_come_out_as_it_went_in_is_left_alone(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    pack = packing.pack

    def wrong(found: list[Row]) -> bytes:
        return pack([*found[:-1], msgspec.structs.replace(found[-1], at=found[-1].at + 1)])

    with engine.begin() as connection:
        put_down(connection, read(RECORDS[0].read_bytes()))
        before = rows(connection, TABLE)
        monkeypatch.setattr(packing, "pack", wrong)
        assert pack_table(connection, TABLE) == 0
        assert rows(connection, TABLE) == before and to_pack(connection, WALL + 1, 10) == [], "and not tried again"
        assert connection.execute(select(schema.packed)).first() is None


def test_damaged_packed_moves_are_a_damaged_table_and_no_more(engine: Engine) -> None:
    with engine.begin() as connection:
        put_down(connection, read(RECORDS[0].read_bytes()))
        pack_table(connection, TABLE)
        data = connection.execute(select(schema.packed.c.data)).scalar_one()
        for bad in (data[:-5], data[:20] + b"x" + data[21:], b"", b"\x01"):
            connection.execute(update(schema.packed).values(data=bad))
            found = verdict(connection, TABLE)
            assert found is not None and found.why
