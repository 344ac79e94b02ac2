"""A rematch: the other begins. That it is whole or not at all, faults/test_kills.py shows."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

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
