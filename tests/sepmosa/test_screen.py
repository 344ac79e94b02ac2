"""How SEPMOSA looks in a terminal, and what may be typed."""

import random
import re
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from septet.cli import OK, main
from septet.games.errors import BadText
from septet.games.log import Log, Sitter, write
from septet.games.options import heard as chosen
from septet.games.sepmosa.moves import MosaicMove
from septet.games.sepmosa.state import State
from septet.i18n import LANGUAGES, words
from septet.terminal.play import Quit, TerminalSession
from septet.terminal.sepmosa import SepmosaScreen
from tests.playing import random_log, steps
from tests.sepmosa.drawing import FULL, SEPMOSA, STUCK, drawn, played

LINE = "c . K9 K10 .; d * R9 R10 R1; rack: R13 R12 R11 B9 K8 O13 B13"


def screen(language: str = "en") -> SepmosaScreen:
    return SepmosaScreen(SEPMOSA, ["Ann", "Ben"], words(language))


def heard(shown: SepmosaScreen, state: State, *typed: str) -> MosaicMove | None:
    """What comes of typing these one after the other."""
    view = SEPMOSA.view(state, state.mover)
    *before, last = typed
    for text in before:
        assert shown.hear(view, text) is None
    return shown.hear(view, last)


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        (("4e+1",), "B9@e+1"),
        (("4", "e+1"), "B9@e+1"),
        (("4 E+1",), "B9@e+1"),
        (("b9@e+1",), "B9@e+1"),
        (("3d+3",), "R11xd+3"),
        (("3", "d+3"), "R11xd+3"),
        (("1d+1h",), "R13xd+1h"),
        (("1d+1",), "R13xd+1h"),
        (("1", "d+1"), "R13xd+1h"),
        (("2d+3>d-1",), "R12xd+3>d-1"),
        (("2", "d+3", "d-1"), "R12xd+3>d-1"),
        (("2d+3", "d-1"), "R12xd+3>d-1"),
        (("4", "", "5c0"), "K8@c0"),
        (("-4",), "-B9"),
        (("4", "-"), None),
        (("-b9",), "-B9"),
    ],
)
def test_a_move_may_be_typed_at_once_or_step_by_step(typed: tuple[str, ...], move: str | None) -> None:
    if move is None:
        with pytest.raises(BadText):
            heard(screen(), drawn(LINE), *typed)
    else:
        assert heard(screen(), drawn(LINE), *typed) == SEPMOSA.notation.hear(move)


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("e+1", "which_tile"),
        ("9", "unknown_move"),
        ("4z", "unknown_move"),
        ("4e1", "unknown_move"),
        ("4e+1h", "unknown_move"),
        ("4e+1+", "unknown_cell"),
        ("1c+1", "unknown_move"),
        ("hello", "unknown_move"),
    ],
)
def test_what_is_not_understood_is_said(typed: str, code: str) -> None:
    with pytest.raises(BadText) as error:
        heard(screen(), drawn(LINE), typed)
    assert error.value.code == code


def test_a_tile_that_is_not_there_is_not_understood() -> None:
    state = played(drawn(f"{FULL}; scores: 70-0"), "K7@d+7")
    with pytest.raises(BadText):
        screen().hear(SEPMOSA.view(state, 0), "7")


def test_enter_makes_the_only_move() -> None:
    state = drawn("d * R7; rack: K13 B13 O13 R11 K12 B12 O12")
    assert heard(screen(), state, "") == SEPMOSA.notation.hear("R11xd+1")
    assert heard(screen(), drawn(LINE), "") is None


def test_a_choice_is_forgotten_when_the_turn_is_over() -> None:
    shown, state = screen(), drawn(LINE)
    heard(shown, state, "4")
    after = played(state, "K8@c0")
    assert shown.choice.tile(SEPMOSA.view(after, 1)) is None


def board(shown: SepmosaScreen, state: State) -> list[str]:
    return [line.rstrip() for line in shown.board(SEPMOSA.view(state, state.mover)).plain.splitlines()]


def test_the_part_in_use_and_one_cell_more_is_drawn() -> None:
    assert board(screen(), drawn("d * R7 . B10~; scores: -2-5"))[1:6] == [
        "  Ben          5 points   6 tiles",
        "       -1   0  +1  +2  +3  +4",
        "c 0/7   ·   ·   ·   ·   ·   ·",
        "d 2/7   ·   ★  R7   · B10~  ·",
        "e 0/7   ·   ·   ·   ·   ·   ·",
    ]


def test_the_legal_cells_of_the_chosen_tile_show_its_points() -> None:
    shown, state = screen(), drawn("c . . .; d * R7 R8; rack: R9 K7 K13 B13 O13 B12 K12")
    heard(shown, state, "1")
    assert board(shown, state)[3:6] == [
        "c 0/7   ·   0   ·   0   ·",
        "d 2/7   0   ★  R7  R8  +3",
        "e 0/7   ·   0   ·   0   ·",
    ]
    told = shown.prompt(SEPMOSA.view(state, 0)).plain
    assert "R9: on which cell?" in told
    assert "d+3        +3   +3: series in the row R7 R8 R9." in told


def test_targets_of_action_tiles_are_marked() -> None:
    shown, state = screen(), drawn(LINE)
    heard(shown, state, "1")
    assert "R9>R10  R1" in "\n".join(board(shown, state))
    heard(shown, state, "3")
    assert "R9!R10! R1!" in "\n".join(board(shown, state))
    heard(shown, state, "2")
    assert "R1!" in "\n".join(board(shown, state))
    heard(shown, state, "d+3")
    assert "\nd 3/7   0" in "\n".join(board(shown, state))
    heard(shown, state, "7")
    assert "can do nothing there" in shown.prompt(SEPMOSA.view(state, 0)).plain


def test_three_may_go_either_way() -> None:
    shown, state = screen(), drawn("d * R7 R8 R9; e . R1 . .; f . R2 . .; rack: R13")
    heard(shown, state, "1")
    assert "R7+ R8  R9" in "\n".join(board(shown, state))
    with pytest.raises(BadText):
        heard(shown, state, "d+1")


def test_a_prompt_names_the_best_moves_of_each_tile() -> None:
    told = screen().prompt(SEPMOSA.view(drawn(LINE), 0)).plain
    assert "1:  R13   d+1h +5" in told
    forced = screen().prompt(SEPMOSA.view(drawn(STUCK), 0)).plain
    assert "-1 … -7  set a tile aside (−2)" in forced


def test_more_moves_than_fit_are_counted() -> None:
    shown, state = screen(), drawn("d * R7; rack: K13 B13 O13 R7 R6 R8 B7")
    told = shown.prompt(SEPMOSA.view(drawn("c . K9 K10 .; d * R9 R10 R1; e . . K9 .; rack: K12"), 0)).plain
    assert "more" in told
    assert "R6" in shown.prompt(SEPMOSA.view(state, 0)).plain


def test_a_list_never_ends_one_move_too_early() -> None:
    shown, left = screen(), set[str]()
    for step in steps(SEPMOSA, random.Random("listed"), SEPMOSA.Options()):
        if step.seat is None or not isinstance(step.before, State):
            continue
        view = SEPMOSA.view(step.before, step.seat)
        for number in ("", *map(str, range(1, 1 + len(view.rack)))):
            shown.hear(view, number)
            left |= set(re.findall(r"and (\d+) more", shown.prompt(view).plain))
        shown.hear(view, "")
    assert left > {"2", "3", "4"}
    assert "1" not in left


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_moment_of_a_game_is_drawn_and_told(language: str) -> None:
    for number, rules in enumerate(["", "stall_reset=3", "passing=voluntary, floor=zero, max_plies=60"]):
        shown = screen(language)
        options = chosen(SEPMOSA.Options, rules)
        for step in steps(SEPMOSA, random.Random(f"shown {number}"), options):
            for seat in (0, 1, None):
                view = SEPMOSA.view(step.after, seat)
                assert shown.board(view).plain
                assert view.last and shown.tell(view.last)
                assert shown.information(view, 1)
            view = SEPMOSA.view(step.before, step.seat)
            shown.hear(view, str(random.Random(number).randint(1, 7)))
            assert shown.board(view).plain
            assert shown.prompt(view).plain


def test_what_happened_is_told_with_its_reasons() -> None:
    shown = screen()
    state = played(drawn("d * . R8~ R9~ R10~"), "R7@d+1")
    assert state.last is not None
    assert shown.tell(state.last) == (
        "Ann: R7 on d+1. +4: series in the row R7 R8 R9 R10. +3: joined to the joker again."
    )
    passes = "Ann: a tile set aside. −2: nothing could be played."
    three = "Ann: R13 removes R9 R10 R1. +3: three removed, R9 R10 R1. +2: cut off from the joker. 2 tiles float now."
    full = "Ann: K7 on d+7. +7: series in the row K1 K2 K3 K4 K5 K6 K7. 49 tiles: the mosaic is cleared."
    for position, move, told in [
        (LINE, "R13xd+1h", three),
        (LINE, "R12xd+3>d-1", "Ann: R12 moves d+3 to d-1."),
        (STUCK, "-O7", passes),
        (f"{STUCK}; pool-left: 0", "-O7", f"{passes} The pool was empty: what lay aside is the new pool."),
        (FULL, "K7@d+7", full),
    ]:
        last = SEPMOSA.view(played(drawn(position), move), 1).last
        assert last is not None
        assert shown.tell(last) == told


def session(typed: list[str], tmp_path: Path, bot: str | None = "greedy") -> tuple[TerminalSession, StringIO]:
    out = StringIO()
    names = (Sitter("Ann"), Sitter("Ben", bot))
    log = Log.new(SEPMOSA, SEPMOSA.Options(start_player="first"), names, bytes(32))
    answers = iter(typed)
    console = Console(file=out, width=100, height=40, no_color=True)
    return TerminalSession(log, tmp_path / "game.jsonl", words("en"), console, ask=lambda _: next(answers)), out


def test_a_person_plays_a_game_against_a_bot(tmp_path: Path) -> None:
    table, out = session([], tmp_path)
    rng = random.Random("typed")

    def answer(_: str) -> str:
        legal = SEPMOSA.legal(table.log.view(0))
        return SEPMOSA.notation.say(rng.choice(legal))

    table.ask = answer
    outcome = table.run()
    assert outcome.reason == "target"
    assert "the game is won. The target is reached." in out.getvalue()


def test_help_is_the_games_own(tmp_path: Path) -> None:
    table, out = session(["?", "1", "q"], tmp_path)
    with pytest.raises(Quit):
        table.run()
    assert "septet rules sepmosa" in out.getvalue()


def test_a_record_that_people_read_is_written_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = random_log(SEPMOSA, random.Random("cli"), SEPMOSA.Options(target=35))
    file = tmp_path / "game.jsonl"
    file.write_bytes(write(log))
    assert main(["replay", str(file), "--sepn"]) == OK
    text = capsys.readouterr().out
    assert text.startswith('[Game "SEPMOSA"]')
    again = tmp_path / "game.txt"
    again.write_text(text, encoding="utf-8")
    assert main(["replay", str(file)]) == OK
    told = capsys.readouterr().out
    assert main(["replay", str(again)]) == OK
    assert capsys.readouterr().out == told
    assert main(["replay", str(again), "--at", "10"]) == OK
    assert "★" in capsys.readouterr().out
