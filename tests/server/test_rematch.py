"""A rematch: the other begins, and the new table is there if and only if the old one names it."""

import asyncio
import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import create_engine, select
from websockets.exceptions import WebSocketException

from septet.server.store import schema
from tests.server.crowd import Node
from tests.server.lines import Line, line, make
from tests.server.running import House, running
from tests.server.test_tables import seated

RESIGN = {"type": "resign"}


@pytest.mark.parametrize("game", ["sep", "sepmosa"])
def test_in_a_rematch_the_other_begins(game: str, tmp_path: Path) -> None:
    """By lot a wrong answer would be right every other time: five rematches in a row never are."""

    async def play(house: House) -> None:
        people = [house.guest(), house.guest()]
        ids = [person.get("/api/me").json()["id"] for person in people]
        table = make(people[0], game, "me", "anyone")
        began = []
        async with line(house, people[0]) as one, line(house, people[1]) as other:
            await seated(one, other, table)
            for _ in range(6):
                chairs = other.about(table)["chairs"]
                (first,) = one.moments[table]["to_move"]
                began.append(ids.index(chairs[first]["user"]))
                await one.play(table, RESIGN)
                await one.ask("propose", table=table, what="again")
                assert (await other.ask("answer", table=table, what="again", yes=True))["type"] == "done"
                table = (await one.until(lambda line, was=table: again_of(line, was)))["table"]
                for each in (one, other):
                    await each.ask("watch", table=table)
                    await each.until(lambda line, now=table: now in line.moments)
        assert began in ([0, 1] * 3, [1, 0] * 3)

    with running(tmp_path) as house:
        asyncio.run(play(house))


def again_of(one: Line, table: str) -> dict[str, Any] | None:
    found = (said["event"] for said in one.events("again") if said["table"] == table)
    return next(found, None)


async def rematches(node: Node, browser: httpx.Client) -> None:
    """Give up against a bot and play again, for ever; whatever breaks when the server dies is no matter."""
    table = make(browser, "sep", "me", "casual")
    house: Any = node
    async with line(house, browser) as one:
        while True:
            await one.ask("watch", table=table)
            await one.play(table, RESIGN)
            await one.ask("propose", table=table, what="again")
            table = (await one.until(lambda line, was=table: again_of(line, was)))["table"]


async def until_killed(node: Node, chains: int, seconds: float) -> None:
    async def chain() -> None:
        with suppress(httpx.HTTPError, WebSocketException, OSError, TimeoutError):
            browser = httpx.Client(base_url=node.address, headers={"origin": node.address}, timeout=5)
            with browser:
                browser.post("/api/guest")
                await rematches(node, browser)

    tasks = [asyncio.create_task(chain()) for _ in range(chains)]
    await asyncio.sleep(seconds)
    await asyncio.to_thread(node.kill)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def orphans(file: Path) -> tuple[int, list[str]]:
    """How many rematches there are, and which of them are named by no table, or named and not there."""
    engine = create_engine(f"sqlite:///{file}")
    with engine.connect() as connection:
        made = {row.id: row.setup.get("after") for row in connection.execute(select(schema.tables))}
        events = [msgspec.json.decode(row.event) | {"of": row.table} for row in connection.execute(select(schema.log))]
    engine.dispose()
    named = {event["table"]: event["of"] for event in events if event["type"] == "again"}
    after = {table: old for table, old in made.items() if old}
    return len(after), sorted(table for table in after.keys() | named.keys() if after.get(table) != named.get(table))


def killed(folder: Path, kills: int) -> None:
    rng = random.Random(f"rematch {kills}")
    node = Node(folder)
    for _ in range(kills):
        node.start()
        asyncio.run(until_killed(node, 6, rng.uniform(0.8, 1.6)))
    count, lost = orphans(folder / "septet.db")
    assert count > kills
    assert not lost


def test_a_rematch_is_whole_or_not_at_all_whenever_the_server_dies(tmp_path: Path) -> None:
    killed(tmp_path, 4)


@pytest.mark.long
def test_a_rematch_is_whole_after_a_hundred_kills(tmp_path: Path) -> None:
    killed(tmp_path, 100)
