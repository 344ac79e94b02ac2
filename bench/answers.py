"""How long bots take to answer: experts that are given so many milliseconds, or each level left to itself.

    .venv/bin/python bench/answers.py [STATES]
    .venv/bin/python bench/answers.py [STATES] --levels [--other TREE]

Asked of the experts: within a fifth of what was given, where there is a choice at all. A level answers the same states
with the number of playouts it usually has; what is told is the median and the 95th percentile of its processor time.
With --other the levels of another version answer in the same run, in turn with this one's: TREE is a working tree of
that version, set up with its own `./septet --version`.
"""

import argparse
import random
import statistics
import subprocess
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import msgspec

from septet.bots import BOTS, prepare
from septet.bots.bot import Budget
from septet.games import GAMES

GIVEN = (50, 200, 1000)  # milliseconds
ROUNDS = 3
LEVELS = ("novice", "casual", "strong", "expert")
FAMILIES = ("sep", "sep-solo", "sepmosa")


def met(name: str, count: int) -> list[Any]:
    """States of random games in which there is a choice."""
    game, rng = GAMES[name], random.Random(name)
    found: list[Any] = []
    while len(found) < count:
        state = game.deal(game.Options(), max(game.seats), rng.randbytes(32))
        for _ in range(rng.randrange(80)):
            if game.outcome(state) is not None:
                break
            state = game.apply(state, state.mover, rng.choice(game.legal(game.view(state, state.mover))))
        if game.outcome(state) is None and len(game.legal(game.view(state, state.mover))) > 1:
            found.append(state)
    return found


def given_time(count: int) -> None:
    for name in ("sep", "sepmosa"):
        game = GAMES[name]
        prepare(name, ["expert"])
        for ms in GIVEN:
            times = []
            for number, state in enumerate(met(name, count)):
                mind = BOTS[name]["expert"](game, state.mover, random.Random(number), Budget(ms=ms))
                view, start = game.view(state, state.mover), time.perf_counter()
                mind.see(view, 0)
                times.append(1000 * (time.perf_counter() - start))
            print(f"{name:<10}{ms:>5} ms given{statistics.median(times):>9.1f} ms taken, {max(times):.1f} at most")


Taken = dict[str, dict[str, list[float]]]  # game, level: milliseconds of each answer


def left_to_themselves(count: int) -> Taken:
    taken: Taken = {}
    for name in FAMILIES:
        game = GAMES[name]
        prepare(name, LEVELS)
        states = met(name, count)
        for level in LEVELS:
            first = states[0]  # once for nothing: a search learns how games end when it begins
            BOTS[name][level](game, first.mover, random.Random(level)).see(game.view(first, first.mover), 0)
            times = taken.setdefault(name, {})[level] = []
            for number, state in enumerate(states):
                mind = BOTS[name][level](game, state.mover, random.Random(number))
                view, start = game.view(state, state.mover), time.process_time()
                mind.see(view, 0)
                times.append(1000 * (time.process_time() - start))
    return taken


def of_tree(tree: Path, count: int) -> Taken:
    told = subprocess.run(
        [tree / ".venv/bin/python", Path(__file__).resolve(), str(count), "--json"],
        cwd=tree,
        check=True,
        capture_output=True,
    )
    return msgspec.json.decode(told.stdout, type=Taken)


def levels(count: int, other: Path | None) -> None:
    trees = [Path(__file__).parents[1], *([other] if other else [])]
    taken: dict[Path, dict[tuple[str, str], list[float]]] = {tree: defaultdict(list) for tree in trees}
    for _ in range(ROUNDS):
        for tree in trees:
            for name, of_game in of_tree(tree, count).items():
                for level, times in of_game.items():
                    taken[tree][name, level] += times
    heads = ["this", "at 95 %", "other", "at 95 %"][: 2 * len(trees)]
    print(" " * 20 + "".join(f"{head:>10}" for head in heads) + "  ms an answer")
    for name in FAMILIES:
        for level in LEVELS:
            row = f"{name} {level}".ljust(20)
            for tree in trees:
                times = taken[tree][name, level]
                row += f"{statistics.median(times):>10.2f}{statistics.quantiles(times, n=20)[-1]:>10.2f}"
            print(row)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("states", type=int, nargs="?", default=15, metavar="STATES")
    parser.add_argument("--levels", action="store_true", help="all four levels, each left to itself")
    parser.add_argument("--other", type=Path, metavar="TREE", help="the levels of another version beside these")
    parser.add_argument("--json", action="store_true", help="every answer of this version's levels")
    args = parser.parse_args()
    if args.json:
        print(msgspec.json.encode(left_to_themselves(args.states)).decode())
    elif args.levels:
        levels(args.states, args.other)
    else:
        given_time(args.states)


if __name__ == "__main__":
    main()
