"""Fair shares: nobody gets more than is good for the others, and whoever is refused hears why and when to come back."""

import asyncio
import subprocess
import sys
import time
from contextlib import AsyncExitStack, ExitStack, suppress
from pathlib import Path
from socket import create_connection
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from septet.client import Client
from septet.server import serving
from septet.server.gate import shares
from septet.server.gate.door import Door, forwarded
from septet.server.gate.turns import Full, Turns
from septet.server.limits import counted
from tests.server.lines import line, make
from tests.server.running import House, running


@pytest.mark.parametrize(
    ("address", "counts"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("", ""),
        ("testclient", "testclient"),
    ],
)
def test_an_address_counts_with_its_household(address: str, counts: str) -> None:
    assert counted(address) == counts


def test_one_household_is_one_address(tmp_path: Path) -> None:
    """Whoever has a /64 has more addresses than there are people."""
    with running(tmp_path, proxy="127.0.0.1", guests=0.03) as house:
        same = [house.browser(**{"x-forwarded-for": f"2001:db8:1:2::{number:x}"}) for number in range(1, 8)]
        other = house.browser(**{"x-forwarded-for": "2001:db8:1:3::1"})
        assert [one.post("/api/guest").status_code for one in same] == [201, 201, 201, 429, 429, 429, 429]
        assert other.post("/api/guest").status_code == 201


@pytest.mark.parametrize("proxy", [None, "127.0.0.1"])
def test_half_sent_requests_are_cut_off_and_whole_ones_are_answered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], proxy: str | None
) -> None:
    head = b"POST /api/guest HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 5\r\n\r\n"
    halves = {
        "nothing": b"",
        "a line": b"GET /health HT",
        "half the headers": b"GET /health HTTP/1.1\r\nhost: x\r\n",
        "half a body": head + b"{",
        "half a second request": b"GET /health HTTP/1.1\r\nhost: x\r\n\r\nGET /hea",
    }
    with running(tmp_path, proxy=proxy, request_s=0.5) as house:
        port = int(house.address.rpartition(":")[2])
        for name, sent in halves.items():
            with create_connection(("127.0.0.1", port), timeout=20) as one:
                one.sendall(sent)
                heard = b""
                with suppress(ConnectionResetError):
                    while some := one.recv(65_536):
                        heard += some
                assert heard.count(b"200 OK") == name.startswith("half a second"), name
        assert house.browser().get("/health").status_code == 200
    assert "request_failed" not in capsys.readouterr().out, "whoever goes in the middle of a word is no fault of ours"


def test_one_address_gets_its_share_of_connections(tmp_path: Path) -> None:
    """Neither the others nor this machine's own workers are shut out by it."""
    with running(tmp_path, connections_here=5) as house, ExitStack() as opened:
        port = int(house.address.rpartition(":")[2])

        def answer(source: str) -> bytes:
            one = opened.enter_context(create_connection(("127.0.0.1", port), timeout=20, source_address=(source, 0)))
            one.sendall(b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n")
            return one.recv(65_536).partition(b"\r\n")[0].partition(b" ")[2]

        assert [answer("127.0.0.2")[:3] for _ in range(7)] == [b"200"] * 5 + [b"503"] * 2
        assert answer("127.0.0.3")[:3] == b"200"
        assert [answer("127.0.0.1")[:3] for _ in range(7)] == [b"200"] * 7


def test_behind_a_proxy_the_door_looks_at_whom_it_asks_for(tmp_path: Path) -> None:
    """Whoever comes too often is refused before anything is made for them; the others come in, however many proxies."""
    with running(tmp_path, proxy="127.0.0.1,10.0.0.0/8", arrivals=0.04) as house, ExitStack() as opened:
        port = int(house.address.rpartition(":")[2])

        def answer(forwarded: str) -> bytes:
            asks = "host: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13"
            key = "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ=="
            one = opened.enter_context(create_connection(("127.0.0.1", port), timeout=20))
            one.sendall(f"GET /ws HTTP/1.1\r\n{asks}\r\n{key}\r\nx-forwarded-for: {forwarded}\r\n\r\n".encode())
            return one.recv(65_536).split(b" ")[1]

        assert [answer("198.51.100.9, 10.1.2.3") for _ in range(4)] == [b"101", b"101", b"503", b"503"]
        assert answer("198.51.100.9, 203.0.113.5, 10.1.2.3") == b"101", (
            "what somebody says of himself counts for nothing"
        )
        household = [answer(f"2001:db8:0:7::{number}") for number in range(3)]
        assert household == [b"101", b"101", b"503"]


def test_a_house_without_files_says_so_and_comes_back(tmp_path: Path) -> None:
    """With few files and many callers the house goes on, and its log says what it has."""
    serve = f"{sys.executable} -m septet serve --port 0 --workers 0 --data {tmp_path}"
    command = ["sh", "-c", f"ulimit -Sn 64 && ulimit -Hn 160 && exec {serve}"]
    errors = tmp_path / "log"
    with (
        errors.open("wb") as log,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True) as house,
    ):
        try:
            assert house.stdout
            address = house.stdout.readline().split()[-1]
            port = int(address.rpartition(":")[2])
            with ExitStack() as opened:
                for number in range(300):
                    with suppress(OSError):
                        opened.enter_context(
                            create_connection(("127.0.0.1", port), 5, source_address=(f"127.0.0.{2 + number % 9}", 0))
                        )
                patience = time.monotonic() + 30
                while "limit_hit" not in errors.read_text():
                    assert time.monotonic() < patience
                    time.sleep(0.05)
            while True:
                try:
                    assert httpx.get(f"{address}/health").status_code == 200
                    break
                except (httpx.TransportError, AssertionError):
                    assert time.monotonic() < patience
                    time.sleep(0.1)
        finally:
            house.terminate()
    said = errors.read_text()
    assert "files=160" in said and "limit_hit" in said, said


async def _reason(house: House, browser: httpx.Client | None = None) -> tuple[int, str]:
    """Why a socket was closed as soon as it was open."""
    with pytest.raises(ConnectionClosed) as closed:
        async with line(house, browser):
            pass
    assert closed.value.rcvd
    return closed.value.rcvd.code, closed.value.rcvd.reason


def test_sockets_have_shares_and_whoever_gets_none_hears_when_to_come_back(tmp_path: Path) -> None:
    """Strangers fill only their part of the house: who sits at a table or is signed in still finds room."""

    async def play(house: House) -> None:
        seated, idle, account = house.guest(), house.guest(), house.guest()
        table = make(seated, "sep", "me", "anyone")
        assert account.post("/api/account", json={"name": "Ada", "password": "a mill by the river"}).status_code == 201
        async with AsyncExitStack() as opened:
            for _ in range(3):
                await opened.enter_async_context(line(house))
            assert await _reason(house) == (1013, "too_many_here 20")
            assert await _reason(house, idle) == (1013, "too_many_here 20")
            one = await opened.enter_async_context(line(house, seated))
            assert (await one.ask("watch", table=table))["type"] == "done"
            await opened.enter_async_context(line(house, account))
            assert await _reason(house, account) == (1013, "too_many_here 20")
        async with line(house, idle) as one:
            assert (await one.ask("ping"))["type"] == "done", "there is room again"

    with running(tmp_path, sockets_here=3, sockets_known_here=2) as house:
        asyncio.run(play(house))


def test_a_full_house_keeps_a_part_for_those_who_are_known(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        seated = house.guest()
        make(seated, "sep", "me", "anyone")
        async with AsyncExitStack() as opened:
            for _ in range(6):
                await opened.enter_async_context(line(house))
            assert await _reason(house) == (1013, "house_full 20")
            for _ in range(2):
                await opened.enter_async_context(line(house, seated))
            assert await _reason(house, seated) == (1013, "house_full 20")

    with running(tmp_path, sockets=8) as house:
        asyncio.run(play(house))


def test_a_program_comes_back_to_a_full_house_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It waits as long as it was told, and then plays as if nothing had been."""
    monkeypatch.setattr("septet.server.gate.shares.AWAY_S", 1)

    async def play(house: House) -> None:
        async with AsyncExitStack() as opened:
            await opened.enter_async_context(line(house))
            refused = house.server.metrics.dropped.labels("too_many_here")._value
            client = Client(house.address, None)
            task = asyncio.create_task(client.run())
            while not refused.get():
                await asyncio.sleep(0.02)
            assert not client.connected.is_set()
            await opened.aclose()
            async with asyncio.timeout(20):
                await client.connected.wait()
                assert (await client.ask("ping"))["type"] == "done"
            assert refused.get() <= 2
            task.cancel()
            await asyncio.wait([task])

    with running(tmp_path, sockets_here=1) as house:
        asyncio.run(play(house))


def test_when_very_many_are_turned_away_the_rest_hear_it_at_the_door(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        house.server.shares.turned_away.burst = house.server.shares.turned_away.level = 2
        house.server.shares.turned_away.rate = 1e-6
        async with line(house):
            for _ in range(2):
                assert (await _reason(house))[0] == 1013
            with pytest.raises(InvalidStatus) as refused:
                async with line(house):
                    pass
            assert refused.value.response.status_code == 503
            assert refused.value.response.headers["retry-after"] == "20"

    with running(tmp_path, sockets_here=1) as house:
        asyncio.run(play(house))


def test_requests_have_shares_and_say_when_to_come_back(tmp_path: Path) -> None:
    """A flood from strangers leaves those at the same address alone who have a session, and everybody elsewhere."""
    with running(tmp_path, proxy="127.0.0.1", requests=0.1, requests_here=0.15) as house:
        here, elsewhere = {"x-forwarded-for": "192.0.2.1"}, {"x-forwarded-for": "192.0.2.2"}
        guest, stranger, other = house.browser(**here), house.browser(**here), house.browser(**elsewhere)
        assert guest.post("/api/guest").status_code == 201
        assert [stranger.get("/api/phrases").status_code for _ in range(4)] == [200, 200, 429, 429]
        refused = stranger.get("/api/phrases", headers={"accept-language": "fr"})
        assert int(refused.headers["retry-after"]) == refused.json()["facts"]["seconds"] > 0
        assert refused.json()["code"] == "too_fast" and "attendez" in refused.json()["words"]
        assert [guest.get("/api/me").status_code for _ in range(3)] == [200, 200, 429]
        assert other.get("/api/phrases").status_code == 200
        assert stranger.get("/").status_code == 200, "the page itself, which says all this in words"


def test_behind_a_proxy_whoever_was_refused_too_often_goes_no_further_than_the_door(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is made for what a flood asks; those there who have a session are heard, and the page is shown."""
    monkeypatch.setattr(shares, "PATIENCE", 0.15)
    with running(tmp_path, proxy="127.0.0.1", requests=0.1, requests_here=0.15) as house:
        here, elsewhere = {"x-forwarded-for": "192.0.2.1"}, {"x-forwarded-for": "192.0.2.2"}
        guest, stranger, other = house.browser(**here), house.browser(**here), house.browser(**elsewhere)
        assert guest.post("/api/guest").status_code == 201
        doors, look = list[Door](), Door.connection_made

        def made(self: Door, transport: Any) -> None:
            doors.append(self)
            look(self, transport)

        monkeypatch.setattr(Door, "connection_made", made)
        assert [stranger.get("/api/phrases").status_code for _ in range(5)] == [200, 200, 429, 429, 429]
        before = len(doors)
        refused = [stranger.get("/api/phrases") for _ in range(3)]
        assert [(one.status_code, one.json()["code"]) for one in refused] == [(429, "too_fast")] * 3
        assert all(int(one.headers["retry-after"]) == one.json()["facts"]["seconds"] > 0 for one in refused)
        assert len(doors) == before
        french = stranger.get("/api/phrases", headers={"accept-language": "de, fr;q=0.8"}).json()["words"]
        assert french.startswith("C’était trop rapide")
        assert guest.get("/api/me").status_code == 200
        assert other.get("/api/phrases").status_code == 200
        assert stranger.get("/").status_code == 200


def test_malformed_messages_count_and_close_the_socket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(house: House, rubbish: str) -> int:
        heard = 0
        async with line(house, house.guest()) as one:
            await one.hush()
            with pytest.raises(ConnectionClosed) as closed:
                for _ in range(1_000):
                    await one.socket.send(rubbish)
                async with asyncio.timeout(20):
                    while await one.socket.recv():
                        heard += 1
            assert closed.value.rcvd and closed.value.rcvd.code == 4009
        return heard

    with running(tmp_path) as house:
        for rubbish in ("hello", '{"type":"fly","id":"x"}', '{"type":"ping"}', "[" * 5_000):
            if len(rubbish) > 1_000:  # whoever says so much reads the goodbye late, on a busy machine
                monkeypatch.setattr(serving, "LAST_WORD_S", 5)
            assert asyncio.run(play(house, rubbish)) <= 100


def test_a_crowd_of_sockets_has_the_share_of_one_address(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        async with AsyncExitStack() as opened:
            lines = [await opened.enter_async_context(line(house)) for _ in range(5)]
            answers = [await one.ask("ping") for one in lines for _ in range(3)]
            assert [answer["type"] for answer in answers].count("refused") == 5

    with running(tmp_path, messages_here=2, messages=1e6) as house:
        house.server.shares.said.rate = 1e-6
        asyncio.run(play(house))


def test_those_who_wait_get_their_turn_name_by_name() -> None:
    async def play() -> None:
        turns, order = Turns(2, 1, waiting=5), list[str]()

        async def work(name: str) -> None:
            async with turns.turn(name):
                order.append(name)
                await asyncio.sleep(0)

        crowd = [asyncio.create_task(work("crowd")) for _ in range(6)]
        await asyncio.sleep(0)
        with pytest.raises(Full):
            await turns.take("crowd")
        gone = asyncio.create_task(work("gone"))
        await asyncio.sleep(0)
        gone.cancel()
        others = [asyncio.create_task(work(name)) for name in ("one", "two", "three")]
        await asyncio.gather(*crowd, *others)
        assert order.index("three") < 8 and order.index("one") < 4, order
        assert not turns.busy and not turns.queues

    asyncio.run(play())


@pytest.mark.parametrize(
    ("address", "as_it_counts"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("192.0.2.1:51324", "192.0.2.1"),
        ("2001:db8:1:2::7", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::7]", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2:3::9]:443", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("a name", "a name"),
        ("", ""),
    ],
)
def test_an_address_counts_without_its_port_and_by_household(address: str, as_it_counts: str) -> None:
    assert counted(address) == as_it_counts


def test_a_proxy_may_add_the_port_of_whom_it_asks_for() -> None:
    headers = [(b"x-forwarded-for", b"192.0.2.9:1000, [2001:db8::1]:2000, 10.0.0.5:3000")]
    assert forwarded(headers, "10.0.0.0/8") == "2001:db8::1"
    assert forwarded(headers, "*") == "192.0.2.9"
