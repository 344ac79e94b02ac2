"""Work that may wait on a Ray cluster: the same as anywhere else, also where a node of it is lost on the way."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from uuid import uuid4

import msgspec
import pytest

from septet import __version__
from septet.background import ray_cluster
from septet.background.chunks import Chunk, made
from septet.background.processes import MadeHere
from septet.background.ray_cluster import answered_there, is_address, known
from septet.cli import BAD_INPUT, main
from septet.games import GAMES
from septet.i18n import LANGUAGES
from septet.lab.playouts import Batch
from septet.lab.rule_sets import varied
from septet.lab.study import TOGETHER, StudyTask, chunk, study
from tests.server.running import running
from tests.server.test_errands import made_by_workers

CHUNK = Chunk("playouts", msgspec.json.encode(Batch(1, 20)))
BOTS = ("cautious", "greedy")  # no twin plays them: seconds of work in each chunk
DEALS = 200
QUIET = {**os.environ, "RAY_USAGE_STATS_ENABLED": "0", "RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": uuid4().hex}
needs_ray = pytest.mark.skipif(find_spec("ray") is None, reason='needs Ray: pip install "septet[ray]"')


def test_clusters_are_named_by_ray_or_by_their_address() -> None:
    for address in ("ray", "127.0.0.1:6379", "head.example:6379", "ray://head-1:10001", "[::1]:6379"):
        assert is_address(address), address
    for other in ("", "rai", "4", "ray://", "ray://head", "http://head:80", "head:port", "a b:1"):
        assert not is_address(other), other


@pytest.mark.parametrize("command", [("lab", "sep", "--vary", "combo_ace"), ("arena", "sep", "random", "greedy")])
@pytest.mark.parametrize("language", LANGUAGES)
def test_where_ray_is_missing_one_line_says_what_to_do(
    command: tuple[str, ...], language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ray_cluster, "find_spec", lambda name: None)
    assert main([*command, "--on", "ray", "--lang", language]) == BAD_INPUT
    told = capsys.readouterr().err
    assert 'pip install "septet[ray]"' in told and told.count("\n") == 1


def test_what_is_no_address_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["puzzle", "make", "--out", str(tmp_path), "--on", "moon", "--lang", "en"]) == BAD_INPUT
    assert "--on moon: ray, HOST:PORT" in capsys.readouterr().err


def test_a_cluster_that_was_killed_leaves_an_address_that_nobody_is_sent_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    monkeypatch.setenv("RAY_TMPDIR", str(tmp_path))
    assert known() is None
    (tmp_path / "ray").mkdir()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        here = f"127.0.0.1:{listening.getsockname()[1]}"
        (tmp_path / "ray" / "ray_current_cluster").write_text(here)
        assert known() == here
    assert known() is None
    monkeypatch.setenv("RAY_ADDRESS", "head.example:6379")
    assert known() == "head.example:6379"


def test_a_node_with_another_version_makes_nothing() -> None:
    line = msgspec.json.encode(CHUNK)
    told = msgspec.json.decode(answered_there(line, "0.0.0"), type=MadeHere)
    assert told.found is None and "and not 0.0.0" in told.fault
    own = msgspec.json.decode(answered_there(line, __version__), type=MadeHere)
    assert own.found == made(CHUNK)


# With a cluster


@contextmanager
def node(*how: str) -> Iterator[subprocess.Popen[str]]:
    """A node of one processor, which ends with all its processes."""
    command = [
        sys.executable,
        "-m",
        "ray.scripts.scripts",
        "start",
        "--block",
        "--num-cpus=1",
        "--disable-usage-stats",
        *how,
    ]
    process = subprocess.Popen(
        command, env=QUIET, start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        yield process
    finally:
        lost(process)
        assert process.stdout is not None
        process.stdout.close()


def lost(process: subprocess.Popen[str]) -> None:
    """As if somebody had pulled the plug."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@contextmanager
def head() -> Iterator[str]:
    """The address of a new cluster of one node."""
    with node("--head", "--port=0", "--include-dashboard=false") as process:
        assert process.stdout is not None
        seen = ""
        for line in process.stdout:
            seen += line
            if found := re.search(r"--address='([\d.:]+)'", line):
                yield found[1]
                return
        raise AssertionError(seen)


def joined(process: subprocess.Popen[str]) -> None:
    assert process.stdout is not None
    assert any("Ray runtime started" in line for line in process.stdout)


def command(*more: str) -> list[str]:
    names = ["lab", "sep", "--vary", "combo_ace=low", "--bots", ",".join(BOTS), "--games", str(DEALS), "--seed", "ray"]
    return [sys.executable, "-c", "from septet.cli import main; raise SystemExit(main())", *names, "--json", *more]


def played(*more: str) -> bytes:
    return subprocess.run(command(*more), env=QUIET, check=True, stdout=subprocess.PIPE).stdout


@pytest.fixture(scope="module")
def wanted(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The study as one core finds it."""
    return played("--jobs", "1", "--keep", str(tmp_path_factory.mktemp("one") / "kept"))


@pytest.mark.long
def test_two_cores_find_the_same_bytes(tmp_path: Path, wanted: bytes) -> None:
    assert played("--jobs", "2", "--keep", str(tmp_path / "kept")) == wanted


@pytest.mark.long
def test_two_workers_of_a_house_find_the_same_bytes(tmp_path: Path, wanted: bytes) -> None:
    task = StudyTask(game="sep", bots=BOTS, sets=varied(GAMES["sep"], ["combo_ace=low"]), seed="ray")
    with running(tmp_path / "data") as house:
        results = made_by_workers(house, [chunk(task, start) for start in range(0, DEALS, TOGETHER)], 2)
    lines = [b"[%d,%b]" % (TOGETHER * at, result) for at, result in enumerate(results)]
    kept = tmp_path / "kept"
    kept.write_bytes(b"\n".join([msgspec.json.encode(task), *lines]))
    found = study(task, DEALS, path=kept)
    assert msgspec.json.format(msgspec.json.encode(found)) + b"\n" == wanted


@pytest.mark.long
@needs_ray
def test_two_nodes_one_of_which_is_lost_in_the_middle_find_the_same_bytes(tmp_path: Path, wanted: bytes) -> None:
    kept = tmp_path / "kept"
    with head() as address, node(f"--address={address}") as other:
        joined(other)
        asked = command("--on", address, "--keep", str(kept))
        with subprocess.Popen(asked, env=QUIET, stdout=subprocess.PIPE) as process:
            while not kept.exists() or kept.read_bytes().count(b"\n[") < 2:
                assert process.poll() is None
                time.sleep(0.05)
            lost(other)
            done = kept.read_bytes().count(b"\n[")
            out, _ = process.communicate(timeout=1_000)
        assert done < DEALS // TOGETHER, "it was lost in the middle"
        assert out == wanted
        assert played("--on", address, "--keep", str(kept)) == wanted


def clusters() -> int:
    """How many run on this machine."""
    seen = subprocess.run(["ps", "-eo", "args"], check=True, stdout=subprocess.PIPE, text=True).stdout
    return sum("gcs_server" in line for line in seen.splitlines())


@pytest.mark.long
@needs_ray
def test_ray_begins_a_cluster_of_its_own_and_leaves_none_behind(tmp_path: Path) -> None:
    before = clusters()
    program = [sys.executable, "-c", "from septet.cli import main; raise SystemExit(main())"]
    contest = [*program, "arena", "sep", "random", "greedy", "--games", "40", "--seed", "ray", "--json"]
    here, there = (
        msgspec.json.decode(subprocess.run([*contest, *where], check=True, stdout=subprocess.PIPE).stdout)
        for where in (("--jobs", "1"), ("--on", "ray", "--jobs", "1"))
    )
    assert {**here, "ms": None} == {**there, "ms": None}
    puzzles = [*program, "puzzle", "make", "--kind", "sep-best", "--count", "2", "--seed", "ray"]
    for name, where in (("here", ("--jobs", "1")), ("there", ("--on", "ray", "--jobs", "1"))):
        subprocess.run([*puzzles, "--out", str(tmp_path / name), *where], check=True, stdout=subprocess.PIPE)
    shelf = "sep-best.jsonl"
    assert (tmp_path / "here" / shelf).read_bytes() == (tmp_path / "there" / shelf).read_bytes()
    assert clusters() == before


@pytest.mark.long
@needs_ray
def test_where_no_cluster_answers_one_line_says_so() -> None:
    done = subprocess.run(command("--on", "127.0.0.1:9", "--lang", "en"), capture_output=True, text=True, check=False)
    assert done.returncode == BAD_INPUT and done.stdout == ""
    assert "There is no Ray cluster to work on" in done.stderr and "Traceback" not in done.stderr
