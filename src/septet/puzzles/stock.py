"""A whole shelf of puzzles, made by as many processes as asked for; cut off, it goes on where it was."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from septet.background.chunks import Chunk
from septet.background.running import On, Progress, run
from septet.puzzles.making import PuzzleChunk, chunk, made, version
from septet.puzzles.puzzle import Puzzle
from septet.puzzles.written import KeptPuzzle, kept, opened

TOGETHER = 4  # puzzles that one chunk makes


class StockLine(msgspec.Struct, frozen=True, array_like=True):
    """A line of a shelf that is being made: from which seed, which number, and the puzzle."""

    version: str
    seed: str
    number: int
    puzzle: KeptPuzzle


class Stock:
    """Puzzles of some kinds in a folder: one file a kind, and until that is whole one beside it."""

    def __init__(self, folder: Path, kinds: Sequence[str], seed: str, count: int) -> None:
        self.folder, self.kinds, self.seed, self.count = folder, tuple(kinds), seed, count
        folder.mkdir(parents=True, exist_ok=True)
        self.there = {kind: self.resumed(kind) for kind in kinds}

    def part(self, kind: str) -> Path:
        return self.folder / f"{kind}.part"

    def resumed(self, kind: str) -> dict[int, KeptPuzzle]:
        """What was made before from this seed; a line that was cut off is made again."""
        found = {}
        for line in self.part(kind).read_bytes().splitlines() if self.part(kind).exists() else ():
            try:
                one = msgspec.json.decode(line, type=StockLine)
            except msgspec.MsgspecError:
                continue
            if (one.version, one.seed) == (version(kind), self.seed):
                found[one.number] = one.puzzle
        return found

    def missing(self) -> list[Chunk]:
        """What is still to be made."""
        chunks = []
        for kind in self.kinds:
            numbers = [number for number in range(self.count) if number not in self.there[kind]]
            chunks += [chunk(kind, self.seed, numbers[at : at + TOGETHER]) for at in range(0, len(numbers), TOGETHER)]
        return chunks

    def keep(self, asked: Chunk, result: bytes) -> None:
        """Write down what came of a chunk."""
        body = msgspec.json.decode(asked.body, type=PuzzleChunk)
        with self.part(body.kind).open("ab") as file:
            for number, puzzle in zip(body.numbers, made(result), strict=True):
                self.there[body.kind][number] = kept(puzzle)
                file.write(b"\n" + msgspec.json.encode(StockLine(version(body.kind), self.seed, number, kept(puzzle))))

    def make(self, jobs: On, progress: Progress | None = None) -> None:
        """Make what is missing, then put every kind on its shelf."""
        chunks = self.missing()
        if chunks:
            run(chunks, on=jobs, progress=progress, keep=self.keep)
        for kind in self.kinds:
            lines = [msgspec.json.encode(self.there[kind][number]) + b"\n" for number in range(self.count)]
            (self.folder / f"{kind}.jsonl").write_bytes(b"".join(lines))
            self.part(kind).unlink(missing_ok=True)

    def puzzles(self, kind: str) -> tuple[Puzzle, ...]:
        return tuple(opened(kind, self.there[kind][number]) for number in range(self.count))
