"""Does work that may wait hold up a bot? `python bench/background.py [--rounds 6] [--seconds 8] [--reviews 10]`.

Somebody plays against a bot of each level, through a server and one worker: how long does a move of the bot take, from
its turn until it is told? In every other round ten reviews of finished games wait meanwhile, which the same worker
makes. What bots wait to be like people is left out. Asked is at most 1.25 times, by the medians of one run.
"""

import argparse
import asyncio
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from typing import Any

from hints import Watch, worker
from server import LIMITS, Process

from septet.bots import BOTS, prepare
from septet.client import Client, RefusedError, connect, guest_token
from septet.player import play

LEVELS = ("greedy", "casual", "expert")
LONGEST_S = 20.0
OWN_LIMITS = ("reviews=100", "reviews_here=100", "watched=100000")


async def finished(address: str) -> tuple[Client, str]:
    """Somebody who has played a game of SEP to its end."""
    token = await guest_token(address)
    async with connect(address, token) as client:
        table = await client.make("sep", seats=[{"who": "me"}, {"who": "bot", "bot": "random"}])
        await play(table, BOTS["sep"]["random"])
        return Client(address, token), table.id


class Waiting:
    """Reviews that wait, or do not."""

    def __init__(self, games: list[tuple[Client, str]]) -> None:
        self.games = games

    async def all(self, method: str) -> list[Any]:
        return [await client.http(method, f"/api/tables/{table}/review") for client, table in self.games]

    async def begun(self) -> None:
        """Ask for all of them, and wait until something has come of it; not for long, where nothing does."""
        await self.all("POST")
        end = time.monotonic() + LONGEST_S
        while not (await self.progress())[1] and time.monotonic() < end:
            await asyncio.sleep(0.2)

    async def progress(self) -> tuple[int, float]:
        """How many are under way, and how much of all of them is done."""
        states = await self.all("GET")
        under_way = sum(state["status"] in ("waiting", "running") for state in states)
        return under_way, sum(state["progress"] for state in states)


async def played(client: Client, bot: str, watch: Watch, seconds: float) -> None:
    rng, end = random.Random(bot), time.monotonic() + seconds
    while time.monotonic() < end:
        table = await client.make("sep", seats=[{"who": "me"}, {"who": "bot", "bot": bot}])
        async for moment in table.turns():
            if time.monotonic() > end:
                with suppress(RefusedError):
                    await table.play({"type": "resign"})
                break
            await table.play(rng.choice([offer for offer in moment["offers"] if "type" in offer]))


async def measure(address: str, rounds: int, seconds: float, reviews: int) -> None:
    waiting = Waiting([await finished(address) for _ in range(reviews)])
    times: dict[tuple[str, bool], list[float]] = {}
    made = 0.0
    async with connect(address, await guest_token(address)) as client:
        for number in range(-2, 2 * rounds):  # the first two are for whatever has to be made ready
            busy = number % 2 == 1
            if busy:
                await waiting.begun()
            for bot in LEVELS:
                watch = Watch()
                client.others[:] = [watch.hear]
                await played(client, bot, watch, seconds if number >= 0 else 1.0)
                if number >= 0:
                    times.setdefault((bot, busy), []).extend(watch.bot)
            if busy:
                under_way, done = await waiting.progress()
                made += done if number >= 0 else 0
                print(f"round {number // 2 + 1}: {under_way} of {reviews} reviews under way, {done:.2f} made meanwhile")
                await waiting.all("DELETE")
                await asyncio.sleep(1.0)
    for bot in LEVELS:
        report(bot, times[bot, False], times[bot, True])
    print(f"{made:.2f} reviews' worth of work was done beside")


def report(bot: str, without: list[float], with_: list[float]) -> None:
    alone, beside = statistics.median(without), statistics.median(with_)
    tail = statistics.quantiles(without, n=20)[-1], statistics.quantiles(with_, n=20)[-1]
    print(
        f"{bot:8} {alone:7.1f} ms alone   {beside:7.1f} ms beside reviews ({beside / alone:4.2f} times)"
        f"   one in twenty over {tail[0]:.1f} and {tail[1]:.1f} ms   of {len(without)} and {len(with_)} moves"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=8.0, help="of each level in each round")
    parser.add_argument("--reviews", type=int, default=10)
    parser.add_argument("--worker", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.worker:
        worker(*args.worker)
        return
    prepare("sep", ["expert"])  # compiled once, for the worker as well
    LIMITS.extend(OWN_LIMITS)
    with tempfile.TemporaryDirectory() as folder:
        server = Process.septet(folder)
        helper = subprocess.Popen([sys.executable, __file__, "--worker", server.address, folder], env=os.environ)
        try:
            asyncio.run(measure(server.address, args.rounds, args.seconds, args.reviews))
        finally:
            helper.terminate()
            helper.wait(20)
            server.stop()


if __name__ == "__main__":
    main()
