"""The client for programs: it waits where it is told to, and does not take a wrong token for none."""

import asyncio
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve

from septet import client as module
from septet.client import Client, RefusedError, connect, guest_token
from tests.server.running import House, running

SLOW = 5  # messages a second: a burst of 25


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("client"), workers=1, messages=SLOW, chat=1) as found:
        yield found


def test_who_is_too_fast_waits_and_goes_on(house: House) -> None:
    """Far more than a burst, from many tasks at once: all are answered, and the server has little to refuse."""

    async def hurry() -> float:
        async with connect(house.address, await guest_token(house.address)) as client:
            began = time.monotonic()
            await asyncio.gather(*(client.ask("ping") for _ in range(5 * SLOW + 10)))
            assert client.tables == {}
            return time.monotonic() - began

    refused = house.server.metrics.refused.labels("too_fast")
    before = refused._value.get()
    assert asyncio.run(hurry()) >= 1
    assert 0 < refused._value.get() - before <= 20


def test_remarks_have_a_distance_of_their_own(house: House) -> None:
    async def chatter() -> Client:
        async with connect(house.address, await guest_token(house.address)) as client:
            table = await client.make("sep-solo", [{"who": "me"}])
            for number in range(11):  # a burst of ten
                await client.ask("say", table=table.id, text=f"remark {number}")
            return client

    assert set(asyncio.run(chatter()).gaps) == {"say"}


def test_what_is_refused_for_another_reason_stays_refused(house: House) -> None:
    async def rude() -> None:
        async with connect(house.address, await guest_token(house.address)) as client:
            await client.ask("start", table="k3v9m2xq7r4t")

    with pytest.raises(RefusedError) as refusal:
        asyncio.run(rude())
    assert refusal.value.code == "no_table"


def test_a_wrong_token_is_not_nobody(house: House) -> None:
    async def stranger() -> None:
        async with connect(house.address, "not-a-token"):
            pytest.fail("let in")

    with pytest.raises(RefusedError) as refusal:
        asyncio.run(asyncio.wait_for(stranger(), 30))
    assert refusal.value.code == "no_session"


def test_who_loses_the_token_hears_so_and_does_not_wait_for_ever(house: House) -> None:
    async def expelled() -> None:
        token = await guest_token(house.address)
        async with connect(house.address, token) as client:
            table = await client.make("sep-solo", [{"who": "me"}])
            made = await client.http("GET", "/api/tokens")
            await client.http("DELETE", f"/api/tokens/{made[0]['id']}")
            async for _ in table.turns():
                await asyncio.sleep(0)
                await client.ask("ping")

    with pytest.raises(RefusedError):
        asyncio.run(asyncio.wait_for(expelled(), 30))


class Full(BaseHTTPRequestHandler):
    """A house that is full twice."""

    asked = 0

    def do_GET(self) -> None:
        Full.asked += 1
        status, body = (429, b'{"code":"too_fast","facts":{"seconds":0.1}}') if Full.asked < 3 else (200, b"[]")
        self.send_response(status)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass


def test_over_http_it_waits_as_well() -> None:
    with HTTPServer(("127.0.0.1", 0), Full) as full:
        Thread(target=full.serve_forever, daemon=True).start()
        answer = asyncio.run(Client(f"http://127.0.0.1:{full.server_port}", None).http("GET", "/api/games"))
        full.shutdown()
    assert (answer, Full.asked) == ([], 3)


def test_a_socket_that_is_sent_away_comes_back_when_it_was_told_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "AGAIN_S", (0.01,))
    times: list[float] = []

    async def full(socket: ServerConnection) -> None:
        times.append(time.monotonic())
        if len(times) == 1:
            await socket.close(1013, "0.5")
            return
        await socket.send('{"type":"hello","protocol":1,"version":"1","you":null}')
        await socket.wait_closed()

    async def knock() -> None:
        async with serve(full, "127.0.0.1", 0) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            async with connect(f"http://127.0.0.1:{port}"):
                return

    asyncio.run(knock())
    assert times[1] - times[0] >= 0.5
