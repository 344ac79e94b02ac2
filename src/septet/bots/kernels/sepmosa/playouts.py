"""Random games of SEPMOSA to their end, on as many cores as asked for, and the doors into the twin."""

from septet.bots.kernels import Int, Record, entry, inner
from septet.bots.kernels.batches import in_batches
from septet.bots.kernels.sepmosa.records import new_work
from septet.bots.kernels.sepmosa.rules import any_move, apply, deal, legal


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
        apply(state, any_move(state, work, chance), work, chance)
        made += 1
    return made


@inner
def play_out_one(states: Record, words: Record, made: Record, at: Int, work: Record, chance: Record) -> None:
    """Play one of many games to its end, by its own stream of chance; how many moves that took."""
    chance.word = words[at]
    made[at] = play_out(states[at], work, chance)
    words[at] = chance.word


@entry
def play_out_each(states: Record, words: Record, made: Record, work: Record, chance: Record) -> None:
    """Play every state to its end, each by its own stream of chance, as a graphics card does."""
    for at in range(states.size):
        play_out_one(states, words, made, at, work, chance)


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
    return in_batches(states, seed, threads, lambda some, chance: play_out_all(some, new_work(), chance))
