"""How good bots are: what the programs of `bench` find is held to what is found otherwise."""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

BENCH = Path(__file__).parents[2] / "bench"


def program(name: str) -> Any:
    """A module of `bench`."""
    sys.path.insert(0, str(BENCH))
    try:
        return import_module(name)
    finally:
        sys.path.remove(str(BENCH))
