"""Copies are made while people play; each is gone back to in a folder of its own, verified, and played on."""

import asyncio
import io
import random
import shutil
import time
from collections import Counter
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import msgspec

from septet.cli import OK, main
from septet.client import RefusedError, TableClient
from septet.server.store.sqlite import Beside
from tests.faults.rounds import Round, wall
from tests.server.crowd import PATIENCE_S, Crowd
from tests.server.examining import Found, examine
from tests.server.guests import Acknowledged, Guest, Told
from tests.server.nodes import Node
from tests.server.pairs import LIVELY, drawn


class Backups:
    """One house with SQLite that stays and grows, and beside it for a while what was gone back to."""

    name = "backups"

    def __init__(self, folder: Path, pairs: int = 6) -> None:
        self.folder = folder
        self.house = folder / "house"
        self.node = Node(self.house)
        self.restored: Node | None = None
        self.pairs = pairs

    async def open(self) -> None:
        self.node.clear()
        await asyncio.to_thread(self.node.start)

    async def round(self, seed: str, rng: random.Random) -> tuple[Round, Acknowledged]:
        since, copy, other = wall(), self.folder / "copy.db", self.folder / "restored"
        shutil.rmtree(other, ignore_errors=True)
        copy.unlink(missing_ok=True)
        crowd = Crowd([self.node.address], self.pairs, seed, LIVELY, visitors=1, slow=1)
        crowd.begin()
        try:
            await crowd.until_all_move()
            after = rng.uniform(0, 1)
            await asyncio.sleep(after)
            cookies = {guest.id: guest.cookie for guest in crowd.guests}
            before = msgspec.convert(msgspec.to_builtins(crowd.kept), Acknowledged)
            await admin("backup", str(copy), "--data", str(self.house))
            went_on = await crowd.until_all_move(time.monotonic())
        finally:
            await crowd.stop()
        found = await self._go_back(copy, other, before, since)
        found.faults += crowd.stuck
        # A table that stands still there is a fault; by chance every game may have been over when the copy was made.
        figures = {**crowd.figures(), "played_on": await self._play_on(other, cookies, rng)}
        what = f"copied after {after:.2f} s"
        return Round(fault=what, went_on=went_on, found=found, figures=figures), crowd.kept

    async def _go_back(self, copy: Path, other: Path, before: Acknowledged, since: int) -> Found:
        """Restore it, verify it, and look for all that was acknowledged before the copy was begun."""
        other.mkdir()
        shutil.copy(self.house / "secret", other / "secret")
        await admin("restore", str(copy), "--data", str(other))
        verified = msgspec.json.decode(await admin("verify-all", "--json", "--data", str(other)))
        found = await examine(Beside(other / "septet.db"), before, since)
        found.faults += [f"verify-all: {bad}" for bad in verified["bad"]]
        return found

    async def _play_on(self, folder: Path, cookies: dict[str, str], rng: random.Random) -> int:
        """The same people, known by the cookies of that time, go on at a server on the copy; at how many tables."""
        self.restored = Node(folder)
        await asyncio.to_thread(self.restored.start)
        people = [await self._again(user, cookie) for user, cookie in cookies.items()]
        try:
            playing = Counter([one for guest in people for one in await running(guest)])
            tables = sorted(table for table, players in playing.items() if players > 1)
            return sum([await self._one_move(table, people, rng) for table in tables])
        finally:
            for guest in people:
                await guest.leave()
            await asyncio.to_thread(self.restored.end)
            self.restored = None

    async def _again(self, user: str, cookie: str) -> Guest:
        assert self.restored
        guest = Guest(self.restored.address)
        guest.cookie, guest.id = cookie, user
        await guest.come()
        return guest

    async def _one_move(self, table: str, people: list[Guest], rng: random.Random) -> bool:
        sides = [side for guest in people if (side := await guest.watch(table)).seat is not None]
        for side in sides:
            await side.client.ask("here", table=table)  # a bot may have been in the seat when the copy was made
        async with asyncio.timeout(PATIENCE_S):
            while not any([await move(side, rng) for side in sides]):
                await asyncio.sleep(0.02)
        return True

    async def end(self, told: list[Told]) -> Found:
        found = await examine(Beside(self.house / "septet.db"), Acknowledged(told=told))
        await asyncio.to_thread(self.node.end)
        return found

    async def close(self) -> None:
        for node in (self.node, self.restored):
            if node:
                await asyncio.to_thread(node.kill)


async def running(guest: Guest) -> list[str]:
    try:
        games = await guest.http("GET", "/api/me/games")
    except RefusedError as refused:  # became an account while the copy was made: the cookie from before is over
        assert refused.code == "no_session", refused.answer
        return []
    return [game["id"] for game in games if game["status"] == "running"]


async def move(side: TableClient, rng: random.Random) -> bool:
    """Whether this seat could make a move."""
    moment: dict[str, Any] | None = side.moment
    if not moment or moment["outcome"] or side.seat not in moment["to_move"] or not moment["offers"]:
        return False
    try:
        await side.play(drawn(rng, moment["offers"]))
    except RefusedError as refused:
        assert refused.code != "failed", refused.answer
        return False
    return True


async def admin(*words: str) -> str:
    """`septet admin` with these words; what it says."""

    def run() -> str:
        with redirect_stdout(io.StringIO()) as said:
            assert main(["admin", *words]) == OK, said.getvalue()
        return said.getvalue()

    return await asyncio.to_thread(run)
