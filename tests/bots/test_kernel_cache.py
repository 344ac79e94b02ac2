"""Compiled code comes from the cache: a process that finds it there compiles nothing, by whichever door."""

import subprocess
import sys
from pathlib import Path

import msgspec

from tests.bots.doors import Told

ROOT = Path(__file__).parents[2]


def gone_through() -> Told:
    """What a fresh process tells of all doors."""
    told = subprocess.run([sys.executable, "-m", "tests.bots.doors"], cwd=ROOT, check=True, capture_output=True)
    return msgspec.json.decode(told.stdout, type=Told)


def test_a_second_process_compiles_nothing() -> None:
    assert gone_through().closed == [], "whatever the cache lacks is there afterwards"
    assert gone_through() == Told([], [], [])
