"""Bots that somebody brings along play wherever ours do; a name alone loads nothing."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from septet.bots.bot import Plan
from septet.bots.own import OWN
from septet.cli import BAD_INPUT, OK, main
from septet.client import connect, guest_token
from septet.games.log import read
from septet.games.sep.moves import Fill
from septet.player import WrongMove, play
from tests.server.running import running

ROOT = Path(__file__).parents[2]
MISER = f"{ROOT}/examples/miser.py:Miser"
Out = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Each test begins without any, and leaves none."""
    OWN.clear()
    yield
    OWN.clear()


def test_the_arena_and_simulations_take_them_on_any_number_of_processes(capsys: Out) -> None:
    told = set()
    for jobs in ("1", "2"):
        assert main(["simulate", "sep", "--bots", f"random,{MISER}", "--games", "26", "--jobs", jobs, "--json"]) == OK
        told.add(capsys.readouterr().out)
    assert len(told) == 1
    assert main(["arena", "sep", "random", MISER, "--games", "2", "--jobs", "2", "--lang", "en"]) == OK
    assert "Miser" in capsys.readouterr().out


def test_the_lab_takes_them_and_names_one_that_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Out
) -> None:
    (tmp_path / "failing.py").write_text(FAILING)
    monkeypatch.chdir(tmp_path)
    study = ("lab", "sep-solo", "--vary", "combo_ace=low", "--games", "40", "--jobs", "1", "--lang", "en")
    assert main([*study, "--bots", MISER, "--keep", "miser.jsonl"]) == OK
    assert "Miser" in capsys.readouterr().out
    assert main([*study, "--bots", "failing.py:Broken", "--keep", "broken.jsonl"]) == BAD_INPUT
    error = capsys.readouterr().err.strip().splitlines()[-1]
    assert "failing.py:Broken" in error and BLAME["Broken"] in error


def test_one_sits_at_the_terminal_and_is_named_again_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Out
) -> None:
    monkeypatch.setattr(
        "septet.terminal.play.TerminalSession.read", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt)
    )
    data = ("--data", str(tmp_path))
    assert main(["play", "sep", "--bot", MISER, *data]) == 130
    assert f"septet play --resume --data {tmp_path}" in capsys.readouterr().out.replace("\n", "")
    (file,) = (tmp_path / "games").glob("*.jsonl")
    assert read(file.read_bytes()).header.seats[1].bot == MISER
    OWN.clear()
    for how in (["--resume"], ["--resume", str(file)]):
        assert main(["play", *how, *data]) == BAD_INPUT
        assert "--bot" in capsys.readouterr().err
    assert not OWN, "a record has loaded somebody's file"
    assert main(["play", "--resume", "--bot", MISER, *data]) == 130
    assert main(["play", "--resume", "--bot", "greedy", *data]) == 130
    assert main(["play", "--resume", "--two", *data]) == BAD_INPUT


@pytest.mark.parametrize("bot", ["nothing.py:Miser", "nobody:Nothing", f"{ROOT}/examples/miser.py:Nothing", "x.py:"])
def test_what_cannot_be_loaded_is_told_in_one_line(bot: str, capsys: Out) -> None:
    assert main(["simulate", "sep", "--bots", f"random,{bot}", "--games", "1"]) == BAD_INPUT
    error = capsys.readouterr().err
    assert bot in error and len(error.splitlines()) == 1


FAILING = """
from septet.bots.bot import Plan
from septet.games.sep.moves import Fill

class Cheat:
    def __init__(self, *_): pass
    def see(self, view, now_ms): return Plan(Fill("draw"))

class Sleeper(Cheat):
    def see(self, view, now_ms): return None

class Mute(Cheat):
    def see(self, view, now_ms): return "d"

class Broken(Cheat):
    def see(self, view, now_ms): return 1 / 0

class Shy:
    pass

def nobody(*_): return 7

nothing = 7
"""
BLAME = {
    "Cheat": "“=d”, which the rules refuse",
    "Sleeper": "is None: a Plan",
    "Mute": "is 'd': a Plan",
    "Broken": "ZeroDivisionError: division by zero (failing.py:16)",
    "Shy": "TypeError",
    "nobody": "as 7, which has no method see",
    "nothing": "int 7 is no bot",
}


@pytest.mark.parametrize("name", BLAME)
def test_one_that_fails_is_named_with_the_reason_in_one_line(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Out
) -> None:
    (tmp_path / "failing.py").write_text(FAILING)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("septet.terminal.play.TerminalSession.turn", _draws_and_places)
    bot = f"failing.py:{name}"
    for command in (
        ("simulate", "sep", "--bots", f"random,{bot}", "--games", "4"),
        ("arena", "sep", "random", bot, "--games", "2"),
        ("play", "sep", "--bot", bot, "--plain", "--data", str(tmp_path)),
    ):
        assert main([*command, "--lang", "en"]) == BAD_INPUT
        error = capsys.readouterr().err.strip().splitlines()[-1]
        assert BLAME[name] in error and bot in error, error


def test_what_went_wrong_in_another_process_is_told_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Out
) -> None:
    (tmp_path / "failing.py").write_text(FAILING)
    monkeypatch.chdir(tmp_path)
    for name in ("Cheat", "Broken"):
        bots = f"random,failing.py:{name}"
        assert main(["simulate", "sep", "--bots", bots, "--games", "60", "--jobs", "2", "--lang", "en"]) == BAD_INPUT
        assert BLAME[name] in capsys.readouterr().err


def _draws_and_places(self: Any, seat: int) -> None:
    self.log.play(seat, self.log.game.legal(self.log.view(seat))[0])


class Cheat:
    """Wants what the rules do not allow."""

    def __init__(self, *_: Any) -> None:
        pass

    def see(self, view: Any, now_ms: int) -> Plan:
        return Plan(Fill("draw"))


def test_one_has_a_seat_on_a_server_which_never_loads_any(tmp_path: Path) -> None:
    async def sit(bot: Any) -> Any:
        async with connect(house.address, await guest_token(house.address)) as client:
            table = await client.make("sep-solo", [{"who": "me"}])
            await asyncio.wait_for(play(table, bot), 60)
            return table.outcome

    from examples.miser import Miser  # as somebody's own program would

    with running(tmp_path) as house:
        assert asyncio.run(sit(Miser))["places"]
        with pytest.raises(WrongMove):
            asyncio.run(sit(Cheat))
        asked = {"game": "sep", "seats": [{"who": "me"}, {"who": "bot", "bot": "miser.py:Miser"}]}
        refused = house.guest().post("/api/tables", json=asked)
        assert (refused.status_code, refused.json()["code"]) == (400, "unknown_bot")
    assert not OWN
