"""One hostile address against a house in which forty people play: `python bench/hostile.py [--seconds 60] [--proxy]`.

The people come from addresses of their own; half of them play against bots. First the house is quiet, then the hostile
one does all it can, held to half a core: thousands of sockets, half-sent requests, every route and every message as
fast as it goes. Everything stays on this machine: addresses are those of 127.0.0.0/8, or with `--proxy` forwarded ones.
"""

import argparse
import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec
from attacker import Hostile, Place
from load import Moment, Player, Tally
from server import Process
from websockets.asyncio.client import connect

HERE = Path(__file__).parent
SILENT_S = 10.0
encode, decode = msgspec.json.encode, msgspec.json.decode


class Person(Player):
    """Plays game after game from an address of its own."""

    def __init__(self, place: Place, tally: Tally, pause: float) -> None:
        self.place = place
        super().__init__(place.server, tally, place.asked("POST", "/api/guest")[2], pause)
        self.moved_at: float | None = None  # against a bot: when it was its turn
        self.waits: list[float] = []

    async def open(self) -> None:
        headers = {"cookie": self.cookie, **self.place.headers}
        address = self.server.replace("http", "ws", 1) + "/ws"
        self.socket = await connect(
            address, additional_headers=headers, compression=None, max_queue=None, local_addr=self.place.local
        )
        await self.socket.recv()

    async def move(self, table: str, moment: Moment, host: bool) -> None:
        if (moment.offers or moment.outcome) and self.moved_at is not None:
            self.waits.append(time.perf_counter() - self.moved_at)
            self.moved_at = None
        await super().move(table, moment, host)
        if moment.offers:
            self.moved_at = time.perf_counter()


async def people(server: str, count: int, proxy: bool) -> None:
    """Sit down, say "ready"; for every line that comes, tell how it went since the one before."""
    tally = Tally()
    persons = [Person(Place(server, 10 + number, proxy), tally, 0.5) for number in range(count)]
    tasks, with_bots = [], persons[count // 2 :]
    for one in persons:
        await one.open()
    for host, guest in zip(persons[: count // 2 : 2], persons[1 : count // 2 : 2], strict=True):
        order = {"game": "sep", "seats": [{"who": "me"}, {"who": "anyone"}]}
        table = host.place.asked("POST", "/api/tables", host.cookie, order)[1]["id"]
        await guest.send("sit", table=table)
        tasks += [asyncio.create_task(host.play(table, host=True)), asyncio.create_task(guest.play(table, host=False))]
    for one in with_bots:
        order = {"game": "sep", "seats": [{"who": "me"}, {"who": "bot", "bot": "casual"}]}
        table = one.place.asked("POST", "/api/tables", one.cookie, order)[1]["id"]
        tasks.append(asyncio.create_task(one.play(table, host=True)))
    print("ready", flush=True)
    told = 0
    while line := await asyncio.to_thread(sys.stdin.readline):
        if line.strip():  # how is it since we were last asked?
            took, told = sorted(tally.took[told:]) or [0.0], len(tally.took)
            print(round(1_000 * took[len(took) // 2], 2), flush=True)
            continue
        now, told = time.perf_counter(), 0
        waits = [wait for one in with_bots for wait in one.waits]
        pending = [now - one.moved_at for one in with_bots if one.moved_at is not None]
        took = sorted(tally.took) or [0.0]
        report = {
            "moves": len(tally.took),
            "median_ms": round(1_000 * took[len(took) // 2], 2),
            "p99_ms": round(1_000 * took[int(0.99 * len(took))], 2),
            "bots_replied": len(waits),
            "bots_slowest_s": round(max([*waits, *pending], default=0.0), 2),
            "bots_silent": sum(wait > SILENT_S for wait in [*waits, *pending]),
            "refused": tally.refused,
            "broken": sum(task.done() for task in tasks),
        }
        tally.took.clear()
        for one in with_bots:
            one.waits.clear()
        print(encode(report).decode(), flush=True)


class Part:
    """A process of ours that reports when it is nodded to."""

    def __init__(self, *arguments: str, program: str = "hostile.py") -> None:
        command = [sys.executable, str(HERE / program), *arguments]
        # A session of its own: systems share their processors by session, and this one stands for another machine.
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
        )
        self.line()

    def line(self) -> str:
        assert self.process.stdout
        return self.process.stdout.readline()

    def nod(self, word: str = "") -> None:
        assert self.process.stdin
        self.process.stdin.write(word + "\n")
        self.process.stdin.flush()

    def median(self) -> float:
        self.nod("median")
        return float(self.line())

    def report(self) -> dict[str, Any]:
        self.nod()
        found: dict[str, Any] = decode(self.line())
        return found


def watched(playing: Part, seconds: float) -> list[dict[str, float]]:
    """Let it go on for so long, and look ten times how it goes, and how busy this machine is with everything."""
    found = []
    for _ in range(10):
        time.sleep(seconds / 10)
        found.append({"median_ms": playing.median(), "load": round(os.getloadavg()[0], 1)})
    return found


def measure(seconds: float, quiet: float, count: int, proxy: bool, limits: list[str]) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        with log.open("wb") as errors:
            where = ["--port", "0", "--workers", "1", "--data", folder, "--lang", "en"]
            forwarded = ["--proxy", "127.0.0.1"] if proxy else []
            forwarded += [part for limit in limits for part in ("--limit", limit)]
            server = Process([sys.executable, "-m", "septet", "serve", *where, *forwarded], stderr=errors)
            playing = Part("--people", str(count), "--at", server.address, *(["--proxy"] if proxy else []))
            attack = Part("--hostile", "--at", server.address, *(["--proxy"] if proxy else []))
            try:
                time.sleep(5)
                playing.report()
                time.sleep(quiet)
                before = playing.report()
                memory = [server.memory()]
                attack.nod()
                used = server.cpu()
                by_part = watched(playing, seconds)
                during = playing.report()
                used = (server.cpu() - used) / seconds
                memory.append(server.memory())
                did = attack.report()
                time.sleep(5)
                playing.report()
                time.sleep(quiet)
                after = playing.report()
            finally:
                for part in (playing, attack):
                    part.process.kill()
                    part.process.wait()
                memory.append(server.memory())
                server.stop()
        said = log.read_text(errors="replace")
    return {
        "quiet": before,
        "attacked": during,
        "attacked_by_part": by_part,
        "quiet_again": after,
        "times_slower": round(2 * during["median_ms"] / max(0.001, before["median_ms"] + after["median_ms"]), 2),
        "hostile": did,
        "server": {"core": round(used, 2), "memory_mb": [round(one / 1e6) for one in memory]},
        "load": os.getloadavg()[0],
        "faults_in_log": len(re.findall(r"request_failed|task_failed|Traceback|Exception in ASGI", said)),
        "limits_in_log": sorted(set(re.findall(r"limit=(\w+)", said))),
        "log": said[-2_000:] if "Traceback" in said else "",
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="600 for the whole thing")
    parser.add_argument("--quiet", type=float, default=20)
    parser.add_argument("--people", type=int, default=40)
    parser.add_argument("--proxy", action="store_true", help="forwarded IPv6 addresses")
    parser.add_argument("--limit", action="append", default=[], help="of the server, to see what it is good for")
    parser.add_argument("--hostile", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--at", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.at and args.hostile:
        asyncio.run(Hostile(args.at, args.proxy).run())
    elif args.at:
        asyncio.run(people(args.at, args.people, args.proxy))
    else:
        print(encode(measure(args.seconds, args.quiet, args.people, args.proxy, args.limit)).decode(), flush=True)


if __name__ == "__main__":
    main()
