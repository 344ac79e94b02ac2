"""How long does a hint take? `python bench/hints.py [--samples 60] [--bots 8]`.

Eight experts think at eight tables. Beside them somebody plays against `casual` and asks for hints: how long until the
first degree is there, and until all three are, beside the time that a move of the bot takes, from its turn until it is
told. What bots wait to be like people is left out. Asked is at most 1.5 times for the first degree, 6 times for all.
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
from pathlib import Path
from typing import Any

from server import Process

from septet.bots import BOTS, manners, prepare
from septet.bots.bot import Plan
from septet.client import Client, NotConnected, RefusedError, TableClient, connect, guest_token
from septet.player import play
from septet.server.people.sessions import Signer, secret_in
from septet.server.workers.worker import work

GAMES = ("sep", "sepmosa")
ALONE = ("sep-solo", "set-solo", "coopset")  # which have no bot to compare with but that of SEP


def worker(address: str, folder: str) -> None:
    """Thinks for the bots, none of which waits to be like a person."""
    usual = manners.Unhurried.see

    def at_once(bot: manners.Unhurried, view: Any, now_ms: int) -> Plan | None:
        plan = usual(bot, view, now_ms)
        return None if plan is None else Plan(plan.move)

    manners.Unhurried.see = at_once  # type: ignore[assignment,method-assign]
    with suppress(NotConnected, KeyboardInterrupt):
        asyncio.run(work(address, Signer(secret_in(Path(folder))).worker))


async def think(address: str) -> None:
    """An expert has something to think about, again and again."""
    async with connect(address, await guest_token(address)) as client:
        while True:
            table = await client.make("sep", seats=[{"who": "me"}, {"who": "bot", "bot": "expert"}])
            await play(table, BOTS["sep"]["random"])


class Watch:
    """Times at one table, in milliseconds."""

    def __init__(self) -> None:
        self.bot: list[float] = []
        self.first: list[float] = []
        self.all: list[float] = []
        self.since, self.turn = 0.0, -1
        self.warm = False

    def hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "event" and message["moment"]:
            now = time.perf_counter()
            if self.turn == 1:
                self.bot.append(1_000 * (now - self.since))
            self.since, self.turn = now, (message["moment"]["to_move"] or [-1])[0]

    async def ask(self, table: TableClient) -> None:
        began = time.perf_counter()
        for degree in (1, 2, 3):
            await table.hint(degree)
            if degree == 1:
                self.first.append(1_000 * (time.perf_counter() - began))
        self.all.append(1_000 * (time.perf_counter() - began))


async def ready(table: TableClient) -> None:
    """Wait for a worker, and for what it has to learn first."""
    while True:
        with suppress(RefusedError):
            await table.hint(3)
            return
        await asyncio.sleep(0.2)


async def played(client: Client, game: str, bots: list[str], watch: Watch, samples: int) -> None:
    """Play, and ask for a hint before every move."""
    rng = random.Random(1)
    while len(watch.first) < samples:
        seats = [{"who": "me"}, *({"who": "bot", "bot": bot} for bot in bots)]
        table = await client.make(game, seats=seats)
        async for moment in table.turns():
            if len(watch.first) >= samples:
                break
            if watch.warm:
                await watch.ask(table)
            else:
                await ready(table)
                watch.warm = True
            told = await table.hint(3)
            offers = [offer for offer in moment["offers"] if "type" in offer]
            await table.play(rng.choice(offers) if game in GAMES else told["move"])


async def measure(address: str, samples: int, bots: int) -> None:
    thinking = [asyncio.create_task(think(address)) for _ in range(bots)]
    try:
        async with connect(address, await guest_token(address)) as client:
            casual: dict[str, float] = {}
            for game in (*GAMES, *ALONE):
                watch = Watch()
                client.others[:] = [watch.hear]
                await played(client, game, ["casual"] if game in GAMES else [], watch, samples)
                casual[game] = statistics.median(watch.bot) if watch.bot else casual["sep"]
                report(game, watch, casual[game])
    finally:
        for task in thinking:
            task.cancel()
        await asyncio.gather(*thinking, return_exceptions=True)


def report(game: str, watch: Watch, casual: float) -> None:
    first, three = statistics.median(watch.first), statistics.median(watch.all)
    print(
        f"{game:9} casual {casual:6.1f} ms   first degree {first:6.1f} ms ({first / casual:4.2f} times)"
        f"   all three {three:6.1f} ms ({three / casual:4.2f} times)   of {len(watch.first)} hints"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=60)
    parser.add_argument("--bots", type=int, default=8)
    parser.add_argument("--worker", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.worker:
        worker(*args.worker)
        return
    for game in ("sep", "sepmosa", "coopset"):
        prepare(game, ["expert"])  # compiled once, for the worker as well
    with tempfile.TemporaryDirectory() as folder:
        server = Process.septet(folder)
        helper = subprocess.Popen([sys.executable, __file__, "--worker", server.address, folder], env=os.environ)
        try:
            asyncio.run(measure(server.address, args.samples, args.bots))
        finally:
            helper.terminate()
            helper.wait(20)
            server.stop()


if __name__ == "__main__":
    main()
