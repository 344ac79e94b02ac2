"""A worker: a process that thinks for bot seats. It sees what a player on that seat would see, and nothing more."""

import asyncio
import os
import random
import sys
import time
from contextlib import suppress
from typing import Any

import msgspec

from septet.bots import engines, sit
from septet.bots.bot import Mind
from septet.bots.engine import COMPILES, make_ready
from septet.bots.hints import hint
from septet.client import Client, NotConnected, RefusedError
from septet.games import GAMES
from septet.games.game import Seat
from septet.games.options import view_from
from septet.player import Thinker
from septet.server.gate.turns import Turns
from septet.server.workers.chunkwork import ChunkWork

SEATS = 500  # that one worker takes on
AT_ONCE = min(32, (os.cpu_count() or 1) + 4)  # that think at the same time, as many as there are threads for it
READY_S = 5.0  # so long somebody who asks for a hint waits for code that is being compiled
TURN_S = 0.001  # after so long a thinking bot lets the line to the server have its turn


def thinker(client: Client, job: dict[str, Any], turns: Turns) -> Thinker:
    """For one bot seat."""
    mind: Mind = sit(job["game"], job["bot"], job["seat"], random.Random())

    async def plays(move: dict[str, Any], rev: int) -> None:
        await client.ask("play", table=job["table"], seat=job["seat"], move=move, rev=rev)

    made = Thinker(job["game"], mind, plays, lambda: turns.turn(job["share"]))
    made.told(job["moment"], job["at"])
    return made


class BotWorker:
    """Takes on seats as they are given, and lets go of them."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.turns = Turns(AT_ONCE, max(1, AT_ONCE // 3))
        self.seats: dict[tuple[str, Seat], tuple[Thinker, asyncio.Task[None]]] = {}
        self.asides: set[asyncio.Task[None]] = set()  # what we are asked beside
        self.chunks = ChunkWork(client)
        client.others.append(self.heard)

    def heard(self, message: dict[str, Any]) -> None:
        key = message.get("table", ""), message.get("seat", -1)
        match message["type"]:
            case "job":
                self.drop(key)
                found = thinker(self.client, message, self.turns)
                self.seats[key] = found, asyncio.create_task(found.run())
            case "drop":
                self.drop(key)
            case "consult":
                task = asyncio.create_task(self.advise(message))
                self.asides.add(task)
                task.add_done_callback(self.asides.discard)
            case "chunk":
                self.chunks.begin(message)
            case "drop_chunk":
                self.chunks.drop(message["chunk"])
            case "event" if key in self.seats:
                self.seats[key][0].told(message["moment"], message["at"])

    async def advise(self, message: dict[str, Any]) -> None:
        """A hint from a view, in the turn of those who asked for it; whatever goes wrong, an answer."""
        game, found, ready = GAMES[message["game"]], None, False
        try:
            if ready := await self.ready(game.name):
                async with self.turns.turn(message["share"]):
                    view = view_from(message["view"], game.views, game.Options)
                    found = await asyncio.to_thread(hint, game.name, view)
        finally:
            with suppress(RefusedError):
                told = msgspec.json.encode(found).decode()
                await self.client.ask("advice", question=message["question"], hint=told, ready=ready)

    @staticmethod
    async def ready(game: str) -> bool:
        """Wait a while for what the expert of this game needs: until then it would say something else."""
        until = time.monotonic() + READY_S
        for engine in engines(game, ["expert"]) if COMPILES else ():
            engine.start()
            while not engine.ready and engine.error is None and time.monotonic() < until:
                await asyncio.sleep(READY_S / 100)
        return not COMPILES or not engines(game, ["expert"])

    def drop(self, key: tuple[str, Seat]) -> None:
        if found := self.seats.pop(key, None):
            found[1].cancel()


async def work(server: str, token: str, *, seats: int = SEATS, until_eof: bool = False) -> None:
    """Offer our thinking to a server until our parent is gone; raises Refused and NotConnected."""
    make_ready()
    sys.setswitchinterval(TURN_S)
    client = Client(server, token)
    worker = BotWorker(client)
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
        await worker.chunks.stop()


async def _offer(client: Client, worker: BotWorker, seats: int) -> None:
    """Say that we are there, again after every new connection."""
    while True:
        await client.connected.wait()
        if client.closing:
            raise client.why or NotConnected(client.server)
        socket = client.socket
        if socket:
            for key in tuple(worker.seats):
                worker.drop(key)
            worker.chunks.drop_all()
            await client.ask("work", seats=seats, chunks=True)
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
