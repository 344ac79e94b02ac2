"""How fast the compiled twins are beside the plain rules: moves a second of random play, from the deal to the end.

    .venv/bin/python bench/kernels.py [SECONDS] [GAME …] [--other TREE] [--rounds 3]

All rows are of one run on one machine. The plain rows make a view, its legal moves and one of them, as bots do; the
kernel rows play whole batches of games, on one thread and on two. The last column counts processor time instead of
the clock's: it stays the same on two threads if they do not hinder each other, whatever else the machine does.

With --other, a working tree of another version (say, `git worktree add ../old TAG`; it need not be set up), the twins
of both play in turn, round by round, each with its own sources: the medians on one thread, by processor time, and the
median of the ratios of all rounds, from six rounds on with an interval that holds it with 95 %.
"""

import argparse
import os
import random
import re
import subprocess
import sys
import time
from collections import defaultdict
from math import comb
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from septet.bots.kernels.chance import new_chance
from septet.bots.kernels.sep import playouts as sep_playouts
from septet.bots.kernels.sep import records as sep_records
from septet.bots.kernels.sepmosa import playouts as sepmosa_playouts
from septet.bots.kernels.sepmosa import records as sepmosa_records
from septet.games import GAMES

HERE = Path(__file__).resolve().parents[1]
SEP, SEPMOSA = (sep_playouts, sep_records), (sepmosa_playouts, sepmosa_records)
TWINS = {"sep": (*SEP, 20_000), "sep-solo": (*SEP, 20_000), "sepmosa": (*SEPMOSA, 2_000)}  # and games of a batch


def plain(name: str, seconds: float) -> tuple[float, float, float]:
    """Moves and games a second, and moves a second of processor time."""
    game, rng = GAMES[name], random.Random(name)
    moves = games = 0
    start, cpu = time.perf_counter(), time.process_time()
    while (spent := time.perf_counter() - start) < seconds:
        state = game.deal(game.Options(), game.seats.start, rng.randbytes(32))
        while game.outcome(state) is None:
            (seat,) = game.to_move(state)
            state = game.apply(state, seat, rng.choice(game.legal(game.view(state, seat))))
            moves += 1
        games += 1
    return moves / spent, games / spent, moves / (time.process_time() - cpu)


def dealt(name: str) -> Any:
    """Room for a batch of games, under the usual options."""
    game, (_, records, batch) = GAMES[name], TWINS[name]
    states = np.zeros(batch, records.STATE)
    records.to_record(game.deal(game.Options(), game.seats.start, bytes(32)), states[0])
    states[:] = states[0]
    return states


def compiled(name: str, seconds: float, threads: int) -> tuple[float, float, float]:
    """Moves and games a second, of all threads together, and moves a second of processor time."""
    playouts, states, chance = TWINS[name][0], dealt(name), new_chance(1)
    moves = games = 0
    spent = used = 0.0
    playouts.play_out_many(states.copy(), 0)  # compiled, or loaded, before the clock starts
    while spent < seconds:
        playouts.deal_all(states, chance)
        start, cpu = time.perf_counter(), time.process_time()
        moves += playouts.play_out_many(states, games, threads)
        used += time.process_time() - cpu
        spent += time.perf_counter() - start
        games += states.size
    return moves / spent, games / spent, moves / used


def show(names: list[str], seconds: float) -> None:
    """Plain rules and twin of each game."""
    for name in names:
        rows = {
            "plain rules": plain(name, seconds),
            "kernel, 1 thread": compiled(name, seconds, 1),
            "kernel, 2 threads": compiled(name, seconds, 2),
        }
        base = rows["plain rules"][0]
        for row, (moves, games, cpu) in rows.items():
            rates = f"{moves:>14,.0f} moves/s{games:>10,.0f} games/s{moves / base:>7,.0f} ×"
            print(f"{name:<10}{row:<18}{rates}{cpu:>14,.0f} moves/s of processor time")


def of_tree(tree: Path, name: str, seconds: float) -> float:
    """Moves a second of processor time on one thread, as that tree's own program tells."""
    told = subprocess.run(
        [sys.executable, "bench/kernels.py", str(seconds), name],
        cwd=tree,
        env=os.environ | {"PYTHONPATH": str(tree / "src")},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    found = re.search(r"kernel, 1 thread.*?([\d,]+) moves/s of processor time", told)
    assert found, told
    return float(found[1].replace(",", ""))


def compare(names: list[str], seconds: float, other: Path, rounds: int) -> None:
    """This version and another, now the one first, now the other."""
    trees = {"this": HERE, "other": other}
    found: dict[tuple[str, str], list[float]] = defaultdict(list)
    for number in range(rounds):
        for name in names:
            for which in sorted(trees, reverse=number % 2 == 1):
                found[name, which].append(of_tree(trees[which], name, seconds))
    print(f"{'moves/s of processor time':<28}{'other':>12}{'this':>12}{'ratio':>8}")
    for name in names:
        before, after = found[name, "other"], found[name, "this"]
        ratios = [mine / theirs for mine, theirs in zip(after, before, strict=True)]
        row = f"{name:<28}{median(before):>12,.0f}{median(after):>12,.0f}{median(ratios):>8.2f}"
        print(f"{row}  {within(ratios)}")


def within(values: list[float]) -> str:
    """Where the median lies, whatever the values scatter like: with 95 % it is between two of them."""
    count = len(values)
    tails = [2 * sum(comb(count, few) for few in range(outside + 1)) / 2**count for outside in range(count // 2)]
    outside = sum(tail <= 0.05 for tail in tails) - 1
    if outside < 0:
        return f"({count} rounds are too few for an interval)"
    ordered = sorted(values)
    return f"(95 %: {ordered[outside]:.2f} to {ordered[-1 - outside]:.2f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seconds", type=float, nargs="?", default=3.0)
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(TWINS))
    parser.add_argument("--other", type=Path, metavar="TREE")
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    if unknown := [name for name in args.games if name not in TWINS]:
        parser.error(f"{unknown[0]} has no twin; these have: {', '.join(TWINS)}")
    if args.other and not (args.other / "bench/kernels.py").is_file():
        parser.error(f"{args.other} is no working tree")
    names = args.games or list(TWINS)
    if args.other:
        compare(names, args.seconds, args.other.resolve(), args.rounds)
    else:
        show(names, args.seconds)


if __name__ == "__main__":
    main()
