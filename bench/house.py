"""A house of many years: what does it cost to start, to stand idle, and to list?

python bench/house.py [OTHER] [--games 100000] [--idle 2000] [--settle 75] [--watch 60] [--pack] [--sweep]

It is idle once tables that nobody looks at have gone to sleep: `--settle` seconds after the start, and on until nothing
was written for a while, for five minutes at most.

Real games of SEP, SEPMOSA and SET are played over sockets, whole ones and some that nobody comes back to; then their
rows are copied until there are as many as wanted, and the server is started on them. OTHER is a working tree of another
version, set up with its own `./septet --version`; it is measured first, with the same program. `--pack` packs the
games before, which takes its time. `--sweep` then makes everything a year older and measures what somebody who plays
feels while the house clears it away.
"""

import argparse
import asyncio
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import combinations
from pathlib import Path
from statistics import median
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect
from years import YEAR_MS, fill, pack

HERE = Path(__file__).parents[1]
PLENTY = (
    *("messages", "messages_here", "tables", "tables_here", "tables_open", "tables_open_here", "guests", "requests"),
    *("requests_here", "sockets_new", "arrivals", "records", "sign_ins", "guesses", "public", "public_here", "busy"),
)
SET = {"claim_mode": "direct", "noset_mode": "auto", "deals": 1}
KINDS: dict[str, dict[str, Any]] = {"sep": {}, "sepmosa": {}, "set": SET, "set-solo": {}}
ENV = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}  # as a host would
EACH = 5  # real games of each kind
ASKED = 30  # times for each list
QUIET_S, LONGEST_S = 20, 300  # without a byte written, and how long that is waited for


# Somebody who plays


class Person:
    """A guest with a socket."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.cookie = ask(address, "/api/guest", body={})[1]
        self.number = 0
        self.moments: dict[str, Any] = {}
        self.seats: dict[str, int | None] = {}

    async def __aenter__(self) -> "Person":
        headers = {"cookie": self.cookie, "origin": self.address}
        where = self.address.replace("http", "ws") + "/ws"
        self.socket = await connect(where, additional_headers=headers, compression=None, max_size=None)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.socket.close()

    async def hear(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await self.socket.recv())
        if message.get("moment"):
            self.moments[message["table"]] = message["moment"]
        if message["type"] == "table":
            self.seats[message["table"]] = message["seat"]
        return message

    async def say(self, kind: str, table: str, **more: Any) -> dict[str, Any]:
        self.number += 1
        await self.socket.send(json.dumps({"type": kind, "id": str(self.number), "table": table, **more}))
        while (message := await self.hear()).get("id") != str(self.number):
            pass
        return message


def ask(address: str, path: str, cookie: str = "", body: Any = None) -> tuple[Any, str]:
    headers = {"origin": address, "content-type": "application/json", "cookie": cookie}
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(address + path, data, headers)) as answer:
        found, cookie = answer.read(), (answer.headers.get("set-cookie") or "").split(";")[0]
        is_json = answer.headers.get("content-type", "").split(";")[0] == "application/json"
        return json.loads(found) if is_json else found, cookie


def is_set(three: tuple[str, ...]) -> bool:
    return all(len(set(signs)) != 2 for signs in zip(*three, strict=True))


def choice(game: str, moment: Any) -> Any:
    """A move, or none if there is nothing to do but wait."""
    if game.startswith("set"):
        found = filter(is_set, combinations([card for card in moment["view"]["slots"] if card], 3))
        none = (
            {"type": "noset", "on": True} if game == "set-solo" else None
        )  # with others, more cards come by themselves
        return next(({"type": "claim", "cards": list(three)} for three in found), none)
    return random.choice(moment["offers"]) if moment["offers"] else None


async def play(address: str, game: str, moves: int | None = None) -> tuple[str, Person]:
    """A game of two, or alone; to the end, or so many moves."""
    alone = game.endswith("solo")
    places = [{"who": "me"}] if alone else [{"who": "me"}, {"who": "anyone"}]
    async with Person(address) as one, Person(address) as other:
        wish = {"game": game, "seats": places, "options": KINDS[game]}
        table = ask(address, "/api/tables", one.cookie, wish)[0]["id"]
        people = [one] if alone else [one, other]
        for person in people:
            if person is other:
                await other.say("sit", table)
            await person.say("watch", table)
        made = 0
        while made != moves:
            for person in people:
                await person.say("watch", table)
            moment = one.moments[table]
            if moment["outcome"]:
                break
            who = next((person for person in people if choice(game, person.moments[table])), None)
            if who is None:
                await asyncio.sleep(0.05)
                continue
            mine = who.moments[table]
            await who.say("play", table, move=choice(game, mine), rev=mine["rev"])
            made += 1
        if moves is None:
            await one.say("say", table, text="Thank you for the game, that was close in the end!")
        return table, one


# A server


def python(tree: Path) -> str:
    return str(tree / ".venv/bin/python")


def plenty(tree: Path) -> list[str]:
    """Limits of that version that would be in the way."""
    known = subprocess.run(
        [python(tree), "-c", "from septet.server.limits import Limits; print(*Limits.__struct_fields__)"],
        check=True,
        capture_output=True,
        text=True,
        cwd=tree,
    ).stdout.split()
    return [word for name in PLENTY if name in known for word in ("--limit", f"{name}=1000000")]


def as_it_is(tree: Path) -> list[str]:
    """Nothing is cleared away meanwhile, where that would happen by itself."""
    told = subprocess.run(
        [python(tree), "-m", "septet", "serve", "--help"], check=True, capture_output=True, text=True, cwd=tree
    ).stdout
    kept = ("guests", "chat", "closed", "unpacked") if "--keep NAME" in told else ()
    return [word for name in kept for word in ("--keep", f"{name}=forever")]


class House:
    """A server that runs, and how long it took to do so."""

    def __init__(self, address: str, pid: int, start_s: float, log: Path) -> None:
        self.address, self.pid, self.start_s, self.log = address, pid, start_s, log

    def figures(self) -> dict[str, float]:
        status = Path(f"/proc/{self.pid}/status").read_text()
        rss = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))
        times = Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        io = dict(line.split(": ") for line in Path(f"/proc/{self.pid}/io").read_text().splitlines())
        cpu = (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")
        return {"rss_mb": rss / 1024, "cpu_s": cpu, "written_mb": int(io["wchar"]) / 1e6}


@contextmanager
def served(tree: Path, folder: Path, *more: str) -> Iterator[House]:
    command = [python(tree), "-m", "septet", "serve", "--port", "0", "--workers", "0", "--data", str(folder)]
    command += ["--lang", "en", *plenty(tree), *more]
    log = folder / "log"
    began = time.monotonic()
    with (
        log.open("w") as errors,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, cwd=tree, env=ENV) as process,
    ):
        assert process.stdout
        words = process.stdout.readline().split()
        try:
            address = next(word for word in words if word.startswith("http")).rstrip("/.")
            ask(address, "/health")
            yield House(address, process.pid, time.monotonic() - began, log)
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()


# Figures


def lists(house: House, cookie: str, table: str) -> dict[str, tuple[float, float, float]]:
    """Every route that lists or looks something up, in milliseconds: of the processor, and median and slowest."""
    routes = {
        "GET /api/tables": "/api/tables?limit=200",
        "GET /api/tables, over": "/api/tables?status=over&limit=200",
        "GET /api/tables, over, of one game": "/api/tables?status=over&game=sep&limit=200",
        "GET /api/me/games": "/api/me/games",
        "GET /api/me/turns": "/api/me/turns",
        "GET /api/best": "/api/best/set-solo",
        "GET /api/ratings": "/api/ratings/sep",
        "GET /api/today": "/api/today",
        "GET /api/games": "/api/games",
        "GET /api/me": "/api/me",
        "GET /api/tables/ID/record": f"/api/tables/{table}/record",
        "GET /api/tables/ID/ratings": f"/api/tables/{table}/ratings",
    }
    found = {}
    for name, path in routes.items():
        took = []
        before = house.figures()["cpu_s"]
        try:
            for _ in range(ASKED):
                began = time.perf_counter()
                ask(house.address, path, cookie)
                took.append(1_000 * (time.perf_counter() - began))
        except HTTPError as error:
            print(f"  {name}: {error.code}", file=sys.stderr)
            continue
        found[name] = 1_000 * (house.figures()["cpu_s"] - before) / ASKED, median(took), max(took)
    return found


async def seed(address: str) -> tuple[dict[str, list[str]], list[str], str]:
    """Real games, whole ones and some that are left; and the cookie of one who has played."""
    random.seed(7)
    over = {kind: [(await play(address, kind))[0] for _ in range(EACH)] for kind in KINDS}
    left = [await play(address, "sep", moves=6) for _ in range(EACH)]
    return over, [table for table, _ in left], left[0][1].cookie


async def feel(address: str, until: Any) -> list[float]:
    """How long each move takes of somebody who plays on and on, in milliseconds."""
    took = []
    async with Person(address) as one, Person(address) as other:
        while not until():
            wish = {"game": "sep", "seats": [{"who": "me"}, {"who": "anyone"}]}
            table = ask(address, "/api/tables", one.cookie, wish)[0]["id"]
            await other.say("sit", table)
            while not until():
                for person in (one, other):
                    await person.say("watch", table)
                who = next((each for each in (one, other) if each.moments[table]["offers"]), None)
                if who is None:
                    break
                mine = who.moments[table]
                began = time.perf_counter()
                await who.say("play", table, move=random.choice(mine["offers"]), rev=mine["rev"])
                took.append(1_000 * (time.perf_counter() - began))
                await asyncio.sleep(0.01)
    return took


def spread(took: list[float]) -> str:
    ordered = sorted(took)
    late, worst = ordered[-1 - len(ordered) // 100], ordered[-1]
    return f"{median(ordered):.1f} ms in the middle, {late:.1f} at 99 %, {worst:.1f} at worst, {len(took)} moves"


def sweep(tree: Path, folder: Path) -> None:
    """Make everything a year older, and let it be cleared away while somebody plays."""
    with closing(sqlite3.connect(folder / "septet.db", isolation_level=None)) as connection:
        connection.execute(f"UPDATE users SET seen = seen - {2 * YEAR_MS}")
        connection.execute(f"UPDATE log SET wall = wall - {YEAR_MS}")
    with served(tree, folder) as house:
        end = time.monotonic() + 10
        quiet = asyncio.run(feel(house.address, lambda: time.monotonic() > end))
        began = time.monotonic()
        command = [python(tree), "-m", "septet", "admin", "sweep", "--json", "--data", str(folder)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=tree) as process:
            swept = asyncio.run(feel(house.address, lambda: process.poll() is not None))
            assert process.stdout
            said = process.stdout.read().strip()
    print(f"  swept in {time.monotonic() - began:.0f} s: {said}")
    print(f"  a move before:      {spread(quiet)}")
    print(f"  a move meanwhile:   {spread(swept)}", flush=True)


def settle(house: House, seconds: float) -> float:
    """Wait so long, and on until nothing more is written; how long that took."""
    began = time.monotonic()
    time.sleep(seconds)
    before = house.figures()["written_mb"]
    while time.monotonic() - began < LONGEST_S:
        time.sleep(QUIET_S)
        written = house.figures()["written_mb"]
        if written - before < 0.01:
            break
        before = written
    return time.monotonic() - began


def measure(tree: Path, args: argparse.Namespace) -> None:
    print(f"{tree.name}: {args.games} finished games and {args.idle} that nobody looks at", flush=True)
    with tempfile.TemporaryDirectory(dir=args.place) as place:
        folder = Path(place)
        with served(tree, folder) as house:
            over, left, cookie = asyncio.run(seed(house.address))
        began = time.monotonic()
        sizes = fill(folder / "septet.db", over, left, args.games, args.idle)
        size = (folder / "septet.db").stat().st_size / 1e6
        print(f"  filled in {time.monotonic() - began:.0f} s: {size:.0f} MB", flush=True)
        for kind, each in sizes.items():
            print(f"  a finished game of {kind:<10} {each / 1e3:8.1f} kB")
        if args.pack:
            pack(python(tree), folder / "septet.db")
        with served(tree, folder, *as_it_is(tree)) as house:
            start, first = house.start_s, house.figures()
            begun = f"{first['cpu_s']:.1f} of the processor, memory {first['rss_mb']:.0f} MB"
            print(f"  start               {start:8.1f} s, {begun}", flush=True)
            waited = settle(house, args.settle)
            before = house.figures()
            time.sleep(args.watch)
            after = house.figures()
            written, cpu = (after[name] - before[name] for name in ("written_mb", "cpu_s"))
            print(f"  memory, settled     {after['rss_mb']:8.0f} MB")
            hourly = written * 3_600 / args.watch
            print(
                f"  written an hour     {hourly:8.2f} MB ({before['written_mb']:.1f} MB in the {waited:.0f} s before)"
            )
            print(f"  processor, idle     {100 * cpu / args.watch:8.2f} %", flush=True)
            for name, (cpu, middle, slowest) in lists(house, cookie, over["sep"][0]).items():
                clock = f"{middle:.1f} by the clock, {slowest:.1f} at worst"
                print(f"  {name:<36}{cpu:8.1f} ms of the processor; {clock}", flush=True)
        if args.sweep:
            sweep(tree, folder)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", nargs="?", type=Path, help="a working tree of another version")
    for name, usual in (("games", 100_000), ("idle", 2_000), ("settle", 75), ("watch", 60)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--place", help="where to put the database (default: the folder for temporary files)")
    for name in ("pack", "sweep"):
        parser.add_argument(f"--{name}", action="store_true")
    args = parser.parse_args()
    if args.other:
        without = argparse.Namespace(**{**vars(args), "pack": False, "sweep": False})
        measure(args.other.resolve(), without)
    measure(HERE, args)


if __name__ == "__main__":
    main()
