"""A game at a terminal, typed by a script: to the end, saved, resumed, undone, resigned."""

import io
import random
import re
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from rich.console import Console
from rich.text import Text

from septet.bots.engine import Engine
from septet.bots.sep.levels import SepStrong
from septet.cli import BAD_INPUT, OK, main
from septet.games import GAMES
from septet.games.chance import seed_from
from septet.games.errors import BadText
from septet.games.game import Undo
from septet.games.log import Log, Sitter, read, read_header
from septet.games.sep.moves import Draw, Pass, Place, Use
from septet.i18n import LANGUAGES, words
from septet.terminal.play import Quit, TerminalSession
from septet.terminal.sep import SepScreen


def table(
    folder: Path,
    game: str = "sep",
    *,
    bots: tuple[str | None, ...] = (None, "greedy"),
    language: str = "en",
    size: tuple[int, int] = (80, 24),
    options: object = None,
    seed: str = "one",
) -> TerminalSession:
    rules = GAMES[game]
    sitters = tuple(Sitter(f"P{seat}", bot) for seat, bot in enumerate(bots[: rules.seats.start]))
    log = Log.new(rules, options or rules.Options(), sitters, seed_from(seed))  # type: ignore[arg-type]
    console = Console(file=io.StringIO(), width=size[0], height=size[1], force_terminal=True, highlight=False)
    return TerminalSession(log, folder / "game.jsonl", words(language), console)


def shown(session: TerminalSession) -> str:
    file = session.console.file
    assert isinstance(file, io.StringIO)
    return file.getvalue()


def in_one_line(session: TerminalSession) -> str:
    """All that was shown, without colours and in one line."""
    return re.sub(r"\s+", " ", re.sub(r"\x1b\[[^A-Za-z]*[A-Za-z]", "", shown(session)))


def typist(session: TerminalSession, rng: random.Random, seen: list[str] | None = None) -> Callable[[str], str]:
    """Somebody who types random legal moves, in one of the ways in which they can be typed."""

    def ask(prompt: str) -> str:
        if seen is not None:
            seen.append(shown(session))
        log, game = session.log, session.log.game
        (seat,) = game.to_move(log.table.state)
        if session.at_screen != seat or seat in session.minds:
            return ""
        view = log.view(seat)
        move = rng.choice(game.legal(view))
        text = game.notation.say(move).removeprefix("=")
        if isinstance(move, Place | Pass) and rng.random() < 0.5:
            return text.replace(move.card, str(view.number_hand.index(move.card) + 1)).replace("@", "")
        if isinstance(move, Use) and rng.random() < 0.5:
            return text.replace(move.card, str(view.action_hand.index(move.card) + 1)).replace("x", "")
        return text.lower() if rng.random() < 0.5 and isinstance(move, Place) else text

    return ask


@pytest.mark.parametrize(
    ("game", "bots", "language", "size"),
    [
        ("sep", (None, "greedy"), "en", (140, 40)),
        ("sep", (None, "greedy"), "fr", (80, 24)),
        ("sep", (None, "cautious"), "nl", (140, 40)),
        ("sep", (None, None), "en", (80, 24)),
        ("sep-solo", (None,), "fr", (140, 40)),
    ],
    ids=str,
)
def test_a_typed_game_goes_to_its_end_and_its_record_verifies(
    game: str, bots: tuple[str | None, ...], language: str, size: tuple[int, int], tmp_path: Path
) -> None:
    session = table(tmp_path, game, bots=bots, language=language, size=size)
    session.ask = typist(session, random.Random(1))
    outcome = session.run()
    log = read((tmp_path / "game.jsonl").read_bytes())
    assert log.outcome == outcome
    assert not list(tmp_path.glob("*.new"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_screen_is_wider_or_higher_than_the_terminal(language: str, tmp_path: Path) -> None:
    for game, bots in (("sep", (None, "greedy")), ("sep-solo", (None,))):
        session = table(tmp_path, game, bots=bots, language=language)
        session.console = Console(file=io.StringIO(), width=80, height=24, highlight=False)
        screens: list[str] = []
        session.ask = typist(session, random.Random(2), screens)
        session.run()
        whole = shown(session)
        assert max(map(len, whole.splitlines())) <= 80
        previous = 0
        for screen in screens:
            assert screen[previous:].count("\n") < 24
            previous = len(screen)


def test_two_people_at_one_screen_never_see_each_others_hand(tmp_path: Path) -> None:
    session = table(tmp_path, bots=(None, None))
    type_on = typist(session, random.Random(3))
    assert isinstance(session.screen, SepScreen)
    as_drawn = session.screen.card
    looks: list[tuple[bool, int]] = []  # at each question: is it the mover who looks, and how much was shown before

    def ask(prompt: str) -> str:
        state = session.log.table.state
        mine = session.at_screen == state.mover
        screen = shown(session)[looks[-1][1] if looks else 0 :]
        looks.append((mine, len(shown(session))))
        for seat, player in enumerate(state.players):
            hand = "".join(as_drawn(card) for card in player.action_hand)
            line = next(line for line in screen.splitlines() if f"P{seat}" in line)
            assert (hand in plain(line)) == (mine and seat == state.mover)
        if len(looks) > 60:
            raise EOFError
        return type_on(prompt)

    session.ask = ask
    with pytest.raises(Quit):
        session.run()
    assert {mine for mine, _ in looks} == {True, False}


def plain(line: str) -> str:
    """A line without its colours, spaces and numbers of cards."""
    return re.sub(r"\x1b\[[0-9;]*m|\s|[1-3]:", "", line)


def test_a_move_that_showed_no_card_can_be_taken_back(tmp_path: Path) -> None:
    session = table(tmp_path, "sep-solo", bots=(None,))
    answers = iter(["d", "", "u", "q"])

    def ask(prompt: str) -> str:
        answer = next(answers)
        if answer:
            return answer
        game = session.log.game
        return game.notation.say(next(move for move in game.legal(session.log.view(0)) if isinstance(move, Place)))

    session.ask = ask
    with pytest.raises(Quit):
        session.run()
    log = read((tmp_path / "game.jsonl").read_bytes())
    assert isinstance(log.entries[-1].move, Undo)
    assert log.table.state == log.tables[1].state
    assert len(log.entries) == 3, "nothing is deleted"


def test_a_drawn_card_cannot_be_taken_back(tmp_path: Path) -> None:
    session = table(tmp_path, "sep-solo", bots=(None,))
    answers = iter(["u", "d", "u", "q"])
    session.ask = lambda prompt: next(answers)
    with pytest.raises(Quit):
        session.run()
    assert len(session.log.entries) == 1
    told = shown(session)
    assert "There is nothing to take back." in told
    assert "you have seen a new card since" in told


def test_a_bot_waits_for_enter_when_asked_to(tmp_path: Path) -> None:
    session = table(tmp_path, options=GAMES["sep"].Options(start_player="first"))
    session.confirm = True
    answers = iter(["d", "place", "u", "pass", "", "q"])

    def ask(prompt: str) -> str:
        answer = next(answers)
        if answer == "place":
            return session.log.game.notation.say(session.log.game.legal(session.log.view(0))[0])
        return "~1" if answer == "pass" else answer

    session.ask = ask
    with pytest.raises(Quit):
        session.run()
    moves = [type(entry.move).__name__ for entry in session.log.entries]
    assert moves[:4] == ["Draw", "Place", "Undo", "Pass"]
    assert session.log.entries[4].seat == 1


def test_a_game_and_its_replay_end_with_who_won_and_how_many_each_has(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    session = table(tmp_path, bots=(None, "greedy"))
    answers = iter(["x", "y"])
    session.ask = lambda prompt: next(answers)
    session.run()
    assert in_one_line(session).count("P0 0 · P1 0") == 1
    assert main(["replay", str(tmp_path / "game.jsonl"), "--lang", "en"]) == OK
    *_, winner, scores = capsys.readouterr().out.splitlines()
    assert winner.startswith("P1: the game is won.")
    assert scores == "P0 0 · P1 0"


def test_a_player_may_resign_after_being_asked(tmp_path: Path) -> None:
    for language, yes, no in (("en", "y", "n"), ("fr", "oui", "non"), ("nl", "ja", "nee")):
        session = table(tmp_path, language=language)
        answers = iter(["x", no, "x", yes])
        session.ask = lambda prompt, answers=answers: next(answers)  # type: ignore[misc]
        outcome = session.run()
        assert outcome.reason == "resigned"
        assert outcome.places == (2, 1)


def test_refusals_are_explained_in_words(tmp_path: Path) -> None:
    session = table(tmp_path, options=GAMES["sep"].Options(start_player="first"))
    answers = iter(["5H@b", "nonsense", "9", "?", "i", "q"])
    session.ask = lambda prompt: next(answers)
    with pytest.raises(Quit):
        session.run()
    told = shown(session)
    assert "Not now: choose a number turn or an action turn first." in told
    assert "is not a move" in told
    assert "Type what stands before a choice" in told
    assert "action cards that were played" in told
    assert not session.log.entries


def typed(monkeypatch: pytest.MonkeyPatch, *answers: str) -> None:
    left = iter(answers)

    def answer(prompt: str = "") -> str:
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)
    monkeypatch.setattr(
        "septet.terminal.play.TerminalSession.__init__.__kwdefaults__", {"confirm": False, "ask": answer}
    )


def test_a_game_is_saved_and_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data = ["--data", str(tmp_path)]
    typed(monkeypatch, "d")
    assert main(["play", "sep-solo", "--seed", "s", *data]) == OK
    (saved,) = (tmp_path / "games").iterdir()
    assert len(read(saved.read_bytes()).entries) == 1
    typed(monkeypatch, "x", "y")
    assert main(["play", "--resume", "--lang", "en", *data]) == OK
    log = read(saved.read_bytes())
    assert log.outcome is not None
    assert log.outcome.won is False
    capsys.readouterr()
    assert main(["play", "--resume", *data]) == BAD_INPUT
    assert main(["play", "--resume", str(saved), *data]) == BAD_INPUT
    assert str(saved) in capsys.readouterr().err


def test_a_damaged_game_is_passed_over_and_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "games").mkdir()
    damaged = tmp_path / "games" / "old.jsonl"
    damaged.write_text("{}")
    typed(monkeypatch)
    assert main(["play", "--resume", "--data", str(tmp_path)]) == BAD_INPUT
    assert str(damaged) in capsys.readouterr().err


@pytest.mark.parametrize(("bots", "listed"), [((None, "greedy"), True), ((None, None), False)])
def test_what_lies_face_down_is_listed_against_a_bot_and_counted_between_people(
    tmp_path: Path, bots: tuple[str | None, ...], listed: bool
) -> None:
    session = table(tmp_path, bots=bots)
    typed = iter(["", "i", "q"] if not listed else ["i", "q"])
    session.ask = lambda prompt: next(typed)
    with pytest.raises(Quit):
        session.run()
    assert ("that you have seen" in shown(session)) == listed
    assert ("face down" in shown(session)) != listed


@pytest.mark.parametrize(
    ("language", "typed"),
    [("en", "JH"), ("en", "jh"), ("en", "J♥"), ("fr", "VH"), ("fr", "v♥"), ("fr", "JH"), ("nl", "BH"), ("nl", "jh")],
)
def test_a_card_is_understood_as_the_screen_shows_it(tmp_path: Path, language: str, typed: str) -> None:
    session = table(tmp_path, language=language)
    view = session.log.view(session.log.table.state.mover)
    assert session.screen.hear(view, f"{typed}xc") == Use("JH", 2)
    assert session.screen.hear(view, "10c@b") == Place("TC", 1)


def test_a_card_of_a_low_rank_is_not_taken_for_a_place_in_the_hand(tmp_path: Path) -> None:
    session = table(tmp_path, options=GAMES["sep"].Options(start_player="first"))
    session.log.play(0, Draw(), 0)
    view = session.log.view(0)
    assert session.screen.hear(view, "~3") == Pass(view.number_hand[2])
    for typed, card in (("~3C", "3C"), ("~2d", "2D"), ("~3♣", "3C"), ("~8C", "8C")):
        assert session.screen.hear(view, typed) == Pass(card)


@pytest.mark.parametrize("typed", ["zzz", "Hello", "9Z@b"])
def test_what_is_not_understood_is_repeated_as_it_was_typed(tmp_path: Path, typed: str) -> None:
    session = table(tmp_path)
    with pytest.raises(BadText) as error:
        session.screen.hear(session.log.view(session.log.table.state.mover), typed)
    assert error.value.facts["text"] == typed


@pytest.mark.parametrize(("game", "width"), [("sep", 60), ("sep", 80), ("set-solo", 30)])
def test_a_screen_that_is_too_narrow_says_so(tmp_path: Path, game: str, width: int) -> None:
    session = table(tmp_path, game, size=(width, 24), bots=(None, "greedy"))
    session.show(0, Text())
    assert ("make it wider" in in_one_line(session)) == (width < 80)


@pytest.mark.parametrize("game", ["sep", "sep-solo", "sepmosa", "set-solo", "set-quick", "coopset"])
def test_help_leads_to_the_rule_book_of_this_game(tmp_path: Path, game: str) -> None:
    for language in LANGUAGES:
        session = table(tmp_path, game, language=language)
        typed = iter(["?", "q"])
        session.ask = lambda prompt, typed=typed: next(typed)  # type: ignore[misc]
        session.at_screen = next(iter(session.log.game.to_move(session.log.table.state)))
        session.minds.clear()
        with pytest.raises(Quit):
            session.run()
        assert f"septet rules {game}" in in_one_line(session)


def typing(*lines: str) -> Callable[[str], str]:
    """Somebody who types these lines and goes."""
    rest = iter(lines)

    def ask(prompt: str) -> str:
        if (line := next(rest, None)) is None:
            raise EOFError
        return line

    return ask


def test_two_question_marks_ask_for_a_hint_and_more_each_time(tmp_path: Path) -> None:
    session = table(tmp_path, "set-solo")
    session.ask = typing("??", "??", "??")
    with pytest.raises(Quit):
        session.run()
    told = in_one_line(session)
    said = [told.index(words) for words in ("There is a set among", "This card belongs to it:", "Take these three:")]
    assert said == sorted(said)
    hints = read_header((tmp_path / "game.jsonl").read_bytes()).hints or ()
    assert [(one.after, one.seat, one.degree) for one in hints] == [(0, 0, 1), (0, 0, 2), (0, 0, 3)]


def test_a_table_says_that_its_bot_is_warming_up_for_as_long_as_it_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    compiled = threading.Event()
    slow: Any = ModuleType("slow_engine")
    slow.warm_up = compiled.wait
    monkeypatch.setitem(sys.modules, "slow_engine", slow)
    engine = Engine("slow_engine")
    monkeypatch.setattr(SepStrong, "engine", engine)
    monkeypatch.setattr("septet.terminal.play.LOADING", 0.01)
    session = table(tmp_path, bots=(None, "strong"))
    warm: list[bool] = []

    def ask(prompt: str) -> str:
        warm.append("P1 is still warming up" not in shown(session)[read_until[-1] :])
        read_until.append(len(shown(session)))
        if len(warm) == 3:
            compiled.set()
            engine.wait()
        if len(warm) == 4:
            raise EOFError
        return "i"

    read_until = [0]
    session.ask = ask
    with pytest.raises(Quit):
        session.run()
    assert warm == [False, False, False, True]


def test_two_people_at_one_screen_have_no_hints(tmp_path: Path) -> None:
    session = table(tmp_path, bots=(None, None))
    session.at_screen = session.log.table.state.mover
    session.ask = typing("??")
    with pytest.raises(Quit):
        session.run()
    assert "no hints where another person plays" in in_one_line(session)
