"""Random games of SEPMOSA to their end, on as many cores as asked for, and the doors into the twin."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from septet.bots.kernels import Int, Record, entry, inner
from septet.bots.kernels.chance import below, new_chance
from septet.bots.kernels.sepmosa import apply, deal, legal
from septet.bots.kernels.sepmosa_records import new_work

BATCH = 100  # games that share a generator


@entry
def legal_moves(state: Record, work: Record) -> Int:
    """Write the legal moves down; how many there are."""
    return legal(state, work)


@entry
def apply_one(state: Record, move: Int, work: Record, chance: Record) -> None:
    """Make one legal move."""
    apply(state, move, work, chance)


@inner
def play_out(state: Record, work: Record, chance: Record) -> Int:
    """Play at random to the end; how many moves that took."""
    made = 0
    while not state.ending:
        apply(state, np.int64(work.moves[below(chance, legal(state, work))]), work, chance)
        made += 1
    return made


@entry
def play_out_all(states: Record, work: Record, chance: Record) -> Int:
    """Play every state at random to its end; how many moves that took."""
    made = 0
    for number in range(states.size):
        made += play_out(states[number], work, chance)
    return made


@entry
def deal_all(states: Record, chance: Record) -> None:
    """Deal a new game into every record, under the options that it holds."""
    for number in range(states.size):
        deal(states[number], chance)


def play_out_many(states: Record, seed: int, threads: int = 1) -> int:
    """Play an array of states at random to their ends, the same for any number of threads; how many moves that took."""
    starts = range(0, states.size, BATCH)

    def batch(start: int) -> int:
        return int(play_out_all(states[start : start + BATCH], new_work(), new_chance((seed << 32) + start + 1)))

    with ThreadPoolExecutor(threads) as pool:
        return sum(pool.map(batch, starts))
