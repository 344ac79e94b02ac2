"""What stays behind: in files after a deletion, in a terminal after a record, in a log for programs."""

import asyncio
import json
import random
import shutil
import subprocess
import sys
from pathlib import Path

import httpx
import msgspec
import pytest

from septet.cli import OK, main
from septet.games import GAMES
from septet.games.log import write
from septet.server.hall import leases
from tests.playing import random_log
from tests.server.lines import line, make
from tests.server.running import House, running
from tests.server.services import until
from tests.server.test_people import account, sign_in

Out = pytest.CaptureFixture[str]
NAME, WORDS = "Wilhelmina Quux", "a remark that nobody shall find"


def left_in(folder: Path) -> list[str]:
    files = [(one, one.read_bytes()) for one in folder.glob("septet.db*")]
    return [f"{file.name}: {text}" for file, content in files for text in (NAME, WORDS) if text.encode() in content]


async def speak(house: House, browser: httpx.Client, table: str) -> None:
    async with line(house, browser) as one, line(house, house.guest()) as reader:
        await reader.ask("watch", table=table)
        for number in range(30):
            assert (await one.ask("say", table=table, text=f"{WORDS} {number}"))["type"] == "done"
    assert left_in(house.server.settings.data)


def test_what_was_deleted_is_in_no_file(tmp_path: Path) -> None:
    """Of an account, of a guest, and of the guest that an account was before it signed in; and a name that was given
    up and was never played under."""
    with running(tmp_path) as house:
        known, guest, before = account(house, NAME), house.guest(), house.guest()
        asyncio.run(speak(house, known, make(known, "sep", "me", "anyone")))
        known.delete("/api/me")
        until(lambda: not left_in(tmp_path))
        for one in (guest, before):
            assert one.patch("/api/me", json={"name": NAME}).status_code == 200
            asyncio.run(speak(house, one, make(one, "sep", "me", "anyone")))
        account(house, "Somebody Else")
        assert sign_in(before, "Somebody Else").status_code == 201
        for one in (guest, before):
            assert one.delete("/api/me").status_code == 204
        until(lambda: not left_in(tmp_path))
        renamed = account(house, NAME)
        assert left_in(tmp_path)
        assert renamed.patch("/api/me", json={"name": "Plain Jane"}).status_code == 200
        until(lambda: not left_in(tmp_path))
    assert left_in(tmp_path) == []


def test_what_a_killed_server_had_deleted_is_gone_soon_after_the_next_start(tmp_path: Path) -> None:
    """The log that a crash leaves behind still has it."""
    with running(tmp_path / "first") as house:
        browser = account(house, NAME)
        house.server.node.scrubbing = True  # too late for that
        assert browser.delete("/api/me").status_code == 204
        (tmp_path / "second").mkdir()
        for file in (tmp_path / "first").glob("septet.db*"):  # as it lies there at this moment
            shutil.copy(file, tmp_path / "second")
    assert left_in(tmp_path / "second")
    with running(tmp_path / "second"):
        until(lambda: not left_in(tmp_path / "second"))


def test_a_record_gives_the_terminal_no_orders(tmp_path: Path, capsys: Out) -> None:
    log = random_log(GAMES["sep"], random.Random(5))
    evil = "Eve\x1b]0;owned\x07\x1b[2J\r\x9b"
    seats = tuple(msgspec.structs.replace(one, name=evil) for one in log.header.seats)
    log.header = msgspec.structs.replace(log.header, seats=seats)
    file = tmp_path / "evil.jsonl"
    file.write_bytes(write(log))
    for command in (["replay"], ["replay", "--at", "5"], ["replay", "--sepn"], ["replay", "--json"], ["verify"]):
        assert main([command[0], str(file), *command[1:], "--lang", "en"]) == OK
        said = capsys.readouterr()
        assert not set(said.out + said.err) & set("\x1b\x07\x9b\r"), command
    (tmp_path / "evil.sepn").write_text(f'[Game "SEP"]\n[A "{evil}"]\n[\x1b[2J "x"]\n')
    main(["replay", str(tmp_path / "evil.sepn"), "--lang", "en"])
    said = capsys.readouterr()
    assert not set(said.out + said.err) & set("\x1b\x07\x9b\r")


SPEAKING = """
import logging, warnings
from septet.server.logging_setup import set_up
set_up("json")
set_up("json")  # not twice
logging.getLogger("uvicorn.error").warning("Invalid %s request", "HTTP")
try:
    raise ValueError("two\\nlines")
except ValueError:
    logging.getLogger("asyncio").exception("Task exception was never retrieved")
warnings.simplefilter("always")
warnings.warn("an old way", DeprecationWarning, stacklevel=1)
"""


def test_every_line_of_a_log_for_programs_is_json() -> None:
    """In a process of its own, as other tests set up logs, too."""
    said = subprocess.run([sys.executable, "-c", SPEAKING], capture_output=True, text=True, check=True).stderr
    lines = [json.loads(text) for text in said.splitlines()]
    assert [(one["library"], one["level"]) for one in lines] == [
        ("uvicorn.error", "warning"),
        ("asyncio", "error"),
        ("py.warnings", "warning"),
    ]
    assert "ValueError" in lines[1]["exception"]


def test_after_a_restart_all_tables_are_back_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many there are: not so many a lease, which would be a minute for ten thousand."""
    monkeypatch.setattr(leases, "MOST_AT_ONCE", 2)
    with running(tmp_path) as house:
        ann = house.guest()
        tables = {make(ann, "sep", "me", "anyone") for _ in range(15)}
    with running(tmp_path, lease_s=3_600) as house:
        until(lambda: tables <= house.server.hall.leases.kept)
