"""How the tests are run: the long ones only when asked for, and the same examples every time."""

import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

TESTS = Path(__file__).parent
settings.register_profile("always", derandomize=True, deadline=None, max_examples=50, database=None)
NOT_QUICK = (
    *("background", "browser", "cli", "faults", "server"),  # processes of their own
    *("bots", "envs", "lab", "puzzles", "review", "workbench"),  # compiled twins
    *("test_deploy.py", "test_docs.py", "test_platforms.py", "test_start.py", "test_web.py"),
)
BROWSER = TESTS / "browser"
ONCE_MORE = pytest.mark.flaky(reruns=1, only_rerun=["TimeoutError"])  # a wait only, never what was found
settings.register_profile("long", deadline=None, max_examples=2_000, database=None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also the long runs: tens of thousands of games")
    parser.addoption(
        "--quick", action="store_true", help="only what is pure and quick: no server, no browser, no compiled twins"
    )


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("long" if config.getoption("--long") else "always")


def is_quick(item: pytest.Item) -> bool:
    """Pure, and a matter of moments."""
    return not item.get_closest_marker("slow") and not set(item.path.relative_to(TESTS).parts) & set(NOT_QUICK)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return True if config.getoption("--quick") and collection_path.name in NOT_QUICK else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--long"):
        for item in items:
            if item.get_closest_marker("long"):
                item.add_marker(pytest.mark.skip(reason="only with --long"))
    for item in items:
        if config.getoption("--long"):
            item.add_marker(pytest.mark.timeout(0))  # what takes an hour does not hang
        if BROWSER in item.path.parents:
            item.add_marker(ONCE_MORE)
        if config.getoption("--quick") and not is_quick(item):
            item.add_marker(pytest.mark.skip(reason="not with --quick"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Only what is quick is watched line by line: that takes three times as long.

    (`no_cover` of pytest-cov does nothing in a worker of xdist: another collector goes on under the one it stops.)
    """
    watching, in_threads = sys.gettrace(), threading.gettrace()
    if not is_quick(item):
        sys.settrace(None)
        threading.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(watching)
        threading.settrace(in_threads)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The figures that long runs have recorded with `record_property`, and what was waited for in vain once."""
    for report in terminalreporter.getreports("rerun"):
        terminalreporter.write_line(f"{report.nodeid}: waited in vain and was made once more; look why")
    for report in terminalreporter.getreports("passed"):
        if report.when == "call" and report.user_properties:
            figures = ", ".join(f"{name} {value}" for name, value in report.user_properties)
            terminalreporter.write_line(f"{report.nodeid}: {figures}")
