"""Connections break, come twice, and come back: nothing is lost, nothing is done twice."""

import asyncio
import random
import socket as sockets
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import Connection, insert
from websockets.exceptions import ConnectionClosed

from septet.games.game import Undo
from septet.server.store import schema
from septet.server.tables.events import Played, Row, Said
from tests.server.lines import Line, line, make
from tests.server.running import House, overheard, running
from tests.server.test_tables import seated


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("house")) as found:
        yield found


ENOUGH = 6  # moves that show how it goes


class Stubborn:
    """A player whose socket is cut at given message numbers, in or out, and who always comes back and resumes."""

    def __init__(self, house: House, browser: httpx.Client, table: str, cuts: set[int]) -> None:
        self.house, self.browser, self.table, self.cuts = house, browser, table, cuts
        self.have: int | None = None
        self.moment: dict[str, Any] | None = None
        self.numbers: list[int] = []
        self.pending: dict[str, Any] | None = None
        self.count = 0
        self.breaks = 0
        self.made: dict[str, int] = {}

    async def play(self, rng: random.Random) -> None:
        while not (self.moment and self.moment["outcome"]):
            async with line(self.house, self.browser) as one:
                await one.hush()
                try:
                    await self._talk(one, rng)
                except Cut:
                    self.breaks += 1
                    one.socket.transport.abort()

    async def _talk(self, one: Line, rng: random.Random) -> None:
        await self._send(one, {"type": "watch", "id": f"w{self.count}", "table": self.table, "have": self.have})
        if self.pending:
            await self._send(one, self.pending)
        while not (self.moment and self.moment["outcome"] and not self.pending):
            self._cut()
            message = msgspec.json.decode(await one.socket.recv())
            self._cut()
            self._note(message)
            if (
                self.moment
                and self.moment["offers"]
                and not self.pending
                and message["type"] in ("event", "table", "done")
            ):
                move = rng.choice(self.moment["offers"]) if len(self.made) < ENOUGH else {"type": "resign"}
                self.pending = {"type": "play", "id": f"p{self.have}", "table": self.table, "move": move}
                self.pending["rev"] = self.moment["rev"]
                await self._send(one, self.pending)

    def _note(self, message: dict[str, Any]) -> None:
        if message["type"] in ("table", "event") and message["table"] == self.table:
            if message["type"] == "event":
                assert self.have is not None and message["n"] == self.have + 1, "no gap, no repeat"
            self.have = message["n"]
            self.numbers.append(message["n"])
            self.moment = message["moment"] or self.moment
        elif self.pending and message.get("id") == self.pending["id"]:
            assert message["type"] == "done", message
            self.made[message["id"]] = message["n"]
            self.pending = None

    async def _send(self, one: Line, message: dict[str, Any]) -> None:
        self._cut()
        await one.socket.send(msgspec.json.encode(message).decode())
        self._cut()

    def _cut(self) -> None:
        self.count += 1
        if self.count in self.cuts:
            raise Cut


class Cut(Exception):
    """The wire is cut here."""


def test_a_socket_cut_at_every_message_loses_and_doubles_nothing(house: House) -> None:
    """In one game after the other, at every point of sending and receiving."""

    async def play() -> int:
        breaks = 0
        for start in range(1, 14):
            ann, bob = house.guest(), house.guest()
            table = make(ann, "sep", "me", "anyone")
            assert bob.get("/api/me").status_code == 200
            async with line(house, bob) as other:
                await other.ask("sit", table=table)
            cuts = set(range(start, 4_000, 13))
            one, two = Stubborn(house, ann, table, cuts), Stubborn(house, bob, table, set())
            async with asyncio.timeout(60):
                await asyncio.gather(one.play(random.Random(start)), two.play(random.Random(-start)))
            assert one.moment and two.moment and one.moment["outcome"] == two.moment["outcome"]
            assert one.numbers == sorted(set(one.numbers))
            assert len(set(one.made.values())) == len(one.made), "no move was made twice"
            breaks += one.breaks
        return breaks

    assert asyncio.run(play()) > 50


def test_every_message_sent_three_times_is_done_once(house: House) -> None:
    async def play() -> None:
        ann, bob = house.guest(), house.guest()
        table = make(ann, "sep", "me", "anyone")
        rng = random.Random("three times")
        async with line(house, ann) as one, line(house, bob) as other:
            await seated(one, other, table)
            lines = [one, other]
            while one.moments[table]["moves"] < 2 * ENOUGH:
                (seat,) = one.moments[table]["to_move"]
                mover, moment = lines[seat], lines[seat].moments[table]
                move, n = rng.choice(moment["offers"]), mover.n[table]
                text = {"type": "play", "id": f"again{n}", "table": table, "move": move, "rev": moment["rev"]}
                answers = await thrice(mover, text)
                assert [answer["type"] for answer in answers] == ["done"] * 3
                assert {answer["n"] for answer in answers} == {n + 1}
                for each in lines:
                    await each.at(table, n + 1)
            assert one.n[table] == 3 + one.moments[table]["moves"]

    async def thrice(mover: Line, message: dict[str, Any]) -> list[dict[str, Any]]:
        heard = len(mover.heard)
        mover.answers = Forgetful()
        for _ in range(3):
            await mover.socket.send(msgspec.json.encode(message).decode())
        await mover.until(lambda line: sum(one.get("id") == message["id"] for one in line.heard[heard:]) == 3)
        return [one for one in mover.heard[heard:] if one.get("id") == message["id"]]

    asyncio.run(play())


class Forgetful(dict[str, dict[str, Any]]):
    """Answers that may come more than once, since the question did."""

    def __contains__(self, key: object) -> bool:
        return False


def test_two_tabs_of_one_player_hear_the_same_and_either_may_move(house: House) -> None:
    async def play() -> None:
        ann, bob = house.guest(), house.guest()
        table = make(ann, "sep", "me", "anyone", options={"start_player": "first"})
        async with line(house, ann) as one, line(house, ann) as tab, line(house, bob) as other:
            await seated(one, other, table)
            await tab.ask("watch", table=table)
            answer = await tab.play(table, {"type": "draw"})
            await one.at(table, answer["n"])
            assert one.moments[table]["view"] == tab.moments[table]["view"]
            assert (await one.play(table, one.moments[table]["offers"][0]))["type"] == "done"

    asyncio.run(play())


def test_a_spectator_who_sits_down_sees_the_own_hand_from_then_on(house: House) -> None:
    async def play() -> None:
        ann, bob = house.guest(), house.guest()
        table = make(ann, "sep", "me", "anyone")
        async with line(house, bob) as other:
            await other.ask("watch", table=table)
            assert other.about(table)["seat"] is None
            await other.ask("sit", table=table)
            await other.until(lambda line: table in line.moments)
            assert other.moments[table]["view"]["seat"] == 1
            assert len(other.moments[table]["view"]["number_hand"]) == 2

    asyncio.run(play())


def test_a_reader_who_stops_reading_is_dropped_and_harms_nobody(tmp_path: Path) -> None:
    """Its queue is bounded, the others are as quick as before, and it may resume."""

    async def play(house: House) -> None:
        ann, bob, cy = house.guest(), house.guest(), house.guest()
        table = make(ann, "sep", "me", "anyone")
        async with line(house, ann) as one, line(house, bob) as other, line(house, cy) as deaf:
            await seated(one, other, table)
            await deaf.ask("watch", table=table)
            await deaf.hush()
            deaf.socket.transport.pause_reading()
            have, told, most = deaf.n[table], 0, 0
            (socket,) = (one for one in house.server.sockets if one.user == deaf.heard[0]["you"]["id"])
            async with asyncio.timeout(30):
                while socket in house.server.sockets:
                    with suppress(ConnectionClosed):  # it asks for much, and listens to nothing
                        for number in range(100):
                            await deaf.send("watch", table=table, id=f"{told}-{number}")
                    began = time.monotonic()
                    assert (await one.ask("say", table=table, text="Are you there?"))["type"] == "done"
                    assert time.monotonic() - began < 5
                    told, most = told + 1, max(most, socket.queued)
            assert most <= 2 * house.server.settings.limits.queued_bytes
        async with line(house, cy) as back:
            back.n[table] = have
            await back.ask("watch", table=table, have=have)
            assert back.n[table] == have + told

    with running(tmp_path, queued=400, queued_bytes=100_000) as house:
        asyncio.run(play(house))


def test_half_a_handshake_and_then_silence_harms_nobody(house: House) -> None:
    """Slow and broken handshakes wait beside, they do not hold anybody up."""
    host, port = house.address.removeprefix("http://").split(":")
    slow = [sockets.create_connection((host, int(port))) for _ in range(50)]
    try:
        for one in slow:
            one.sendall(b"GET /ws HTTP/1.1\r\nHost: ")
        assert house.browser().get("/health").json()["status"] == "well"
    finally:
        for one in slow:
            one.close()


def test_leaving_without_a_word_is_noticed(tmp_path: Path) -> None:
    """A line that goes dead without closing is closed by the server when its pong does not come."""

    async def play(house: House) -> None:
        ann = house.guest()
        async with line(house, ann) as one:
            await one.hush()
            one.socket.transport.pause_reading()  # no pong will be sent
            async with asyncio.timeout(20):
                while house.server.sockets:
                    await asyncio.sleep(0.1)

    with running(tmp_path, ping_s=0.5) as house:
        asyncio.run(play(house))


def test_what_is_told_to_somebody_who_is_leaving_troubles_nobody(house: House) -> None:
    troubles: list[Any] = []

    async def tell(user: str) -> bool:
        house.loop.set_exception_handler(lambda _, context: troubles.append(context))
        (socket,) = (one for one in house.server.sockets if one.user == user)
        connection: Any = socket.line.write
        connection.__self__.conn.send_close(1000)  # the goodbye is on its way, and the socket does not know yet
        socket.tell(b"{}")
        await asyncio.sleep(0.05)
        return bool(socket.line.write([b"{}"]))

    async def play() -> None:
        async with line(house, house.guest()) as one:
            user = one.heard[0]["you"]["id"]
            assert not await asyncio.to_thread(house.call, tell(user))
            house.loop.call_soon_threadsafe(house.loop.set_exception_handler, None)

    asyncio.run(play())
    assert troubles == []


def test_what_is_told_when_the_writer_has_gone_troubles_nobody(house: House) -> None:
    async def tell(user: str) -> None:
        (socket,) = (one for one in house.server.sockets if one.user == user)
        socket.line = socket.line._replace(write=lambda _: False)
        socket.writer_waits.cancel()  # as when the line is lost
        socket.tell(b"{}")
        await asyncio.sleep(0.05)

    async def play() -> None:
        async with line(house, house.guest()) as one:
            await one.ask("ping")  # the writer waits
            await asyncio.to_thread(house.call, tell(one.heard[0]["you"]["id"]))

    with overheard() as told:
        asyncio.run(play())
    assert [one for one in told if one["log_level"] == "error"] == []


async def lived(house: House, one: httpx.Client, other: httpx.Client, events: int) -> str:
    """A table with a life of so many events: remarks, and a move that is taken back and made again."""
    table = make(one, "sep", "me", "anyone", options={"start_player": "first"})
    async with line(house, one) as ann, line(house, other) as bob:
        await seated(ann, bob, table)
        await ann.play(table, ann.moments[table]["offers"][0])
    live = house.server.hall.tables[table]
    rows, user = house.call(house.server.store.rows(table)), one.get("/api/me").json()["id"]
    said = msgspec.json.encode(Said(user, "Ann", 0, "as it was said so often before"))
    again = (said, msgspec.json.encode(Played(None, Undo(0))), rows[-1].event)
    more = [
        Row(table, n, rows[-1].at, rows[-1].wall, user, f"m{n}", again[(events - n + 1) % 3])
        for n in range(len(rows) + 1, events + 1)
    ]

    def write(connection: Connection) -> None:
        connection.execute(insert(schema.log), [msgspec.structs.asdict(row) for row in more])

    house.call(house.server.store.write(write))
    house.call(live.read_on())
    assert live.room.n == events
    return table


def test_reconnecting_costs_what_was_missed_and_not_the_whole_life_of_the_table(house: House) -> None:
    async def back(person: httpx.Client, table: str, have: int) -> tuple[int, int]:
        """How many messages come, and how many bytes."""
        async with line(house, person) as again:
            again.n[table] = have
            before = len(again.raw)
            done = await again.ask("watch", table=table, have=have)
            assert again.n[table] == done["n"], "and nothing is missing"
            return len(again.raw) - before, sum(map(len, again.raw[before:]))

    async def measure() -> None:
        ann, bob = house.guest(), house.guest()
        young, old = [await lived(house, ann, bob, events) for events in (20, 2_000)]
        for missed in (0, 3):
            short, long = await back(ann, young, 20 - missed), await back(ann, old, 2_000 - missed)
            assert short[0] == long[0] == missed + 2, "the events, who is there, and that it is done"
            assert long[1] < 1.1 * short[1] + 50
        whole = await back(ann, old, 0)
        assert whole[1] > 20 * short[1], "this would see it"

    asyncio.run(measure())
