"""README and docs are run: what they show works, what they list is all there is."""

import argparse
import re
import shlex
from pathlib import Path

import pytest

from septet.bots import BOTS
from septet.cli import OK, main, parser
from septet.games.pictures import blocks, play
from septet.games.sep import sepn
from septet.i18n import words

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BOTS_PAGE = (ROOT / "docs/bots.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]


def fenced(label: str, text: str = README) -> list[str]:
    return re.findall(rf"^```{label}\n(.*?)^```$", text, flags=re.DOTALL | re.MULTILINE)


def shown_commands() -> list[list[str]]:
    lines = [line for block in fenced("console", README + BOTS_PAGE) for line in block.splitlines()]
    return [shlex.split(line.removeprefix("$ septet "), comments=True) for line in lines]


def test_the_python_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = fenced("python")
    exec(compile(example, "README.md", "exec"), {})
    assert "Outcome(places=" in capsys.readouterr().out


def test_the_bot_in_twenty_lines_plays(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = fenced("python", BOTS_PAGE)
    try:
        exec(compile(example, "docs/bots.md", "exec"), {})
    finally:
        BOTS["sep"].pop("miser", None)
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()][-1] == "random"


def test_every_bot_is_described() -> None:
    for bots in BOTS.values():
        for bot in bots:
            assert f"| `{bot}` |" in BOTS_PAGE


@pytest.mark.parametrize("command", shown_commands(), ids=" ".join)
def test_the_commands_that_the_readme_shows_work(command: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    if command[0] == "play":  # a whole game is played elsewhere; here the words are understood
        assert parser(words("en")).parse_args(command).command == "play"
    else:
        assert main(command) == OK


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
