"""No rule outside the rules: whatever knows a game stands in its own folder, in Python and in the web app.

.venv/bin/python -m tests.test_no_rules [FOLDER]    # the lines of web/src that know a rule
"""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

import septet
from septet.games import GAMES
from septet.games.chance import seed_from
from septet.games.game import Game, tag_of
from septet.games.options import choices
from septet.server.tables import events, wire

HOME = Path(septet.__file__).parent
WEB = HOME.parent.parent / "web/src"
COMMENT = re.compile(r"(?<![:\w'\"`])//[^\n]*|/\*.*?\*/|<!--.*?-->", re.DOTALL)
STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)
QUOTED = re.compile(r"['\"`]([\w-]+)['\"`]")
KEY = re.compile(r"['\"`]((?:[\w-]|\$\{[^}]*\})+(?:\.(?:[\w-]|\$\{[^}]*\})+)+)['\"`]?")
LISTED = re.compile(r"^\s*'?([\w-]+)'?:")
WORD = re.compile(r"\b[a-z]\w*\b")
VIEW = re.compile(r"(?<!web\.)\bview\b")
# What may be done with a view by those who do not draw it: ask whether there is one, and what has happened last.
WHOLE = re.compile(r"\bview [=!]== null|\bview as \{ (?:readonly )?last\?: |\bview\?\.last\b")
OPTION = re.compile(r"\bview\b\)?\??\.options\b")
ORDINARY = {"set", "setup", "sep"}  # words that mean something else as well


def families() -> set[str]:
    return {game.family for game in GAMES.values()}


def tags(*messages: Any) -> set[str]:
    return {str(one.__struct_config__.tag) for message in messages for one in get_args(message)}


@cache
def options() -> frozenset[str]:
    return frozenset(name for game in GAMES.values() for name in choices(game.Options))


@cache
def moves() -> frozenset[str]:
    """The moves of all games, without those names that messages have as well."""
    own = {tag_of(move) for game in GAMES.values() for move in get_args(game.moves)}
    return frozenset(own - tags(wire.Message, wire.Sent, wire.Reply, events.Stored))


@cache
def timers() -> frozenset[str]:
    """The names of all timers, as the rules write them."""
    trees = [ast.parse(file.read_text("utf-8")) for file in (HOME / "games").rglob("*.py")]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args]
    named = [call.args[0] for call in calls if isinstance(call.func, ast.Name) and call.func.id == "Timer"]
    return frozenset(str(name.value) for name in named if isinstance(name, ast.Constant))


def unmistakable(names: frozenset[str]) -> set[str]:
    """Names that are no ordinary words: `combo_ace`, `m49`."""
    return {name for name in names if re.search(r"[_\d]", name)}


def lasting(line: str) -> set[str]:
    """The timers that a line says the length of."""
    return set(re.findall(r"\b(\w+?)(?:_s)?\b['\"]?\s*:\s*\d", line)) & timers()


def knows(line: str, place: Path) -> str:
    """What a line of the web app knows of a rule; in a folder of its own a game may be named, but not decided."""
    if found := set(WORD.findall(line)) & unmistakable(options()):
        return f"the option {min(found)}"
    if OPTION.search(line):
        return "the options of a view"
    if found := lasting(line):
        return f"how long the timer {min(found)} is"
    board = place.parts[0] == "boards"
    if board and len(place.parts) > 2:
        return ""
    quoted, games = set(QUOTED.findall(line)), {*GAMES, *families()}
    segments = {part for key in KEY.findall(line) for part in key.split(".")[:2]}
    if (
        found := (quoted & games)
        | (segments & families())
        | (set(LISTED.findall(line)) & (games - ORDINARY | families()))
    ):
        return f"the game {min(found)}"
    said = set(re.findall(r"\b(?:type|kind|what|name)\s*(?:===|!==|:)\s*'(\w+)'", line))
    if found := (said & moves()) | (quoted & unmistakable(moves())):
        return f"the move {min(found)}"
    if found := quoted & unmistakable(timers()):
        return f"the timer {min(found)}"
    return "a field of a view" if not board and VIEW.search(line) and not WHOLE.search(line) else ""


def without_comments(text: str) -> list[str]:
    def blank(found: re.Match[str]) -> str:
        return "\n" * found[0].count("\n")

    return COMMENT.sub(blank, STYLE.sub(blank, text)).splitlines()


def lines_that_know(web: Path) -> Iterator[str]:
    """Each line of a web app that knows a rule of a game, or a game outside the folder of its board."""
    for file in sorted(web.rglob("*")):
        if file.suffix not in (".ts", ".svelte") or file.name.endswith(".test.ts") or file.name == "wire.ts":
            continue
        place = file.relative_to(web)
        for number, line in enumerate(without_comments(file.read_text("utf-8")), start=1):
            if found := knows(line, place):
                yield f"{place}:{number}: {found}"


def test_no_line_of_the_web_app_knows_a_rule() -> None:
    assert list(lines_that_know(WEB)) == []


OWN, SHARED, OUTSIDE = Path("boards/sep/Board.svelte"), Path("boards/Plain.svelte"), Path("table/Turn.svelte")


@pytest.mark.parametrize(
    "line",
    [
        "if ('quick_attr' in view)",
        "const { false_call_cost: cost = 1 } = seen",
        "const target = view.options.target",
        "const SECONDS = { pick: 5, grace: 20 }",
    ],
)
def test_a_rule_would_be_found_even_in_the_folder_of_its_board(line: str) -> None:
    assert knows(line, OWN)


@pytest.mark.parametrize(
    "line",
    [
        "const game = what || 'sep'",
        "  sepmosa: () => import('./x'),",
        "t(`sep.phase.${phase}`)",
        "t('board.sepmosa.tile')",
        "if (move.type === 'claim') return",
        "const URGENT = new Set(['last_window'])",
    ],
)
def test_a_game_would_be_found_wherever_it_is_not_at_home(line: str) -> None:
    assert knows(line, OUTSIDE)
    assert knows(line, SHARED)
    assert not knows(line, OWN)


@pytest.mark.parametrize(
    "line",
    ["(moment.view as { rating?: string } | null)", "if (view?.phase === 'between') return", "scoreOf(moment.view, 0)"],
)
def test_a_view_that_is_read_would_be_found_outside_the_boards(line: str) -> None:
    assert knows(line, OUTSIDE)


def test_what_messages_say_is_no_rule() -> None:
    for line in (
        "say({ type: 'play', move })",
        "moment.view === null",
        "const { width } = box",
        "t('web.view.tokens')",
    ):
        assert not knows(line, OUTSIDE), line


def test_every_game_has_terms_for_its_board() -> None:
    """A view has the options, too, for programs; a board reads what they come to."""
    for game in GAMES.values():
        for seats in {min(game.seats), max(game.seats)}:
            view = game.view(game.deal(game.Options(), seats, seed_from(game.name)), None)
            assert isinstance(game.terms(view), msgspec.Struct) or type(game).terms is Game.terms  # a game without any


# -- the server and the words


def strings(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every string of a program but for what it says about itself."""
    told = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.lineno, node.value


TOO_EASY = "passwords.py"  # refuses the names of games as passwords
KNOWING_NOTHING = [
    file for layer in ("server", "i18n") for file in sorted((HOME / layer).rglob("*.py")) if file.name != TOO_EASY
]


@pytest.mark.parametrize("file", KNOWING_NOTHING, ids=lambda file: file.relative_to(HOME).as_posix())
def test_the_server_and_the_words_know_no_game(file: Path) -> None:
    """Neither by its name or family nor by an option: whatever differs is a question that the game answers."""
    tree = ast.parse(file.read_text("utf-8"))
    names = {*GAMES, *families()}
    secret = unmistakable(options()) | (names - ORDINARY)
    for line, text in strings(tree):
        first = text.split(".")[0] if "." in text else ""
        assert not {text, first} & (secret | {first} & names), f"line {line}: {text}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            compared = {one.value for one in [node.left, *node.comparators] if isinstance(one, ast.Constant)}
            assert not compared & names, f"line {node.lineno}"
        if isinstance(node, ast.Attribute):
            assert node.attr not in unmistakable(options()), f"line {node.lineno}: {node.attr}"


if __name__ == "__main__":
    found = list(lines_that_know(Path(sys.argv[1]) if len(sys.argv) > 1 else WEB))
    sys.stdout.writelines(f"{one}\n" for one in [*found, f"{len(found)} lines"])
