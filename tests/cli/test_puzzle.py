"""Puzzles in a terminal: typed line by line, and for programs."""

import io
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from septet.cli import BAD_INPUT, OK, main
from septet.games.setgame.cards import sets_among
from septet.i18n import LANGUAGES, words
from septet.puzzles.judging import position
from septet.puzzles.puzzle import KINDS, ByNone, BySeat, BySet, Puzzle
from septet.puzzles.shelf import shelf
from septet.puzzles.written import say
from septet.terminal.puzzles import PuzzleSession
from septet.terminal.sep import SepScreen
from septet.terminal.telling import told_moves


def tried(puzzle: Puzzle, *typed: str, language: str = "en") -> str:
    """What is shown to somebody who types this and leaves."""
    lines, paper = iter(typed), io.StringIO()

    def ask(prompt: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    PuzzleSession(words(language), Console(file=paper, width=100), ask).run(iter([puzzle]))
    return paper.getvalue()


def typed(puzzle: Puzzle) -> list[str]:
    """How the first right line is typed."""
    found = []
    for step in puzzle.right[0]:
        match step:
            case BySet(cards):
                found.append(" ".join(cards))
            case ByNone():
                found.append("-")
            case BySeat(seat):
                found.append(str(seat + 1))
            case _:
                found.append(say(puzzle.game, step))
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_whoever_types_a_right_line_has_solved_it(kind: str) -> None:
    puzzle = shelf(kind)[0]
    assert "Solved!" in tried(puzzle, *typed(puzzle))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_whoever_gives_up_is_shown_the_solution_in_every_language(kind: str, language: str) -> None:
    t = words(language)
    shown = tried(shelf(kind)[0], "!", language=language)
    assert t("puzzle.cli.failed") in shown
    assert t("puzzle.cli.solution", n=len(shelf(kind)[0].right)) in shown


SAID = {
    "en": ("removes", "from the draw pile", "floats now", "on c-4"),
    "fr": ("retire", "de la pioche", "flotte", "en c-4"),
    "nl": ("verwijdert", "van de voorraad", "zweeft nu", "op c-4"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_solution_is_told_in_words_and_not_in_notation(language: str) -> None:
    """A line that takes off a tile, one that begins with a card from the pile, and so on."""
    beginnings = ("B11x", "d ", "B12x", "R4@c-4")
    for begins, said in zip(beginnings, SAID[language], strict=True):
        puzzle = next(
            one
            for kind in ("sep-win", "sepmosa-points", "sepmosa-cut")
            for one in shelf(kind)
            if f"{say(one.game, one.right[0][0])} ".startswith(begins)
        )
        shown = tried(puzzle, "!", language=language).rpartition(words(language)("puzzle.cli.failed"))[2]
        assert " ".join(shown.split()).count(said) > 0, shown
        for step in puzzle.right[0]:
            notation = say(puzzle.game, step)
            assert f" {notation}:" not in shown
            assert f" {notation}\n" not in shown


def test_what_a_first_step_would_have_brought_up_is_told_to_nobody() -> None:
    puzzle = next(one for one in shelf("sep-win") if say("sep", one.right[0][0]) == "d")
    begun, t = position(puzzle), words("en")
    screen = SepScreen(begun.game, ["Ann", "Bob"], t)
    draw = {"type": "draw"}
    hidden = told_moves(screen, begun.game, begun.state, puzzle.seat, [draw])
    open_to_see = told_moves(screen, begun.game, begun.state, puzzle.seat, [draw], seen=True)
    assert hidden == "a card from the draw pile."
    assert open_to_see == f"{screen.card(begun.state.draw[-1])} from the draw pile."


def test_what_a_move_would_bring_is_not_told_beforehand() -> None:
    puzzle = next(one for one in shelf("sep-tokens") if "number" in one.themes and "action" not in one.themes)
    assert "+1" not in tried(puzzle).split("!")[0]
    assert "+2" not in tried(puzzle).split("!")[0]


def test_what_is_not_possible_is_refused_and_asked_again() -> None:
    puzzle = shelf("set-six")[0]
    first = sets_among(position(puzzle).state.table)[0]
    shown = tried(puzzle, "xyz", " ".join(first), " ".join(first), *typed(puzzle))
    assert "That set is marked." in shown
    assert "Not this time." not in shown.split("That set is marked.")[0]


def test_a_program_reads_lines_and_writes_steps(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = shelf("chipset-pot")[0]
    lines = [b"nonsense", b'{"type":"seat","seat":9}', msgspec.json.encode(puzzle.right[0][0])]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(line.decode() for line in lines) + "\n"))
    assert main(["puzzle", "chipset", "--id", puzzle.id, "--json"]) == OK
    first, *refused, last = [msgspec.json.decode(line) for line in capsys.readouterr().out.splitlines()]
    assert first["status"] == "open"
    assert "right" not in first
    assert all("error" in one for one in refused)
    assert (last["status"], last["worth"]) == ("solved", puzzle.worth)


@pytest.mark.parametrize(
    "asked",
    [
        ["puzzle", "sep", "--kind", "set-six"],
        ["puzzle", "sep", "--id", "nothing"],
        ["puzzle", "make", "--kind", "chess"],
        ["puzzle", "make", "--count", "0"],
        ["puzzle", "scout"],
    ],
)
def test_what_is_not_there_is_told(asked: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(asked) == BAD_INPUT
    assert capsys.readouterr().err.startswith("septet: ")


def test_puzzles_are_made_by_one_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = [
        "puzzle",
        "make",
        "--kind",
        "set-any",
        "--count",
        "3",
        "--seed",
        "x",
        "--jobs",
        "1",
        "--out",
        str(tmp_path),
    ]
    assert main(asked) == OK
    assert "3 puzzles" in capsys.readouterr().out
    assert len((tmp_path / "set-any.jsonl").read_bytes().splitlines()) == 3
