"""Puzzles made from bots' games: the same from the same seed, on every machine and however often."""

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module

import msgspec

from septet.background.chunks import Chunk
from septet.puzzles.found import PuzzleFind, picture
from septet.puzzles.grading import level
from septet.puzzles.puzzle import KINDS, Puzzle, name_of

VERSIONS = {  # of what makes and grades a kind; it grows when the same seed gives another
    "sep-win": "2",
    "sep-tokens": "2",
    "sep-best": "3",
    "sepmosa-points": "2",
    "sepmosa-cut": "2",
    "sepmosa-best": "3",
}
FINDERS = {  # each kind, the quickest first, and the function that finds positions for it; imported when one is made
    "set-any": "septet.puzzles.cards:any_set",
    "set-six": "septet.puzzles.cards:six",
    "chipset-pot": "septet.puzzles.cards:pot",
    "coopset-packing": "septet.puzzles.cards:packing",
    "sep-win": "septet.puzzles.circle:win",
    "sep-tokens": "septet.puzzles.circle:tokens",
    "sepmosa-points": "septet.puzzles.mosaic:points",
    "sepmosa-cut": "septet.puzzles.mosaic:cut",
    "sep-best": "septet.puzzles.judged:sep",
    "sepmosa-best": "septet.puzzles.judged:sepmosa",
}


def version(kind: str) -> str:
    return VERSIONS.get(kind, "1")


def finds(kind: str, seed: str) -> Iterator[PuzzleFind]:
    """The puzzles that the bots' games of this seed come to, one after the other."""
    module, _, name = FINDERS[kind].partition(":")
    finder: Callable[[str], Iterator[PuzzleFind]] = getattr(import_module(module), name)
    return finder(f"{kind} {seed}")


def first(kind: str, seed: str) -> Puzzle:
    """The first puzzle that the bots' games of this seed come to."""
    return named(next(finds(kind, seed)))


def make(kind: str, seed: str, count: int) -> Iterator[Puzzle]:
    """So many puzzles of a kind, each from games of its own."""
    return (first(kind, f"{seed}/{number}") for number in range(count))


def named(find: PuzzleFind) -> Puzzle:
    """With its name, and how hard it is."""
    game = KINDS[find.kind].game
    drawn = picture(game, find.state)
    puzzle = Puzzle(
        id=name_of(find.kind, drawn),
        kind=find.kind,
        version=version(find.kind),
        picture=drawn,
        options=find.options,
        seat=find.seat,
        worth=find.worth,
        right=find.right,
        proof=find.proof,
        level=0.0,
        themes=find.themes,
    )
    return msgspec.structs.replace(puzzle, level=level(puzzle))


# -- as work that may wait --------------------------------------------------------------------------------------------


class PuzzleChunk(msgspec.Struct, frozen=True):
    """Some puzzles of a kind: those of these numbers."""

    kind: str
    seed: str
    numbers: tuple[int, ...]


class FirstChunk(msgspec.Struct, frozen=True):
    """The first puzzle of a kind that a seed comes to."""

    kind: str
    seed: str


def chunk(kind: str, seed: str, numbers: Sequence[int]) -> Chunk:
    return Chunk("puzzles", msgspec.json.encode(PuzzleChunk(kind, seed, tuple(numbers))))


def answer(body: bytes) -> bytes:
    """Make one chunk: its puzzles, in the order of their numbers."""
    asked = msgspec.json.decode(body, type=PuzzleChunk)
    return msgspec.json.encode([first(asked.kind, f"{asked.seed}/{number}") for number in asked.numbers])


def made(result: bytes) -> tuple[Puzzle, ...]:
    return msgspec.json.decode(result, type=tuple[Puzzle, ...])


def first_chunk(kind: str, seed: str) -> Chunk:
    return Chunk("puzzles.first", msgspec.json.encode(FirstChunk(kind, seed)))


def answer_first(body: bytes) -> bytes:
    """Make one chunk: its puzzle."""
    asked = msgspec.json.decode(body, type=FirstChunk)
    return msgspec.json.encode(first(asked.kind, asked.seed))


def first_made(result: bytes) -> Puzzle:
    return msgspec.json.decode(result, type=Puzzle)
