"""Hints at a table: who may have them, that they are counted, and what becomes of them when nobody can think."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from septet.bots import prepare
from septet.games import log
from septet.server.tables.room import Room
from septet.server.workers import pool
from tests.server.lines import Line, line, make
from tests.server.running import House, running
from tests.server.test_decks import best, finish, quick
from tests.server.test_people import account


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    prepare("sep", ["expert"])  # what is compiled here its worker only has to read
    with running(tmp_path_factory.mktemp("hints"), workers=1) as house:
        house.call(staffed(house))
        yield house


async def staffed(house: House) -> None:
    """Wait until there is somebody to think."""
    async with asyncio.timeout(60):
        while not house.server.hall.pool.workers:
            await asyncio.sleep(0.02)


def room_of(house: House, table: str) -> Room:
    return house.server.hall.tables[table].room


def begins(browser: httpx.Client, *seats: str, **more: Any) -> str:
    """A table of SEP at which the first seat begins."""
    return make(browser, "sep", *seats, options={"start_player": "first"}, **more)


async def read_again(house: House, table: str) -> Room:
    """The table as whoever starts the house tomorrow reads it."""
    known = room_of(house, table)
    room = Room(table, known.setup, known.secret)
    for row in await house.server.node.store.rows(table, 0):
        room.fold(row)
    return room


async def watched(one: Line, table: str) -> None:
    await one.ask("watch", table=table)
    await one.until(lambda line: line.moments.get(table))


async def hinted(one: Line, table: str, degree: int) -> dict[str, Any]:
    while (answer := await one.ask("hint", table=table, degree=degree)).get("code") == "hint_not_ready":
        pass
    return answer


def test_three_degrees_are_told_counted_and_thought_of_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    thought_of: list[str] = []
    consult = house.server.hall.hints.consult

    async def counted(live: Any, view: Any) -> Any:
        found = await consult(live, view)  # or it says that it is not ready yet
        thought_of.append(live.room.table)
        return found

    monkeypatch.setattr(house.server.hall.hints, "consult", counted)

    async def play() -> None:
        ann = house.guest()
        table = begins(ann, "me", "random")
        async with line(house, ann) as one:
            await watched(one, table)
            assert one.moments[table]["hints"] is True
            told = [await hinted(one, table, degree) for degree in (1, 2, 3, 3, 1)]
            assert [answer["type"] for answer in told] == ["hint_told"] * 5
            assert [answer["degree"] for answer in told] == [1, 2, 3, 3, 1]
            assert told[2] | {"id": ""} == told[3] | {"id": ""}
            assert all(answer["words"] and answer["spots"] for answer in told)
            assert [answer["move"] is None for answer in told] == [True, True, False, False, True]
            assert told[2]["move"] in one.moments[table]["offers"]
            assert [event["event"]["degree"] for event in one.events("hinted")] == [1, 2, 3], "each once"
            assert thought_of == [table], "a further degree costs no thought"
            assert (await one.play(table, told[2]["move"]))["type"] == "done"
        record = log.write(room_of(house, table).log)  # type: ignore[arg-type]
        assert log.write(house.call(read_again(house, table)).log) == record, "it outlives a restart"  # type: ignore[arg-type]
        hints = log.read_header(record).hints
        assert [(one.after, one.seat, one.degree) for one in hints or ()] == [(0, 0, 1), (0, 0, 2), (0, 0, 3)]
        assert log.write(log.read(record)) == record

    asyncio.run(play())


@pytest.mark.parametrize("language", ["fr", "nl"])
def test_a_hint_is_told_in_the_language_of_who_asks(house: House, language: str) -> None:
    async def play() -> None:
        ann = house.guest()
        table = quick(ann)
        async with line(house, ann, f"?lang={language}") as one:
            await watched(one, table)
            said = {"fr": "Il y a un Set parmi ces cartes.", "nl": "Er zit een set tussen deze kaarten."}
            assert (await hinted(one, table, 1))["words"] == said[language]

    asyncio.run(play())


def test_where_there_are_no_hints_it_is_said_why(house: House) -> None:
    """By whom else sits there, by the game, by whose turn it is; and the page learns it before anybody asks."""

    async def play() -> None:
        ann, bob = house.guest(), house.guest()
        tables = {
            "no_hints": make(ann, "scout", "me", "random"),
            "no_hints_people": begins(ann, "me", "anyone"),
            "no_hints_company": make(ann, "set-quick", "me", "random"),
        }
        async with line(house, ann) as one, line(house, bob) as other:
            await other.ask("sit", table=tables["no_hints_people"])
            for code, table in tables.items():
                await watched(one, table)
                await one.until(lambda line, table=table: line.moments.get(table))
                assert one.moments[table]["hints"] is False, code
                answer = await hinted(one, table, 1)
                assert (answer["type"], answer["code"]) == ("refused", code)
                assert answer["words"].endswith(".")
            assert (await hinted(other, tables["no_hints"], 1))["code"] == "not_seated"
            assert not one.events("hinted")

    asyncio.run(play())


def test_a_rated_table_has_no_hints(house: House) -> None:
    ann = account(house, "Hinted Ann")

    async def play() -> None:
        table = make(ann, "sep", "me", "random", rated=True, clock={"seconds": 600})
        async with line(house, ann) as one:
            await watched(one, table)
            assert one.moments[table]["hints"] is False
            assert (await hinted(one, table, 3))["code"] == "no_hints_rated"

    asyncio.run(play())


def test_a_game_with_a_hint_is_no_best_time(house: House) -> None:
    async def play() -> None:
        ann, rules = house.guest(), {"quick_attr": "shading"}
        table = quick(ann, **rules)
        async with line(house, ann) as one:
            await watched(one, table)
            assert (await hinted(one, table, 1))["type"] == "hint_told"
            await finish(one, table)
        assert best(ann, **rules)["mine"] == {"time": None, "points": None}

    asyncio.run(play())


def test_one_at_a_time_and_a_worker_that_goes_is_no_silence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that never answers: the second question is refused at once, and the first when the worker goes."""
    monkeypatch.setattr(pool, "LONGEST_S", 1_000.0)

    async def play(house: House) -> None:
        ann = house.guest()
        table = begins(ann, "me", "random")
        async with line(house, ann) as one:
            await watched(one, table)
            assert (await hinted(one, table, 1))["code"] == "hint_failed", "nobody is there to think"
            async with line(house, authorization=f"Bearer {house.server.signer.worker}") as silent:
                await silent.ask("work", seats=5)
                first = await one.send("hint", table=table)
                consult = await silent.until(
                    lambda line: [message for message in line.heard if message["type"] == "consult"]
                )
                assert (await hinted(one, table, 1))["code"] == "hint_busy"
                assert (await one.ask("ping"))["type"] == "done", "who waits for a hint is heard meanwhile"
                assert consult[0]["share"] == house.server.hall.shares.alias(house.server.hall.tables[table])
                assert "seed" not in msgspec.json.encode(consult).decode(), "only a view"
            assert (await one.answer(first))["code"] == "hint_failed"
            monkeypatch.setattr(pool, "LONGEST_S", 0.05)
            async with line(house, authorization=f"Bearer {house.server.signer.worker}") as silent:
                await silent.ask("work", seats=5)
                assert (await hinted(one, table, 1))["code"] == "hint_failed", "nor is one that thinks for ever"
            assert not one.events("hinted"), "what was not given is not counted"
            answer = await one.ask("advice", question=1, hint="null")
            assert answer["code"] == "bad_message", "nobody but a worker advises"
            table = make(ann, "sep", "me", "random", options={"start_player": "second"})
            await watched(one, table)
            assert (await hinted(one, table, 1))["code"] == "no_hint_now", "it is the bot's turn"
            await one.ask("play", table=table, move={"type": "resign"})
            assert (await hinted(one, table, 1))["code"] == "not_running"

    with running(tmp_path) as house:
        asyncio.run(play(house))
