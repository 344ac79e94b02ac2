"""The rule atlas between other bots: every game tells of every rule."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from septet.cli import BAD_INPUT, OK, main
from septet.i18n import LANGUAGES
from septet.lab.again import AgainTask, cell, compared, plan_of
from septet.lab.atlas_file import Atlas, EffectSizes, shipped

Out = pytest.CaptureFixture[str]
GAMES = 2_304


@pytest.fixture(scope="module")
def atlas() -> Atlas:
    return shipped("sep")


def slowest(atlas: Atlas) -> EffectSizes:
    """The rule that makes games longest by itself."""
    turns = atlas.figures.index("turns")
    return max((one for one in atlas.effects if one.effect.other_rule is None), key=lambda one: one.sizes[turns])


def made_up(atlas: Atlas, task: AgainTask, times: float) -> Any:
    """Games whose turns follow the atlas, its largest effect so many times as large."""
    plan = plan_of("sep")
    rng, turns = np.random.default_rng(2), atlas.figures.index("turns")
    one = slowest(atlas)
    rows = np.zeros((GAMES, len(atlas.figures)))
    for number in range(GAMES):
        levels = plan.sets[cell(task, plan, number)]
        rows[number, turns] = 50 + rng.normal(0, 20)
        if levels[one.effect.rule] == one.effect.value:
            rows[number, turns] += times * one.sizes[turns]
    return rows


@pytest.mark.parametrize(("times", "agrees"), [(1.0, True), (0.5, False)])
def test_an_effect_is_found_as_large_as_it_is_and_as_little_as_there_is(
    atlas: Atlas, times: float, agrees: bool
) -> None:
    task = AgainTask(game="sep", bots=("strong", "strong"), seed="made up")
    found = compared(task, atlas, made_up(atlas, task, times))
    assert len(found.of_atlas) == 10
    (turns,) = [one for one in found.of_bots if one.effect == slowest(atlas).effect]
    assert turns.figure == "turns" and turns.clear
    assert abs(turns.size - times * turns.atlas) <= turns.half
    assert turns.agrees == agrees


def test_every_rule_set_has_its_turn_in_every_round() -> None:
    task, plan = AgainTask(game="sepmosa", bots=("strong", "strong"), seed="turns"), plan_of("sepmosa")
    rounds = [[cell(task, plan, number) for number in range(at, at + 256)] for at in (0, 256)]
    assert sorted(rounds[0]) == sorted(rounds[1]) == list(range(256)) and rounds[0] != rounds[1]


@pytest.mark.slow
def test_it_is_played_once_and_told_in_words(tmp_path: Path, capsys: Out) -> None:
    asked = ["lab", "sep", "--again", "greedy", "--games", "32", "--jobs", "1", "--keep", str(tmp_path / "kept")]
    assert main([*asked, "--json"]) == OK
    assert json.loads(capsys.readouterr().out)["games"] == 32
    for language in LANGUAGES:
        assert main([*asked, "--lang", language]) == OK
        out = capsys.readouterr().out
        assert "lab." not in out and "action_match" not in out and "±" in out


def test_what_cannot_be_played_again_is_named(tmp_path: Path, capsys: Out) -> None:
    file = tmp_path / "no.json"
    file.write_text("{}")
    for arguments, named in (
        (["sep-solo", "--again", "strong"], "sep-solo"),
        (["sep", "--again", "nobody"], "nobody"),
        (["sep", "--again", "strong", "--games", "3"], "--games 3"),
        (["sep", "--again", "strong", "--atlas", str(file)], str(file)),
        (["sep", "--again", "strong", "--atlas", str(tmp_path / "none.json")], "none.json"),
    ):
        assert main(["lab", *arguments, "--lang", "en"]) == BAD_INPUT
        assert named in capsys.readouterr().err
