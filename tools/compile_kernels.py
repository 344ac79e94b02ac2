"""Compile the twins of the rules into the cache, once: programs that need them at the same time then only load them.

python tools/compile_kernels.py [sep|sepmosa]
"""

import sys
from typing import Any

import numpy as np

import septet
from septet.bots import prepare
from septet.bots.kernels.chance import new_chance
from septet.bots.kernels.sep import playouts as sep
from septet.bots.kernels.sep import records as sep_records
from septet.bots.kernels.sepmosa import playouts as sepmosa
from septet.bots.kernels.sepmosa import records as sepmosa_records
from septet.games import GAMES
from septet.lab.rule_sets import varied
from septet.lab.twins import Twin
from septet.puzzles import making
from septet.review.valuer import REFERENCE, opened, worlds

FAMILIES = {"sep": ("sep", "sep-solo"), "sepmosa": ("sepmosa",)}
DOORS: dict[str, Any] = {"sep": (sep_records, sep), "sepmosa": (sepmosa_records, sepmosa)}
MADE_ON_TWINS = {"sep": "sep-win", "sepmosa": "sepmosa-points"}


def main(family: str) -> None:
    for name in FAMILIES[family]:
        prepare(name, ["expert"])
        game = GAMES[name]
        state = game.deal(game.Options(), game.seats.start, bytes(32))
        opened(game, state).results([REFERENCE], worlds("", 1))
        batched(name)
        twin = Twin(name, varied(game, ["start_dealt_combo" if family == "sep" else "dup"])[:2])
        twin.play(("greedy",) * game.seats.start, "", range(1))
    making.first(MADE_ON_TWINS[family], "")
    records, playouts = DOORS[family]
    game, states = GAMES[family], np.zeros(1, records.STATE)
    records.to_record(game.deal(game.Options(), 2, bytes(32)), states[0])
    playouts.deal_all(states, new_chance(1))
    playouts.play_out_many(states, 1)


def batched(name: str) -> None:
    games = septet.batch(name, 2, seed=1)
    rewards, done = np.zeros((2, games.seats), np.float32), np.zeros(2, np.uint8)
    mask = np.zeros((2, games.actions), np.bool_)
    games.mask(mask)
    games.observe(np.zeros((2, games.layout.size), np.int8))
    games.step(mask.argmax(axis=1).astype(np.int32), rewards, done)
    games.to_move(np.zeros(2, np.int8))


if __name__ == "__main__":
    for asked in sys.argv[1:] or FAMILIES:
        main(asked)
