"""Programs of others: the example plays, and `septet conform` tells good bots from bad ones."""

import argparse
import asyncio
import importlib.util
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Coroutine, Iterator
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest

from septet import client
from septet.cli import BAD_INPUT, OK, conform, main
from septet.cli.conform import Bot, ConformReport, Watched, one_game
from septet.client import RefusedError, TableClient, connect, guest_token
from septet.i18n import words
from septet.server.app import Server, Settings
from tests.server.running import House, running

EXAMPLE = Path(__file__).parents[2] / "examples/bot.py"
GAME = "sep-solo"  # a short one


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("bots"), workers=1) as found:
        yield found


@pytest.fixture(scope="module")
def example() -> Any:
    spec = importlib.util.spec_from_file_location("example_bot", EXAMPLE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def token(house: House) -> str:
    made: str = house.browser().post("/api/tokens", json={"label": "a bot"}).json()["token"]
    return made


QUICK = ("sep", "sepmosa", "set-quick")


@pytest.mark.parametrize("games", [QUICK, pytest.param(("sep", "sepmosa", "set", "chipset"), marks=pytest.mark.long)])
def test_the_example_plays_whole_games_on_a_server_as_it_is_started(tmp_path: Path, games: tuple[str, ...]) -> None:
    """As the docs write it, under the limits that any server has; nobody is refused, however fast."""
    with running(tmp_path, workers=1, server=Server(Settings(data=tmp_path))) as usual:
        command = (sys.executable, EXAMPLE, usual.address)
        bots = {game: subprocess.Popen((*command, game), stdout=PIPE, stderr=PIPE, text=True) for game in games}
        for game, bot in bots.items():
            told, wrong = bot.communicate(timeout=180)
            assert "'places'" in told, (game, wrong)
            assert "too fast" not in wrong


def test_the_example_in_its_docstring_runs_as_it_is_written(house: House) -> None:
    example = re.search(r"\n\n((?:    .*\n)+)", client.__doc__ or "")
    assert example is not None
    text = example[1].replace("http://localhost:7777", house.address)
    code = f"async def main(token):\n{text}    return table\n"
    space: dict[str, Any] = {"connect": connect}
    exec(compile(code, "client.py", "exec"), space)

    async def main() -> Any:
        ran: Coroutine[Any, Any, Any] = space["main"](await guest_token(house.address))
        return await ran

    assert asyncio.run(main()).outcome is not None


def judged(house: House, bot: Bot, number: int = 0, seconds: int = 60) -> ConformReport:
    """What is found of a bot in one game; in those with an odd number the connection breaks."""
    report = ConformReport(GAME)
    args = argparse.Namespace(game=GAME, against=None, seconds=seconds)
    asyncio.run(one_game(bot, Watched(house.address, token(house), report), number, args))
    return report


def test_a_bot_that_is_cut_off_goes_on_where_it_was(
    house: House, example: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conform, "CUT_AFTER", 2)
    report = judged(house, example.play, number=1)
    assert (report.games, report.cuts, report.faults) == (1, 1, [])


def test_a_bot_that_stops_early_is_found(house: House) -> None:
    async def lazy(table: TableClient) -> None:
        return

    (fault,) = judged(house, lazy).faults
    assert fault.startswith("early")


def test_a_bot_that_does_nothing_is_found(house: House) -> None:
    async def asleep(table: TableClient) -> None:
        await asyncio.sleep(600)

    assert judged(house, asleep, seconds=1).faults == ["slow 1"]


def test_a_bot_that_sends_what_is_no_move_is_found(house: House) -> None:
    async def rude(table: TableClient) -> None:
        async for _ in table.turns():
            try:
                await table.play({"type": "win"})
            except RefusedError:
                return

    report = judged(house, rude)
    assert report.refusals == {"bad_message": 1}
    assert report.faults[0].startswith("early")


def test_a_bot_that_fails_is_told_where(house: House) -> None:
    async def broken(table: TableClient) -> None:
        raise ZeroDivisionError("in my own code")

    (fault,) = judged(house, broken).faults
    assert "ZeroDivisionError: in my own code (test_bot_api.py:" in fault


def test_a_bot_of_the_arena_is_judged_as_well(house: House) -> None:
    report = judged(house, conform.load("septet.bots.simple:Random", words("en")), number=1)
    assert (report.games, report.faults) == (1, [])


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node")
def test_a_bot_in_another_language_plays(tmp_path: Path) -> None:
    with running(tmp_path, workers=1, server=Server(Settings(data=tmp_path))) as usual:
        command = ("node", "--experimental-websocket", str(EXAMPLE.with_suffix(".mjs")), usual.address, "sep")
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=180)
    assert done.returncode == 0, done.stderr
    assert "places" in done.stdout


def test_the_command_starts_a_server_and_judges(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["conform", f"{EXAMPLE}:play", GAME, "--games", "1", "--json"]) == OK
    said = capsys.readouterr()
    found = json.loads(said.out)
    assert (found["games"], found["faults"]) == (1, [])
    assert len(said.err.splitlines()) == 2  # a word when a game begins, and one when it is over
    for bad in ("nothing:play", f"{EXAMPLE}:nothing", "no_colon", str(EXAMPLE), "/proc/nothing.py:play", "x.py:"):
        assert main(["conform", bad, GAME]) == BAD_INPUT
        assert len(capsys.readouterr().err.splitlines()) == 1
