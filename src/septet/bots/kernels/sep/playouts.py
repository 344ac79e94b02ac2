"""Random games of SEP to their end, on as many cores as asked for, and the doors by which Python enters the twin."""

import numpy as np

from septet.bots.kernels import Int, Record, entry, inner
from septet.bots.kernels.batches import in_batches
from septet.bots.kernels.chance import below
from septet.bots.kernels.sep.allowed import MOST_MOVES, legal
from septet.bots.kernels.sep.rules import apply, deal
from septet.bots.kernels.sep.tables import OVER


@entry
def legal_moves(state: Record, moves: Record) -> Int:
    """Write the legal moves down; how many there are."""
    return legal(state, moves)


@entry
def apply_one(state: Record, move: Int, chance: Record) -> None:
    """Make one legal move."""
    apply(state, move, chance)


@inner
def play_out(state: Record, moves: Record, chance: Record) -> Int:
    """Play at random to the end; how many moves that took."""
    made = 0
    while state.phase != OVER:
        apply(state, moves[below(chance, legal(state, moves))], chance)
        made += 1
    return made


@inner
def play_out_one(states: Record, words: Record, made: Record, at: Int, moves: Record, chance: Record) -> None:
    """Play one of many games to its end, by its own stream of chance; how many moves that took."""
    chance.word = words[at]
    made[at] = play_out(states[at], moves, chance)
    words[at] = chance.word


@entry
def play_out_each(states: Record, words: Record, made: Record, moves: Record, chance: Record) -> None:
    """Play every state to its end, each by its own stream of chance, as a graphics card does."""
    for at in range(states.size):
        play_out_one(states, words, made, at, moves, chance)


@entry
def play_out_all(states: Record, chance: Record) -> Int:
    """Play every state at random to its end; how many moves that took."""
    moves = np.empty(MOST_MOVES, np.int16)
    made = 0
    for number in range(states.size):
        made += play_out(states[number], moves, chance)
    return made


@entry
def deal_all(states: Record, chance: Record) -> None:
    """Deal a new game into every record, under the options that it holds."""
    for number in range(states.size):
        deal(states[number], chance)


def play_out_many(states: Record, seed: int, threads: int = 1) -> int:
    """Play an array of states at random to their ends, the same for any number of threads; how many moves that took."""
    return in_batches(states, seed, threads, play_out_all)
