"""How fast the compiled twins are beside the plain rules: moves a second of random play, from the deal to the end.

    .venv/bin/python bench/kernels.py [SECONDS]

All rows are of one run on one machine. The plain rows make a view, its legal moves and one of them, as bots do; the
kernel rows play whole batches of games, on one thread and on two. The last column counts processor time instead of
the clock's: it stays the same on two threads if they do not hinder each other, whatever else the machine does.
"""

import random
import sys
import time
from typing import Any

import numpy as np

from septet.bots.kernels.chance import new_chance
from septet.bots.kernels.sep import playouts as sep_playouts
from septet.bots.kernels.sep import records as sep_records
from septet.bots.kernels.sepmosa import playouts as sepmosa_playouts
from septet.bots.kernels.sepmosa import records as sepmosa_records
from septet.games import GAMES

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


def main(seconds: float) -> None:
    for name in sys.argv[2:] or TWINS:
        rows = {
            "plain rules": plain(name, seconds),
            "kernel, 1 thread": compiled(name, seconds, 1),
            "kernel, 2 threads": compiled(name, seconds, 2),
        }
        base = rows["plain rules"][0]
        for row, (moves, games, cpu) in rows.items():
            rates = f"{moves:>14,.0f} moves/s{games:>10,.0f} games/s{moves / base:>7,.0f} ×"
            print(f"{name:<10}{row:<18}{rates}{cpu:>14,.0f} moves/s of processor time")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 3.0)
