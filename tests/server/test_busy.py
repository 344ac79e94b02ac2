"""The server's time is shared, too: one address can ask for much of it, and nobody else waits for that."""

import asyncio
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from socket import IPPROTO_TCP, TCP_NODELAY, create_connection
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed

from septet.server.gate.door import Doorstep, Entrance
from septet.server.gate.effort import Effort, Tally, measured
from septet.server.limits import Limits
from septet.server.serving import Line, listening, run
from tests.server.lines import line, make
from tests.server.running import House, running

HERE, THERE = {"x-forwarded-for": "192.0.2.1"}, {"x-forwarded-for": "2001:db8::9"}
TEXT, PING = 0x81, 0x89


def frame(text: bytes, kind: int = TEXT) -> bytes:
    """A masked frame, whose mask changes nothing."""
    size = len(text)
    head = bytes([kind, 0x80 | size]) if size < 126 else bytes([kind, 0xFE]) + size.to_bytes(2, "big")
    return head + bytes(4) + text


def message(kind: str, number: int, **fields: Any) -> bytes:
    return msgspec.json.encode({"type": kind, "id": f"n{number}", **fields})


def test_on_a_workers_line_no_bot_waits_for_another(tmp_path: Path) -> None:
    """A claim of a bot gives people a head start; the bots of all other tables move meanwhile."""

    async def play(house: House) -> None:
        ann = house.browser(**HERE)
        assert ann.post("/api/guest").status_code == 201
        racing, quiet = make(ann, "set", "me", "random"), make(ann, "sep", "me", "random")
        room = house.server.hall.tables[racing].room
        room.setup = replace(room.setup, human_priority_ms=3_600_000)
        async with line(house, authorization=f"Bearer {house.server.signer.worker}") as worker:
            await worker.ask("work", seats=10)
            await worker.until(lambda one: sum(told["type"] == "job" for told in one.heard) == 2)
            waits = await worker.send("play", table=racing, seat=1, move={"type": "call"}, rev=None)
            wrong = await worker.ask("play", table=quiet, seat=1, move={"type": "call"}, rev=None)
            assert wrong["type"] == "refused"
            assert waits not in worker.answers
        assert "192.0.2.1 bots" in house.server.shares.busy.buckets, "it is the time of those at whose table it plays"

    with running(tmp_path, proxy="127.0.0.1") as house:
        asyncio.run(play(house))


def test_whoever_has_had_enough_of_our_time_waits_and_nobody_else_does(tmp_path: Path) -> None:
    async def speak(house: House) -> None:
        async with line(house, None, "", **HERE) as one:
            assert (await one.ask("ping"))["type"] == "done", "later, but answered"

    with running(tmp_path, proxy="127.0.0.1", busy=1e-4) as house:
        here, there, own = house.browser(**HERE), house.browser(**THERE), house.browser()
        answers = (here.get("/api/phrases") for _ in range(200))
        answer = next((one for one in answers if one.status_code != 200), here.get("/api/phrases"))
        assert (answer.status_code, answer.json()["code"]) == (429, "busy")
        assert 2 < int(answer.headers["retry-after"]) <= 40
        assert there.get("/api/phrases").status_code == 200
        assert {own.get("/api/phrases").status_code for _ in range(5)} == {200}, "this machine may speak for many"
        asyncio.run(speak(house))


def test_time_is_measured_without_the_waiting() -> None:
    spent: list[float] = []
    tally = Tally(Effort(), spent.append)

    async def work(then: Callable[[], Awaitable[Any]]) -> str:
        began = time.thread_time()
        while time.thread_time() < began + 0.01:
            pass
        await then()
        return "done"

    async def fails() -> None:
        await asyncio.sleep(0)
        raise KeyError("mine")

    async def play() -> None:
        assert await measured(work(lambda: asyncio.sleep(0.2)), tally) == "done"
        assert len(spent) == 2 and sum(spent) >= 0.01
        assert spent[1] < 0.2, "what it waited is not counted"
        with pytest.raises(KeyError, match="mine"):
            await measured(work(fails), tally)
        task = asyncio.create_task(measured(work(asyncio.Event().wait), tally))
        await asyncio.sleep(0.02)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        async with asyncio.timeout(20):
            assert await measured(work(lambda: asyncio.to_thread(time.sleep, 0)), tally) == "done"

    asyncio.run(play())


def test_a_flood_is_unpacked_no_faster_than_it_is_heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    unpacked = 0
    unpack = Line.handle_text

    def handle_text(self: Line, event: Any) -> None:
        nonlocal unpacked
        unpacked += 1
        unpack(self, event)

    monkeypatch.setattr(Line, "handle_text", handle_text)

    async def play(house: House) -> None:
        async with line(house, house.guest()) as one:
            many = range(80)
            long = message("say", 80, table="aaaaaaaaaaaa", text="x" * 60_000)
            one.socket.transport.write(b"".join(frame(message("ping", number)) for number in many) + frame(long))
            await one.until(lambda heard: len(heard.answers) == 81)
            assert list(one.answers) == [f"n{number}" for number in range(81)], "all, and in their order"
            await one.hush()
            one.socket.transport.write(b"".join(frame(message("ping", number)) for number in range(20_000)))
            with pytest.raises(ConnectionClosed):
                async with asyncio.timeout(60):
                    while await one.socket.recv():
                        pass
        assert unpacked < 2_000, "a tenth of what was sent; how many exactly is a matter of time"

    with running(tmp_path, messages=20) as house:
        asyncio.run(play(house))


def test_pings_of_the_protocol_have_an_end(tmp_path: Path) -> None:
    async def play(house: House, pings: int) -> None:
        async with line(house) as one:
            one.socket.transport.write(frame(b"", PING) * pings)
            assert (await one.ask("ping"))["type"] == "done"

    with running(tmp_path, messages=10) as house:
        asyncio.run(play(house, 30))
        with pytest.raises((ConnectionClosed, ConnectionError)):
            asyncio.run(play(house, 5_000))


ENTRANCE = """
import asyncio, os, resource, sys
from septet.server.gate.door import Doorstep, Entrance
from septet.server.limits import Limits
from septet.server.serving import listening, run

class Greets(asyncio.Protocol):
    def connection_made(self, transport):
        transport.write(b"welcome")
        transport.close()

async def main():
    sock = listening("127.0.0.1", 0)
    entrance = Entrance(sock, Doorstep(Limits(), None, None), Greets)
    standing = asyncio.create_task(entrance.stand_open())
    await asyncio.sleep(0)
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
    taken = []
    try:
        while True:
            taken.append(os.open("/dev/null", os.O_RDONLY))
    except OSError:
        pass
    print(sock.getsockname()[1], flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
    for one in taken:
        os.close(one)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)

(asyncio.run if sys.argv[1] == "asyncio" else run)(main())
"""


@pytest.mark.parametrize("loop", ["asyncio", "usual"])
def test_without_a_file_left_the_entrance_says_so_and_opens_again(loop: str) -> None:
    command = [sys.executable, "-c", ENTRANCE, loop]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as house:
        assert house.stdin and house.stdout
        with create_connection(("127.0.0.1", int(house.stdout.readline())), 30) as one:
            said = house.stdout.readline()
            assert "limit_hit" in said and "limit=files" in said, said
            house.stdin.write("\n")
            house.stdin.flush()
            assert one.recv(100) == b"welcome"
        house.stdin.write("\n")
        house.stdin.flush()
        assert "limit_hit" not in house.stdout.read(), "once is enough"


@pytest.mark.parametrize("loop", ["asyncio", "usual"])
def test_nothing_that_is_said_waits_for_what_was_said_before(loop: str) -> None:
    """Answers go out in two pieces; without this option the second waits forty milliseconds for many a browser."""

    found: list[int] = []

    class Met(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            found.append(transport.get_extra_info("socket").getsockopt(IPPROTO_TCP, TCP_NODELAY))
            transport.close()

    async def main() -> None:
        sock = listening("127.0.0.1", 0)
        standing = asyncio.create_task(Entrance(sock, Doorstep(Limits(), None, None), Met).stand_open())
        reader, writer = await asyncio.open_connection(*sock.getsockname())
        await asyncio.wait_for(reader.read(), 30)  # until it is closed, and so was met
        writer.close()
        standing.cancel()
        sock.close()

    (asyncio.run if loop == "asyncio" else run)(main())
    assert found and all(found)
