"""Games on a graphics card are the processor's, one by one: in Numba's simulator, and as the code that a card gets."""

import ast
import inspect
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import types

import septet
from septet.bots.kernels import card
from septet.bots.kernels.card import as_words
from tests.envs.intermediate import OnProcessor

ROOT = Path(__file__).parents[2]
ARCH = (9, 0)
CONSTANTS = 65_536  # bytes that a card has for them


@pytest.fixture(scope="module")
def cards() -> Any:
    sys.path.insert(0, str(ROOT / "bench"))
    try:
        import cards
    finally:
        sys.path.pop(0)
    return cards


def simulated(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(("game", "steps"), [("sep", 2), ("sep-solo", 1), ("sepmosa", 1)])
def test_a_hundred_games_on_a_simulated_card_are_those_of_the_processor(game: str, steps: int) -> None:
    ran = simulated("-m", "tests.envs.simulated_card", game, "100", str(steps))
    assert ran.stdout == f"100 games of {game} are the same\n", ran.stderr[-2000:]


@pytest.mark.parametrize("game", ["sep", "sep-solo"])
def test_a_training_on_a_simulated_card_writes_down_what_the_processor_would(game: str) -> None:
    ran = simulated("-m", "tests.lab.simulated_training", game, "24")
    assert ran.stdout == f"24 games of {game} are learnt from alike\n", ran.stderr[-2000:]


@pytest.mark.parametrize("family", ["sep", "sepmosa"])
def test_a_step_is_written_alike_for_one_game_and_for_many(family: str) -> None:
    """A card calls the one and the processor the other, which has it written out because that is quicker."""
    stepping = import_module(f"septet.bots.kernels.{family}.stepping")
    (one,), (many,) = (
        ast.parse(inspect.getsource(each.py_func)).body for each in (stepping.step_one, stepping.step_batch)
    )
    assert isinstance(one, ast.FunctionDef) and isinstance(many, ast.FunctionDef)
    loop = many.body[-1]
    assert isinstance(loop, ast.For)
    steps, written_out = (ast.unparse(ast.Module(body, [])) for body in (one.body[1:], loop.body))
    assert steps.replace("return", "continue") == written_out


def test_without_a_card_one_line_says_so() -> None:
    assert not card.SIMULATED
    if not card.no_card():
        pytest.skip("there is a card")
    with pytest.raises(RuntimeError, match=r'device="cuda" cannot be used: no graphics card .* the processor plays'):
        septet.batch("sep", 4, device="cuda")


def test_an_unknown_device_and_threads_on_a_card_are_refused() -> None:
    with pytest.raises(ValueError, match="device must be cpu or cuda, not 'tpu'"):
        septet.batch("sep", 4, device="tpu")
    with pytest.raises(ValueError, match="leave out threads=2"):
        septet.batch("sep", 4, device="cuda", threads=2)


def test_without_the_extra_one_line_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("septet.envs.needing.find_spec", lambda name: None if name == "numba_cuda" else object())
    with pytest.raises(ImportError, match=r"needs numba_cuda: pip install 'septet\[gpu\]'"):
        septet.batch("sep", 4, device="cuda")


def test_the_program_for_cards_says_what_is_missing(cards: Any, capsys: pytest.CaptureFixture[str]) -> None:
    ran = subprocess.run(
        [sys.executable, "bench/cards.py", "chess"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 2 and "chess is not played on a card; these are: sep, sep-solo, sepmosa" in ran.stderr
    assert cards.occupancy(118) == 0.25 and cards.occupancy(32) == 1


@pytest.mark.long
def test_the_program_for_cards_runs_in_the_simulator() -> None:
    ran = simulated("bench/cards.py", "sep", "--games", "40", "--equal", "20", "--seconds", "0.05")
    assert "equal True" in ran.stdout, ran.stderr[-2000:]


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="only there is the compiler for cards among what tests need")
@pytest.mark.parametrize("game", ["sep", "sepmosa"])
def test_kernels_compile_for_a_card_and_their_constants_fit(cards: Any, game: str) -> None:
    for name in ("play_out", "step"):
        told = cards.linked(cards.assembled(game, name, ARCH), ARCH)
        assert 0 < told["registers"] <= 255 and 0 < told["constants"] <= CONSTANTS, (name, told)
        assert told["spilled"] < 200, (name, told)


@pytest.mark.long
@pytest.mark.parametrize(("game", "games"), [("sep", 2_000), ("sepmosa", 500)])
def test_the_code_that_a_card_gets_plays_the_games_of_the_processor(cards: Any, game: str, games: int) -> None:
    with cards.as_if_on(ARCH):
        kernel = cards.module_of(game, "on_card").play_out_kernel.py_func
        there = OnProcessor(kernel, types.void(*cards.signatures(game)["play_out"]), ARCH)
    one, other = septet.batch(game, games, seed=5), septet.batch(game, games, seed=5)
    made = np.zeros(games, np.int32)
    there.run(games, as_words(one._states), one._words, made)
    assert (made == cards.on_processor(game, other)).all()
    assert (one._states == other._states).all() and (one._words == other._words).all()
