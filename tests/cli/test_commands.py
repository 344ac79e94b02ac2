"""The command line as a person or a script uses it."""

import hashlib
import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from septet.cli import BAD_INPUT, FAILED, OK, main
from septet.games import GAMES
from septet.games.chance import seed_from
from septet.games.log import read, write
from septet.i18n import LANGUAGES
from tests.playing import random_log

Out = pytest.CaptureFixture[str]
COMMANDS = ("play", "rules", "check", "simulate", "lab", "arena", "bots", "replay", "review", "verify")
PICTURE = "```sep\ncircle: 4D 5D 6D.8H 7D 8D 2C\nactions: JH QS\na JHxc => +1; tokens 6-1-0\na JHxa => refused\n```\n"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "game.jsonl"
    file.write_bytes(write(random_log(GAMES["sep"], random.Random(5))))
    return file


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_shows_examples_in_every_language(language: str, capsys: Out) -> None:
    for command in ((), *((command,) for command in COMMANDS)):
        with pytest.raises(SystemExit) as done:
            main([*command, "--help", "--lang", language])
        assert done.value.code == 0
        help_text = capsys.readouterr().out
        assert {"en": "examples:", "fr": "exemples\u00a0:", "nl": "voorbeelden:"}[language] in help_text
        assert {"en": "usage: ", "fr": "utilisation\u00a0: ", "nl": "gebruik: "}[language] in help_text


def test_the_help_imports_nothing_heavy() -> None:
    """Only the time that a person waits for the help is at stake: no bots, no drawing, no numbers library."""
    code = (
        "import sys; from septet.cli import main\ntry: main(['--help'])\nexcept SystemExit: pass\nprint(*sys.modules)"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"rich", "numpy", "numba", "septet.bots", "septet.lab.simulate", "babel", "multiprocessing"} & set(
        loaded
    )


def test_pictures_that_hold_are_counted(tmp_path: Path, capsys: Out) -> None:
    (tmp_path / "good.md").write_text(PICTURE)
    assert main(["check", str(tmp_path / "good.md")]) == OK
    assert capsys.readouterr().out == "2 passed, 0 failed\n"


def test_a_picture_that_does_not_hold_is_told_with_file_line_expected_and_seen(tmp_path: Path, capsys: Out) -> None:
    file = tmp_path / "bad.md"
    file.write_text(PICTURE.replace("+1;", "+2;"))
    assert main(["check", "--lang", "en", str(file)]) == FAILED
    told = capsys.readouterr().out
    assert f"{file}:4: a JHxc => +2; tokens 6-1-0" in told
    assert "expected +2, seen +1" in told
    assert told.endswith("1 passed, 1 failed\n")
    assert main(["check", "--json", str(file)]) == FAILED
    (failure,) = json.loads(capsys.readouterr().out)["failures"]
    assert (failure["line"], failure["expected"], failure["seen"]) == (4, "+2", "+1")


@pytest.mark.parametrize("line", ["colour: red", "a JZxc => +1", "a JHxc => gold 3", "a => ", "{ace=low} a => 0"])
def test_what_is_not_understood_in_a_picture_fails_loudly(line: str, tmp_path: Path, capsys: Out) -> None:
    (tmp_path / "odd.md").write_text(PICTURE.replace("a JHxa => refused", line))
    assert main(["check", str(tmp_path / "odd.md")]) == FAILED
    told = capsys.readouterr().out
    assert f"odd.md:5: {line.strip()}" in told
    assert ("2 failed" if ":" in line else "1 failed") in told  # on a position that is not understood nothing is played


@pytest.mark.parametrize(
    ("game", "line", "told"),
    [
        ("sep", "a JHxc", "“=>” is missing"),
        ("sep", "{combo_ace=low} a JHxc", "“=>” is missing"),
        ("set", "P1:call", "“=>” is missing"),
        ("sep", "hand: 9Z", "9Z"),
        ("sep", "circel: 4D 9C 7S 6D TC 8S", "is not understood"),
    ],
)
def test_a_bad_line_of_a_position_is_named(game: str, line: str, told: str, tmp_path: Path, capsys: Out) -> None:
    good = {"sep": "circle: 4D 9C 7S 6D TC 8S\ntokens: 7-0-0\n", "set": "players: 3\n"}[game]
    (tmp_path / "odd.md").write_text(f"```{game}\n{good}{line}\n```\n")
    assert main(["check", "--lang", "en", str(tmp_path / "odd.md")]) == FAILED
    said = capsys.readouterr().out
    assert f"odd.md:{2 + good.count(chr(10))}: {line}" in said
    assert told in said


def test_a_seat_that_is_not_there_is_no_refusal(tmp_path: Path, capsys: Out) -> None:
    for wanted, code in (("refused", FAILED), ("refused no_such_seat", OK)):
        (tmp_path / "odd.md").write_text(f"```set\nplayers: 3\nP4:call => {wanted}\n```\n")
        assert main(["check", str(tmp_path / "odd.md")]) == code


def test_a_file_without_pictures_does_not_hide_those_of_the_others(tmp_path: Path, capsys: Out) -> None:
    (tmp_path / "none.md").write_text("nothing here\n")
    (tmp_path / "some.md").write_text(PICTURE)
    assert main(["check", "--lang", "en", str(tmp_path / "none.md"), str(tmp_path / "some.md")]) == OK
    said = capsys.readouterr()
    assert "none.md holds no pictures" in said.err
    assert said.out == "2 passed, 0 failed\n"


def test_the_rule_book_comes_in_every_language(capsys: Out) -> None:
    books = set()
    for language in LANGUAGES:
        assert main(["rules", "sep", "--lang", language]) == OK
        books.add(capsys.readouterr().out)
    assert len(books) == len(LANGUAGES)
    assert all("```sep" in book for book in books)
    assert main(["rules", "sep-solo", "--json"]) == OK
    assert json.loads(capsys.readouterr().out)["game"] == "sep-solo"


@pytest.mark.parametrize("game", GAMES)
def test_the_house_rules_are_listed(game: str, capsys: Out) -> None:
    assert main(["rules", game, "--options"]) == OK
    listed = capsys.readouterr().out
    assert main(["rules", game, "--options", "--json"]) == OK
    for option in json.loads(capsys.readouterr().out):
        assert option["name"] in listed
        assert option["about"]


def test_a_simulation_prints_a_table_or_json(capsys: Out) -> None:
    arguments = ["simulate", "sep", "--bots", "greedy,random", "--games", "30", "--seed", "x", "--jobs", "1"]
    assert main([*arguments, "--lang", "en"]) == OK
    assert "won by Greedy" in capsys.readouterr().out
    assert main([*arguments, "--json"]) == OK
    first = capsys.readouterr().out
    assert json.loads(first)["games"] == 30
    assert main([*arguments, "--json"]) == OK
    assert capsys.readouterr().out == first


def test_a_record_is_verified(record: Path, capsys: Out) -> None:
    assert main(["verify", "--lang", "en", str(record)]) == OK
    assert "every move are right. The game is over." in capsys.readouterr().out
    assert main(["verify", "--json", str(record), str(record)]) == OK
    assert len(json.loads(capsys.readouterr().out)) == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_record_is_told_drawn_and_written_in_other_forms(
    language: str, record: Path, tmp_path: Path, capsys: Out
) -> None:
    lang = ["--lang", language]
    assert main(["replay", str(record), *lang]) == OK
    story = capsys.readouterr().out
    assert main(["replay", str(record), "--json", *lang]) == OK
    told, result = story.split("\n\n")
    assert len(json.loads(capsys.readouterr().out)) == len(told.splitlines())
    assert len(result.splitlines()) == 2, "who won, and what everybody has"
    assert main(["replay", str(record), "--at", "9", *lang]) == OK
    assert "┌─ a ─" in capsys.readouterr().out
    assert main(["replay", str(record), "--at", "0", "--picture", *lang]) == OK
    (tmp_path / "position.md").write_text(capsys.readouterr().out)
    assert main(["check", str(tmp_path / "position.md"), *lang]) == OK
    capsys.readouterr()
    assert main(["replay", str(record), "--sepn", *lang]) == OK
    sepn = tmp_path / "game.sepn"
    sepn.write_text(capsys.readouterr().out)
    assert main(["replay", str(sepn), *lang]) == OK
    assert capsys.readouterr().out.splitlines()[1:] == story.splitlines()[1:]


def resealed(record: bytes, old: bytes, new: bytes) -> bytes:
    """A record changed in one place by somebody who knows how to seal it."""
    *lines, seal = record.replace(old, new, 1).splitlines(keepends=True)
    body = b"".join(lines)
    assert old in record
    return body + re.sub(rb"[0-9a-f]{64}", hashlib.sha256(body).hexdigest().encode(), seal)


def bad_files(folder: Path) -> dict[str, Path]:
    """Files that nobody should feed to anything."""
    good = write(random_log(GAMES["sep"], random.Random(6)))
    changed = bytearray(good)
    changed[len(good) // 2] ^= 1
    contents = {
        "changed": bytes(changed),
        "cut off": good[: len(good) // 2],
        "empty": b"",
        "binary": bytes(range(256)) * 9,
        "words": b"Once upon a time\n",
        "null": b"null\n",
        "deep": b"[" * 100_000,
        "out of turn": resealed(good, b'"seat":0,"move":{"type":"place"', b'"seat":1,"move":{"type":"place"'),
        "unknown option": resealed(good, b'"combo_ace"', b'"combo_acid"'),
        "unknown card": resealed(good, b'"card":"', b'"card":"Z'),
        "unknown game": resealed(good, b'"game":"sep"', b'"game":"chess"'),
        "newer format": resealed(good, b'"septet":1', b'"septet":2'),
        "older rules": resealed(good, b'"rules":1', b'"rules":0'),
        "other seed": resealed(good, b'"seed":"', b'"seed":"00'),
    }
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    with (folder / "huge").open("wb") as huge:
        huge.truncate(100_000_000)
    return {name: folder / name for name in [*contents, "huge"]} | {"folder": folder, "missing": folder / "no"}


def test_a_moment_of_a_game_is_an_image(record: Path, tmp_path: Path, capsys: Out) -> None:
    held = {}
    for name, more in {"mine": ["--seat", "1"], "theirs": ["--seat", "2"], "all": ["--all", "--dark"]}.items():
        assert main(["replay", str(record), "--at", "4", "--svg", *more]) == OK
        image = capsys.readouterr().out
        assert image.startswith("<svg ")
        held[name] = [card for card, _ in re.findall(r'data-piece="([^"]+)" data-place="hand (\d)"', image)]
    assert "??" in held["mine"]
    assert "??" in held["theirs"]
    assert set(held["all"]) == {*held["mine"], *held["theirs"]} - {"??", "??action"}
    assert main(["replay", str(record), "--at", "4", "--png", str(tmp_path / "table.png")]) == OK
    assert (tmp_path / "table.png").read_bytes().startswith(b"\x89PNG")
    assert main(["replay", str(record), "--svg", "--seat", "3", "--lang", "en"]) == BAD_INPUT
    assert "There is no seat 3" in capsys.readouterr().err


def test_a_game_is_stepped_through(record: Path, capsys: Out, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = iter(["", "", "-", "7", "jump", "9999", "q"])
    monkeypatch.setattr("builtins.input", lambda asked: next(typed))
    assert main(["replay", str(record), "--step", "--lang", "en"]) == OK
    out = capsys.readouterr().out
    shown = [int(at) for at in re.findall(r" (\d+)/\d+ ", out)]
    assert shown[:6] == [0, 1, 2, 1, 7, 7]
    assert shown[6] == int(re.findall(r"/(\d+) ", out)[0]), "no further than the end"
    assert "“jump” is none of these." in out
    monkeypatch.setattr("builtins.input", lambda asked: (_ for _ in ()).throw(EOFError))
    assert main(["replay", str(record), "--step", "--at", "3"]) == OK


def test_the_pictures_of_a_file_are_drawn(tmp_path: Path, capsys: Out) -> None:
    (tmp_path / "some.md").write_text(PICTURE + "\n```sep\ncircle: 4D\n```\n" + PICTURE, encoding="utf-8")
    assert main(["check", "--lang", "en", "--draw", str(tmp_path / "drawn"), str(tmp_path / "some.md")]) == FAILED
    assert f"2 drawn in {tmp_path / 'drawn'}" in capsys.readouterr().out
    assert sorted(file.name for file in (tmp_path / "drawn").iterdir()) == ["sep-some-1.svg", "sep-some-11.svg"]


@pytest.mark.parametrize("command", ["verify", "replay", "check"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_bad_files_get_a_short_error_and_exit_code_2(command: str, language: str, tmp_path: Path, capsys: Out) -> None:
    for name, file in bad_files(tmp_path).items():
        assert main([command, str(file), "--lang", language]) == BAD_INPUT, name
        complaint = capsys.readouterr()
        assert complaint.out == ""
        assert complaint.err.startswith(f"septet: {file}"), name
        assert len(complaint.err.strip().splitlines()) <= 2, name


@pytest.mark.parametrize(
    "arguments",
    [
        ["frob"],
        ["play"],
        ["play", "chess"],
        ["play", "sep", "--bot", "nobody"],
        ["play", "sep", "--bot", "greedy", "--two"],
        ["play", "sep-solo", "--two"],
        ["play", "sep", "--name", "x" * 25],
        ["play", "sep", "--name", "bell\a"],
        ["play", "sep", "--options", "combo_ace"],
        ["play", "sep", "--options", "combo_ace=middle"],
        ["play", "sep", "--options", "combo_ace=low,combo_ace=low"],
        ["play", "sep", "--options", "pile_count=99"],
        ["play", "sep-solo", "--options", "solo_voluntary_pass=on"],
        ["simulate", "sep", "--bots", "greedy"],
        ["simulate", "sep", "--games", "0"],
        ["simulate", "sep", "--games", "many"],
        ["simulate", "sep", "--jobs", "-1"],
        ["simulate", "sep", "--options", "gravity=off"],
        ["rules", "sep", "--lang", "de"],
        ["arena", "sep", "greedy"],
        ["arena", "sep", "greedy", "greedy"],
        ["arena", "sep", "greedy", "nobody"],
        ["arena", "sep", "greedy", "random", "--games", "0"],
        ["arena", "sep", "greedy", "random", "--jobs", "999"],
        ["arena", "sep", "greedy", "random", "--time", "soon"],
        ["arena", "sep", "greedy", "random", "--time", "0ms"],
        ["arena", "sep", "greedy", "random", "--playouts", "0"],
        ["bots", "chess"],
    ],
    ids=" ".join,
)
def test_bad_arguments_get_a_short_error_and_exit_code_2(arguments: list[str], tmp_path: Path, capsys: Out) -> None:
    data = ["--data", str(tmp_path / "data")] if arguments[0] == "play" else []
    assert main([*arguments, *data]) == BAD_INPUT
    complaint = capsys.readouterr()
    assert complaint.out == ""
    assert 1 <= len(complaint.err.strip().splitlines()) <= 2
    assert not (tmp_path / "data").exists(), "nothing was left behind"


def test_a_moment_that_the_game_does_not_have_is_refused(record: Path, capsys: Out) -> None:
    assert main(["replay", str(record), "--at", "100000"]) == BAD_INPUT
    assert "100000" in capsys.readouterr().err


def test_the_same_seed_deals_the_same_game(tmp_path: Path) -> None:
    assert seed_from("one") == seed_from("one") != seed_from("two")


def test_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m septet rules sep | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)
    assert done.stderr == ""


@pytest.mark.parametrize("port", ["80000", "-1", "65536"])
def test_a_port_that_is_none_is_told_in_a_sentence(port: str, capsys: Out) -> None:
    assert main(["serve", f"--port={port}", "--lang", "en"]) == BAD_INPUT
    assert capsys.readouterr().err == f"septet: A port is a number from 0 to 65535, not {port}.\n"


def test_a_game_without_a_screen_is_told_in_its_own_notation(
    record: Path, capsys: Out, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("septet.cli.replay.SCREENS", {})
    assert main(["replay", str(record), "--lang", "en"]) == OK
    told = capsys.readouterr().out.partition("\n\n")[0].splitlines()
    moves = read(record.read_bytes())
    assert len(told) == len(moves.entries)
    assert told[0].split(": ")[1] == moves.game.notation.say(moves.entries[0].move)
    assert main(["replay", str(record), "--at", "3", "--lang", "en"]) == OK
    assert "circle:" in capsys.readouterr().out


def test_a_game_is_told_and_drawn_from_a_seat_or_with_all_hands_open(record: Path, capsys: Out) -> None:
    def shown(*more: str) -> str:
        assert main(["replay", str(record), "--lang", "en", *more]) == OK
        return capsys.readouterr().out

    one, other, both = (shown("--at", "4", *more) for more in (["--seat", "1"], ["--seat", "2"], ["--all"]))
    assert one != other
    assert both == one + other
    assert shown("--seat", "1") != shown("--seat", "2"), "what was drawn is told to whoever drew it"
    rows = json.loads(shown("--json"))
    assert [sum(column) for column in zip(*(row["gained"] for row in rows), strict=True)] == rows[-1]["scores"]
    assert main(["replay", str(record), "--seat", "9", "--lang", "en"]) == BAD_INPUT
    assert main(["replay", str(record), "--sets", "--lang", "en"]) == BAD_INPUT


def test_every_set_that_lay_there_is_told(capsys: Out) -> None:
    record = Path(__file__).parents[1] / "records" / "set-direct.jsonl"
    assert main(["replay", str(record), "--sets", "--lang", "nl"]) == OK
    told = capsys.readouterr().out.splitlines()
    assert main(["replay", str(record), "--sets", "--json"]) == OK
    found = json.loads(capsys.readouterr().out)
    assert len(told) == len(found) > 20
    assert sum("gepakt door" in line for line in told) == sum(one["by"] is not None for one in found)
