"""How fast sets are found: tables of twelve cards a second, on one core.

    .venv/bin/python bench/sets.py [SECONDS]

Nothing is remembered between tables. The first row looks at all pairs for all sets; the second stops at the first
set. Figures of different runs or machines do not compare; rows of one run do.
"""

import random
import sys
import time
from collections.abc import Callable
from typing import Any

from septet.games.setgame.cards import PACK, Cards, holds_a_set, sets_among

WAYS: dict[str, Callable[[Cards], Any]] = {
    "all sets": sets_among.__wrapped__,
    "is there one": holds_a_set.__wrapped__,
}


def tables_a_second(way: Callable[[Cards], Any], seconds: float) -> float:
    rng = random.Random("tables")
    tables = [tuple(rng.sample(PACK, 12)) for _ in range(2_000)]
    done, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        for table in tables:
            way(table)
        done += len(tables)
    return done / spent


if __name__ == "__main__":
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    for name, way in WAYS.items():
        print(f"{name:<14}{tables_a_second(way, seconds):>12,.0f} tables of 12 a second")
