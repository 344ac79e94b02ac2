"""The arena: everyone meets everyone, on the same deals and from both seats; what it adds up to is honest."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from septet.bots.bot import Budget
from septet.cli import BAD_INPUT, OK, main
from septet.games.errors import BadRecord
from septet.lab.arena import Contest, hold, meet, meetings, table
from septet.lab.ladder import svg
from septet.lab.ratings import Standing, by_points, by_wins, keep, read

CONTEST = Contest("sep", ("greedy", "novice", "random"), {}, 12, "arena")


def test_everyone_meets_everyone_on_every_deal() -> None:
    assert list(meetings(Contest("sep", ("greedy", "novice", "random"), {}, 4, "x"))) == [
        ((0, 1), 0),
        ((0, 2), 0),
        ((1, 2), 0),
        ((0, 1), 1),
        ((0, 2), 1),
        ((1, 2), 1),
    ]


def test_a_deal_is_played_from_both_seats() -> None:
    met = meet(CONTEST, (0, 2), 3)
    assert len(met.scores) == 2
    assert all(sum(scores) == 1 for scores in met.scores)
    mirrored = meet(Contest("sep", ("random", "greedy"), {}, 2, "arena"), (0, 1), 3)
    assert len(mirrored.scores) == 2


def test_alone_it_is_told_how_many_matches_were_won() -> None:
    contest = Contest("sep-solo", ("greedy",), {"solo_match": "a"}, 30, "match")
    points = [meet(contest, (0,), deal).scores[0][0] for deal in range(30)]
    assert hold(contest).won["greedy"].count == sum(one >= 7 for one in points) > 0
    assert not hold(CONTEST).won


def test_the_table_is_the_same_for_any_number_of_processes() -> None:
    one, two = hold(CONTEST, jobs=1), hold(CONTEST, jobs=2)
    assert (one.ladder, one.pairs) == (two.ladder, two.pairs)
    assert one.ladder[-1].bot == "random"
    assert sum(pair.games for pair in one.pairs) == 36


def test_a_contest_goes_on_where_it_stopped(tmp_path: Path) -> None:
    file, whole = tmp_path / "contest.jsonl", hold(CONTEST)
    hold(CONTEST, out=file)
    lines = file.read_bytes().splitlines(keepends=True)
    assert len(lines) == 1 + 18
    file.write_bytes(b"".join(lines[:7]) + lines[7][:20])
    told: list[tuple[int, int]] = []
    again = hold(CONTEST, out=file, on_progress=lambda done, total: told.append((done, total)))
    assert told[0] == (6, 18)
    assert told[-1] == (18, 18)
    assert (again.ladder, again.pairs) == (whole.ladder, whole.pairs)
    assert len(file.read_bytes().splitlines()) == 1 + 18


@pytest.mark.parametrize("content", [b"{}\n", b"words\n", b"no end", b'{"game":"sep"}\n[]\n'])
def test_a_file_of_something_else_is_refused(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "other.jsonl"
    file.write_bytes(content)
    with pytest.raises(BadRecord):
        hold(CONTEST, out=file)
    assert file.read_bytes() == content


def test_alone_the_points_count() -> None:
    found = hold(Contest("sep-solo", ("greedy", "random"), {}, 20, "alone"))
    assert [one.bot for one in found.ladder] == ["greedy", "random"]
    assert found.pairs == ()
    assert found.ladder[0].games == 20


def test_ratings_say_how_often_one_beats_the_other() -> None:
    shares = {("greedy", "other"): dict.fromkeys(range(100), 0.25)}
    best, anchor = by_wins(("greedy", "other"), shares, "x")
    assert (anchor.bot, anchor.rating) == ("greedy", 1000)
    assert best.rating == pytest.approx(1190, abs=3)  # three to one
    assert best.low <= best.rating <= best.high


def test_who_wins_every_game_has_a_rating_all_the_same() -> None:
    best, worst = by_wins(("one", "two"), {("one", "two"): dict.fromkeys(range(10), 1.0)}, "x")
    assert 1200 < best.rating < 2500
    assert best.rating + worst.rating == pytest.approx(2000)


def test_points_are_spread_as_they_are() -> None:
    (best, other) = by_points({"a": [1.0, 2.0, 3.0], "b": [5.0, 5.0]})
    assert (best.bot, best.rating, best.low, best.high) == ("b", 5, 5, 5)
    assert other.low < 2 < other.high


def test_an_unfinished_contest_has_a_table() -> None:
    played = [meet(CONTEST, (0, 1), 0)]
    found = table(Contest("sep", ("greedy", "novice"), {}, 12, "arena"), played)
    assert found.pairs[0].games == 2
    assert 0 <= found.pairs[0].low <= found.pairs[0].share <= found.pairs[0].high <= 1


def test_ratings_are_kept_beside_those_of_other_games(tmp_path: Path) -> None:
    file = tmp_path / "ratings.json"
    keep(file, "sep", (Standing("expert", 1500, 1400, 1600, 10),))
    keep(file, "sep-solo", (Standing("expert", 8, 7, 9, 10),))
    keep(file, "sep", (Standing("novice", 900, 800, 1000, 10),))
    assert {game: list(bots) for game, bots in read(file).items()} == {
        "sep": ["expert", "novice"],
        "sep-solo": ["expert"],
    }
    assert read(tmp_path / "none.json") == {}


def test_the_ladder_is_a_picture() -> None:
    ladder = (Standing("expert", 1500, 1400, 1600, 10), Standing("novice", 900, 800, 1000, 10))
    drawn = ElementTree.fromstring(svg("A & B", ladder, {"expert": "Expert", "novice": "<Novice>"}, 0))
    texts = [node.text for node in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert texts == ["A & B", "Expert", "1500", "<Novice>", "900"]


def test_the_command_prints_a_table_or_json_and_draws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture, ratings = tmp_path / "ladder.svg", tmp_path / "ratings.json"
    arguments = ["arena", "sep", "greedy", "novice", "--games", "6", "--jobs", "1", "--playouts", "10", "--lang", "en"]
    assert main([*arguments, "--svg", str(picture), "--ratings", str(ratings)]) == OK
    assert "Greedy against Novice" in capsys.readouterr().out.replace("Novice against Greedy", "Greedy against Novice")
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    assert set(read(ratings)["sep"]) == {"greedy", "novice"}
    assert main([*arguments, "--json"]) == OK
    found = json.loads(capsys.readouterr().out)
    assert found["contest"]["budget"] == {"ms": None, "playouts": 10}
    assert len(found["ladder"]) == 2


def test_the_command_goes_on_with_its_own_file_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["arena", "sep", "greedy", "random", "--games", "4", "--jobs", "1", "--out", str(tmp_path / "o.jsonl")]
    assert main(arguments) == OK
    assert main(arguments) == OK
    capsys.readouterr()
    assert main([*arguments, "--seed", "other"]) == BAD_INPUT
    assert capsys.readouterr().err.strip().startswith("septet: ")


@pytest.mark.parametrize(("said", "ms"), [("200ms", 200), ("1.5s", 1500), ("2s", 2000)])
def test_a_time_is_written_as_people_do(said: str, ms: int, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["arena", "sep", "greedy", "random", "--games", "2", "--jobs", "1", "--time", said, "--json"]
    assert main(arguments) == OK
    assert json.loads(capsys.readouterr().out)["contest"]["budget"] == {"ms": ms, "playouts": None}


def test_the_bots_are_listed_with_their_ratings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bots", "--lang", "en"]) == OK
    told = capsys.readouterr().out
    assert "expert" in told
    assert main(["bots", "sep", "--json"]) == OK
    listed = json.loads(capsys.readouterr().out)
    assert [one["bot"] for one in listed][-4:] == ["novice", "casual", "strong", "expert"]
    assert all(one["about"] for one in listed)


def test_a_budget_travels_with_the_contest() -> None:
    assert Contest("sep", ("a", "b"), {}, 3, "x", Budget(ms=5)).deals == 2
