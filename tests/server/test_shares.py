"""Fair shares: nobody gets more than is good for the others, and whoever is refused hears why and when to come back."""

import subprocess
import sys
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from socket import create_connection

import httpx
import pytest

from septet.server.limits import counted
from tests.server.running import running


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


def test_half_sent_requests_are_cut_off_and_whole_ones_are_answered(tmp_path: Path) -> None:
    head = b"POST /api/guest HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 5\r\n\r\n"
    halves = {
        "nothing": b"",
        "a line": b"GET /health HT",
        "half the headers": b"GET /health HTTP/1.1\r\nhost: x\r\n",
        "half a body": head + b"{",
        "half a second request": b"GET /health HTTP/1.1\r\nhost: x\r\n\r\nGET /hea",
    }
    with running(tmp_path, request_s=0.5) as house:
        port = int(house.address.rpartition(":")[2])
        for name, sent in halves.items():
            with create_connection(("127.0.0.1", port), timeout=20) as one:
                one.sendall(sent)
                heard = b""
                with suppress(ConnectionResetError):
                    while some := one.recv(65_536):
                        heard += some
                assert heard.count(b"200 OK") == name.startswith("half a second"), name


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


def test_a_house_without_files_says_so_and_comes_back(tmp_path: Path) -> None:
    """With few files and many callers the house goes on, and its log says what it has."""
    import resource

    command = [sys.executable, "-m", "septet", "serve", "--port", "0", "--workers", "0", "--data", str(tmp_path)]

    def few() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (64, 160))

    errors = tmp_path / "log"
    with (
        errors.open("wb") as log,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, preexec_fn=few, text=True) as house,
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
