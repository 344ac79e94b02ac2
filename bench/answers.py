"""How long the experts think when they are given so many milliseconds: the median over states of random games.

    .venv/bin/python bench/answers.py [STATES]

Asked for: within a fifth of what was given, where there is a choice at all.
"""

import random
import statistics
import sys
import time
from typing import Any

from septet.bots import BOTS, prepare
from septet.bots.bot import Budget
from septet.games import GAMES


def met(name: str, count: int) -> list[Any]:
    """States of random games in which there is a choice."""
    game, rng = GAMES[name], random.Random(name)
    found: list[Any] = []
    while len(found) < count:
        state = game.deal(game.Options(), 2, rng.randbytes(32))
        for _ in range(rng.randrange(80)):
            state = game.apply(state, state.mover, rng.choice(game.legal(game.view(state, state.mover))))
        if len(game.legal(game.view(state, state.mover))) > 1:
            found.append(state)
    return found


def main(count: int) -> None:
    for name in ("sep", "sepmosa"):
        game = GAMES[name]
        prepare(name, ["expert"])
        for ms in (50, 200, 1000):
            times = []
            for number, state in enumerate(met(name, count)):
                mind = BOTS[name]["expert"](game, state.mover, random.Random(number), Budget(ms=ms))
                view, start = game.view(state, state.mover), time.perf_counter()
                mind.see(view, 0)
                times.append(1000 * (time.perf_counter() - start))
            print(f"{name:<10}{ms:>5} ms given{statistics.median(times):>9.1f} ms taken, {max(times):.1f} at most")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 15)
