"""README and docs are run: what they show works, what they list is all there is."""

import argparse
import asyncio
import io
import re
import shlex
import subprocess
import sys
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import httpx
import pytest

from septet import __version__, client
from septet.bots import BOTS
from septet.cli import OK, main, parser
from septet.games.log import read
from septet.games.pictures import blocks, play
from septet.games.sep import sepn
from septet.i18n import words
from tests.server.running import running

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BOTS_PAGE = (ROOT / "docs/bots.md").read_text(encoding="utf-8")
PAGES = [
    ROOT / "README.md",
    ROOT / "CHANGELOG.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "bench/README.md",
    *sorted((ROOT / "docs").glob("*.md")),
]


def fenced(label: str, text: str = README) -> list[str]:
    return re.findall(rf"^```{label}\n(.*?)^```$", text, flags=re.DOTALL | re.MULTILINE)


# What is shown and cannot be run here as it is written, and why.
NOT_RUN = {
    "./septet": "opens a browser and runs until it is stopped: tests/test_start.py",
    "./septet test": "is this very run",
    "./septet test --quick": "is half of this run: tests/test_start.py",
    "septet puzzle make --kind all --count 200 --seed shelf --out puzzles": "takes an hour: tests/cli/test_puzzle.py",
    "septet lab sep --vary combo_ace=low --depth --luck": "takes half an hour: tests/lab/test_beside.py",
    "septet lab sep --again strong --games 64": "takes a minute or two: tests/lab/test_again.py",
    "./septet dev": "runs until it is stopped: tests/browser/test_dev_loop.py",
    "septet serve --host 0.0.0.0 --port 7777 --data /srv/septet": "runs until it is stopped, in the folder of a host",
    "septet serve --host 0.0.0.0 --workers 2": "needs a PostgreSQL and a Redis: tests/server/test_cluster.py",
    "septet work --server http://play-1:7777 --seats 500": "needs another machine: tests/server/test_cluster.py",
}
LONG = ("conform",)  # whole games on a real server
LONG_LINES = {f"septet lab {game} --where all" for game in ("sep", "sepmosa")}  # alone it is the same, and quicker


def shown_lines() -> list[str]:
    """Every line of a block that calls the program, in README and in docs, without its comment."""
    found = []
    for page in PAGES:
        inside = False
        for line in page.read_text(encoding="utf-8").splitlines():
            inside ^= line.startswith("```")
            shown = re.match(r"(?:\$ )?((?:\./)?septet\b.*)" if inside else r"    ((?:\./)?septet\b.*)", line)
            if shown:
                found.append(shlex.join(shlex.split(shown[1], comments=True)))
    return list(dict.fromkeys(found))


def marked(line: str) -> Any:
    long = line.split()[1] in LONG or line in LONG_LINES
    return pytest.param(line, id=line, marks=[pytest.mark.long] if long else [])


def test_the_python_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = fenced("python")
    exec(compile(example, "README.md", "exec"), {})
    assert "Outcome(places=" in capsys.readouterr().out


def test_the_bot_that_the_page_shows_is_the_example() -> None:
    (example,) = fenced("python", BOTS_PAGE)
    file = (ROOT / "examples/miser.py").read_text(encoding="utf-8")
    assert file.partition("\n\n")[2] == example


@pytest.mark.long
def test_the_python_that_is_shown_has_sound_types(tmp_path: Path) -> None:
    (tmp_path / "shown.py").write_text(fenced("python")[0], encoding="utf-8")
    files = (str(tmp_path / "shown.py"), "examples/bot.py", "examples/miser.py")
    done = subprocess.run((sys.executable, "-m", "mypy", *files), cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_every_bot_is_described() -> None:
    for bots in BOTS.values():
        for bot in bots:
            assert f"| `{bot}` |" in BOTS_PAGE


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a game that is not over."""
    folder = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.StringIO("q\n"))
        assert main(["play", "sep", "--data", str(folder)]) == OK
    return folder


@pytest.mark.parametrize("line", [marked(line) for line in shown_lines() if line not in NOT_RUN])
def test_a_line_that_the_docs_show_runs_as_it_is_written(
    line: str, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is asked for a move at a terminal leaves; what is written is written beside what the docs speak of."""
    for one in ("README.md", "docs", "examples", "src"):
        (tmp_path / one).symlink_to(ROOT / one)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SEPTET_DATA", str(data))
    monkeypatch.setattr(sys, "stdin", io.StringIO("q\n"))
    assert main(shlex.split(line)[1:]) == OK


def test_what_is_not_run_is_shown_somewhere() -> None:
    assert set(NOT_RUN) <= set(shown_lines())
    assert len(shown_lines()) > 20


def test_every_command_and_option_is_listed() -> None:
    top = parser(words("en"))
    (commands,) = (action for action in top._actions if isinstance(action, argparse._SubParsersAction))
    for name, command in commands.choices.items():
        (row,) = (line for line in README.splitlines() if line.startswith(f"| `septet {name}"))
        for action in command._actions:
            for option in action.option_strings:
                if option not in {"-h", "--help", "--lang"}:
                    assert f"`{option}`" in row, f"{name} {option}"


def test_the_picture_is_what_the_program_draws(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(ROOT / "docs/game.jsonl"), "--at", "116", "--svg", "--lang", "en"]) == OK
    assert capsys.readouterr().out == (ROOT / "docs/table.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([\w./-]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_positions_that_the_pages_draw_hold(page: Path) -> None:
    for block in blocks(page.read_text(encoding="utf-8")):
        assert play(block)[1] == []


def test_the_sepn_that_the_pages_show_is_read() -> None:
    text = (ROOT / "docs/records.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```\n(\[Game.*?)^```$", text, flags=re.DOTALL | re.MULTILINE)
    assert len(sepn.read(example).steps) == 4


def test_the_changelog_begins_with_this_version() -> None:
    heads = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert heads[0] == __version__
    assert len(set(heads)) == len(heads)


def test_every_program_that_measures_is_listed() -> None:
    listed = (ROOT / "bench/README.md").read_text(encoding="utf-8")
    for program in (ROOT / "bench").glob("*.py"):
        assert f"`{program.name}`" in listed, program.name


def test_the_clients_own_example_plays_a_whole_game(tmp_path: Path) -> None:
    assert client.__doc__ is not None
    shown = dedent(re.findall(r"::\n\n(.*?)\n\n\S", client.__doc__, flags=re.DOTALL)[0])
    with running(tmp_path, workers=1) as house:
        token = asyncio.run(client.guest_token(house.address))
        example = indent(shown.replace("http://localhost:7777", house.address), "    ")
        names = {"connect": client.connect, "token": token}
        exec(compile(f"async def play():\n{example}\n    return table\n", "client.py", "exec"), names)
        played: Any = asyncio.run(names["play"]())  # type: ignore[operator]
        record = httpx.get(
            f"{house.address}/api/tables/{played.id}/record", headers={"authorization": f"Bearer {token}"}
        )
        assert read(record.content).outcome is not None


@pytest.mark.long
def test_the_site_of_these_pages_is_built_without_a_warning(tmp_path: Path) -> None:
    command = (
        sys.executable,
        "-m",
        "sphinx",
        "-q",
        "-W",
        "-b",
        "html",
        "-d",
        tmp_path / "trees",
        "docs",
        tmp_path / "site",
    )
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "class septet.games.game.Game" in re.sub(
        "<[^>]+>", "", (tmp_path / "site/api/septet/games/game/index.html").read_text()
    ).replace("\n", "")


def test_each_module_says_the_standard_term_for_what_it_does() -> None:
    rows = re.findall(r"^\| .+ \| (.+) \| `([\w/.]+)` \|$", (ROOT / "docs/words.md").read_text("utf-8"), re.MULTILINE)
    assert len(rows) > 25
    for terms, file in rows:
        text = (ROOT / ("" if file.startswith("tests/") else "src/septet") / file).read_text("utf-8").lower()
        head = re.sub(r"\s+", " ", text.split('"""')[1])
        for term in re.split(r"[,;] ", terms.lower()):
            assert re.sub(r"^(the|a|an) ", "", term) in head, f"{file} does not say {term}"
