"""SEPMOSA on a graphics card. The functions have the names of those in `stepping`."""

import numpy as np

from septet.bots.kernels import Record
from septet.bots.kernels.card import (
    CHANCE,
    IN_FLIGHT,
    SIMULATED,
    as_words,
    begin,
    cuda,
    kernel,
    launch,
    launched,
    of_three,
    of_two,
    twin,
)
from septet.bots.kernels.sepmosa import playouts, stepping
from septet.bots.kernels.sepmosa.records import PICKING, STATE, WORK

ROOM = WORK if SIMULATED else PICKING
STATE_WORDS, WORK_WORDS = STATE.itemsize // 8, ROOM.itemsize // 8
assert STATE.itemsize % 8 == ROOM.itemsize % 8 == 0

_deal = twin(stepping.deal_one, stepping.deal_batch)
_step = twin(stepping.step_one, stepping.step_batch)
_features = twin(stepping.features_one, stepping.features_batch)
_play_out = twin(playouts.play_out_one, playouts.play_out_each)

mask_kernel = of_three(twin(stepping.mask_one, stepping.mask_batch))
observe_kernel = of_three(twin(stepping.observe_one, stepping.observe_batch))
oracle_kernel = of_three(twin(stepping.oracle_one, stepping.oracle_batch))
movers_kernel = of_three(twin(stepping.movers_one, stepping.movers_batch))
scores_kernel = of_two(twin(stepping.scores_one, stepping.scores_batch))
mask_batch = launched(mask_kernel)
observe_batch = launched(observe_kernel)
oracle_batch = launched(oracle_kernel)
movers_batch = launched(movers_kernel)
scores_batch = launched(scores_kernel)


@kernel
def deal_kernel(states: Record, words: Record, moves: Record, counts: Record, works: Record) -> None:
    """A thread for each room to work in takes one game after another."""
    chance = cuda.local.array(1, CHANCE)
    room = cuda.grid(1)
    if room < works.size:
        for at in range(room, words.size, works.size):
            begin(chance[0], words[at])
            _deal(states, words, moves, counts, at, works[room], chance[0])


@kernel
def step_kernel(
    states: Record,
    words: Record,
    moves: Record,
    counts: Record,
    over: Record,
    actions: Record,
    again: bool,
    rewards: Record,
    done: Record,
    works: Record,
) -> None:
    chance = cuda.local.array(1, CHANCE)
    room = cuda.grid(1)
    if room < works.size:
        for at in range(room, words.size, works.size):
            begin(chance[0], words[at])
            _step(states, words, moves, counts, over, actions, again, rewards, done, at, works[room], chance[0])


@kernel
def features_kernel(states: Record, moves: Record, counts: Record, matrices: Record) -> None:
    at = cuda.grid(1)
    if at < states.size:
        _features(states, moves, counts, matrices, at)


@kernel
def play_out_kernel(rows: Record, words: Record, made: Record) -> None:
    """A thread keeps its game in memory of its own, where the words of neighbouring threads lie side by side."""
    at = cuda.grid(1)
    if at < words.size:
        room = cuda.local.array(STATE_WORDS, np.uint64)
        for place in range(STATE_WORDS):
            room[place] = rows[at, place]
        work = cuda.local.array(WORK_WORDS, np.uint64)
        chance = cuda.local.array(1, CHANCE)
        word, count = cuda.local.array(1, np.uint64), cuda.local.array(1, np.int32)
        word[0] = words[at]
        begin(chance[0], word[0])
        _play_out(room.view(STATE), word, count, 0, work.view(ROOM)[0], chance[0])
        words[at], made[at] = word[0], count[0]
        for place in range(STATE_WORDS):
            rows[at, place] = room[place]


def new_works(games: int) -> Record:
    """Room to work in for as many threads as are worth while: it is much larger than a game."""
    return cuda.device_array(min(games, IN_FLIGHT), WORK)


def deal_batch(states: Record, words: Record, moves: Record, counts: Record, works: Record) -> None:
    launch(deal_kernel, works.size, states, words, moves, counts, works)


def step_batch(
    states: Record,
    words: Record,
    moves: Record,
    counts: Record,
    over: Record,
    actions: Record,
    again: bool,
    rewards: Record,
    done: Record,
    works: Record,
) -> None:
    launch(step_kernel, works.size, states, words, moves, counts, over, actions, again, rewards, done, works)


def features_batch(states: Record, moves: Record, counts: Record, matrices: Record) -> None:
    launch(features_kernel, states.size, states, moves, counts, matrices)


def play_out_each(states: Record, words: Record, made: Record) -> None:
    """Play every game at random to its end, each by its own stream of chance; how many moves that took."""
    launch(play_out_kernel, words.size, as_words(states), words, made)
