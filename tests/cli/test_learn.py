"""Lessons in a terminal: typed line by line, as somebody would who learns."""

import io
from typing import Any

import pytest
from rich.console import Console

from septet.cli import BAD_INPUT, OK, main
from septet.games import GAMES
from septet.i18n import LANGUAGES, words
from septet.study.lessons import answer, course
from septet.terminal.learn import LearnSession
from septet.terminal.play import SCREENS


def learned(game: str, *typed: str, step: int = 1, language: str = "en") -> str:
    """What is shown to somebody who types this and leaves."""
    lines, paper = iter(typed), io.StringIO()

    def ask(prompt: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    LearnSession(course(game, language), words(language), Console(file=paper, width=100), ask).run(step)
    return paper.getvalue()


def test_a_refusal_a_wrong_turn_a_hint_and_the_goal() -> None:
    shown = learned("sep", "1d", "3e", ".", "?", "1b", "", step=5)
    assert "Needs a neighbour" in shown
    assert "it is not what was asked" in shown
    assert "Which card belongs between them?" in shown
    assert "Well done! 4♦ 5♦ 6♦." in shown
    assert "lesson 6 of 16" in shown


def test_whoever_asks_is_shown_how_and_may_skip_and_go_back() -> None:
    shown = learned("sep", "!", ">", "<", "q", step=16)
    assert "That is how it goes" in shown
    assert "That was the whole course" in shown
    assert "lesson 15 of 16" in learned("sep", "<", "q", step=16)


def typed_for(game: str, number: int) -> list[str]:
    return [GAMES[game].notation.say(one.move) for one in answer(game, number)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_course_is_walked_through(game: str, language: str) -> None:
    steps: list[Any] = [[*typed_for(game, number), ""] for number in range(1, len(course(game, language).steps) + 1)]
    shown = learned(game, *(line for step in steps for line in step), language=language)
    assert shown.count(words(language)("learn.reached")) == len(steps)
    assert words(language)("learn.end", game=words(language)(f"game.{game}"))[:20] in shown


TYPED = {  # letters and numbers, as the screen names them
    ("set", 6): ("2", "1", "a", "e", "d"),
    ("scout", 1): ("a", "de"),
    ("chipset", 3): ("2", "dab"),
    ("setup", 1): ("e",),
    ("twenty", 2): ("1", "e", "e", "e", "f", "g"),  # the second one is put back
}


@pytest.mark.parametrize(("game", "step"), TYPED)
def test_games_in_real_time_are_learned_without_hurry(game: str, step: int) -> None:
    assert words("en")("learn.reached") in learned(game, *TYPED[game, step], step=step)


def test_as_many_cards_as_nobody_may_choose_are_refused_in_words() -> None:
    assert "not so many cards can be chosen now" in learned("scout", "ab")


def test_what_cannot_be_learned_here_is_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["learn", "sep", "--step", "99", "--lang", "en"]) == BAD_INPUT
    assert "There is no step 99: this course has 16." in capsys.readouterr().err
    monkeypatch.delitem(SCREENS, "setgame")
    assert main(["learn", "scout", "--lang", "en"]) == BAD_INPUT
    assert "sep, sep-solo" in capsys.readouterr().err


def test_without_a_terminal_it_is_read_line_by_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1b\nq\n"))
    assert main(["learn", "sep", "--lang", "fr"]) == OK
    assert "Bravo !" in capsys.readouterr().out
