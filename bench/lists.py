"""What every list costs in a house with many games: `python bench/lists.py [--games 100000] [--rows 20]`.

The games are made up; only their number and shape are real. Each list is asked for several times, with the steps of the
database's plan that walk through a whole table.
"""

import argparse
import asyncio
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, text

from septet.server import decks, moving, queries, ratings, schema
from septet.server.accounts import find_user
from septet.server.sqlite import SqliteStore

GAMES = ("sep", "set", "set-solo", "sepmosa")
CHUNK = 5_000
WAYS = decks.ways("set-solo", {})


def a_table(number: int, rng: random.Random, wall: int) -> dict[str, Any]:
    game = GAMES[number % len(GAMES)]
    solo = game == "set-solo"
    host = f"u{rng.randrange(5_000)}"
    over = {"status": "over", "ended": wall + 1, "outcome": {"scores": [3, 4]}}
    alone = {"deck": f"t{number:011}", "ways": WAYS, "fresh": True, "took": rng.randrange(10**6)}
    alone |= {"points": rng.randrange(30), "won": rng.random() < 0.3}
    return {
        "id": f"t{number:011}",
        "game": game,
        "setup": {"game": game, "options": {}, "seats": 1 if solo else 2, "host": host},
        "seed": bytes(32),
        "created": wall,
        "public": rng.random() < 0.2,
        "rated": False,
        "bots": 0,
        "chairs": [{"name": "Ann", "user": host}],
        "kept_until": 0,
        **over,
        **dict.fromkeys(("deck", "ways", "fresh", "took", "points", "won")),
        **(alone if solo else {}),
    }


def fill(connection: Connection, first: int, last: int, rows: int, rng: random.Random) -> None:
    made = [a_table(number, rng, 10**12 + number * 1_000) for number in range(first, last)]
    connection.execute(insert(schema.tables), made)
    chairs = [{"table": one["id"], "seat": 0, "user": one["setup"]["host"]} for one in made]
    connection.execute(insert(schema.seats), chairs)
    sat, move = (
        b'{"type":"sat","seat":0,"name":"Ann"}',
        b'{"type":"played","seat":0,"move":{"type":"draw","pile":"deck"}}',
    )
    for one in made:
        user = one["setup"]["host"]
        log = [(one["id"], n, n, 0, user, "m", sat if n == 1 else move) for n in range(1, rows + 1)]
        driver: Any = connection.connection.driver_connection
        driver.executemany("INSERT INTO log VALUES (?,?,?,?,?,?,?)", log)


ASKS: dict[str, tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]] = {
    "let somebody in": (find_user, ("u7",), {}),
    "open tables": (queries.lobby, (("waiting", "running"), None, 200, None), {}),
    "finished tables": (queries.listed, (), {"status": ("over",), "limit": 200}),
    "finished tables of one game": (queries.listed, (), {"status": ("over",), "limit": 200, "game": "sep"}),
    "my games": (queries.listed, (), {"public": False, "status": ("waiting", "running", "over"), "user": "u7"}),
    "best": (decks.best, ("set-solo", WAYS, "u7"), {}),
    "best of other rules": (decks.best, ("set-solo", "none", None), {}),
    "ladder": (ratings.ladder, ("sep", 100, 0), {}),
    "today": (queries.today, (10**12 + 99 * 10**6, 10**12 + 98 * 10**6), {}),
    "tables of somebody": (moving.tables_of, ("u7",), {}),
    "where somebody is known": (moving.where_known, ("u7",), {}),
}


def plan(connection: Connection, name: str) -> list[str]:
    """Where the database walks through a whole table for this."""
    function, values, more = ASKS[name]
    said: list[str] = []
    driver: Any = connection.connection.driver_connection
    driver.set_trace_callback(said.append)
    function(connection, *values, **more)
    driver.set_trace_callback(None)
    asked = [one for one in said if one.startswith("SELECT")]
    steps = [str(row[3]) for one in asked for row in connection.execute(text(f"EXPLAIN QUERY PLAN {one}"))]
    return [step for step in steps if step.startswith(("SCAN tables", "SCAN log", "SCAN seats"))]


async def measure(folder: Path, games: int, rows: int, tries: int) -> None:
    store = SqliteStore(folder / "septet.db")
    await store.open()
    rng = random.Random(7)
    for first in range(0, games, CHUNK):
        await store.write(fill, first, min(games, first + CHUNK), rows, rng)
    for name, (function, values, more) in ASKS.items():
        took = []
        for _ in range(tries):
            began = time.perf_counter()
            await store.search(function, *values, **more)
            took.append(time.perf_counter() - began)
        found = {"median_ms": round(1_000 * sorted(took)[tries // 2], 2), "walks": await store.search(plan, name)}
        print(name, msgspec.json.encode(found).decode(), flush=True)
    await store.close()
    print("bytes", (folder / "septet.db").stat().st_size)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--rows", type=int, default=20, help="rows of the log to a game")
    parser.add_argument("--tries", type=int, default=9)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        asyncio.run(measure(Path(place), args.games, args.rows, args.tries))
