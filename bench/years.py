"""Years of a house for house.py: tables that were played are copied until there are as many as wanted."""

import random
import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path

USERS = 5_000
MINUTE_MS, YEAR_MS = 60_000, 365 * 86_400_000


def fill(database: Path, over: dict[str, list[str]], idle: list[str], games: int, resting: int) -> dict[str, float]:
    """Copy tables until there are as many as wanted; the bytes of a finished game of each kind."""
    rng, sizes, now = random.Random(7), {}, round(time.time() * 1_000)
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        for pragma in ("journal_mode=DELETE", "synchronous=OFF", "cache_size=-500000"):
            connection.execute(f"PRAGMA {pragma}")
        people = copy_users(connection)
        for kind, found in over.items():
            before, count = pages(connection), games // len(over)
            connection.execute("BEGIN")
            for number in range(count):
                ago = (count - number) * YEAR_MS // count
                copy_table(connection, rng.choice(found), rng.choices(people, k=2), now - ago, rng)
            connection.execute("COMMIT")
            sizes[kind] = (pages(connection) - before) / count
        connection.execute("BEGIN")
        for number in range(resting):
            mates = rng.choices(people, k=2)
            copy_table(connection, rng.choice(idle), mates, now - number * MINUTE_MS, rng)
        connection.execute("COMMIT")
        connection.execute("PRAGMA journal_mode=WAL")
    return sizes


def pages(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA page_count").fetchone()[0] * 4_096)


def columns_of(connection: sqlite3.Connection, table: str) -> list[str]:
    return [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]


def copy_users(connection: sqlite3.Connection) -> list[str]:
    columns = columns_of(connection, "users")
    ids = [row[0] for row in connection.execute("SELECT id FROM users")]
    others = ", ".join(f'"{name}"' for name in columns if name not in ("id", "key", "looks"))
    connection.execute("BEGIN")
    for number in range(USERS):
        made = f"u{number:020x}"
        source = ids[number % len(ids)]
        connection.execute(
            f"INSERT INTO users (id, {others}) SELECT ?, {others} FROM users WHERE id = ?", (made, source)
        )
        ids.append(made)
    connection.execute("COMMIT")
    return ids


def copy_table(connection: sqlite3.Connection, source: str, people: list[str], wall: int, rng: random.Random) -> None:
    """The same game at another table, of other people, at another time."""
    columns = columns_of(connection, "tables")
    made = "".join(rng.choices("abcdefghijkmnpqrstuvwxyz23456789", k=12))
    sat = dict(connection.execute('SELECT seat, user FROM seats WHERE "table" = ?', (source,)).fetchall())
    known = {"one": sat.get(0, "-"), "two": sat.get(1, "-"), "un": people[0], "deux": people[1]}
    given = {"made": made, "source": source, "wall": wall, "public": rng.random() < 0.2, **known}
    renamed = "replace(replace({0}, :one, :un), :two, :deux)"
    new = {
        "id": ":made",
        "created": ":wall",
        "ended": "ended - created + :wall",
        "deck": "CASE WHEN deck IS NULL THEN NULL ELSE :made END",
        "public": ":public",
        "setup": renamed.format("setup"),
        "chairs": renamed.format("chairs"),
        "keeper": "NULL",
        "kept_until": "0",
    }
    names = ", ".join(f'"{name}"' for name in columns)
    values = ", ".join(new.get(name, f'"{name}"') for name in columns)
    connection.execute(f"INSERT INTO tables ({names}) SELECT {values} FROM tables WHERE id = :source", given)
    event = f"CAST({renamed.format('CAST(event AS TEXT)')} AS BLOB)"
    connection.execute(
        'INSERT INTO log ("table", n, at, wall, user, message, event)'
        f" SELECT :made, n, at, :wall + at, {renamed.format('user')}, message,"
        f' CASE WHEN substr(event, 1, 15) = CAST(\'{{"type":"played\' AS BLOB) THEN event ELSE {event} END'
        ' FROM log WHERE "table" = :source',
        given,
    )
    connection.execute(
        'INSERT INTO seats ("table", seat, user) SELECT :made, seat, CASE seat WHEN 0 THEN :un ELSE :deux END'
        ' FROM seats WHERE "table" = :source',
        given,
    )


PACK = """
import sys
from sqlalchemy import create_engine
try:
    from septet.server.store import packing
except ImportError:
    sys.exit()  # of a time when nothing was packed
engine = create_engine(f"sqlite:///{sys.argv[1]}")
while True:
    with engine.begin() as connection:
        found = packing.to_pack(connection, 2**60, 500)
        for table in found:
            packing.pack_table(connection, table)
    if not found:
        break
"""


def pack(python: str, database: Path) -> None:
    """What a house of many years has done long ago: its old games are packed."""
    before, began = database.stat().st_size, time.monotonic()
    subprocess.run([python, "-c", PACK, str(database)], check=True)
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("VACUUM")
    after = database.stat().st_size
    print(f"  packed in {time.monotonic() - began:.0f} s: {after / 1e6:.0f} MB, before {before / 1e6:.0f}", flush=True)
