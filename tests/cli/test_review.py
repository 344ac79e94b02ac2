"""`septet review`, as a person or a script uses it."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from septet.cli import BAD_INPUT, OK, main
from septet.games import GAMES
from septet.games.log import Log, write
from septet.i18n import LANGUAGES
from tests.plain import suspicious
from tests.playing import sitters
from tests.review.games import played, record

Out = pytest.CaptureFixture[str]
RECORDS = Path(__file__).parent.parent / "records"
OF_EACH = {  # a record of each game, and which kind of review it has
    "set-checked": "overlooked",
    "set-quick-deals": "overlooked",
    "set-solo-perfect": "overlooked",
    "scout-house-rules": "overlooked",
    "setup-auto": "overlooked",
    "twenty-target": "overlooked",
    "coopset-team": "packing",
    "chipset-rounds": "odds",
    "chipset-declared": "odds",
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", OF_EACH)
def test_a_game_of_the_family_is_reviewed_in_sentences(name: str, language: str, capsys: Out) -> None:
    assert main(["review", str(RECORDS / f"{name}.jsonl"), "--lang", language]) == OK
    told = capsys.readouterr()
    assert told.err == ""
    assert len(told.out.splitlines()) > 1
    assert not suspicious(told.out.replace("--json", ""))


@pytest.mark.parametrize(("name", "kind"), OF_EACH.items())
def test_programs_get_it_as_json_and_the_same_seed_gives_the_same(name: str, kind: str, capsys: Out) -> None:
    asked = ["review", str(RECORDS / f"{name}.jsonl"), "--json", "--seed", "seven"]
    assert main(asked) == OK
    found = capsys.readouterr().out
    assert json.loads(found)["kind"] == kind
    assert main(asked) == OK
    assert capsys.readouterr().out == found


def test_what_cannot_be_reviewed_is_refused_in_a_line(tmp_path: Path, capsys: Out) -> None:
    game = GAMES["set"]
    (tmp_path / "fresh.jsonl").write_bytes(write(Log.new(game, game.Options(), sitters(2), bytes(32))))
    (tmp_path / "other.jsonl").write_text("no record")
    played = str(RECORDS / "set-checked.jsonl")
    for given in (["nowhere.jsonl"], [str(tmp_path / "other.jsonl")], [str(tmp_path / "fresh.jsonl")], [str(tmp_path)]):
        assert main(["review", *given, "--lang", "en"]) == BAD_INPUT
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err.startswith("septet: ")
        assert len(told.err.splitlines()) == 1
    assert main(["review", played, "--playouts", "1", "--lang", "en"]) == BAD_INPUT
    assert "at least 2" in capsys.readouterr().err


def test_a_best_packing_that_was_missed_is_told_with_its_move(capsys: Out) -> None:
    assert main(["review", str(RECORDS / "coopset-team.jsonl"), "--json"]) == OK
    found = json.loads(capsys.readouterr().out)
    assert main(["review", str(RECORDS / "coopset-team.jsonl"), "--lang", "en"]) == OK
    lines = capsys.readouterr().out.splitlines()
    assert f"{found['taken']} sets were taken of {found['most']} that were possible" in lines[0]
    assert [int(line.split()[0]) for line in lines if line.startswith(" ")] == found["missed"]


@pytest.mark.slow
def test_a_game_of_sep_is_valued_by_playouts_on_other_processes(capsys: Out) -> None:
    asked = ["review", str(RECORDS / "sep-solo-seven.jsonl"), "--playouts", "2", "--lang", "en"]
    assert main([*asked, "--json"]) == OK
    found = json.loads(capsys.readouterr().out)
    assert (found["kind"], found["unit"], found["playouts"]) == ("valued", "points", 2)
    assert main([*asked, "--jobs", "1"]) == OK
    lines = capsys.readouterr().out.splitlines()
    assert [int(line.split()[0]) for line in lines if line.startswith(" ")] == found["costliest"]
    assert lines[-1].startswith("From 2 playouts")


@pytest.fixture(scope="module")
def short_game(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A record of SEP, with the fewest cards that it can be played with."""
    file = tmp_path_factory.mktemp("review") / "sep.jsonl"
    file.write_bytes(record(played("sep", pile_count=1)))
    return str(file)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_of_sep_is_valued_and_its_luck_told(short_game: str, language: str, capsys: Out) -> None:
    assert main(["review", short_game, "--playouts", "8", "--lang", language, "--jobs", "1"]) == OK
    told = capsys.readouterr().out
    assert len(told.splitlines()) >= 5
    assert "{" not in told
    assert not suspicious(told)


def test_the_curve_is_drawn_with_a_point_for_every_move(short_game: str, capsys: Out) -> None:
    asked = ["review", short_game, "--playouts", "8", "--jobs", "1", "--seed", "a", "--lang", "en"]
    assert main([*asked, "--json"]) == OK
    found = json.loads(capsys.readouterr().out)
    assert main([*asked, "--svg"]) == OK
    drawn = ElementTree.fromstring(capsys.readouterr().out)
    line = drawn.find("{http://www.w3.org/2000/svg}polyline")
    assert line is not None
    assert len(line.attrib["points"].split()) == len(found["curve"])
    marks = [title.text for title in drawn.iter("{http://www.w3.org/2000/svg}title")][1:]
    labelled = [one for one in found["decisions"] if one["label"]]
    assert [mark.partition(":")[0] for mark in marks if mark] == [str(one["number"]) for one in labelled]


def test_a_counted_game_has_no_curve(capsys: Out) -> None:
    assert main(["review", str(RECORDS / "set-checked.jsonl"), "--svg", "--lang", "en"]) == BAD_INPUT
    assert "counted" in capsys.readouterr().err
