"""Does a comparison of rules hold up a live table? `python bench/studio.py [--rounds 8] [--seconds 10] [--tables 6]`.

People play SEP at some tables, through a server with one worker of its own: how long does a move take until it is
answered, and until both have heard of it? In every other round rules are compared in the studio meanwhile, by
that worker. Asked is at most 1.25 times, by the 99th percentiles of one run.
"""

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from contextlib import AsyncExitStack, suppress
from typing import Any

from server import LIMITS, Process

from septet.bots import prepare
from septet.client import Client, NotConnected, RefusedError, TableClient, connect, guest_token

PAUSE_S = 0.05  # between a turn and its move: people are no flood
LONGEST_S = 300.0
OWN_LIMITS = ("comparisons=100", "comparisons_here=100", "compare=1000000", "compare_here=1000000", "watched=100000")
WISH: dict[str, Any] = {
    "game": "sep",
    "columns": [{}, {"combo_ace": "low"}],
    "bots": ["greedy", "greedy"],
    "deals": 20_000,
}


class Times:
    """Milliseconds from a move: until it was answered, and until both players had heard of it."""

    def __init__(self) -> None:
        self.answered: list[float] = []
        self.heard: list[float] = []

    def add(self, other: "Times") -> None:
        self.answered += other.answered
        self.heard += other.heard


class Pair:
    """Two people at one table after the other."""

    def __init__(self, clients: list[Client], seed: int) -> None:
        self.clients = clients
        self.rng = random.Random(seed)
        self.sent = self.last = 0.0
        self.times = Times()
        for client in clients:
            client.others.append(self.hear)

    def hear(self, message: dict[str, Any]) -> None:
        """Both hear of a move; it counts when the last of them has."""
        if message["type"] == "event" and self.sent:
            self.last = 1_000 * (time.perf_counter() - self.sent)

    async def play(self, end: float) -> None:
        while time.monotonic() < end:
            table = await self.clients[0].make("sep", seats=[{"who": "me"}, {"who": "anyone"}])
            other = await self.clients[1].watch(table.id)
            await other.sit()
            await asyncio.gather(*(self._moves(one, end) for one in (table, other)))

    async def _moves(self, table: TableClient, end: float) -> None:
        async for moment in table.turns():
            if time.monotonic() > end:
                with suppress(RefusedError):  # the other has given up first
                    await table.play({"type": "resign"})
                return
            await asyncio.sleep(PAUSE_S)
            move = self.rng.choice([offer for offer in moment["offers"] if "type" in offer])
            self.last, self.sent = 0.0, time.perf_counter()
            await table.play(move)
            self.times.answered.append(1_000 * (time.perf_counter() - self.sent))
            await asyncio.sleep(0.01)  # both have heard of it
            if self.last:
                self.times.heard.append(self.last)


class Studio:
    """Comparisons that are under way, or are not."""

    def __init__(self, address: str, token: str) -> None:
        self.client = Client(address, token)
        self.count = 0
        self.name = ""

    async def begin(self) -> None:
        """Ask for one that nobody has asked for before, and wait until its bots play."""
        self.count += 1
        wish = {**WISH, "seed": f"bench-{self.count}"}
        self.name = (await self.client.http("POST", "/api/studio", wish))["id"]
        until = time.monotonic() + LONGEST_S
        while (await self.state())["progress"] == 0:
            if time.monotonic() > until:
                raise SystemExit("the studio has not begun: is there a worker?")
            await asyncio.sleep(0.1)

    async def state(self) -> Any:
        return await self.client.http("GET", f"/api/studio/{self.name}")

    async def keep_going(self, end: float) -> float:
        """Until the end there is always one under way; how many were made."""
        made = 0.0
        begun = float((await self.state())["progress"])
        while time.monotonic() < end:
            state = await self.state()
            if state["status"] not in ("waiting", "running"):
                made += 1 - begun
                await self.begin()
                begun = 0.0
            await asyncio.sleep(0.2)
        made += float((await self.state())["progress"]) - begun
        await self.client.http("DELETE", f"/api/studio/{self.name}")
        return made


async def measure(address: str, rounds: int, seconds: float, tables: int) -> None:
    async with AsyncExitStack() as stack:
        pairs = []
        for number in range(tables):
            tokens = [await guest_token(address) for _ in range(2)]
            clients = [await stack.enter_async_context(connect(address, token)) for token in tokens]
            pairs.append(Pair(clients, number))
        studio = Studio(address, await guest_token(address))
        times = {False: Times(), True: Times()}
        made = 0.0
        for number in range(-2, 2 * rounds):  # the first two are for whatever has to be made ready
            busy = number < 0 or number % 4 in (1, 2)  # without, with, with, without: what drifts falls on both
            if busy:
                await studio.begin()
            end = time.monotonic() + (seconds if number >= 0 else 2.0)
            beside = asyncio.ensure_future(studio.keep_going(end)) if busy else None
            await asyncio.gather(*(pair.play(end) for pair in pairs))
            done = await beside if beside else 0.0
            for pair in pairs:
                if number >= 0:
                    times[busy].add(pair.times)
                pair.times = Times()
            if number >= 0:
                made += done
                print(f"round {number + 1} of {2 * rounds}: {f'{done:.2f} comparisons made' if busy else 'none'}")
            await asyncio.sleep(1.0)
    for what in ("answered", "heard"):
        report(what, getattr(times[False], what), getattr(times[True], what))
    print(f"{made:.2f} comparisons of {2 * WISH['deals']} games were made beside")


def report(what: str, without: list[float], with_: list[float]) -> None:
    parts = []
    for name, cut in (("median", 49), ("99th", 98)):
        alone, beside = (statistics.quantiles(some, n=100)[cut] for some in (without, with_))
        parts.append(f"{name} {alone:6.2f} ms alone, {beside:6.2f} ms beside ({beside / alone:4.2f} times)")
    print(f"{what:9} {'   '.join(parts)}   of {len(without)} and {len(with_)} moves")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=8, help="with a comparison, and as many without")
    parser.add_argument("--seconds", type=float, default=10.0, help="of each round")
    parser.add_argument("--tables", type=int, default=6)
    args = parser.parse_args()
    prepare("sep", ["expert"])  # compiled once, for the worker as well
    LIMITS.extend(OWN_LIMITS)
    with tempfile.TemporaryDirectory() as folder:
        server = Process.septet(folder, workers=1, more=["--studio"])
        try:
            asyncio.run(measure(server.address, args.rounds, args.seconds, args.tables))
        except NotConnected as error:
            raise SystemExit(f"the server is gone: {error}") from None
        finally:
            server.stop()


if __name__ == "__main__":
    main()
