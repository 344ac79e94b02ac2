"""Rematches belong together: who has won how often, and what was said."""

import asyncio
from collections.abc import Iterator

import pytest

from tests.server.lines import Line, line, make
from tests.server.running import House, running


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("house")) as found:
        yield found


async def give_up(loser: Line, table: str) -> None:
    await loser.until(lambda one: table in one.moments)
    assert (await loser.play(table, {"type": "resign"}))["type"] == "done"


async def rematch(one: Line, other: Line, table: str) -> str:
    await one.ask("propose", table=table, what="again")
    await other.ask("propose", table=table, what="again")
    found: str = await one.until(
        lambda line: next((m["event"]["table"] for m in line.heard if m.get("event", {}).get("type") == "again"), "")
    )
    for somebody in (one, other):
        somebody.heard.clear()
        await somebody.ask("watch", table=found)
    return found


def test_a_rematch_knows_who_has_won_before_and_what_was_said(house: House) -> None:
    async def play() -> None:
        ann, bob = house.guest(), house.guest()
        table = make(ann, "sep", "me", "anyone")
        async with line(house, ann) as one, line(house, bob) as other:
            await one.ask("watch", table=table)
            await other.ask("sit", table=table)
            await other.ask("watch", table=table)
            await one.ask("say", table=table, text="Good luck!")
            assert ann.get(f"/api/tables/{table}/match").json() == {"games": 0, "wins": [0, 0], "chat": []}
            for loser in (one, one, other):  # Bob wins two, then Ann one
                await give_up(loser, table)
                table = await rematch(one, other, table)
            told = ann.get(f"/api/tables/{table}/match").json()
            chairs = next(m for m in one.heard if m["type"] == "table")["chairs"]
            ids = [chair["user"] for chair in chairs]
            wins = dict(zip(ids, told["wins"], strict=True))
            assert (told["games"], wins[ann.get("/api/me").json()["id"]]) == (3, 1)
            assert sum(told["wins"]) == 3
            assert [remark["text"] for remark in told["chat"]] == ["Good luck!"]

    asyncio.run(play())
