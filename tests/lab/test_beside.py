"""Depth and luck's share of each rule set: what takes other bots to be told."""

import csv
import json
import math
from pathlib import Path

import msgspec
import numpy as np
import pytest

from septet.cli import BAD_INPUT, OK, main
from septet.games import GAMES
from septet.i18n import LANGUAGES, words
from septet.lab import depth
from septet.lab.depth import UNIT, Depth, DepthTask, added_up, depths, has_depth
from septet.lab.luck import LuckShare, LuckTold, shares
from septet.lab.report import as_csv, page
from septet.lab.rule_sets import varied
from septet.lab.study import StudyResult, StudyTask, study

Out = pytest.CaptureFixture[str]


def test_three_wins_of_four_at_a_step_are_one_unit_each() -> None:
    deals = np.tile([[1.0], [0.5], [1.0], [0.5]], (500, 2))
    found = added_up(deals)
    assert found.value == pytest.approx(2, abs=0.01)
    assert found.low < 2 < found.high and found.high - found.low < 0.25


def test_a_step_without_a_defeat_has_an_end_and_says_how_little_is_known_of_it() -> None:
    few, many = added_up(np.ones((10, 1))), added_up(np.ones((1_000, 1)))
    assert few.value == pytest.approx(math.log(20.5 / 0.5) / UNIT)
    assert math.isfinite(few.high) and few.high - few.low > 4
    assert many.value > few.value


def test_intervals_of_depth_hold_what_is_true_in_95_of_100() -> None:
    rng, true = np.random.default_rng(3), (math.log(0.9 / 0.1) + math.log(0.6 / 0.4)) / UNIT
    held = 0
    for _ in range(400):
        games = rng.random((60, 2, 2)) < np.array([0.9, 0.6])  # deals, seatings, steps
        found = added_up(games.mean(axis=1))
        held += found.low <= true <= found.high
    assert held >= 370


def test_the_share_of_luck_is_that_of_the_variances_less_what_playouts_add() -> None:
    rng = np.random.default_rng(5)
    luck, skill, noise = (rng.normal(0, sd, 4_000) for sd in (0.3, 0.2, 0.1))
    told = [LuckTold(a + n, b - n, 0.01) for a, b, n in zip(luck, skill, noise, strict=True)]
    plain, clean = shares(told)
    assert clean.value == pytest.approx(0.09 / 0.13, abs=0.02) and clean.low < 0.09 / 0.13 < clean.high
    assert plain.value == pytest.approx(0.10 / 0.15, abs=0.02)


TASK = StudyTask(game="sep", bots=("greedy", "greedy"), sets=varied(GAMES["sep"], ["combo_ace=low"]), seed="beside")


@pytest.fixture(scope="module")
def told() -> StudyResult:
    found = study(TASK, 400, jobs=1)
    known = (Depth(6.1, 5.4, 6.8, 50), Depth(5.9, 5.2, 6.6, 50))
    return msgspec.structs.replace(
        found, depth=known, luck=(LuckShare(0.71, 0.6, 0.8, 50), LuckShare(0.7, 0.5, 0.8, 50))
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_has_them_where_they_were_asked_for(told: StudyResult, language: str) -> None:
    t = words(language)
    text = page(told, t)
    point = t("lab.decimal")
    for part in (f"6{point}10", f"5{point}40", "71", t("lab.figure.depth"), t("lab.figure.luck")):
        assert part in text
    assert "lab." not in text.replace("lab.md", "")
    bare = msgspec.structs.replace(told, depth=msgspec.UNSET, luck=msgspec.UNSET)
    assert t("lab.figure.luck") not in page(bare, t)


def test_programs_find_them_where_they_were_asked_for_and_nothing_else_changes(told: StudyResult) -> None:
    rows = list(csv.DictReader(as_csv(told, words("en")).splitlines()))
    (row,) = [one for one in rows if one["figure"] == "depth" and one["rules"] == "combo_ace=low"]
    assert (float(row["mean"]), float(row["low"]), float(row["high"])) == (5.9, 5.2, 6.6)
    bare = msgspec.structs.replace(told, depth=msgspec.UNSET, luck=msgspec.UNSET)
    assert {"depth", "luck"}.isdisjoint(json.loads(msgspec.json.encode(bare)))
    assert len(as_csv(bare, words("en")).splitlines()) == len(rows) + 1 - 4


def test_depth_is_for_two_who_play_against_each_other() -> None:
    assert has_depth("sep") and has_depth("sepmosa") and not has_depth("sep-solo") and not has_depth("coopset")


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["sep", "--vary", "combo_ace", "--depth", "3"], "--depth 3: from 10 to 100000"),
        (["sep", "--vary", "combo_ace", "--luck", "-1"], "--luck -1: from 10 to 100000"),
        (["sep-solo", "--vary", "combo_ace", "--depth"], "sep-solo"),
        (["sep-solo", "--vary", "combo_ace", "--luck"], "sep, sepmosa"),
    ],
)
def test_what_cannot_be_told_is_named(arguments: list[str], named: str, capsys: Out) -> None:
    assert main(["lab", *arguments, "--lang", "en"]) == BAD_INPUT
    assert named in capsys.readouterr().err


@pytest.mark.slow
def test_depth_is_played_once_and_is_the_same_on_two_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(depth, "RUNGS", ("random", "novice", "casual"))
    task = DepthTask(game="sep", sets=TASK.sets, seed="depth")
    kept = tmp_path / "kept"
    one = depths(task, 4, path=kept, jobs=1)
    assert depths(task, 4, jobs=2) == one
    monkeypatch.setattr(depth, "run", lambda chunks, **how: [] if not chunks else pytest.fail("it is there"))
    assert depths(task, 4, path=kept, jobs=1) == one


@pytest.mark.long
def test_depth_and_luck_of_real_bots(tmp_path: Path, capsys: Out) -> None:
    study = ["lab", "sep", "--vary", "combo_ace=low", "--games", "400", "--keep", str(tmp_path / "kept")]
    assert main([*study, "--depth", "10", "--luck", "10", "--json"]) == OK
    found = json.loads(capsys.readouterr().out)
    assert len(found["depth"]) == len(found["luck"]) == 2
    assert all(3 < one["value"] < 12 and one["low"] < one["value"] < one["high"] for one in found["depth"])
    assert all(0 <= one["low"] <= one["value"] <= one["high"] <= 1 for one in found["luck"])
