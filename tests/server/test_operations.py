"""What docs/operations.md lists is what there is."""

import argparse
from pathlib import Path

import msgspec

from septet.cli import parser
from septet.i18n import words
from septet.server.limits import Limits
from septet.server.metrics import Metrics

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "operations.md").read_text(encoding="utf-8")
PROTOCOL = (DOCS / "protocol.md").read_text(encoding="utf-8")


def parsers(above: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    (found,) = (one for one in above._actions if isinstance(one, argparse._SubParsersAction))
    return dict(found.choices)


def test_every_limit_is_listed_with_its_default() -> None:
    limits = PAGE.partition("## Limits")[2].partition("## ")[0]
    for name, value in msgspec.structs.asdict(Limits()).items():
        (row,) = (line for line in limits.splitlines() if line.startswith("|") and f"`{name}`" in line.split("|")[1])
        assert f"{value:g}" in row or f"{value:.0f}" in row, name


def test_every_metric_is_listed() -> None:
    for family in Metrics().registry.collect():
        assert f"`{family.name}" in PAGE, family.name


def test_every_task_and_every_option_of_the_server_is_listed() -> None:
    commands = parsers(parser(words("en")))
    for task in parsers(commands["admin"]):
        assert f"`{task}" in PAGE, task
    for action in commands["serve"]._actions:
        for option in action.option_strings:
            assert option in {"-h", "--help", "--lang"} or f"`{option}" in PAGE, option


def test_every_route_stands_in_the_protocol() -> None:
    from tests.server.test_openapi import PATHS

    for path in PATHS:
        plain = path.partition("{")[0].rstrip("/")
        assert plain in PROTOCOL + PAGE or f"`{plain}" in PROTOCOL, path
