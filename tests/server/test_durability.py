"""A stop that was asked for: everybody is told, and nothing is lost. For other ends see tests/faults."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from septet.server.store.sqlite import SqliteStore
from tests.server.crowd import Crowd
from tests.server.examining import Found, examine
from tests.server.guests import Guest, impatient
from tests.server.nodes import Node, node


@pytest.fixture(autouse=True)
def in_a_hurry() -> Iterator[None]:
    with impatient():
        yield


def whole(found: Found) -> None:
    assert found.faults == []
    assert found.events >= found.acknowledged > 0


class Heard:
    """What one guest has heard of the end, and what was open then."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.byes = 0
        self.under_way: list[asyncio.Future[Any]] = []
        guest.others.append(self.hear)

    def hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "bye":
            self.byes += 1
            self.under_way += [future for _, future in self.guest.open.values()]


def test_before_a_server_stops_everybody_is_told_and_answered_and_afterwards_all_goes_on(tmp_path: Path) -> None:
    async def scene(server: Node) -> None:
        crowd = Crowd([server.address], 4, "stopping")
        heard = [Heard(guest) for pair in crowd.pairs for guest in pair.guests]
        crowd.begin()
        for stop in (1, 2):
            await crowd.until_all_move()
            await crowd.until_all_are_there()
            assert await asyncio.to_thread(server.end) == 0
            await crowd.until_all_are_there(False)  # they have read the last words
            assert [one.byes for one in heard] == [stop] * len(heard)
            assert all(future.done() for one in heard for future in one.under_way)
            await asyncio.to_thread(server.start)
        await crowd.until_all_move()
        await crowd.stop()
        server.end()
        found = await examine(SqliteStore(tmp_path / "septet.db"), crowd.kept)
        whole(found)

    with node(tmp_path) as server:
        asyncio.run(scene(server))


def test_while_no_server_runs_no_clock_does(tmp_path: Path) -> None:
    async def scene(server: Node) -> None:
        ann, bob = Guest(server.address), Guest(server.address)
        for guest in (ann, bob):
            await guest.come()
        clock = {"seconds": 600, "increment": 0}
        table = await ann.make("sep", [{"who": "me"}, {"who": "anyone"}], clock=clock)
        await bob.ask("sit", table=table.id)
        while not table.moment:
            await asyncio.sleep(0.01)
        (seat,) = table.moment["to_move"]
        last = time.monotonic()
        before = await clocks(ann, table.id)
        await asyncio.to_thread(server.kill)
        down = time.monotonic()
        await asyncio.sleep(1)
        down = time.monotonic() - down  # at least: the next one has not even begun to start
        await asyncio.to_thread(server.start)
        after = await clocks(ann, table.id)
        gone = time.monotonic() - last
        assert before[seat] - after[seat] <= 1_000 * (gone - down)
        for guest in (ann, bob):
            await guest.go()

    async def clocks(guest: Guest, table: str) -> list[int]:
        """What the server says of the clocks now, to somebody who knows nothing yet."""
        await guest.ask("watch", table=table, have=None)
        found: list[int] = guest.tables[table].about["moment"]["clocks"]
        return found

    with node(tmp_path) as server:
        asyncio.run(scene(server))
