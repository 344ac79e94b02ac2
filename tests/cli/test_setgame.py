"""The commands of the SET family: sets, and games alone at a terminal."""

import io
import json
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from septet.cli import BAD_INPUT, OK, main
from septet.games import GAMES
from septet.games.chance import seed_from
from septet.games.log import Log, Sitter, read
from septet.games.options import heard
from septet.games.setgame.cards import PACK, is_set, sets_among
from septet.games.setgame.classic.moves import Claim
from septet.games.setgame.coopset.moves import CommitLayout
from septet.games.setgame.state import SetEvent
from septet.i18n import LANGUAGES, words
from septet.terminal.clock import TerminalClock
from septet.terminal.play import SCREENS, TerminalSession
from septet.terminal.setgame import LETTERS, symbols
from tests.test_golden import RECORDS

FAMILY = [file for file in RECORDS if read(file.read_bytes()).game.family == "setgame"]


def said(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    assert main([*argv, "--lang", "en"]) == OK
    return capsys.readouterr().out


def test_three_cards_are_a_set_or_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "sets", "2ROF", "2ROH", "2ROE") == "A set; 1 feature differs.\n"
    assert said(capsys, "sets", "1roe", "1goe", "1pof") == "Not a set. Two alike and one not: shading.\n"


def test_the_sets_among_nine_cards_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    nine = "1ROF 1PBF 1PDF 2RBF 2GBF 2PBF 3ROF 3GDF 3POF".split()
    told = said(capsys, "sets", *nine).splitlines()
    assert told[0] == "4 sets."
    assert "  2RBF 2GBF 2PBF" in told
    assert "At most 2 that share no card:" in told
    found = json.loads(said(capsys, "sets", "--json", *nine))
    assert len(found["sets"]) == 4
    assert len(found["packing"]) == 2


@pytest.mark.parametrize("cards", ["4ROF 1ROF 1ROH", "1ROF 1ROF 1ROH"])
def test_what_is_no_card_is_told(cards: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sets", *cards.split()]) == BAD_INPUT


class Player:
    """Somebody at the keyboard who knows what to type next, from what the game has come to."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.asides: Iterator[str] = iter(["?", "i", "zzz", "abz", "n"])

    def __call__(self, prompt: str) -> str:
        aside = next(self.asides, None)
        if aside is not None:
            return aside
        state = self.log.table.state
        if self.log.game.team:
            marked = {card for mark in state.marks for card in mark}
            left = sets_among(tuple(card for card in state.table if card not in marked))
            return self.letters(left[0]) if left else "c"
        if state.options.claim_mode == "call_then_pick":
            sets = [one for one in sets_among(state.table) if {*state.calling.picked} <= {*one}]
            if state.calling.holder is None:
                return "!" if sets else "n"
            return self.letters(next(card for card in sets[0] if card not in state.calling.picked))
        sets = list(sets_among(state.table))
        return self.letters(sets[0]) if sets else "n"

    def letters(self, cards: tuple[str, ...] | str) -> str:
        cards = (cards,) if isinstance(cards, str) else cards
        return "".join(LETTERS[self.log.table.state.slots.index(card)] for card in cards)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "options"),
    [("set-solo", ""), ("set-solo", "claim_mode=call_then_pick"), ("set-quick", "noset_mode=auto"), ("coopset", "")],
)
def test_a_game_alone_is_played_to_its_end(game: str, options: str, language: str, tmp_path: Path) -> None:
    log = Log.new(GAMES[game], heard(GAMES[game].Options, options), (Sitter("Ann"),), seed_from(f"alone {game}"))
    out = io.StringIO()
    session = TerminalSession(
        log, tmp_path / "game.jsonl", words(language), Console(file=out, width=100, no_color=True), ask=Player(log)
    )
    now = [0.0]

    def sleep(seconds: float) -> None:
        now[0] += seconds

    session.clock = TerminalClock(log, lambda: now[0], sleep)
    ended = session.run()
    assert read((tmp_path / "game.jsonl").read_bytes()).outcome == ended
    assert all(card in out.getvalue() for card in log.tables[0].state.table)


def test_three_letters_again_take_a_mark_away() -> None:
    game = GAMES["coopset"]
    screen = SCREENS["setgame"](game, ["Ann"], words("en"))
    state = game.deal(game.Options(), 1, seed_from("marks"))
    one = sets_among(state.table)[0]
    letters = "".join(LETTERS[state.slots.index(card)] for card in one)
    for count in (1, 0):
        move = screen.hear(game.view(state, 0), letters)
        assert move is not None
        state = game.apply(state, 0, move)
        assert len(state.marks) == count


def test_a_timer_that_is_out_is_played_before_what_was_typed(tmp_path: Path) -> None:
    game = GAMES["set-solo"]
    options = heard(game.Options, "claim_mode=call_then_pick")
    log = Log.new(game, options, (Sitter("Ann"),), seed_from("late"))
    now = [0.0]
    clock = TerminalClock(log, lambda: now[0])
    log.play(0, game.notation.hear("call"), clock.at())
    clock.look()
    now[0] = 5.1
    clock.run_out()
    assert log.table.state.faults == (1,)
    assert log.entries[-1].at == 5100


def test_games_that_need_a_table_are_not_played_here(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "scout", "--data", str(tmp_path)]) == BAD_INPUT


def test_all_cards_look_different_without_colours() -> None:
    drawings = {(symbols(card), card) for card in PACK}
    assert len(drawings) == 81
    assert len({symbols(card) for card in PACK}) == 27


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("file", FAMILY, ids=[file.stem for file in FAMILY])
def test_every_golden_game_is_told_and_drawn(file: Path, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(file), "--lang", language]) == OK
    assert main(["replay", str(file), "--at", "3", "--lang", language]) == OK
    assert main(["replay", str(file), "--compact", "--lang", language]) == OK
    assert capsys.readouterr().out


def test_a_report_counts_values_one_by_one(capsys: pytest.CaptureFixture[str]) -> None:
    report = json.loads(said(capsys, "simulate", "set-solo", "--games", "20", "--jobs", "1", "--json"))
    assert sum(one["count"] for one in report["counts"]["left"].values()) == 20
    assert "cards left over" in said(capsys, "simulate", "set", "--games", "5", "--jobs", "1", "--options", "deals=1")


def test_only_games_of_the_family_have_compact_lines(capsys: pytest.CaptureFixture[str]) -> None:
    other = next(file for file in RECORDS if file not in FAMILY)
    assert main(["replay", str(other), "--compact"]) == BAD_INPUT


def test_the_rule_book_of_each_game_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    titles = {name: said(capsys, "rules", name).splitlines()[0] for name in GAMES if GAMES[name].family == "setgame"}
    assert titles["scout"] == "# Scout"
    assert len(set(titles.values())) == len(titles)
    assert msgspec.json.decode(said(capsys, "rules", "twenty", "--options", "--json"))


@pytest.mark.parametrize(
    ("language", "you", "wrong"), [("en", "You", "You has"), ("fr", "Vous", "Vous a "), ("nl", "Jij", "Jij ")]
)
def test_whoever_plays_alone_is_spoken_to(language: str, you: str, wrong: str) -> None:
    game = GAMES["set-solo"]
    t = words(language)
    assert t("play.you") == you
    screen = SCREENS["setgame"](game, [you], t)
    for event in ("set_taken", "false_noset", "true_noset", "noset", "lock_expired", "picked"):
        told = screen.told(SetEvent(event, 0, ("1ROF",)))  # type: ignore[attr-defined]
        assert told == t(f"setgame.tell_you.{event}", cards="1ROF")
        assert wrong not in told
    named = SCREENS["setgame"](game, ["Ann"], t).told(SetEvent("set_taken", 0, ("1ROF",)))  # type: ignore[attr-defined]
    assert named.startswith("Ann ")


@pytest.mark.parametrize("game", ["set-solo", "coopset"])
def test_what_the_table_has_answered_is_not_blamed_on_a_card(game: str, tmp_path: Path) -> None:
    rules = GAMES[game]
    log = Log.new(rules, rules.Options(), (Sitter("You"),), seed_from("one"))
    wrong = next(three for three in combinations(log.table.state.table, 3) if not is_set(three))
    log.play(0, Claim(wrong) if game == "set-solo" else CommitLayout())
    session = TerminalSession(log, tmp_path / "game.jsonl", words("en"), Console(file=io.StringIO()))
    assert not session.undo(0)
    assert session.notice == words("en")("play.answered")
