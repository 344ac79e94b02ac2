"""`septet` alone: a server, a browser, and a game one click away."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import msgspec
import pytest

from septet.cli import OK, main, serve
from septet.server.serving import listening


def test_without_arguments_the_server_starts_and_says_where(tmp_path: Path) -> None:
    environ = {**os.environ, "SEPTET_DATA": str(tmp_path), "DISPLAY": "", "WAYLAND_DISPLAY": ""}
    command = [sys.executable, "-m", "septet", "--lang", "en"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environ) as septet:
        assert septet.stdout
        address = septet.stdout.readline().split()[-1]
        with urlopen(f"{address}/health", timeout=30) as answer:
            assert msgspec.json.decode(answer.read())["status"] == "well"
        septet.terminate()
        assert septet.wait(30) == OK


def test_a_septet_that_runs_already_is_opened_again(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    with listening("127.0.0.1", 0) as taken:
        monkeypatch.setattr(serve, "PORT", taken.getsockname()[1])
        monkeypatch.setattr(serve, "is_septet", lambda address: True)
        shown: list[str] = []
        monkeypatch.setattr(serve, "show", shown.append)
        assert main(["--lang", "en"]) == OK
        assert shown == [f"http://127.0.0.1:{taken.getsockname()[1]}"]
        assert "already" in capsys.readouterr().out


def test_something_else_on_our_port_is_no_septet() -> None:
    with listening("127.0.0.1", 0) as silent:
        assert not serve.is_septet(f"http://127.0.0.1:{silent.getsockname()[1]}")
