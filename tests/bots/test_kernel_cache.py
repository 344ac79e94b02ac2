"""Compiled code comes from the cache: a process that finds it there compiles nothing."""

import subprocess
import sys

DOORS = """
import numpy as np
from numba.core import event

class Heard(event.Listener):
    def on_start(self, told):
        print(told.data["dispatcher"].py_func.__qualname__)
    def on_end(self, told):
        pass

event.register("numba:compile", Heard())

from septet.bots.kernels.chance import new_chance
from septet.bots.kernels.sepmosa import playouts, records
from septet.games import GAMES

states = np.zeros(2, records.STATE)
for record in states:
    records.to_record(GAMES["sepmosa"].deal(GAMES["sepmosa"].Options(), 2, bytes(32)), record)
playouts.deal_all(states, new_chance(1))
playouts.play_out_many(states, 1)
"""


def compiled() -> list[str]:
    """The names of what a fresh process compiles."""
    done = subprocess.run([sys.executable, "-c", DOORS], check=True, capture_output=True, text=True)
    return done.stdout.split()


def test_a_second_process_compiles_nothing() -> None:
    compiled()  # whatever the cache lacks is there afterwards
    assert compiled() == []
