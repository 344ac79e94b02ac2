"""SEP and SEP solo on a graphics card: a thread for each game. The functions have the names of those in `stepping`."""

import numpy as np

from septet.bots.kernels import Int, Record
from septet.bots.kernels.card import (
    CHANCE,
    as_words,
    begin,
    cuda,
    frugal,
    kernel,
    launch,
    launched,
    of_three,
    of_two,
    twin,
)
from septet.bots.kernels.nets import MOST_FIRST, MOST_SECOND, Layers, Net
from septet.bots.kernels.sep import playouts, selfplay, stepping
from septet.bots.kernels.sep.allowed import MOST_MOVES
from septet.bots.kernels.sep.learnt import JudgeRoom
from septet.bots.kernels.sep.records import STATE
from septet.bots.kernels.sep.signs import ACTION_CARDS, SIGNS

STATE_WORDS = STATE.itemsize // 8
assert STATE.itemsize % 8 == 0

_deal = twin(stepping.deal_one, stepping.deal_batch)
_step = twin(stepping.step_one, stepping.step_batch)
_play_out = twin(playouts.play_out_one, playouts.play_out_each)
_self_play = twin(selfplay.self_play_one, selfplay.self_play_each)
MOST_SIGNS = max(SIGNS.values())

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
def deal_kernel(states: Record, words: Record, moves: Record, counts: Record) -> None:
    at = cuda.grid(1)
    if at < words.size:
        chance = cuda.local.array(1, CHANCE)
        begin(chance[0], words[at])
        _deal(states, words, moves, counts, at, chance[0])


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
) -> None:
    at = cuda.grid(1)
    if at < words.size:
        chance = cuda.local.array(1, CHANCE)
        begin(chance[0], words[at])
        _step(states, words, moves, counts, over, actions, again, rewards, done, at, chance[0])


@kernel
def play_out_kernel(rows: Record, words: Record, made: Record) -> None:
    """A thread keeps its game in memory of its own, where the words of neighbouring threads lie side by side."""
    at = cuda.grid(1)
    if at < words.size:
        room = cuda.local.array(STATE_WORDS, np.uint64)
        for place in range(STATE_WORDS):
            room[place] = rows[at, place]
        moves = cuda.local.array(MOST_MOVES, np.int16)
        chance = cuda.local.array(1, CHANCE)
        word, count = cuda.local.array(1, np.uint64), cuda.local.array(1, np.int32)
        word[0] = words[at]
        begin(chance[0], word[0])
        _play_out(room.view(STATE), word, count, 0, moves, chance[0])
        words[at], made[at] = word[0], count[0]
        for place in range(STATE_WORDS):
            rows[at, place] = room[place]


@frugal
def self_play_kernel(
    words: Record,
    rows: Record,
    results: Record,
    found: Record,
    houses: Record,
    net: Net,
    noise: float,
    spend: Int,
    prizes: Record,
) -> None:
    """A game that a hand plays against itself, written down for a net to learn from."""
    at = cuda.grid(1)
    if at < words.size:
        room = JudgeRoom(
            cuda.local.array(MOST_SIGNS, np.float32)[: rows.shape[2]],
            cuda.local.array(ACTION_CARDS, np.int64),
            Layers(cuda.local.array(MOST_FIRST, np.float32), cuda.local.array(MOST_SECOND, np.float32)),
            cuda.local.array(1, STATE),
            cuda.local.array(MOST_MOVES, np.int16),
        )
        states, chance = cuda.local.array(1, STATE), cuda.local.array(1, CHANCE)
        begin(chance[0], words[at])
        _self_play(words, rows, results, found, at, states, houses, net, room, noise, spend, prizes, chance[0])


def deal_batch(states: Record, words: Record, moves: Record, counts: Record) -> None:
    launch(deal_kernel, words.size, states, words, moves, counts)


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
) -> None:
    launch(step_kernel, words.size, states, words, moves, counts, over, actions, again, rewards, done)


def play_out_each(states: Record, words: Record, made: Record) -> None:
    """Play every game at random to its end, each by its own stream of chance; how many moves that took."""
    launch(play_out_kernel, words.size, as_words(states), words, made)


def self_play_each(
    words: Record,
    rows: Record,
    results: Record,
    found: Record,
    houses: Record,
    net: Net,
    noise: float,
    spend: Int,
    prizes: Record,
) -> None:
    """A game in each, as many as there are streams of chance; how many of the rows of each tell something."""
    launch(self_play_kernel, words.size, words, rows, results, found, houses, net, noise, spend, prizes)
