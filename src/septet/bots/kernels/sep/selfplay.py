"""Games of SEP and SEP solo that a hand plays against itself, written down for a net to learn from."""

import numpy as np

from septet.bots.kernels import Int, Record, entry, inner
from septet.bots.kernels.chance import below
from septet.bots.kernels.nets import Net
from septet.bots.kernels.sep.allowed import MOST_MOVES, legal
from septet.bots.kernels.sep.learnt import JudgeRoom, ended, learnt_move
from septet.bots.kernels.sep.policy import quick_move
from septet.bots.kernels.sep.rules import apply, deal
from septet.bots.kernels.sep.signs import TURN, read_signs
from septet.bots.kernels.sep.tables import CHOOSE_PHASE, DRAW, OVER
from septet.games.sep.state import TOKENS

LONGEST = 2_000  # turns of a game that are learnt from
QUICK = -1.0  # instead of noise: the quick hand plays
STRAYS = 10  # in a hundred: turns that begin with any move, so that all are learnt about
STRAYS_WITHIN = 2  # in a hundred: the same within a turn
MINE_CLOSED, THEIRS_CLOSED = 1, 2  # one turn in four each tells nothing of that hand; the others tell both


@inner
def some_move(
    state: Record, strays: Int, noise: float, spend: Int, net: Net, room: JudgeRoom, prizes: Record, chance: Record
) -> Int:
    """What the hand plays, or now and then anything."""
    if below(chance, 100) < strays:
        return np.int64(room.moves[below(chance, legal(state, room.moves))])
    if noise == QUICK:
        return quick_move(state, room.moves, spend, chance)
    return learnt_move(state, net, room, noise, prizes, chance)


@inner
def one_game(
    states: Record,
    houses: Record,
    net: Net,
    room: JudgeRoom,
    noise: float,
    spend: Int,
    rows: Record,
    results: Record,
    first: Int,
    prizes: Record,
    chance: Record,
) -> Int:
    """A whole game under the rules of one of the houses, written down from this row on; the row after its last.

    Below 0 it does not fit. Between two the result is the mover's share of the win, alone it counts from the fewest
    points. Half of the turns of two tell which turn was chosen.
    """
    state = states[0]
    states[0] = houses[below(chance, houses.size)]
    deal(state, chance)
    solo, found = bool(state.options.solo), first
    while state.phase != OVER:
        if state.phase != CHOOSE_PHASE:
            apply(state, some_move(state, STRAYS_WITHIN, noise, spend, net, room, prizes, chance), chance)
            continue
        if found == results.size or found - first == LONGEST:
            return -1
        told = below(chance, 4)
        read_signs(state, solo or told != MINE_CLOSED, not solo and told != THEIRS_CLOSED, rows[found], room.pays)
        results[found] = state.mover  # whose turn it was, until it is known how the game ends
        move = some_move(state, STRAYS, noise, spend, net, room, prizes, chance)
        if told >= THEIRS_CLOSED:
            rows[found, TURN + move - DRAW] = 1
        found += 1
        apply(state, move, chance)
    for at in range(first, found):
        results[at] = state.points[0] + TOKENS if solo else ended(state, np.int64(results[at]), 0, prizes)
    return found


@inner
def self_play_one(
    words: Record,
    rows: Record,
    results: Record,
    found: Record,
    at: Int,
    states: Record,
    houses: Record,
    net: Net,
    room: JudgeRoom,
    noise: float,
    spend: Int,
    prizes: Record,
    chance: Record,
) -> None:
    """One of many games, by its own stream of chance and in rows of its own; how many of these tell something."""
    chance.word = words[at]
    found[at] = max(0, one_game(states, houses, net, room, noise, spend, rows[at], results[at], 0, prizes, chance))
    words[at] = chance.word


@entry
def self_play_each(
    words: Record,
    rows: Record,
    results: Record,
    found: Record,
    states: Record,
    houses: Record,
    net: Net,
    room: JudgeRoom,
    noise: float,
    spend: Int,
    prizes: Record,
    chance: Record,
) -> None:
    """A game in each, as a graphics card plays them."""
    for at in range(words.size):
        self_play_one(words, rows, results, found, at, states, houses, net, room, noise, spend, prizes, chance)


@entry
def self_play(
    states: Record,
    houses: Record,
    net: Net,
    room: JudgeRoom,
    noise: float,
    spend: Int,
    rows: Record,
    results: Record,
    prizes: Record,
    chance: Record,
) -> Int:
    """Whole games, as many as fill the rows: the signs of each turn, and how its game ended; how many rows that are."""
    found: Int = 0
    while True:
        then = one_game(states, houses, net, room, noise, spend, rows, results, found, prizes, chance)
        if then < 0:
            return found
        found = then


@entry
def hand_scores(
    states: Record, houses: Record, games: Int, net: Net, room: JudgeRoom, spend: Int, prizes: Record, chance: Record
) -> float:
    """How the learnt hand does without any search: its share of the wins against the quick hand, alone its points."""
    state, total = states[0], 0.0
    moves = np.empty(MOST_MOVES, np.int16)
    for game in range(games):
        states[0] = houses[below(chance, houses.size)]
        deal(state, chance)
        while state.phase != OVER:
            if state.options.solo or state.mover == game % 2:
                move = learnt_move(state, net, room, 0.0, prizes, chance)
            else:
                move = quick_move(state, moves, spend, chance)
            apply(state, move, chance)
        total += state.points[0] if state.options.solo else ended(state, game % 2, 0, prizes)
    return total / games
