"""docs/adding-a-game.md is followed to the letter: its game moves into a copy of the tree, and is played there."""

import os
import re
import shutil
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/adding-a-game.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^\*\*`([^`]+)`\*\*\n(`{3,})(\w+)\n(.*?)^\2$", re.MULTILINE | re.DOTALL)
COPIED = (*("src", "tests", "web", "docs", "bench"), *("pyproject.toml", "hatch_build.py", "README.md"))
LEFT_OUT = shutil.ignore_patterns("node_modules", "static", "_build")
SERVED = """
import asyncio, tempfile
from pathlib import Path
from septet.bots import BOTS
from septet.client import connect, guest_token
from septet.player import play
from tests.server.running import running

async def game(address):
    async with connect(address, await guest_token(address)) as client:
        table = await client.make("pluck", seats=[{"who": "me"}, {"who": "bot", "bot": "careful"}])
        await play(table, BOTS["pluck"]["greedy"])
        return table.id

with tempfile.TemporaryDirectory() as folder, running(Path(folder), workers=1) as house:
    table, browser = asyncio.run(game(house.address)), house.guest()
    print(*(one["name"] for one in browser.get("/api/games").json()))
    print(house.server.hall.tables[table].room.outcome.reason)
"""
BUILT = """
from pathlib import Path
from hatch_build import build_web_app, machine_npm, packaged_npm, run_npm, write_browser_words

for asked in ("check", "lint"):
    run_npm(machine_npm() or packaged_npm(), Path("web"), "run", "--silent", asked)
build_web_app(Path())
write_browser_words(Path())
"""
SEEN = """
import tempfile
from pathlib import Path
from playwright import sync_api as playwright
from tests.browser.conftest import launched
from tests.browser.steps import OVER, PATIENCE, make_table
from tests.server.running import running

with tempfile.TemporaryDirectory() as folder, running(Path(folder), workers=1) as house:
    with playwright.sync_playwright() as driver:
        page = launched(driver).new_page(locale="fr")
        page.set_default_timeout(PATIENCE)
        page.goto(house.address)
        page.locator("#family-pluck").wait_for()
        make_table(page, house.address, "pluck", other="careful")
        for fruit in (8, 6, 4, 2):
            page.wait_for_function("n => document.querySelectorAll('.fruits button').length === n", arg=fruit)
            page.locator(".fruits button:enabled").last.click()
        page.locator(OVER).wait_for()
        print(page.locator(".moves").first.inner_text())
"""


def changed(text: str, diff: str) -> str:
    """The text after a change: what begins with a blank or a minus is there exactly once, and a plus is new."""
    old, new = (
        "\n".join(line[1:] for line in diff.splitlines() if line[:1] in signs) for signs in ((" ", "-"), (" ", "+"))
    )
    assert text.count(old) == 1, f"this stands there {text.count(old)} times:\n{old}"
    return text.replace(old, new)


def moved_in(tree: Path) -> None:
    """Every block of the page is written into the tree, and the new catalogues are compiled as `./septet` does it."""
    for name, _, kind, text in BLOCK.findall(PAGE):
        file = tree / name
        assert file.exists() == (kind == "diff"), f"{name} is new, and has no block for a change"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(changed(file.read_text("utf-8"), text) if kind == "diff" else text, "utf-8")
        if file.suffix == ".po":
            compiled = BytesIO()
            write_mo(compiled, read_po(BytesIO(text.encode()), abort_invalid=True))
            file.with_suffix(".mo").write_bytes(compiled.getvalue())


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree in which the page has been followed."""
    copy = tmp_path_factory.mktemp("tree")
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=LEFT_OUT)
        else:
            shutil.copy(ROOT / name, copy / name)
    moved_in(copy)
    (copy / "web/src/wire.ts").write_text(run(copy, "-m", "septet.server.typescript"), "utf-8")
    run(copy, "-m", "tests.records.make")
    return copy


def run(tree: Path, *command: str) -> str:
    """What a Python program says that finds this tree before any other."""
    env = {
        **os.environ,
        "PYTHONPATH": f"{tree / 'src'}{os.pathsep}{tree}",
        "LANGUAGE": "en",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }
    done = subprocess.run(
        (sys.executable, *command), cwd=tree, env=env, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, f"{' '.join(command)[:200]}\n{done.stdout[-5000:]}{done.stderr[-3000:]}"
    return done.stdout


def test_the_page_says_where_its_steps_are() -> None:
    """Each file that is changed or made stands in a block, and each step in the table at the top."""
    steps = re.findall(r"^\| (\d) ", PAGE, re.MULTILINE)
    assert re.findall(r"^## (\d) ", PAGE, re.MULTILINE) == steps == [*"12345678"]
    named = re.findall(r"^\*\*`([^`]+)`\*\*$", PAGE, re.MULTILINE)
    assert [name for name, *_ in BLOCK.findall(PAGE)] == named


def test_every_change_fits_what_is_there_now() -> None:
    """Whoever changes one of these lines changes the page, too."""
    files: dict[str, str] = {}
    for name, _, kind, text in BLOCK.findall(PAGE):
        if kind == "diff":
            files[name] = changed(files.get(name) or (ROOT / name).read_text("utf-8"), text)
        else:
            assert not (ROOT / name).exists(), name
    assert len(files) > 5


def test_a_change_must_fit_what_is_there() -> None:
    assert changed("a\nb\nc\n", " a\n+x\n-b\n") == "a\nx\nc\n"
    for there in ("a\nc\n", "a\nb\na\nb\n"):
        with pytest.raises(AssertionError):
            changed(there, " a\n+x\n-b\n")


@pytest.mark.slow
def test_all_that_is_asked_of_every_game_holds_for_the_new_one(tree: Path) -> None:
    """The laws, layers, words, options, tables, records, books, bots, and what a seat is told."""
    files = "laws layers no_rules words options table golden rulebook chapters tags coach".split()
    plugins = ("-p", "pytest_cov", "--no-cov", "-p", "pytest_timeout", "-p", "no:cacheprovider")
    quiet = ("-q", "--assert=plain", *plugins, "-W", "ignore")
    wanted = "pluck or key_is or same_keys or has_words or there_are_words or its_endings or know or terms"
    said = run(
        tree,
        *("-m", "pytest", *quiet, "-k", wanted),
        *(f"tests/test_{name}.py" for name in files),
        *("tests/server/test_hidden.py", "tests/bots/test_simple.py"),
    )
    found = re.search(r"(\d+) passed", said)
    assert found and int(found[1]) > 80, said


@pytest.mark.slow
def test_its_books_are_played_and_its_bots_play(tree: Path) -> None:
    said = run(tree, "-m", "septet", "check", *(f"src/septet/games/pluck/RULES.{one}.md" for one in ("en", "fr", "nl")))
    assert "21 passed, 0 failed" in said
    said = run(tree, "-m", "septet", "simulate", "pluck", "--bots", "careful,random", "--games", "20", "--jobs", "1")
    assert "more points" in said
    said = run(tree, "-m", "septet", "replay", "tests/records/pluck-most.jsonl")
    assert re.search(r"Player 1: \d from the (left|right)\.", said)


@pytest.mark.slow
def test_it_is_played_on_a_server(tree: Path) -> None:
    games, reason = run(tree, "-c", SERVED).splitlines()
    assert "pluck" in games.split()
    assert reason in {"most", "level"}


@pytest.mark.slow
def test_the_python_that_the_page_shows_is_in_the_style_of_the_house(tree: Path) -> None:
    shown = [name for name, _, kind, _ in BLOCK.findall(PAGE) if kind == "python"]
    run(tree, "-m", "ruff", "check", *shown)
    run(tree, "-m", "ruff", "format", "--check", *shown)


@pytest.mark.long
def test_its_types_are_sound(tree: Path) -> None:
    run(tree, "-m", "mypy", "src/septet/games", "src/septet/bots/pluck", "src/septet/terminal/pluck.py")


@pytest.mark.long
def test_its_board_is_built_and_played_in_a_browser(tree: Path) -> None:
    (tree / "web/node_modules").symlink_to(ROOT / "web/node_modules")
    run(tree, "-c", BUILT)
    assert re.search(r"\d à (gauche|droite)\.", run(tree, "-c", SEEN))
