"""Many games as a table: the same figures as at the command line, in whatever library somebody works with."""

import json
import random
import re
import sys
from collections.abc import Iterator
from typing import Any

import msgspec
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import septet
from examples.miser import Miser
from septet.bots.own import OWN
from septet.cli import OK, main
from septet.games import GAMES
from septet.workbench.figures import FigureTable
from tests.workbench.test_table import Falls


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    yield
    OWN.clear()


def test_the_report_is_that_of_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    given = ("--bots", "greedy,random", "--games", "30", "--seed", "one", "--options", "combo_ace=low", "--json")
    assert main(["simulate", "sep", *given]) == OK
    found = septet.simulate("sep", ["greedy", "random"], 30, seed="one", options={"combo_ace": "low"})
    assert json.loads(msgspec.json.encode(found.report)) == json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_gives_a_row_for_each_game_with_the_same_columns_everywhere(game: str) -> None:
    found = septet.simulate(game, games=3)
    assert len(found) == len(found.rows()) == 3
    assert all([*row] == found.columns for row in found)
    figures = [*found.report.figures, *found.report.counts]
    assert found.columns[-len(figures) :] == figures and len({*found.columns}) == len(found.columns)
    frames = (found.to_pandas(), found.to_polars(), found.to_arrow())
    assert [*frames[0].columns] == frames[1].columns == frames[2].column_names == found.columns
    assert frames[1].to_dicts() == frames[2].to_pylist() == found.rows()


def test_a_row_says_who_sat_where_who_began_and_who_won() -> None:
    found = septet.simulate("sep", ("random", "random"), 40, seed=3, options="tie_mode=draw, pile_count=1")
    for row in found:
        assert {row["seat_0"], row["seat_1"]} == {0, 1}
        best = [bot for bot in (0, 1) if row[f"place_{bot}"] == 1]
        assert row["winner"] == (best[0] if len(best) == 1 else None)
        assert row["first"] in (0, 1)
    winners = found.column("winner")
    assert [winners.count(bot) for bot in (0, 1)] == [one.count for one in found.report.wins]
    assert found.report.ties is not None and winners.count(None) == found.report.ties.count > 0


def test_kinds_stay_the_same_whether_something_is_missing_or_not() -> None:
    found = septet.simulate("set", games=2)
    pandas, polars, arrow = found.to_pandas(), found.to_polars(), found.to_arrow()
    assert (type(pandas), type(polars), type(arrow)) == (pd.DataFrame, pl.DataFrame, pa.Table)
    wanted: dict[str, tuple[str, Any, str]] = {
        "first": ("Int64", pl.Int64, "int64"),
        "score_0": ("Int64", pl.Int64, "int64"),
    }
    wanted |= {"won": ("boolean", pl.Boolean, "bool"), "ending": ("string", pl.String, "string")}
    wanted |= {"sets": ("float64", pl.Float64, "double")}
    for name, (in_pandas, in_polars, in_arrow) in wanted.items():
        assert str(pandas[name].dtype) == in_pandas
        assert polars.schema[name] == in_polars
        assert str(arrow.schema.field(name).type) == in_arrow
    assert pandas["first"].isna().all() and polars["left"].to_list() == found.column("left")


def test_the_summary_has_every_mean_and_share_with_its_interval() -> None:
    found = septet.simulate("sep", ["greedy", "random"], 20)
    rows = {row["figure"]: row for row in found.summary()}
    turns, wins = found.report.figures["turns"], found.report.wins
    assert rows["turns"] == {
        "figure": "turns",
        "kind": "mean",
        "value": turns.mean,
        "low": turns.low,
        "high": turns.high,
    }
    assert (rows["won by 0"]["value"], rows["won by 0"]["low"]) == (wins[0].share, wins[0].low)
    assert {"score_1", "ending seven", "tied", "won by first"} <= rows.keys()
    assert found.summary().to_polars().height == len(rows)
    assert "layout_sets 2" in septet.simulate("coopset", games=5).summary().column("figure")


@pytest.mark.parametrize(
    ("module", "how", "extra"),
    [("pandas", "to_pandas", "pandas"), ("polars", "to_polars", "polars"), ("pyarrow", "to_arrow", "arrow")],
)
def test_a_missing_extra_is_named_in_one_line(
    module: str, how: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("septet.envs.needing.find_spec", lambda name: None if name == module else sys)
    table = FigureTable({"one": "int"}, [{"one": 1}])
    with pytest.raises(ImportError, match=re.escape(f"{how}() needs {module}: pip install 'septet[{extra}]'")):
        getattr(table, how)()


def test_own_bots_play_as_classes_objects_and_on_several_processes() -> None:
    alone = septet.simulate("sep", ["greedy", Miser], 26)
    assert alone.bots == ("greedy", "examples.miser:Miser")
    assert septet.simulate("sep", ["greedy", Miser], 26, jobs=2).rows() == alone.rows()
    mind = Miser(GAMES["sep"], 0, random.Random())
    assert septet.simulate("sep", ["greedy", mind], 26).rows() == alone.rows()


def test_two_bots_of_one_class_are_two_and_a_class_written_again_is_the_new_one() -> None:
    def careful(*given: Any) -> Any:
        return Miser(*given)

    one, other = Miser(GAMES["sep"], 0, random.Random()), Miser(GAMES["sep"], 1, random.Random())
    assert septet.simulate("sep", [one, other], 1).bots == ("examples.miser:Miser", "examples.miser:Miser 2")
    first = septet.simulate("sep-solo", careful, 1)
    again: Any = type("Miser", (Miser,), {"__module__": "somewhere", "__qualname__": "Miser"})
    assert septet.simulate("sep", again, 1).bots == ("somewhere:Miser",) * 2
    newer: Any = type("Miser", (Miser,), {"__module__": "somewhere", "__qualname__": "Miser"})
    septet.simulate("sep", newer, 1)
    assert OWN["somewhere:Miser"] is newer
    assert first.bots[0].endswith("<locals>.careful")


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ({"game": "sepp"}, "There is no game sepp. There are: sep, "),
        ({"game": "sep", "bots": ["random"]}, "sep has seats for 2, not for 1."),
        ({"game": "sep", "bots": "strog"}, "There is no bot strog here. There are: random, "),
        ({"game": "sep", "games": 0}, "games=0: from 1 to 10000000."),
        ({"game": "sep", "games": 2.5}, "games=2.5: from 1 to 10000000."),
        ({"game": "sep", "jobs": 1000}, "jobs=1000: from 1 to 256."),
        ({"game": "sep", "options": "combo_ace"}, "combo_ace needs a value"),
        ({"game": "sep", "bots": lambda *_: 7}, "The bot tests.workbench.test_simulating:<lambda> has sat down as 7"),
        (
            {"game": "sep", "bots": lambda *_: 7, "jobs": 2},
            "The bot tests.workbench.test_simulating:<lambda> was written in",
        ),
        ({"game": "sep", "bots": Falls}, "The bot tests.workbench.test_table:Falls has failed: ZeroDivisionError"),
    ],
)
def test_what_cannot_be_had_is_told_in_one_line(given: dict[str, Any], line: str) -> None:
    with pytest.raises(septet.NotPossible, match="^" + re.escape(line)) as told:
        septet.simulate(**given)
    assert "\n" not in str(told.value)


def test_a_notebook_shows_the_first_rows_and_progress_is_told() -> None:
    told: list[int] = []
    found = septet.simulate("sep", games=30, on_progress=told.append)
    assert told == [25, 30]
    shown = found._repr_html_()
    assert shown.count("<tr>") == 11 and "… 30" in shown and "<th>turns</th>" in shown
    assert repr(found) == "<30 games of sep between random, random, seed septet>"
    assert repr(found.summary()).startswith("<")
