"""Several servers of one house: on one PostgreSQL and one Redis, any of them serves any table."""

import asyncio
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from redis.asyncio import Redis as RedisClient

from septet.server.app import Server, Settings
from septet.server.cluster.bus_redis import RedisBus, house_of
from septet.server.limits import Limits
from septet.server.store.postgres import PostgresStore
from septet.server.tables.events import Row
from tests.server.guests import Guest
from tests.server.lines import Line, line, make
from tests.server.nodes import SOURCE
from tests.server.running import PLENTY, House, running
from tests.server.services import Postgres, Redis, postgres, redis
from tests.server.test_tables import seated

SECRET = "the secret of two houses that are one"
LEASE_S = 1.0


@pytest.fixture(scope="session")
def database() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


@pytest.fixture
def bus() -> Iterator[Redis]:
    with redis() as server:
        yield server


@contextmanager
def houses(folder: Path, database: str, bus: Redis, away_s: float = 60) -> Iterator[list[House]]:
    """Two servers of one house, in threads of this process."""
    limits = Limits(**{**PLENTY, "lease_s": LEASE_S, "away_s": away_s})
    with ExitStack() as stack:
        found = []
        for number in range(2):
            settings = Settings(data=folder / str(number), limits=limits, secret=SECRET)
            server = Server(settings, PostgresStore(database), RedisBus(bus.url, SECRET))
            found.append(stack.enter_context(running(folder / str(number), server=server)))
        yield found


def at(house: House, browser: Any) -> Any:
    """The same person in a browser at another server of the house."""
    other = house.browser()
    other.cookies.update(browser.cookies)
    return other


async def play_on(lines: list[Line], table: str, moves: int, rng: random.Random) -> None:
    """Whoever is to move makes a random move."""
    for _ in range(moves):
        moment = lines[0].moments[table]
        if moment["outcome"]:
            return
        (seat,) = moment["to_move"]
        answer = await lines[seat].play(table, rng.choice(lines[seat].moments[table]["offers"]))
        assert answer["type"] == "done", answer
        for one in lines:
            await one.at(table, answer["n"])


def test_two_people_play_through_two_servers(database: Postgres, bus: Redis, tmp_path: Path) -> None:
    async def scene(one: House, other: House) -> None:
        ann, bob = one.guest(), other.guest()
        table = make(ann, "sep", "me", "anyone")
        async with line(one, ann) as first, line(other, bob) as second, line(other) as watcher:
            await first.ask("watch", table=table)
            assert (await second.ask("sit", table=table))["type"] == "done"
            await second.ask("watch", table=table)
            await watcher.ask("watch", table=table)
            await first.until(lambda line: table in line.moments)
            await play_on([first, second], table, 60, random.Random("two servers"))
            ended = await first.play(table, {"type": "resign"})
            for each in (first, second):
                await each.at(table, ended["n"])
            outcome = first.moments[table]["outcome"]
            assert outcome
            assert outcome == second.moments[table]["outcome"]
            await watcher.at(table, first.n[table])
            assert watcher.moments[table]["outcome"] == outcome
        records = [browser.get(f"/api/tables/{table}/record").content for browser in (ann, bob)]
        assert records[0] == records[1]
        for browser in (ann, bob):
            assert [game["id"] for game in browser.get("/api/me/games").json()] == [table]
            assert browser.get("/api/tables", params={"status": "over"}).json() == []  # it was not a public one

    with houses(tmp_path, database.new_database("two_people"), bus) as (one, other):
        asyncio.run(scene(one, other))


def test_two_moves_at_once_through_two_servers_are_one_move(database: Postgres, bus: Redis, tmp_path: Path) -> None:
    """The same person sends two different moves, or one message twice: one is made, and the other sender knows."""

    async def scene(one: House, other: House) -> None:
        rng = random.Random("at once")
        ann, bob = one.guest(), one.guest()
        table = make(ann, "sep", "me", "anyone")
        async with (
            line(one, ann) as a1,
            line(other, at(other, ann)) as a2,
            line(one, bob) as b1,
            line(other, at(other, bob)) as b2,
        ):
            await b1.ask("sit", table=table)
            sides, every = [(a1, a2), (b1, b2)], (a1, a2, b1, b2)
            for each in every:
                await each.ask("watch", table=table)
            done = refused = 0
            for turn in range(40):
                moment = a1.moments[table]
                if moment["outcome"]:
                    break
                both = sides[moment["to_move"][0]]
                same = turn % 2 == 0
                ids = ["t", "t"] if same else ["t", "u"]
                moves = rng.choices(both[0].moments[table]["offers"], k=1 if same else 2) * 2
                fields = {"table": table, "rev": moment["rev"]}
                asked = (both[k].ask("play", id=f"{ids[k]}{turn}", move=moves[k], **fields) for k in (0, 1))
                answers = await asyncio.gather(*asked)
                one_move = same_number(answers) if same else sorted(answer["type"] for answer in answers)
                assert one_move in (True, ["done", "done"], ["done", "refused"]), answers
                done += one_move is True
                refused += one_move == ["done", "refused"]
                for each in every:
                    await each.at(table, max(answer["n"] for answer in answers))
            assert done
            assert refused

    with houses(tmp_path, database.new_database("at_once"), bus) as (one, other):
        asyncio.run(scene(one, other))


def test_everybody_sees_who_is_there_through_whichever_server(database: Postgres, bus: Redis, tmp_path: Path) -> None:
    async def scene(one: House, other: House) -> None:
        ann, bob = one.guest(), other.guest()
        table = make(ann, "sep", "me", "anyone", absent="bot")
        async with line(one, ann) as first:
            await first.ask("watch", table=table)
            async with line(other, bob) as second:
                await second.ask("sit", table=table)
                await second.ask("watch", table=table)
                await first.until(lambda line: here(line) == [True, True])
                await second.until(lambda line: here(line) == [True, True])
            await first.until(lambda line: here(line) == [True, False])
            await first.until(lambda line: line.events("stood_in"))  # away for too long: a bot sits in
            async with line(other, bob) as second:
                await second.ask("watch", table=table)
                assert (await second.ask("sit", table=table))["type"] == "done"
                await first.until(lambda line: here(line) == [True, True])
                await first.until(lambda line: line.events("came_back"))

    with houses(tmp_path, database.new_database("presence"), bus, away_s=0.2) as (one, other):
        asyncio.run(scene(one, other))


def test_whoever_stirs_at_another_server_is_not_silent(database: Postgres, bus: Redis, tmp_path: Path) -> None:
    """What becomes no event is told to the server that looks after the table."""

    async def scene(one: House, other: House) -> None:
        ann, bob = one.guest(), other.guest()
        table = make(ann, "set", "me", "anyone")
        async with line(one, ann) as first, line(other, bob) as second:
            for each in (first, second):
                await each.ask("watch", table=table)
            assert (await second.ask("sit", table=table))["type"] == "done"
            await first.until(lambda line: table in line.moments)
            keeper, seat = one.server.hall.tables[table], 1
            assert keeper.kept and not other.server.hall.tables[table].kept
            for what, more in (("here", {}), ("ask", {"move": {"type": "call"}})):
                keeper.absence.stirred.clear()
                await second.ask(what, table=table, **more)
                await until(lambda: seat in keeper.absence.stirred)

    with houses(tmp_path, database.new_database("stirring"), bus) as (one, other):
        asyncio.run(scene(one, other))


def test_people_are_counted_through_all_servers(database: Postgres, bus: Redis, tmp_path: Path) -> None:
    async def scene(one: House, other: House) -> None:
        async with line(one, one.guest()), line(other, other.guest()), line(other):
            async with asyncio.timeout(20):
                for house in (one, other):
                    while (await asyncio.to_thread(house.browser().get, "/api/today")).json()["people"] != 3:
                        await asyncio.sleep(0.1)

    with houses(tmp_path, database.new_database("people"), bus) as (one, other):
        asyncio.run(scene(one, other))


def same_number(answers: list[dict[str, Any]]) -> bool:
    return all(answer["type"] == "done" for answer in answers) and answers[0]["n"] == answers[1]["n"]


def here(one: Line) -> Any:
    told = [message for message in one.heard if message["type"] == "presence"]
    return told[-1]["here"] if told else None


def test_while_the_bus_is_down_tables_go_on_and_nobody_counts_as_away(
    database: Postgres, bus: Redis, tmp_path: Path
) -> None:
    async def scene(one: House, other: House) -> None:
        rng = random.Random("no bus")
        ann, bob = one.guest(), other.guest()
        table = make(ann, "sep", "me", "anyone")

        def well() -> list[bool]:
            return [house.server.node.bus.well for house in (one, other)]

        async with line(one, ann) as first, line(other, bob) as second:
            for each in (first, second):
                await each.ask("watch", table=table)
            await first.until(lambda line: line.heard[-1].get("watchers"))  # the other server has said so
            await second.ask("sit", table=table)
            await first.until(lambda line: table in line.moments)
            await play_on([first, second], table, 4, rng)
            bus.stop()
            while any(well()):
                await asyncio.sleep(0.02)
            await play_on([first, second], table, 4, rng)
            await asyncio.to_thread(bus.start)
            while not all(well()):
                await asyncio.sleep(0.02)
            await play_on([first, second], table, 30, rng)
            assert not first.events("stood_in")

    with houses(tmp_path, database.new_database("no_bus"), bus, away_s=1) as (one, other):
        asyncio.run(scene(one, other))


def test_houses_on_the_same_redis_do_not_hear_each_other(bus: Redis) -> None:
    async def scene() -> None:
        heard: dict[str, list[tuple[str, bytes]]] = {"one": [], "two": [], "other": []}

        async def open_bus(name: str, house: str) -> RedisBus:
            async def note(channel: str, message: bytes) -> None:
                heard[name].append((channel, message))

            made = RedisBus(bus.url, house)
            await made.open(note)
            await made.listen("here")
            return made

        buses = [await open_bus("one", "a"), await open_bus("two", "a"), await open_bus("other", "b")]
        buses[0].send("here", b"hello")
        buses[0].send("elsewhere", b"nobody listens")
        await until(lambda: heard["two"])
        assert heard == {"one": [], "two": [("here", b"hello")], "other": []}
        for one in buses:
            await one.close()

    asyncio.run(scene())


def test_what_a_stranger_says_on_the_bus_is_not_believed(database: Postgres, bus: Redis, tmp_path: Path) -> None:
    """Somebody who can write to Redis knows every channel, and may repeat what was said in another."""

    async def scene(one: House, other: House) -> None:
        ann, bob = one.guest(), one.guest()
        table, second = make(ann, "sep", "me", "anyone"), make(ann, "sep", "me", "anyone")
        redis_client = RedisClient.from_url(bus.url)
        channel = f"septet:{house_of(SECRET)}:table:"
        async with redis_client.pubsub() as spy, line(one, ann) as first, line(one, bob) as two, line(other) as watcher:
            await spy.psubscribe(f"{channel}*")
            await seated(first, two, table)
            await watcher.ask("watch", table=table)
            n = watcher.n[table]
            forged = Row(
                table, n + 1, 10**6, 10**12, None, None, b'{"type":"played","seat":0,"move":{"type":"resign"}}'
            )
            said = b"r" + msgspec.msgpack.encode(forged)
            for before in (b"stranger", b"stranger" + bytes(16), b""):
                await redis_client.publish(channel + table, before + said)
            await two.ask("sit", table=second)
            repeated = 0
            for _ in range(40):
                message = await spy.get_message(ignore_subscribe_messages=True, timeout=0.3)
                if message and message["channel"].decode().endswith(second):
                    repeated += await redis_client.publish(channel + table, message["data"])
                elif repeated:
                    break  # all that was said there
            assert repeated
            answer = await first.ask("say", table=table, text="still here")
            await watcher.at(table, answer["n"])
            assert answer["n"] == n + 1 and watcher.heard[-1]["event"]["type"] == "said"
            assert not any(moment["outcome"] or moment["seed"] for moment in watcher.moments.values())
        await redis_client.aclose()

    with houses(tmp_path, database.new_database("forged"), bus) as (one, other):
        asyncio.run(scene(one, other))


def test_a_database_that_has_lost_the_latest_rows_gets_no_holes(database: Postgres, bus: Redis, tmp_path: Path) -> None:
    """As after a failover to a copy that lagged behind: what was lost is lost, and the game goes on from there."""

    async def scene(one: House, other: House) -> None:
        ann, bob = one.guest(), one.guest()
        table = make(ann, "sep", "me", "anyone")
        async with line(one, ann) as first, line(other, at(other, bob)) as second:
            await seated(first, second, table)
            await play_on([first, second], table, 6, random.Random(7))
            n = first.n[table]
            database.sql(f"DELETE FROM log WHERE \"table\" = '{table}' AND n > {n - 2}", "lost_rows")
            for each in (first, second):
                refused = await each.ask("say", table=table, text="hello?")
                assert refused.get("code", "done") in ("cannot_write", "done")
                each.n[table] = 0
                await each.ask("watch", table=table, have=n)
            assert first.n[table] < n
            await play_on([first, second], table, 6, random.Random(8))
        numbers = database.sql(f"SELECT n FROM log WHERE \"table\" = '{table}' ORDER BY n", "lost_rows").split()
        assert [int(number) for number in numbers] == list(range(1, len(numbers) + 1))

    with houses(tmp_path, database.new_database("lost_rows"), bus) as (one, other):
        asyncio.run(scene(one, other))


# Processes that are killed


@contextmanager
def worker(server: str) -> Iterator["subprocess.Popen[bytes]"]:
    """`septet work` in a process of its own."""
    environ = {**os.environ, "PYTHONPATH": SOURCE, "SEPTET_SECRET": SECRET}
    process = subprocess.Popen([sys.executable, "-m", "septet", "work", "--server", server], env=environ)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def test_when_a_worker_is_killed_another_takes_its_seats_even_at_another_server(
    database: Postgres, bus: Redis, tmp_path: Path
) -> None:
    """Ann plays against a bot at one server; its only worker dies, and one at the other server plays on."""

    async def scene(one: House, other: House) -> None:
        rng = random.Random("workers")
        ann = Guest(one.address)
        await ann.come()
        with worker(one.address) as first:
            await until(lambda: one.server.hall.pool.workers)
            table = await ann.make("sep", [{"who": "me"}, {"who": "bot", "bot": "random"}])
            await turns(table, 6, rng)
            with worker(other.address):
                await until(lambda: other.server.hall.pool.workers)
                first.kill()
                await turns(table, 6, rng)
                assert table.id in other.server.hall.leases.kept
        await ann.go()

    with houses(tmp_path, database.new_database("workers"), bus) as (one, other):
        asyncio.run(scene(one, other))


async def turns(table: Any, moves: int, rng: random.Random) -> None:
    """Make so many moves of one's own; the bot makes the others."""
    async with asyncio.timeout(60):
        for _ in range(moves):
            while not (table.moment and table.seat in table.moment["to_move"]):
                if table.outcome:
                    return
                table.changed.clear()
                await table.changed.wait()
            n = await table.play(rng.choice(table.moment["offers"]))
            while table.n < n:
                table.changed.clear()
                await table.changed.wait()


async def until(true: Any) -> None:
    async with asyncio.timeout(30):
        while not true():
            await asyncio.sleep(0.02)
