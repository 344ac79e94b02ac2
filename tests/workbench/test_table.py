"""A table for programs: every game is played at it, what is refused changes nothing, and bots have seats."""

import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import septet
from examples.miser import Miser
from septet.bots.bot import Plan
from septet.bots.own import OWN
from septet.games import GAMES
from septet.games.chance import seed_from
from septet.games.log import read as read_log
from septet.games.sep.moves import Draw, Fill
from septet.images import artwork, sheet, svg
from septet.workbench.table import DealtTable

ROOT = Path(__file__).parents[2]
every_game = pytest.mark.parametrize("game", GAMES)


@every_game
def test_a_game_of_bots_is_played_again_from_what_its_moves_say(game: str) -> None:
    table = septet.deal(game, seed=7).finish("random")
    again = septet.deal(game, seed=7).play(" ".join(table.moves))
    assert table.outcome is not None
    assert (again.outcome, again.scores, again.moves) == (table.outcome, table.scores, table.moves)
    assert (again.to_move, again.legal()) == ((), [])


@every_game
def test_what_is_legal_can_be_played_and_taken_back(game: str) -> None:
    rng = random.Random(game)
    table = septet.deal(game, seed="legal")
    for _ in range(12):
        before = (table.text(), table.moves, table.legal())
        move = rng.choice(table.legal())
        try:
            table.play(move)
        except septet.NotPossible:  # the rules tell only then that three cards are no set
            assert table.game.attempts and (table.text(), table.moves, table.legal()) == before
            table.play(table.copy().let("random").moves[-1]).undo()
            continue
        assert table.moves[len(before[1])] == move
        assert (table.undo().text(), table.moves, table.legal()) == before
        table.play(move)


@every_game
def test_a_record_is_read_and_goes_on(game: str) -> None:
    table = septet.deal(game, seed=1).let("random", 5)
    found = septet.read(table.record())
    assert (found.text(), found.moves, found.options) == (table.text(), table.moves, table.options)
    assert read_log(table.record()).header.game == game
    assert found.finish("random").outcome


@every_game
def test_a_picture_is_what_the_browser_draws(game: str) -> None:
    table = septet.deal(game, seed=2)
    names = read_log(table.record()).names
    views = [table.view(seat) for seat in range(table.seats)]
    assert table.picture().svg == svg(table.game, views, names)
    assert table.picture(0).svg == svg(table.game, views[:1], names)
    shown, dark = table._repr_svg_() or "", table.picture(theme="dark")._repr_svg_()
    assert re.sub("p[0-9a-f]{8}-", "", shown) == table.picture().svg
    inside = [{*re.findall(r'\bid="(.+?)"', one)} for one in (shown, dark)]
    assert inside[0] and inside[0].isdisjoint(inside[1]), "two on one page are not mixed up"
    assert {*re.findall(r'(?:href="|url\()#([^")]+)', shown)} <= inside[0]


def test_the_deal_is_that_of_the_command_line() -> None:
    assert septet.deal("sep", seed=7).text() == septet.deal("sep", seed="7").text()
    assert septet.deal("sep", seed=7).state == GAMES["sep"].deal(GAMES["sep"].Options(), 2, seed_from("7"))
    assert septet.deal("sep").text() != septet.deal("sep").text()


def test_moves_are_said_as_the_games_write_them_or_given_as_objects() -> None:
    table = septet.deal("sep", seed=7)
    assert table.legal() == ["d", "a"]
    assert table.play("d").legal()[:2] == ["AS@d", "AS@f"]
    assert table.play("AS@d").moves == ("d", "AS@d")
    other = septet.deal("sep", seed=7).play(Draw())
    assert other.play(table.game.legal(other.view(0))[0]).text() == table.text()
    assert septet.deal("sep", seed=7).play("d AS@d").text() == table.text()
    assert table.view(0).number_hand != table.view(1).number_hand
    assert table.view(None).number_hand == ()


@pytest.mark.parametrize(
    ("moves", "line"),
    [
        ("zz", "“zz” is not a move. Possible now: d, a."),
        ("", "No move was given. Possible now: d, a."),
        ("d 5H@b", "“5H@b”: 5♥ is not in this hand. Possible now: AS@d, AS@f, 9S@b, "),
        ("P3:d", "“P3:d”: "),
        ("T:timeout", "“T:timeout”: which timer?"),
        (Fill("draw"), "“=d”: "),
        ("d AS@d d", None),
    ],
)
def test_a_refusal_is_one_line_that_says_what_is_possible_and_changes_nothing(moves: Any, line: str | None) -> None:
    table = septet.deal("sep", seed=7)
    before = table.text(), table.record()
    if line is None:
        assert table.play(moves).moves == ("d", "AS@d", "d")
        return
    with pytest.raises(septet.NotPossible, match="^" + re.escape(line)) as refused:
        table.play(moves)
    assert "\n" not in str(refused.value)
    assert (table.text(), table.record()) == before


def test_many_possible_moves_are_named_in_part() -> None:
    table = septet.deal("set-solo", seed=1)
    with pytest.raises(septet.NotPossible, match=rf"… legal\(\) lists all {len(table.legal())}\.$"):
        table.play("zz")


def test_where_several_may_move_a_move_says_whose_it_is() -> None:
    table = septet.deal("set", seed=1, seats=3)
    assert table.legal() == [f"P{seat}:{move}" for seat in (1, 2, 3) for move in ("call", "noset")]
    assert table.legal(1) == ["P2:call", "P2:noset"]
    with pytest.raises(septet.NotPossible, match="whose move"):
        table.play("call")
    assert table.play("call", seat=1).moves == ("P2:call",)
    assert table.play("T:timeout=pick").moves[-1] == "T:timeout=pick,P2"


@pytest.mark.parametrize(
    ("asked", "line"),
    [
        (lambda: septet.deal("spe"), "There is no game spe. There are: sep, "),
        (lambda: septet.deal("sep", seats=3), "sep has seats for 2, not for 3."),
        (lambda: septet.deal("set", seats=40), "set has seats for 2–16, not for 40."),
        (lambda: septet.deal("sep", options="combo_ace=up"), "combo_ace cannot be up: cyclic|high_low|low."),
        (lambda: septet.deal("sep", options={"ace": 1}), "There is no option ace. There are: "),
        (lambda: septet.deal("sep", bots={1: "strog"}), "There is no bot strog here. There are: random, "),
        (lambda: septet.deal("sep", bots={2: "greedy"}), "There is no seat 2: they are numbered from 0 to 1."),
        (lambda: septet.deal("sep", bots={1: "none.py:X"}), "The bot none.py:X cannot be loaded: FileNotFoundError"),
        (lambda: septet.deal("sep", bots={1: 7}), "The bot 7 cannot be loaded: int 7 is no bot"),  # type: ignore[dict-item]
        (lambda: septet.deal("sep", language="de"), "language 'de': en, fr, nl"),
        (lambda: septet.deal("sep").undo(), "There is nothing to take back."),
        (lambda: septet.deal("sep").play("d").undo(2), "Cannot take back 2: from 1 to 1 moves."),
        (lambda: septet.deal("sep").finish(), "0 bots for 2 seats"),
        (lambda: septet.deal("sep").finish("random").let("random"), "The game is over."),
        (lambda: septet.deal("sep").finish("random").play("d"), "“d”: The game is over."),
        (lambda: septet.deal("sep").view(-1), "There is no seat -1"),
        (lambda: septet.deal("sep").picture(theme="loud"), "theme='loud': light, dark"),
        (lambda: septet.deal("sep").picture().save("table.gif"), "table.gif: .svg, .png"),
        (lambda: septet.read("nothing.jsonl"), "nothing.jsonl: No such file"),
        (lambda: septet.read(b"x\n"), "this is not a record"),
        (lambda: septet.position("sep", "circle: 5"), "“5” is not a card"),
    ],
)
def test_what_cannot_be_had_is_told_in_one_line(asked: Any, line: str) -> None:
    with pytest.raises(septet.NotPossible, match="^(?i:" + re.escape(line) + ")") as told:
        asked()
    assert "\n" not in str(told.value)


def test_a_refusal_speaks_the_language_of_the_table() -> None:
    with pytest.raises(septet.NotPossible, match=r"Possible maintenant : d, a\.$"):
        septet.deal("sep", seed=7, language="fr").play("zz")
    english, dutch = (septet.deal("sep", seed=7, language=language).picture().svg for language in ("en", "nl"))
    assert english != dutch


def test_a_bot_on_a_seat_answers_and_goes_with_what_is_taken_back() -> None:
    table = septet.deal("sep", seed=7, bots={1: "greedy"})
    while len(table.moves) < 10:
        assert table.to_move == (0,)
        table.play(table.legal()[0])
    before = table.copy()
    table.play(table.legal()[0])
    assert table.undo().moves == before.moves
    assert read_log(table.record()).header.seats[1].bot == "greedy"
    named = table.game.study.hands(table.state)[1]
    assert not any(f'data-piece="{card}" data-place="hand 1"' in table.picture().svg for card in named)


def test_a_copy_goes_its_own_way() -> None:
    table = septet.deal("sepmosa", seed=3)
    other = table.copy()
    other.let("random", 3)
    assert (len(table.moves), len(other.moves)) == (0, 3)


def test_time_passes_for_bots_that_race_and_for_timers() -> None:
    table = septet.deal("set", seed=1, bots={1: "strong"})
    assert table.moves == (), "whoever may move is not hurried"
    assert table.wait(20).moves[0] == "P2:call"
    before = len(table.moves)
    assert len(table.wait().moves) == before + 1
    slow = septet.deal("chipset", seed=1)
    assert slow.wait(19).moves == ()
    assert slow.wait(2).moves == ("T:timeout=bet,P2",)


def test_a_position_that_is_drawn_is_played_from() -> None:
    drawn = "circle: 4D 5D 6D.8H 7D 8D 2C\ntokens: 7-0-0\nactions: JH QS"
    table = septet.position("sep", drawn, seed=1)
    assert table.play("a JHxc").scores == (1, 0)
    assert septet.read(table.record()).text() == table.text()
    assert septet.position("sep", table.text()).text() == table.text()


class Falls:
    """A bot that fails at its second move."""

    def __init__(self, game: Any, *_: Any) -> None:
        self.game, self.seen = game, 0

    def see(self, view: Any, now_ms: int) -> Plan | None:
        moves = self.game.legal(view)
        self.seen += bool(moves)
        return Plan(moves[0]) if moves and self.seen < 2 else 1 // 0 if moves else None  # type: ignore[return-value]


def test_own_bots_sit_down_as_classes_objects_and_files() -> None:
    by_class = septet.deal("sep", seed=5, bots={1: Miser}).finish("greedy")
    by_file = septet.deal("sep", seed=5, bots={1: f"{ROOT}/examples/miser.py:Miser"}).finish("greedy")
    by_mind = septet.deal("sep", seed=5, bots={1: Miser(GAMES["sep"], 1, random.Random())}).finish("greedy")
    assert by_class.moves == by_file.moves == by_mind.moves
    assert read_log(by_class.record()).header.seats[1].bot == "examples.miser:Miser"
    OWN.clear()


def test_a_bot_that_fails_is_named_and_leaves_the_table_as_it_was() -> None:
    table = septet.deal("sep", seed=5)
    with pytest.raises(
        septet.NotPossible, match=r"Falls has failed: ZeroDivisionError: .*\(test_table\.py:\d+\)$"
    ) as told:
        table.finish(Falls)
    assert isinstance(told.value.__cause__, ZeroDivisionError), "whoever wrote it sees where"
    assert table.moves == ()
    OWN.clear()


def test_a_picture_is_saved_as_what_its_name_says(tmp_path: Path) -> None:
    drawn = septet.deal("sep", seed=7).picture(theme="dark")
    assert drawn.save(tmp_path / "table.svg").read_text("utf-8") == drawn.svg
    assert drawn.save(tmp_path / "table.png").read_bytes().startswith(b"\x89PNG")
    assert len(drawn.png(200)) < len(drawn.png(800))


def test_without_the_web_app_a_notebook_shows_the_words(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sheet, "FILE", tmp_path / "none.json")
    monkeypatch.setattr(artwork, "sheet", sheet.sheet.__wrapped__)
    monkeypatch.setattr("septet.workbench.table.sheet", sheet.sheet.__wrapped__)
    table = septet.deal("sep", seed=7)
    assert table._repr_svg_() is None
    assert repr(table) == "<sep, after move 0, to move: 0>"
    assert str(table).startswith("circle: 9D ")


def test_importing_the_package_loads_nothing_else() -> None:
    code = "import sys; import septet; dir(septet); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert [name for name in loaded if name.startswith("septet")] == ["septet"]
    assert not {"msgspec", "numpy", "pandas", "polars", "pyarrow", "rich"} & {*loaded}
    assert {*septet.LATER} <= {*dir(septet)}
    assert all(getattr(septet, name) for name in septet.LATER)
    assert isinstance(septet.deal("sep"), DealtTable)
