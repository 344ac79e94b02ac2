"""Compiled code comes from the cache: a process that finds it there compiles nothing, by whichever door."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec

from septet.bots.kernels import CACHE, entry
from tests.bots.doors import Told

ROOT = Path(__file__).parents[2]


def gone_through() -> Told:
    """What a fresh process tells of all doors."""
    told = subprocess.run([sys.executable, "-m", "tests.bots.doors"], cwd=ROOT, check=True, capture_output=True)
    return msgspec.json.decode(told.stdout, type=Told)


def test_a_second_process_compiles_nothing() -> None:
    assert gone_through().closed == [], "whatever the cache lacks is there afterwards"
    assert gone_through() == Told([], [], [])


def twice(number: int) -> int:
    return 2 * number


def test_twins_that_several_threads_load_at_once_are_kept_in_one_place() -> None:
    """Numba has one setting for all threads, and nothing as a folder means the one we are in."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as pool:
            made: list[Any] = list(pool.map(lambda _: entry(twice), range(400)))
    finally:
        sys.setswitchinterval(usual)
    assert {Path(one._cache.cache_path).parent for one in made} == {CACHE}
