"""The puzzles that come with the house, read when somebody asks for them."""

from functools import cache
from importlib.resources import files

import msgspec

from septet.puzzles.puzzle import KINDS, Puzzle
from septet.puzzles.written import KeptPuzzle, opened

SHELF = files("septet.puzzles") / "data"


@cache
def shelf(kind: str) -> tuple[Puzzle, ...]:
    """All puzzles of this kind, in the order in which they were made."""
    file = SHELF / f"{kind}.jsonl"
    lines = file.read_bytes().splitlines() if file.is_file() else []
    return tuple(opened(kind, msgspec.json.decode(line, type=KeptPuzzle)) for line in lines)


def find(name: str) -> Puzzle | None:
    """The puzzle of this name."""
    return _by_name().get(name)


@cache
def _by_name() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for kind in KINDS for puzzle in shelf(kind)}
