"""`septet admin doctor`: whatever may be wrong with a house, one thing at a time, is found and told in a line."""

import json
import os
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from septet.cli import FAILED, OK, main
from septet.i18n import LANGUAGES
from septet.server.store import backup
from tests.server.running import running
from tests.server.services import free_port

Trouble = Callable[[Path, pytest.MonkeyPatch], object]


@pytest.fixture(scope="module")
def well(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house in which nothing is wrong."""
    folder = tmp_path_factory.mktemp("well")
    with running(folder):
        pass
    assert main(["admin", "backup", "--data", str(folder)]) == OK
    return folder


def sql(folder: Path, *commands: str) -> None:
    with closing(sqlite3.connect(folder / "septet.db")) as connection, connection:
        for command in commands:
            connection.execute(command)


def schema(number: str) -> Trouble:
    return lambda folder, _: sql(folder, f"UPDATE alembic_version SET version_num = '{number}'")


def little(free: int) -> Trouble:
    return lambda _, patch: patch.setattr("shutil.disk_usage", lambda _: type("Usage", (), {"free": free}))


def garbled(folder: Path, _: Any) -> None:
    with (folder / "septet.db").open("r+b") as file:
        file.seek(4_096)
        file.write(b"\xff" * 8_192)


def few_files(_: Path, patch: pytest.MonkeyPatch) -> None:
    import resource

    patch.setattr(resource, "getrlimit", lambda _: (256, 256))


def old(folder: Path, _: Any) -> None:
    for copy in backup.kept(folder / "septet.db"):
        os.utime(copy, (time.time() - 3 * 86_400,) * 2)


def ahead(folder: Path, _: Any) -> None:
    later = (int(time.time()) + 86_400) * 1_000
    sql(folder, f"INSERT INTO log (\"table\", n, at, wall, event) VALUES ('t', 1, 0, {later}, x'00')")


TROUBLES: dict[str, tuple[str, str, Trouble]] = {
    "no database": ("files", "bad", lambda folder, _: (folder / "septet.db").unlink()),
    "secret for all": ("files", "mind", lambda folder, _: (folder / "secret").chmod(0o644)),
    "somebody else's": ("files", "bad", lambda folder, _: os.chown(folder / "septet.db", 12_345, -1)),
    "full disk": ("disk", "bad", little(1_000)),
    "little room": ("disk", "mind", little(500_000_000)),
    "empty secret": ("secret", "bad", lambda folder, _: (folder / "secret").write_text("")),
    "no secret": ("secret", "mind", lambda folder, _: (folder / "secret").unlink()),
    "short secret": ("secret", "bad", lambda _, patch: patch.setenv("SEPTET_SECRET", "short")),
    "newer schema": ("schema", "bad", schema("9999")),
    "older schema": (
        "schema",
        "mind",
        schema("0005"),
    ),
    "damaged": ("database", "bad", garbled),
    "no database at all": ("database", "bad", lambda folder, _: (folder / "septet.db").write_bytes(b"hello" * 999)),
    "a clock that is behind": ("clock", "bad", ahead),
    "few files": ("limits", "mind", few_files),
    "no copy": ("backups", "mind", lambda folder, _: shutil.rmtree(folder / "backups")),
    "an old copy": ("backups", "mind", old),
}


def copied(well: Path, folder: Path) -> Path:
    """The same house, to be put in trouble."""
    (folder / "backups").mkdir(parents=True)
    for file in (*well.glob("*"), *well.glob("backups/*")):
        if file.is_file():
            target = folder / file.relative_to(well)
            target.write_bytes(file.read_bytes())
            target.chmod(0o600)
    return folder


def examined(folder: Path, capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, dict[str, str]]:
    capsys.readouterr()
    code = main(["admin", "doctor", "--data", str(folder), "--json", *more])
    found = json.loads(capsys.readouterr().out)
    assert all(one["words"] and "\n" not in one["words"] and "{" not in one["words"] for one in found)
    return code, {one["what"]: one["state"] for one in found if one["state"] != "well"}


def test_a_house_in_order_is_well_in_every_language(well: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert examined(well, capsys) == (OK, {})
    said = set()
    for language in LANGUAGES:
        assert main(["admin", "doctor", "--data", str(well), "--lang", language]) == OK
        said.add(capsys.readouterr().out.splitlines()[-1])
    assert said == {"All is well.", "Tout va bien.", "Alles is in orde."}


@pytest.mark.parametrize("trouble", TROUBLES)
def test_whatever_is_wrong_is_found_and_nothing_else(
    trouble: str,
    well: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if trouble == "somebody else's" and os.getuid():
        pytest.skip("only root can give a file away")
    what, state, make = TROUBLES[trouble]
    folder = copied(well, tmp_path / "house")
    make(folder, monkeypatch)
    before = {file: file.stat().st_mtime_ns for file in folder.rglob("*") if not file.name.endswith("-shm")}
    code, found = examined(folder, capsys)
    assert found == {what: state}
    assert code == (FAILED if state == "bad" else OK)
    assert {file: file.stat().st_mtime_ns for file in before} == before, "it only looks"


def test_a_database_that_is_not_reached_is_told_without_its_password(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SEPTET_SECRET", "long enough to be one")
    address = f"postgresql://septet:hush@127.0.0.1:{free_port()}/septet"
    assert main(["admin", "doctor", "--data", str(tmp_path), "--database", address, "--lang", "en"]) == FAILED
    said = capsys.readouterr().out
    assert "cannot" in said.lower()
    assert "hush" not in said
