"""What a rule changes, from a program: the study of `septet lab`, as a table."""

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import septet
from examples.miser import Miser
from septet.bots.own import OWN
from septet.cli import OK, main
from septet.workbench.comparing import RuleComparison
from tests.workbench.test_table import Falls

LOW = "combo_ace=cyclic,low"


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    yield
    OWN.clear()


@pytest.fixture(scope="module")
def found() -> RuleComparison:
    return septet.compare("sep", LOW, deals=40, seed="cli")


def test_it_is_the_study_of_the_command_line(
    found: RuleComparison, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keep = tmp_path / "kept.jsonl"
    given = ["--vary", LOW, "--games", "40", "--seed", "cli", "--jobs", "1", "--keep", str(keep), "--json"]
    assert main(["lab", "sep", *given]) == OK
    assert json.loads(capsys.readouterr().out) == json.loads(msgspec.json.encode(found.result))
    told: list[tuple[int, int]] = []
    again = septet.compare("sep", LOW, deals=40, seed="cli", keep=keep, on_progress=lambda *done: told.append(done))
    assert told == [(40, 40)], "what was kept is not played again"
    assert again.rows() == found.rows()


def test_a_row_has_a_figure_under_one_rule_set_and_how_it_differs_from_the_base(found: RuleComparison) -> None:
    assert repr(found) == "<40 deals of sep: base | combo_ace=low>"
    rows = {(row["rules"], row["figure"]): row for row in found}
    assert len(rows) == len(found) == 2 * len(found.result.comparison.figures)
    base, low = rows["base", "turns"], rows["combo_ace=low", "turns"]
    assert low["difference"] == pytest.approx(low["mean"] - base["mean"])
    assert low["difference_low"] < low["difference"] < low["difference_high"]
    assert low["clear"] is (low["difference_low"] > 0 or low["difference_high"] < 0)
    assert base["difference"] is None and base["clear"] is None
    assert rows["combo_ace=low", "matters"]["mean"] > 0
    assert found.to_polars().height == found.to_arrow().num_rows == len(found.to_pandas()) == len(found)


def test_it_is_the_same_on_two_processes_and_where_a_loop_is_at_work(found: RuleComparison) -> None:
    async def in_a_notebook() -> RuleComparison:
        return septet.compare("sep", LOW, deals=40, seed="cli", jobs=2)

    assert asyncio.run(in_a_notebook()).rows() == found.rows()


def test_whole_rule_sets_are_compared_by_their_names() -> None:
    sets: dict[str, Any] = {"short": "pile_count=1", "long": {"pile_count": 2}}
    found = septet.compare("sep", sets, "random", 40)
    rows = {(row["rules"], row["figure"]): row for row in found}
    assert rows["long", "turns"]["clear"] is True and rows["long", "turns"]["difference_low"] > 0


def test_own_bots_play_in_it() -> None:
    here = septet.compare("sep-solo", LOW, Miser, 40)
    there = septet.compare("sep-solo", LOW, [Miser], 40, jobs=2)
    assert here.rows() == there.rows()


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ({"vary": "ace"}, "There is no option ace. There are: combo_ace, "),
        ({"vary": "combo_ace=up"}, "combo_ace cannot be up: cyclic|high_low|low."),
        ({"vary": {"one": ""}}, "There is nothing to compare"),
        ({"vary": {"one": "", "two": "ace=1"}}, "There is no option ace."),
        ({"vary": LOW, "deals": 3}, "deals=3: from 40 to 10000000."),
        ({"vary": LOW, "until": 3}, "until=3: from 0 to 1."),
        ({"vary": LOW, "bots": ["greedy"]}, "sep has seats for 2, not for 1."),
        ({"vary": LOW, "bots": lambda *_: 7, "jobs": 2}, "The bot tests.workbench.test_comparing:<lambda> was written"),
        (
            {"vary": LOW, "bots": Falls, "deals": 40},
            "The bot tests.workbench.test_table:Falls has failed: ZeroDivision",
        ),
        (
            {"vary": LOW, "bots": Falls, "deals": 40, "jobs": 2},
            "The study stopped: BotFailed: raised (why ZeroDivision",
        ),
    ],
)
def test_what_cannot_be_had_is_told_in_one_line(given: dict[str, Any], line: str) -> None:
    with pytest.raises(septet.NotPossible, match="^" + re.escape(line)) as told:
        septet.compare("sep", **given)
    assert "\n" not in str(told.value)


def test_a_file_of_another_study_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "other.jsonl").write_text("{}\n")
    with pytest.raises(septet.NotPossible, match=r"other\.jsonl"):
        septet.compare("sep", LOW, deals=40, keep=tmp_path / "other.jsonl")
    assert (tmp_path / "other.jsonl").read_text() == "{}\n"
