"""Grade the puzzles of the shelf again, once the bots that try them have changed or were measured anew.

python tools/grade_puzzles.py KIND…

Positions, right answers and proofs stay as they are. Raise VERSIONS in septet/puzzles/making.py for these kinds first:
a puzzle names the version of what made it.
"""

import argparse
import multiprocessing
import statistics
from pathlib import Path

import msgspec

import septet
from septet.puzzles.grading import level
from septet.puzzles.making import version
from septet.puzzles.puzzle import KINDS, Puzzle
from septet.puzzles.shelf import shelf
from septet.puzzles.written import kept

DATA = Path(septet.__file__).parent / "puzzles/data"


def graded(puzzle: Puzzle) -> Puzzle:
    return msgspec.structs.replace(puzzle, version=version(puzzle.kind), level=level(puzzle))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="+", choices=tuple(KINDS), metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    with multiprocessing.get_context("spawn").Pool(args.jobs) as pool:
        for kind in args.kinds:
            after = pool.map(graded, shelf(kind), chunksize=5)
            moves = [abs(one.level - other.level) for one, other in zip(after, shelf(kind), strict=True)]
            if any(moves) and all(one.version == version(kind) for one in shelf(kind)):
                parser.error(f"{kind} stays as it is: its levels move, so raise its version in puzzles/making.py first")
            (DATA / f"{kind}.jsonl").write_bytes(b"".join(msgspec.json.encode(kept(one)) + b"\n" for one in after))
            print(f"{kind}: {len(after)} puzzles, levels moved by {statistics.fmean(moves):.0f} on the average")


if __name__ == "__main__":
    main()
