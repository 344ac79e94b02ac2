"""What other systems do otherwise, as far as it can be tried here; what cannot is said in README."""

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest

from septet.background.cores import cores
from septet.server.store import disk

ROOT = Path(__file__).parent.parent
ONLY_SPAWN = """
import multiprocessing, sys
multiprocessing.get_all_start_methods = lambda: ["spawn"]
real = multiprocessing.get_context
def get_context(method=None):
    if method not in (None, "spawn"):
        raise ValueError(f"cannot find context for {method!r}")
    return real(method)
multiprocessing.get_context = get_context
from septet.cli import main
sys.exit(main(sys.argv[1:]))
"""


def test_simulations_run_where_processes_can_only_be_spawned() -> None:
    """As on Windows."""
    bots = "random,examples/miser.py:Miser"
    command = (sys.executable, "-c", ONLY_SPAWN, "simulate", "sep", "--bots", bots, "--games", "26", "--jobs", "2")
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_what_is_written_to_a_file_is_utf_8_whatever_the_system_writes(encoding: str) -> None:
    command = (sys.executable, "-m", "septet", "replay", "docs/game.jsonl", "--at", "116", "--lang", "en")
    env = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "♣" in done.stdout.decode("utf-8")


def test_nothing_is_synced_that_was_opened_only_to_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows refuses that, and knows no folders to sync."""
    real = os.fsync

    def strict(file: int) -> None:
        if not Path(f"/proc/self/fd/{file}").resolve().is_dir() and fcntl.fcntl(file, fcntl.F_GETFL) & 3 == os.O_RDONLY:
            raise OSError("opened only to be read")
        real(file)

    monkeypatch.setattr(os, "fsync", strict)
    (tmp_path / "a").write_text("b")
    disk.sync(tmp_path / "a")
    disk.sync(tmp_path)


@pytest.mark.parametrize(
    ("told", "most"), [("200000 100000", 2), ("50000 100000", 1), ("max 100000", 10_000), ("", 10_000)]
)
def test_a_container_uses_no_more_processors_than_it_has(told: str, most: int, tmp_path: Path) -> None:
    (tmp_path / "cpu.max").write_text(told)
    assert cores(tmp_path / "cpu.max") == min(most, len(os.sched_getaffinity(0)))
    assert cores(tmp_path / "nowhere") == len(os.sched_getaffinity(0))
