"""What games cost that nobody looks at: memory, processor time and bytes written, of a server of its own.

python bench/sleeping.py [--games 2000] [--settle 75] [--watch 60]

Two people begin every game and make some moves, then all go away. After a while, in which tables that can sleep fall
asleep, the server is looked at for a minute.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect

from septet.server.limits import Limits

PLENTY = (
    *("messages", "messages_here", "tables", "tables_here", "tables_open", "tables_open_here", "guests", "requests"),
    *("requests_here", "sockets_new", "arrivals", "watched", "away_s"),
)
LIMITS = {name: 1_000_000 for name in PLENTY if name in Limits.__struct_fields__}
MOVES = 6
EACH = 100  # games of one pair: a person has at most so many that wait


def post(address: str, path: str, cookie: str | None = None, body: Any = None) -> tuple[Any, str]:
    headers = {"origin": address, "content-type": "application/json", **({"cookie": cookie} if cookie else {})}
    with urlopen(Request(address + path, json.dumps(body).encode() if body else b"", headers)) as answer:
        return json.load(answer), (answer.headers.get("set-cookie") or "").split(";")[0]


class Person:
    """A guest with a socket."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.cookie = post(address, "/api/guest")[1]

    async def __aenter__(self) -> "Person":
        headers = {"cookie": self.cookie, "origin": self.address}
        where = self.address.replace("http", "ws") + "/ws"
        self.socket = await connect(where, additional_headers=headers, compression=None, max_size=None)
        self.number = 0
        self.moments: dict[str, Any] = {}
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.socket.close()

    async def say(self, kind: str, table: str, **more: Any) -> dict[str, Any]:
        self.number += 1
        await self.socket.send(json.dumps({"type": kind, "id": str(self.number), "table": table, **more}))
        while True:
            message = json.loads(await self.socket.recv())
            if message.get("moment"):
                self.moments[message["table"]] = message["moment"]
            if message.get("id") == str(self.number):
                return dict(message)


async def begin(address: str, games: int) -> None:
    places = [{"who": "me"}, {"who": "anyone"}]
    asked = {"game": "sep", "seats": places, "options": {"start_player": "first"}}
    async with Person(address) as one, Person(address) as other:
        for _ in range(games):
            table = post(address, "/api/tables", one.cookie, asked)[0]["id"]
            await other.say("sit", table)
            for _ in range(MOVES):
                await one.say("watch", table)
                offers = one.moments[table]["offers"]
                who = one if offers else other
                if not offers:
                    await other.say("watch", table)
                move = who.moments[table]["offers"][0]
                await who.say("play", table, move=move, rev=who.moments[table]["rev"])
            for each in (one, other):
                await each.say("unwatch", table)


def figures(process: int) -> dict[str, float]:
    status = Path(f"/proc/{process}/status").read_text()
    rss = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))
    times = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    ticks = os.sysconf("SC_CLK_TCK")
    io = dict(line.split(": ") for line in Path(f"/proc/{process}/io").read_text().splitlines())
    return {"rss_mb": rss / 1024, "cpu_s": (int(times[11]) + int(times[12])) / ticks, "wchar": int(io["wchar"])}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name, usual in (("games", 2_000), ("settle", 75), ("watch", 60)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        limits = [word for name, value in LIMITS.items() for word in ("--limit", f"{name}={value}")]
        command = [sys.executable, "-m", "septet", "serve", "--port", "0", "--workers", "0", "--data", folder, *limits]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout
            words = server.stdout.readline().split()
            address = next(word for word in words if word.startswith("http")).rstrip("/.")
            empty = figures(server.pid)
            try:
                for done in range(0, given.games, EACH):
                    asyncio.run(begin(address, min(EACH, given.games - done)))
                awake = figures(server.pid)
                time.sleep(given.settle)
                before = figures(server.pid)
                time.sleep(given.watch)
                after = figures(server.pid)
            finally:
                server.terminate()
    print(f"{given.games} games that nobody looks at, {given.watch} s:")
    print(
        f"  memory          {before['rss_mb']:8.1f} MB (empty {empty['rss_mb']:.1f}, all awake {awake['rss_mb']:.1f})"
    )
    print(f"  processor time  {after['cpu_s'] - before['cpu_s']:8.2f} s")
    print(f"  bytes written   {(after['wchar'] - before['wchar']) / 1024:8.1f} kB")


if __name__ == "__main__":
    main()
