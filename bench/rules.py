"""How fast the plain rules are: moves a second of random play, for every game, on one core.

    .venv/bin/python bench/rules.py [SECONDS]

A move is a view of the table, its legal moves, one of them chosen, and applied. Figures of different runs or machines
do not compare; rows of one run do.
"""

import random
import sys
import time

from septet.games import GAMES


def moves_a_second(name: str, seconds: float) -> float:
    game, rng = GAMES[name], random.Random(name)
    options, seats = game.Options(), game.seats.start
    moves, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        state = game.deal(options, seats, rng.randbytes(32))
        while game.outcome(state) is None:
            seat = rng.choice(sorted(game.to_move(state)))
            state = game.apply(state, seat, rng.choice(game.legal(game.view(state, seat))))
            moves += 1
    return moves / spent


if __name__ == "__main__":
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    for name in GAMES:
        print(f"{name:<12}{moves_a_second(name, seconds):>12,.0f} moves/s")
