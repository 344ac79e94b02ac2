"""Nets learn from self-play: the error falls, a seed gives the same net, and a training goes on where it stopped."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from septet.bots.kernels.chance import new_chance
from septet.bots.kernels.nets import layers_for, promise_of
from septet.bots.learnt import HERE, LARGEST, read, shipped, write
from septet.cli import BAD_INPUT, OK, main
from septet.games import GAMES
from septet.games.errors import BadRecord
from septet.lab.curricula import CURRICULA, TAUGHT
from septet.lab.gradients import PER_BATCH, chances, error_of, gradient, new_net, said
from septet.lab.training import NOISE, Training, TrainingPlan, begun, keep, resumed, train

SMALL = {"positions": 4_000, "widths": (16, 8)}


def weights(training: Training) -> bytes:
    return b"".join(array.tobytes() for array in training.net)


@pytest.mark.parametrize("game", TAUGHT)
def test_the_error_falls(game: str) -> None:
    """On new games of the hand as it plays in the end, beside what the net said before it had learnt anything."""
    plan, course = TrainingPlan(game=game, rounds=12, positions=8_000), CURRICULA[game]
    training = begun(plan)
    train(training)
    rows, results = np.zeros((8_000, course.signs), np.float32), np.zeros(8_000, np.float32)
    found = course.play(training.net, NOISE, rows, results, new_chance(99))
    before, after = (error_of(net, rows[:found], results[:found]) for net in (begun(plan).net, training.net))
    assert after < before - 0.02
    assert [point.hand is not None for point in training.curve] == [False] * 9 + [True, False, True]


def test_a_training_goes_on_where_it_stopped_and_comes_to_the_same(tmp_path: Path) -> None:
    plan = TrainingPlan(game="sep", rounds=4, **SMALL)  # type: ignore[arg-type]
    whole, file = begun(plan), tmp_path / "half"

    class Stop(Exception):
        pass

    def after_two(training: Training) -> None:
        if training.done == 2:
            keep(training, file)
            raise Stop

    train(whole)
    with pytest.raises(Stop):
        train(begun(plan), None, after_two)
    rest = resumed(plan, file)
    assert rest.done == 2
    train(rest, file)
    assert weights(rest) == weights(whole)
    assert rest.curve == whole.curve == resumed(plan, file).curve
    with pytest.raises(BadRecord) as refused:
        resumed(TrainingPlan(game="sep", rounds=5, **SMALL), file)  # type: ignore[arg-type]
    assert refused.value.code == "other_training"


def test_another_seed_gives_another_net() -> None:
    one, two = (begun(TrainingPlan(game="sep", seed=seed)) for seed in ("one", "two"))
    assert weights(one) != weights(two)
    assert weights(one) == weights(begun(TrainingPlan(game="sep", seed="one")))


@pytest.mark.parametrize("results", [1, 18])
def test_the_compiled_pass_says_what_numpy_says(results: int) -> None:
    rng = np.random.default_rng(3)
    net = new_net(40, (16, 8), results, rng)
    prizes = np.linspace(0, 1, 18)
    for _ in range(20):
        row = (rng.random(40) * (rng.random(40) < 0.4)).astype(np.float32)
        also = int(rng.integers(-1, 40))
        shown = row.copy()
        if also >= 0:
            shown[also] += 1
        end = chances(said(net, shown[None])[2])[0]
        expected = float(end[0]) if results == 1 else float(end @ prizes)
        assert promise_of(net, row, also, layers_for(net), prizes) == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize("results", [1, 5])
def test_the_gradient_is_the_slope_of_the_error(results: int) -> None:
    rng = np.random.default_rng(4)
    net = new_net(12, (8, 6), results, rng)
    net = type(net)(*(array.astype(np.float64) for array in net))
    rows = rng.random((PER_BATCH, 12))
    ends = rng.random(PER_BATCH) if results == 1 else rng.integers(0, results, PER_BATCH).astype(np.float64)
    slopes = gradient(net, rows, ends)
    for array, slope in zip(net, slopes, strict=True):
        at = tuple(int(rng.integers(size)) for size in array.shape)
        array[at] += 1e-5
        above = error_of(net, rows, ends)
        array[at] -= 2e-5
        below = error_of(net, rows, ends)
        array[at] += 1e-5
        assert slope[at] == pytest.approx((above - below) / 2e-5, abs=1e-4)


def test_weights_are_read_as_they_were_written_and_damage_is_told(tmp_path: Path) -> None:
    training, file = begun(TrainingPlan(game="sep")), tmp_path / "net.npz"
    layout = CURRICULA["sep"].layout
    version = write(file, training.net, training.about()).version
    assert read(file, "sep", layout).version == version
    whole = file.read_bytes()
    for damaged in (
        whole[:-200],
        whole[: len(whole) // 2] + b"x" * 64 + whole[len(whole) // 2 + 64 :],
        b"",
        b"nothing",
    ):
        file.write_bytes(damaged)
        with pytest.raises(BadRecord) as refused:
            read(file, "sep", layout)
        assert (refused.value.code, refused.value.facts["file"]) == ("damaged_weights", str(file))
    file.write_bytes(whole)
    for game, other in (("sep-solo", layout), ("sep", layout + 1)):
        with pytest.raises(BadRecord) as refused:
            read(file, game, other)
        assert refused.value.code == "other_weights"


@pytest.mark.parametrize(
    ("game", "strange"),
    [("sep", {"combo_six_run": 3}), ("sep-solo", {"combo_six_run": 3}), ("sepmosa", {"width": "box8"})],
)
def test_the_nets_of_the_program_are_small_and_know_their_houses(game: str, strange: dict[str, Any]) -> None:
    learnt = shipped(game, CURRICULA[game].layout)
    assert learnt.version == f"{game}-{learnt.about.digest[:8]}"
    assert (HERE / f"{game}.npz").stat().st_size < LARGEST
    options = GAMES[game].Options
    assert all(learnt.knows(options(**house)) for house in ({}, *CURRICULA[game].houses))
    assert not learnt.knows(options(**strange))


def test_the_command_trains_draws_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, net, curve = tmp_path / "half", tmp_path / "net.npz", tmp_path / "curve.svg"
    asked = ["train", "sep-solo", "--rounds", "2", "--positions", "2000", "--out", str(out), "--weights", str(net)]
    assert main([*asked, "--json"]) == OK
    told = json.loads(capsys.readouterr().out)
    assert [point["round"] for point in told["curve"]] == [1, 2]
    assert read(net, "sep-solo", CURRICULA["sep-solo"].layout).version == told["version"]
    pytest.importorskip("matplotlib")
    assert main([*asked, "--svg", str(curve), "--lang", "fr"]) == OK
    assert told["version"] in capsys.readouterr().out
    assert "points par manche" in curve.read_text()


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        (["--rounds", "0"], "--rounds 0"),
        (["--positions", "7"], "--positions 7"),
        (["--out", "nowhere/at/all"], "nowhere/at/all"),
    ],
)
def test_what_cannot_be_trained_is_told(wrong: list[str], named: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "sep", *wrong]) == BAD_INPUT
    told = capsys.readouterr().err
    assert named in told
    assert "Traceback" not in told


def test_a_file_that_is_no_training_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "letter"
    file.write_text("Dear all")
    assert main(["train", "sep", "--rounds", "1", "--positions", "2000", "--out", str(file)]) == BAD_INPUT
    assert str(file) in capsys.readouterr().err
    assert file.read_text() == "Dear all"
