"""What every list costs in a house with many games: `python bench/lists.py [--games 100000] [--rows 20]`.

The games are made up; only their number and shape are real. Each list is asked for several times, with the steps of the
database's plan that walk through a whole table. First with the indexes of an older schema (`--before 0004`), where what
is asked for was there already, and then with today's. `--code DIRECTORY` does all of it with the source of an older
version, to see what its own questions cost: `git worktree add OLD REVISION`, then `--code OLD/src`.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, insert, text
from sqlalchemy.exc import OperationalError

from septet.server.people import merging
from septet.server.people.accounts import find_user
from septet.server.store import decks, queries, ratings, schema
from septet.server.store.migrations import migrate
from septet.server.tables.against_time import ways

GAMES = ("sep", "set", "set-solo", "sepmosa")
CHUNK = 5_000
WAYS = ways("set-solo", {})


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


Asks = dict[str, tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]]
EVERY = ("waiting", "running", "over", "closed")


def asks() -> Asks:
    """The routes that list something, and what they ask the database for; older versions lack some."""
    found: Asks = {
        "let somebody in": (find_user, ("u7",), {}),
        "GET /api/tables, over": (queries.listed, (), {"status": ("over",), "limit": 200}),
        "GET /api/tables, over, of one game": (queries.listed, (), {"status": ("over",), "limit": 200, "game": "sep"}),
        "GET /api/me/games": (queries.listed, (), {"public": False, "status": EVERY, "user": "u7"}),
        "GET /api/best": (decks.best, ("set-solo", WAYS, "u7"), {}),
        "GET /api/best, no session": (decks.best, ("set-solo", WAYS, None), {}),
        "GET /api/best, other rules": (decks.best, ("set-solo", "none", None), {}),
        "GET /api/decks": (decks.runs, ("t00000000002",), {}),
        "GET /api/ratings": (ratings.ladder, ("sep", 100, 0), {}),
        "GET /api/players": (ratings.of_user, ("u7",), {}),
        "GET /api/today": (queries.today, (10**12 + 99 * 10**6, 10**12 + 98 * 10**6), {}),
        "DELETE /api/me, tables": (merging.tables_of, ("u7",), {}),
        "DELETE /api/me, where known": (merging.where_known, ("u7",), {}),
    }
    if hasattr(queries, "lobby"):
        found["GET /api/tables"] = queries.lobby, (("waiting", "running"), None, 200, None), {}
    else:
        found["GET /api/tables"] = queries.listed, (), {"limit": 200}
    if hasattr(queries, "turns"):
        found["GET /api/me/turns"] = queries.turns, ("u7",), {}
        found["sit down, where it waits"] = queries.waiting_games, ("u7",), {}
    return found


def walks(connection: Connection, function: Callable[..., Any], values: Any, more: Any) -> list[str]:
    """Where the database walks through a whole table for this."""
    said: list[str] = []
    driver: Any = connection.connection.driver_connection
    driver.set_trace_callback(said.append)
    function(connection, *values, **more)
    driver.set_trace_callback(None)
    asked = [one for one in said if one.startswith("SELECT")]
    steps = [str(row[3]) for one in asked for row in connection.execute(text(f"EXPLAIN QUERY PLAN {one}"))]
    return [step for step in steps if step.startswith(("SCAN tables", "SCAN log", "SCAN seats"))]


def ask_all(engine: Engine, tries: int) -> None:
    for name, (function, values, more) in asks().items():
        took = []
        with engine.connect() as connection:
            try:
                for _ in range(tries):
                    began = time.perf_counter()
                    function(connection, *values, **more)
                    took.append(time.perf_counter() - began)
            except OperationalError as error:
                print(f"  {name}: {error.orig}", flush=True)
                continue
            median, found = 1_000 * sorted(took)[tries // 2], walks(connection, function, values, more)
        print(f"  {name}: {median:.2f} ms{', walks: ' if found else ''}{', '.join(found)}", flush=True)


def measure(folder: Path, games: int, rows: int, tries: int, before: str | None) -> None:
    file = folder / "septet.db"
    engine = create_engine(f"sqlite:///{file}")
    migrate(engine, *([before] if before else []))
    rng = random.Random(7)
    for first in range(0, games, CHUNK):
        with engine.begin() as connection:
            fill(connection, first, min(games, first + CHUNK), rows, rng)
    print(f"schema {before or 'of this version'}, {games} games, {file.stat().st_size / 1e6:.0f} MB", flush=True)
    ask_all(engine, tries)
    if before:
        began = time.perf_counter()
        migrate(engine)
        print(f"migrated in {time.perf_counter() - began:.1f} s, {file.stat().st_size / 1e6:.0f} MB", flush=True)
        ask_all(engine, tries)
    engine.dispose()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--rows", type=int, default=20, help="rows of the log to a game")
    parser.add_argument("--tries", type=int, default=9)
    parser.add_argument("--before", help="an older schema, to compare with")
    parser.add_argument("--code", help="the source of an older version, for all of it")
    args = parser.parse_args()
    if args.code:
        same = [sys.executable, __file__, "--games", str(args.games), "--rows", str(args.rows)]
        env = {**os.environ, "PYTHONPATH": args.code}
        raise SystemExit(subprocess.run([*same, "--tries", str(args.tries)], check=False, env=env).returncode)
    with tempfile.TemporaryDirectory() as place:
        measure(Path(place), args.games, args.rows, args.tries, args.before)
