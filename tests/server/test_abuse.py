"""Whatever is thrown at the server: a clear answer or a closed socket, nothing changed, and nobody else is harmed."""

import asyncio
import random
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.lines import Line, line, make
from tests.server.running import House, running
from tests.server.test_tables import seated


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("house")) as found:
        yield found


RUBBISH: dict[str, str | bytes] = {
    "nothing": "",
    "not JSON": "hello",
    "a number": "1" * 50_000,
    "a list": "[]",
    "null": "null",
    "no type": '{"id":"x"}',
    "an unknown type": '{"type":"fly","id":"x"}',
    "no id": '{"type":"ping"}',
    "an empty id": '{"type":"ping","id":""}',
    "a long id": '{"type":"ping","id":"' + "x" * 41 + '"}',
    "a field too many": '{"type":"ping","id":"x","extra":1}',
    "deep": '{"type":"play","id":"x","table":"aaaaaaaaaaaa","move":' + "[" * 20_000 + "]" * 20_000 + "}",
    "deeper": "[" * 60_000,
    "a strange table": '{"type":"watch","id":"x","table":"../../etc/passwd"}',
    "a negative number": '{"type":"watch","id":"x","table":"aaaaaaaaaaaa","have":-1}',
    "a huge number": '{"type":"watch","id":"x","table":"aaaaaaaaaaaa","have":' + "9" * 4_000 + "}",
    "binary": b"\x00\x01\x02",
    "binary JSON": b'{"type":"ping","id":"x"}',
    "a lone surrogate": '{"type":"ping","id":"\\ud800"}',
}


@pytest.mark.parametrize("name", RUBBISH)
def test_rubbish_is_answered_or_the_socket_closed(house: House, name: str) -> None:
    async def play() -> None:
        async with line(house, house.guest()) as one:
            await one.hush()
            await one.socket.send(RUBBISH[name])
            try:
                answer = msgspec.json.decode(await asyncio.wait_for(one.socket.recv(), 10))
            except ConnectionClosed as closed:
                assert closed.rcvd is not None and closed.rcvd.code in (1003, 1007, 1009, 4000)
                return
            assert answer["type"] in ("refused", "done"), answer
            assert "Traceback" not in str(answer)
            await one.socket.send('{"type":"ping","id":"still there"}')
            assert msgspec.json.decode(await one.socket.recv())["id"] == "still there"

    asyncio.run(play())
    assert house.browser().get("/health").json()["status"] == "well"


def test_what_is_too_large_closes_the_socket(house: House) -> None:
    async def play() -> None:
        async with line(house, house.guest()) as one:
            await one.hush()
            with pytest.raises(ConnectionClosed):
                await one.socket.send('{"type":"say","id":"x","table":"aaaaaaaaaaaa","text":"' + "x" * 100_000 + '"}')
                await asyncio.wait_for(one.socket.recv(), 10)

    asyncio.run(play())


def test_text_that_is_no_utf8_closes_the_socket(house: House) -> None:
    async def play() -> None:
        async with line(house, house.guest()) as one:
            await one.hush()
            with pytest.raises(ConnectionClosed) as closed:
                await one.socket.send(b"\xff\xfe", text=True)
                await asyncio.wait_for(one.socket.recv(), 10)
            assert closed.value.rcvd and closed.value.rcvd.code == 1007

    asyncio.run(play())


def test_random_messages_change_nothing_and_slow_nobody(house: House) -> None:
    """While somebody fuzzes, two people play on; what they wait for an answer stays what it was."""

    async def fuzz(eve: httpx.Client, table: str, rng: random.Random, until: float) -> int:
        sent = 0
        while time.monotonic() < until:
            async with line(house, eve) as one:
                sent += await fuzz_one(one, table, rng, until)
        return sent

    async def fuzz_one(one: Line, table: str, rng: random.Random, until: float) -> int:
        sent = 0
        kinds = "watch unwatch sit invite start leave play ask propose answer say work stuck job table".split()
        scraps: list[Any] = [
            None,
            -1,
            0,
            10**12,
            "",
            "x" * 500,
            [],
            {},
            True,
            {"type": "draw"},
            {"type": "resign"},
            "undo",
            table,
        ]
        while time.monotonic() < until:
            fields = {
                name: rng.choice(scraps)
                for name in rng.sample("table have seat bot move rev what to yes text phrase".split(), 5)
            }
            try:
                answer = await one.ask(rng.choice(kinds), **{**fields, "table": table})
            except ConnectionClosed:
                break
            sent += 1
            assert answer["type"] in ("refused", "done", "scored")
        return sent

    async def play() -> None:
        ann, bob, eve = house.guest(), house.guest(), house.guest()
        table = make(ann, "sep", "me", "anyone")
        async with line(house, ann) as one, line(house, bob) as other:
            await seated(one, other, table)
            n = one.n[table]
            fuzzing = asyncio.create_task(fuzz(eve, table, random.Random("fuzz"), time.monotonic() + 3))
            waits = []
            while not fuzzing.done():
                began = time.monotonic()
                await one.ask("ping")
                waits.append(time.monotonic() - began)
                await asyncio.sleep(0.01)
            assert await fuzzing > 100
            said = [event for event in one.heard if event["type"] == "event"]
            changes = [event for event in said if event["event"]["type"] not in ("nothing", "said")]
            assert [event for event in changes if event["n"] > n] == [], "a stranger has changed nothing"
            assert sorted(waits)[len(waits) // 2] < 1

    asyncio.run(play())


def test_too_many_messages_are_refused_and_then_the_socket_is_closed(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        async with line(house, house.guest()) as one:
            codes = []
            with pytest.raises(ConnectionClosed):
                for number in range(1_000):
                    await one.socket.send(f'{{"type":"ping","id":"{number}"}}')
                    if number % 50 == 0:
                        await asyncio.sleep(0.02)
                await one.reading
            codes = [answer["code"] for answer in one.heard if answer["type"] == "refused"]
            assert set(codes) == {"too_fast"}
            assert one.socket.close_code == 4009

    with running(tmp_path, messages=20) as house:
        asyncio.run(play(house))


def test_floods_of_guests_tables_chat_and_sockets_are_held_back(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        ann = house.guest()
        seats = [{"who": "me"}, {"who": "anyone"}]
        made = [ann.post("/api/tables", json={"game": "sep", "seats": seats}).status_code for _ in range(12)]
        assert made[0] == 201 and 429 in made
        guests = [house.browser().post("/api/guest").status_code for _ in range(15)]
        assert 429 in guests
        table = ann.get("/api/me/games").json()[0]["id"]
        async with line(house, ann) as one:
            said = [await one.ask("say", table=table, text=f"Hello {number}") for number in range(12)]
            assert [answer.get("code") for answer in said].count("too_fast") >= 1
            async with AsyncExitStack() as opened:
                with pytest.raises(ConnectionClosed):
                    for _ in range(5):
                        await opened.enter_async_context(line(house, ann))

    with running(tmp_path, tables=0.1, guests=0.1, chat=1, sockets_each=5) as house:
        asyncio.run(play(house))


def test_two_hundred_spectators_on_one_game(house: House) -> None:
    async def play() -> None:
        ann, bob = house.guest(), house.guest()
        table = make(ann, "sep", "me", "anyone", options={"start_player": "first"})
        async with line(house, ann) as one, line(house, bob) as other, AsyncExitStack() as opened:
            await seated(one, other, table)
            crowd = [await opened.enter_async_context(line(house)) for _ in range(200)]
            for each in crowd:
                await each.send("watch", table=table)
            answer = await one.play(table, {"type": "draw"})
            for each in crowd:
                await each.at(table, answer["n"])
                assert each.moments[table]["view"]["number_hand"] == []

    asyncio.run(play())
