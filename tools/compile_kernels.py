"""Compile the twins of the rules into the cache, once: programs that need them at the same time then only load them.

python tools/compile_kernels.py
"""

import numpy as np

import septet
from septet.bots import prepare
from septet.games import GAMES
from septet.puzzles import making
from septet.review.valuer import REFERENCE, opened, worlds

TWINS = ("sep", "sep-solo", "sepmosa")
MADE_ON_TWINS = ("sep-win", "sepmosa-points")


def main() -> None:
    for name in (*TWINS, "coopset"):
        prepare(name, ["expert"])
    for name in TWINS:
        game = GAMES[name]
        state = game.deal(game.Options(), game.seats.start, bytes(32))
        opened(game, state).results([REFERENCE], worlds("", 1))
        batched(name)
    for kind in MADE_ON_TWINS:
        making.first(kind, "")


def batched(name: str) -> None:
    games = septet.batch(name, 2, seed=1)
    rewards, done = np.zeros((2, games.seats), np.float32), np.zeros(2, np.uint8)
    mask = np.zeros((2, games.actions), np.bool_)
    games.mask(mask)
    games.observe(np.zeros((2, games.layout.size), np.int8))
    games.step(mask.argmax(axis=1).astype(np.int32), rewards, done)
    games.to_move(np.zeros(2, np.int8))


if __name__ == "__main__":
    main()
