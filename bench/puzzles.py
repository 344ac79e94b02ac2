"""How far puzzles can be trusted: `python bench/puzzles.py difficulty|again [KIND…]`.

difficulty  do puzzles that the graders found hard defeat other bots more often? Spearman's rank correlation between the
            level and the failures of bots that had no part in it; at least 0.5 for those that ask for the best move
again       puzzles that ask for the best move, valued again with another seed and ten times the playouts: does the best
            move stay among the right ones? In 98 of a hundred it should
"""

import argparse
import sys
import time
from typing import Any

import numpy as np

from septet.puzzles.grading import others, tries
from septet.puzzles.judged import VALUED, Position
from septet.puzzles.judged import position as known
from septet.puzzles.judging import position
from septet.puzzles.puzzle import KINDS, Puzzle
from septet.puzzles.shelf import shelf
from septet.puzzles.written import by_move
from septet.review.valuer import worlds

AT_ONCE = 2_000  # worlds


def told(*words: Any) -> None:
    print(*words, flush=True)


def ranks(numbers: list[float]) -> Any:
    """Equal ones share their place."""
    row = np.array(numbers)
    return np.array([(row < one).sum() + ((row == one).sum() + 1) / 2 for one in row])


def spearman(one: list[float], other: list[float]) -> float:
    return float(np.corrcoef(ranks(one), ranks(other))[0, 1])


def difficulty(args: argparse.Namespace) -> None:
    told(f"{'kind':<16} {'puzzles':>7} {'levels':>13} {'solved':>7}  Spearman   by")
    for kind in args.kinds:
        levels, failed = [], []
        testers = others(kind)
        for puzzle in shelf(kind)[: args.count]:
            results = [won for _, won in tries(puzzle, testers)]
            levels.append(puzzle.level)
            failed.append(1 - sum(results) / len(results))
        low, high = np.percentile(levels, [5, 95])
        names = ", ".join(one.name for one in testers)
        solved = 1 - sum(failed) / len(failed)
        rho = spearman(levels, failed)
        told(f"{kind:<16} {len(levels):>7} {low:>6.0f}–{high:<6.0f} {solved:>6.0%}  {rho:>8.2f}   {names}")


def again(args: argparse.Namespace) -> None:
    for kind in args.kinds:
        if KINDS[kind].exact:
            continue
        began, stayed, puzzles = time.monotonic(), 0, shelf(kind)[args.first : args.first + args.count]
        for puzzle in puzzles:
            best, worth, right = revalued(puzzle, args.playouts, args.seed)
            stayed += best in right
            if best not in right:
                told(f"  {puzzle.id}: {best} with {worth:.3f}")
        seconds = time.monotonic() - began
        told(f"{kind}: in {stayed} of {len(puzzles)} the best move stays, {args.playouts} playouts, {seconds:.0f} s")


def revalued(puzzle: Puzzle, playouts: int, seed: str) -> tuple[Any, float, list[Any]]:
    """The best move by fresh playouts, what it is worth, and the right ones. Who is far behind leaves after a while."""
    trial = position(puzzle)
    found: Position = known(trial.game, trial.state, f"{seed} {puzzle.id}")
    words, moves = worlds(f"{seed} {puzzle.id}", playouts), found.moves
    total = np.zeros((0, len(moves)))
    for start in range(0, playouts, AT_ONCE):
        total = np.concatenate([total, found.results(moves, words[start : start + AT_ONCE])])
        behind = total[:, [int(total.mean(axis=0).argmax())]] - total
        stays = behind.mean(axis=0) <= 5 * behind.std(axis=0) / np.sqrt(len(total))
        moves, total = tuple(move for move, stay in zip(moves, stays, strict=True) if stay), total[:, stays]
        if len(moves) == 1:
            break
    at = int(total.mean(axis=0).argmax())
    return by_move(moves[at]), float(total[:, at].mean()), [line[0] for line in puzzle.right]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("difficulty", "again"))
    parser.add_argument("kinds", nargs="*", metavar="KIND", default=[])
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--playouts", type=int, default=10 * VALUED[-1])
    parser.add_argument("--seed", default="again")
    args = parser.parse_args()
    args.kinds = args.kinds or list(KINDS)
    getattr(sys.modules[__name__], args.what)(args)


if __name__ == "__main__":
    main()
