"""How fast the plain rules are: moves a second of random play, for every game, on one core.

    .venv/bin/python bench/rules.py [SECONDS]

A move is a view of the table, its legal moves, one of them chosen, and applied; where nobody may move, a timer is out.
Claims of the SET family are attempts at random, of which most are refused. Figures of different runs or machines do not
compare; rows of one run do.
"""

import random
import sys
import time
from contextlib import suppress

from septet.games import GAMES
from septet.games.game import IllegalMove, Timeout


def moves_a_second(name: str, seconds: float) -> float:
    game, rng = GAMES[name], random.Random(name)
    options, seats = game.Options(), game.seats.start
    state = game.deal(options, seats, rng.randbytes(32))
    moves, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        if game.outcome(state):
            state = game.deal(options, seats, rng.randbytes(32))
        movers = sorted(game.to_move(state))
        if movers:
            seat = rng.choice(movers)
            move = rng.choice(game.legal(game.view(state, seat)))
        else:
            timer = min(game.timers(state), key=lambda one: one.seconds)
            seat, move = None, Timeout(timer.name, timer.seat)
        with suppress(IllegalMove):
            state = game.apply(state, seat, move)
        moves += 1
    return moves / spent


if __name__ == "__main__":
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    for name in GAMES:
        print(f"{name:<12}{moves_a_second(name, seconds):>12,.0f} moves/s")
