"""`septet lab` as a designer uses it."""

import csv
import json
from pathlib import Path

import pytest

from septet.cli import BAD_INPUT, OK, main
from septet.i18n import LANGUAGES

Out = pytest.CaptureFixture[str]
STUDY = ["lab", "sep", "--vary", "combo_ace=cyclic,low", "--games", "40", "--seed", "cli", "--jobs", "1"]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What was played for one of these tests serves the others."""
    return tmp_path_factory.mktemp("lab") / "kept.jsonl"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_study_is_told_in_words_without_a_key(kept: Path, language: str, capsys: Out) -> None:
    assert main([*STUDY, "--keep", str(kept), "--see", "2%", "--until", "50%", "--lang", language]) == OK
    out = capsys.readouterr().out
    assert "combo_ace" not in out and "ending." not in out and "lab." not in out
    words = {"en": "Ace: low only", "fr": "As : en bas seulement", "nl": "Aas: alleen laag"}
    assert words[language] in out
    assert ("," if language != "en" else ".") in out


def test_programs_read_it_as_json_and_as_a_table(kept: Path, tmp_path: Path, capsys: Out) -> None:
    file = tmp_path / "study.csv"
    assert main([*STUDY, "--keep", str(kept), "--json", "--csv", str(file), "--lang", "en"]) == OK
    found = json.loads(capsys.readouterr().out)
    assert found["comparison"]["deals"] == 40
    turns = found["comparison"]["figures"][0]
    rows = list(csv.DictReader(file.read_text("utf-8").splitlines()))
    (row,) = [one for one in rows if one["rules"] == "combo_ace=low" and one["figure"] == "turns"]
    assert float(row["difference"]) == turns["differences"][0]["value"]
    assert row["label"] == "Ace: low only"


def test_rule_sets_come_from_a_file_too(tmp_path: Path, capsys: Out) -> None:
    file = tmp_path / "rules.txt"
    file.write_text("short: pile_count=1\nlong: pile_count=2\n")
    keep = ["--keep", str(tmp_path / "kept.jsonl")]
    assert main(["lab", "sep", "--rules", str(file), "--bots", "random,random", "--games", "40", *keep]) == OK
    assert "short" in (out := capsys.readouterr().out) and "long" in out


def test_where_no_greedy_bot_plays_the_usual_one_is_random(tmp_path: Path, capsys: Out) -> None:
    keep = ["--keep", str(tmp_path / "kept.jsonl")]
    assert main(["lab", "set-solo", "--vary", "cooldown_s=1,3", "--games", "40", "--jobs", "1", "--json", *keep]) == OK
    assert json.loads(capsys.readouterr().out)["task"]["bots"] == ["random"]


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--games", "3"], "--games 3"),
        (["--until", "much"], "--until much"),
        (["--see", "0%"], "--see 0%"),
        (["--vary", "combo_swap=perhaps"], "perhaps"),
        (["--vary", "combo_ace"], "combo_ace"),
        (["--rules", "rules.txt"], "rules.txt"),
        (["--bots", "nobody,greedy"], "nobody"),
        (["--bots", "greedy"], "2"),
    ],
)
def test_bad_input_is_named_in_a_line_or_two(arguments: list[str], named: str, capsys: Out) -> None:
    assert main([*STUDY, *arguments, "--lang", "en"]) == BAD_INPUT
    told = capsys.readouterr().err
    assert named in told and len(told.splitlines()) <= 2


def test_a_file_that_holds_something_else_is_left_alone(tmp_path: Path, capsys: Out) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("mine")
    assert main([*STUDY, "--keep", str(file)]) == BAD_INPUT
    assert str(file) in capsys.readouterr().err and file.read_text() == "mine"


@pytest.mark.parametrize("language", ["fr", *(pytest.param(one, marks=pytest.mark.long) for one in ("en", "nl"))])
def test_where_a_rule_matters_is_shown_and_the_picture_plays_both_ways(
    language: str, tmp_path: Path, capsys: Out
) -> None:
    ask = ["lab", "sep", "--where", "combo_ace=low", "--games", "10", "--seed", "cli", "--jobs", "1"]
    drawn = tmp_path / "where.html"
    assert main([*ask, "--lang", language, "--html", str(drawn)]) == OK
    page = drawn.read_text("utf-8")
    assert (
        page.count('src="data:image/svg+xml;base64,') == 1 and "lab.where" not in page and f'lang="{language}"' in page
    )
    out = capsys.readouterr().out
    title = {"en": "Ace: all round, or low only?", "fr": "As : en boucle, ou en bas seulement ?", "nl": "Aas: "}
    assert title[language] in out
    file = tmp_path / "where.md"
    file.write_text(out, "utf-8")
    assert main(["check", str(file)]) == OK
    assert capsys.readouterr().out.endswith("2 passed, 0 failed\n")


@pytest.mark.parametrize(
    ("game", "where", "named"),
    [
        ("sep", "pile_count", "pile_count"),
        ("set", "all", "set"),
        ("sep", "combo_ace=high", "high"),
        ("sep", "x=1", "x"),
    ],
)
def test_a_rule_that_cannot_be_read_in_two_ways_is_named(game: str, where: str, named: str, capsys: Out) -> None:
    assert main(["lab", game, "--where", where, "--lang", "en"]) == BAD_INPUT
    told = capsys.readouterr().err
    assert named in told and len(told.splitlines()) <= 2


def test_a_report_that_cannot_be_written_or_drawn_is_one_line(
    kept: Path, tmp_path: Path, capsys: Out, monkeypatch: pytest.MonkeyPatch
) -> None:
    nowhere = str(tmp_path / "no" / "report.html")
    assert main([*STUDY, "--keep", str(kept), "--html", nowhere, "--lang", "en"]) == BAD_INPUT
    assert nowhere in capsys.readouterr().err
    monkeypatch.setattr("septet.cli.lab.can_draw", lambda: False)
    assert main([*STUDY, "--keep", str(kept), "--html", nowhere, "--lang", "en"]) == BAD_INPUT
    assert "septet[charts]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("lab set --atlas a.json", "There is no atlas of set"),
        ("lab sep --atlas a.json --bots expert,greedy", "bots that need no search"),
        ("lab sep --atlas a.json --games 150", "whole hundreds"),
    ],
)
def test_an_atlas_that_cannot_be_made_says_why(words: str, said: str, capsys: Out) -> None:
    assert main(words.split()) == BAD_INPUT
    assert said in capsys.readouterr().err
