"""Metrics are for the host: at a port of their own, and at the public one only if asked for."""

from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from septet.cli import BAD_INPUT, main
from septet.server.app import Server, Settings
from septet.server.metrics import Metrics
from tests.server.running import House, running
from tests.server.services import free_port, listens

WAYS = ["/metrics", "/metrics/", "/metrics%2f", "//metrics", "/metrics;x", "/./metrics", "/metrics?x", "/Metrics"]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("metrics")) as found:
        yield found


@pytest.mark.parametrize("path", WAYS)
def test_the_public_port_shows_no_metrics(house: House, path: str) -> None:
    assert b"septet_" not in house.browser().get(path).content


def test_they_have_a_port_of_their_own_as_long_as_the_server_runs(house: House) -> None:
    port = free_port()
    with house.server.metrics.serve("127.0.0.1", port), urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
        assert b"septet_live_tables 0.0" in answer.read()
    assert not listens(port)


def test_who_asks_for_it_has_them_at_the_public_port(tmp_path: Path) -> None:
    server = Server(Settings(data=tmp_path, public_metrics=True))
    with running(tmp_path, server=server) as house:
        assert "septet_sockets 0.0" in house.browser().get("/metrics").text


@pytest.mark.parametrize("where", ["here", "127.0.0.1:", "70000", "0", "-1", "127.0.0.1:x"])
def test_a_wrong_place_for_metrics_is_told_in_a_line(
    where: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["serve", "--port", "0", "--data", str(tmp_path), f"--metrics={where}", "--lang", "en"]
    assert main(command) == BAD_INPUT
    assert f"--metrics {where}: this is no port" in capsys.readouterr().err


def test_a_port_for_metrics_that_is_taken_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    port = free_port()
    with Metrics().serve("127.0.0.1", port):
        command = ["serve", "--port", "0", "--data", str(tmp_path), f"--metrics={port}", "--lang", "en"]
        assert main(command) == BAD_INPUT
    assert f"port {port}: Address already in use" in capsys.readouterr().err
