"""The start script `./septet`: what it runs, and how it explains what went wrong."""

import re
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def script() -> ModuleType:
    loader = SourceFileLoader("start_script", str(ROOT / "septet"))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def test_a_full_test_run_checks_style_types_and_coverage(script: ModuleType) -> None:
    commands = script.checks(["--long"])
    assert [command[0] for command in commands] == ["ruff", "ruff", "mypy", "pytest"]
    assert "--cov-fail-under=100" in commands[-1]
    assert commands[-1][-1] == "--long"


def test_a_quick_run_is_style_and_the_pure_half(script: ModuleType) -> None:
    commands = script.checks(["--quick"])
    assert [command[0] for command in commands] == ["ruff", "ruff", "pytest"]
    assert commands[-1][-1] == "--quick"
    assert "--cov" not in commands[-1]


@pytest.mark.parametrize("argument", ["tests/sep", "tests/test_laws.py::test_rev_grows", "-k", "--lf", "README.md"])
def test_naming_tests_runs_those_alone(script: ModuleType, argument: str) -> None:
    assert script.checks([argument, "x"]) == [["pytest", argument, "x"]]


@pytest.mark.parametrize(
    ("output", "words"),
    [
        ("error: No space left on device (os error 28)", "the disk is full"),
        ("error: Failed to fetch\n  dns error: failed to lookup address", "cannot be reached"),
        ("invalid peer certificate: UnknownIssuer", "certificate"),
        ("Hash mismatch for `rich==15.0.0`", "not the one that was locked"),
        ("something that nobody foresaw", "something that nobody foresaw"),
    ],
)
def test_trouble_while_setting_up_is_told_in_plain_words(script: ModuleType, output: str, words: str) -> None:
    assert words in str(script.reason(output))


def test_the_locks_pin_everything_by_hash_and_name_no_address() -> None:
    for lock in (ROOT / "requirements.lock", ROOT / "requirements-dev.lock"):
        text = lock.read_text()
        pinned = re.findall(r"^([a-z0-9._-]+)==\S+", text, flags=re.MULTILINE)
        assert len(pinned) > 5
        assert "://" not in text
        for block in re.split(r"^(?=[a-z0-9._-]+==)", text, flags=re.MULTILINE)[1:]:
            assert "--hash=sha256:" in block


def test_whatever_the_program_needs_the_tests_have_too(script: ModuleType) -> None:
    run, test = (
        set(re.findall(r"^\S+==\S+", script.LOCKS[name].read_text(), re.MULTILINE)) for name in ("run", "test")
    )
    assert run <= test


def test_an_old_python_is_told_so() -> None:
    """The script must at least be parsed by it: only what old versions know stands before the check."""
    head = (ROOT / "septet").read_text().split("import hashlib")[0]
    code = head.replace("sys.version_info < (3, 11)", "True")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "needs Python 3.11 or later" in done.stderr
