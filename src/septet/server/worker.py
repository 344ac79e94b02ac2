"""A worker: a process that thinks for bot seats. It sees what a player on that seat would see, and nothing more."""

import asyncio
import os
import random
import sys
from contextlib import suppress
from typing import Any

import msgspec

from septet.bots import sit
from septet.bots.bot import Mind
from septet.bots.engine import SEP
from septet.client import Client, NotConnected, Refused
from septet.games import GAMES
from septet.games.game import Seat
from septet.server.turns import Turns

SEATS = 500  # that one worker takes on
AT_ONCE = min(32, (os.cpu_count() or 1) + 4)  # that think at the same time, as many as there are threads for it
RETRY_S = 1.0
TURN_S = 0.001  # after so long a thinking bot lets the line to the server have its turn


class Thinker:
    """One bot seat: the newest moment replaces the plan that was made for the one before."""

    def __init__(self, client: Client, job: dict[str, Any], turns: Turns) -> None:
        self.client = client
        self.turns = turns
        self.share: str = job["share"]
        self.table: str = job["table"]
        self.seat: Seat = job["seat"]
        self.game: str = job["game"]
        self.mind: Mind = sit(self.game, job["bot"], self.seat, random.Random())
        self.moment: dict[str, Any] | None = job["moment"]
        self.at: int = job["at"]
        self.fresh = asyncio.Event()
        self.fresh.set()

    def told(self, moment: dict[str, Any] | None, at: int) -> None:
        self.moment = moment
        self.at = at
        self.fresh.set()

    async def run(self) -> None:
        while True:
            await self.fresh.wait()
            async with self.turns.turn(self.share):
                self.fresh.clear()
                moment = self.moment
                if not moment or moment["outcome"]:
                    continue
                view = GAMES[self.game].view_from(moment["view"]) if moment["view"] else None
                plan = await asyncio.to_thread(self.mind.see, view, self.at)
            if plan is None or self.fresh.is_set():
                continue
            with suppress(TimeoutError):
                await asyncio.wait_for(self.fresh.wait(), plan.after_ms / 1_000)
                continue
            await self._play(plan.move, moment["rev"])

    async def _play(self, move: Any, rev: int) -> None:
        """Make the move; if it is refused the table has changed, and so will the plan."""
        try:
            await self.client.ask("play", table=self.table, seat=self.seat, move=msgspec.to_builtins(move), rev=rev)
        except Refused as refusal:
            if refusal.code == "cannot_write":  # nothing has changed but that: think again
                await asyncio.sleep(RETRY_S)
                self.fresh.set()


class Worker:
    """Takes on seats as they are given, and lets go of them."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.turns = Turns(AT_ONCE, AT_ONCE // 2)
        self.seats: dict[tuple[str, Seat], tuple[Thinker, asyncio.Task[None]]] = {}
        client.others.append(self.heard)

    def heard(self, message: dict[str, Any]) -> None:
        key = message.get("table", ""), message.get("seat", -1)
        match message["type"]:
            case "job":
                self.drop(key)
                thinker = Thinker(self.client, message, self.turns)
                self.seats[key] = thinker, asyncio.create_task(thinker.run())
            case "drop":
                self.drop(key)
            case "event" if key in self.seats:
                self.seats[key][0].told(message["moment"], message["at"])

    def drop(self, key: tuple[str, Seat]) -> None:
        if found := self.seats.pop(key, None):
            found[1].cancel()


async def work(server: str, token: str, *, seats: int = SEATS, until_eof: bool = False) -> None:
    """Offer our thinking to a server until our parent is gone; raises Refused and NotConnected."""
    SEP.start()
    sys.setswitchinterval(TURN_S)
    client = Client(server, token)
    worker = Worker(client)
    running = asyncio.create_task(client.run())
    ended = asyncio.create_task(asyncio.to_thread(sys.stdin.read)) if until_eof else None
    offering = asyncio.create_task(_offer(client, worker, seats))
    tasks = [running, offering, *([ended] if ended else [])]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if offering.done():
            offering.result()
    finally:
        offering.cancel()
        running.cancel()
        await asyncio.gather(offering, running, return_exceptions=True)


async def _offer(client: Client, worker: Worker, seats: int) -> None:
    """Say that we are there, again after every new connection."""
    while True:
        await client.connected.wait()
        if client.closing:
            raise NotConnected(client.server)
        socket = client.socket
        if socket:
            for key in tuple(worker.seats):
                worker.drop(key)
            await client.ask("work", seats=seats)
            await socket.wait_closed()
        await asyncio.sleep(0.05)


def main() -> None:
    """Started by the server: its address as argument, the token in the environment, and stdin as long as it lives."""
    with suppress(KeyboardInterrupt):
        asyncio.run(_until_done(sys.argv[1], os.environ["SEPTET_WORKER_TOKEN"]))


async def _until_done(server: str, token: str) -> None:
    try:
        await work(server, token, until_eof=True)
    finally:
        os._exit(0)  # threads that still think, or listen, must not keep us


if __name__ == "__main__":
    main()
