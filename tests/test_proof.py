"""Every promise in docs/proof.md and SECURITY.md names tests that are there."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
ROOT = TESTS.parent
PAGES = ("docs/proof.md", "SECURITY.md")
NAME = re.compile(r"(\*\(long\)\* )?`([\w/]+\.py)::(test_\w+)`")


@cache
def known_in(file: str) -> dict[str, bool]:
    """The tests of a file, and whether each is only for long runs."""
    tree = ast.parse((TESTS / file).read_text("utf-8"))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return {one.name: any(ast.unparse(mark) == "pytest.mark.long" for mark in one.decorator_list) for one in functions}


@pytest.mark.parametrize("page", PAGES)
def test_every_test_that_a_promise_names_is_there(page: str) -> None:
    named = NAME.findall((ROOT / page).read_text("utf-8"))
    assert len(named) > 10
    for long, file, name in named:
        assert (TESTS / file).is_file(), file
        found = known_in(file)
        assert name in found, f"{file}::{name}"
        assert bool(long) == found[name], f"{file}::{name} is {'' if found[name] else 'not '}only for long runs"


def test_every_line_of_the_proof_names_a_test() -> None:
    lines = [line for line in (ROOT / PAGES[0]).read_text("utf-8").splitlines() if line.startswith("| ")]
    promises = [line for line in lines if not line.startswith("| promise ")]
    assert len(promises) > 40
    assert [line for line in promises if not NAME.search(line)] == []
