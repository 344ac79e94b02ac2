"""What moves of SEPMOSA are worth: each is tried in the same worlds, and the quick hand plays on for both.

What a position promises at the end of a playout is fitted to quick games under the same options.
"""

import math
from functools import cache
from typing import Any

import numpy as np

from septet.bots.kernels import Int, Record, entry, inner
from septet.bots.kernels.chance import new_chance, shuffle
from septet.bots.kernels.sepmosa.policy import quick_move
from septet.bots.kernels.sepmosa.records import STATE, new_work, to_record
from septet.bots.kernels.sepmosa.rules import apply, deal
from septet.bots.kernels.sepmosa.search import KNOBS, gather, hand_out, misfits
from septet.bots.kernels.sepmosa.tables import A_COLOUR, ELEVEN
from septet.games import GAMES
from septet.games.sepmosa.options import SepmosaOptions

QUICK = -1  # instead of a move: the one that the quick hand chooses
NOBODY = -1  # instead of a seat: who looks sees both racks, and not what lies in the pool
HAND = {"price": 3, "shift_below": 3, "horizon": -1}  # what the quick hand goes by; all of the pool is shuffled
LEARNT_FROM = 3_000  # quick games
APART = 5  # moves between two positions that are learnt from
LONGEST = 200  # such positions of one game
SIGNS = 6  # what a position is judged by
RIDGE = 1.0  # doubt about each, so that few games say little


@inner
def actions(rack: Record) -> Int:
    """How many action tiles are on a rack."""
    found = 0
    for number in range(rack.size):
        found += rack.cards[number] % A_COLOUR >= ELEVEN
    return found


@inner
def read_signs(state: Record, signs: Record) -> None:
    """What speaks for the one to move: the lead, the move itself, action tiles; all the more the less is missing."""
    me = np.int64(state.mover)
    mine, theirs = np.int64(state.scores[me]), np.int64(state.scores[1 - me])
    near = 1.0 / math.sqrt(max(1.0, state.options.target - max(mine, theirs)) + 2.0)
    lead = float(mine - theirs)
    more = float(actions(state.racks[me]) - actions(state.racks[1 - me]))
    signs[0] = near
    signs[1] = lead * near
    signs[2] = more * near
    signs[3] = lead * near * near
    signs[4] = lead / state.options.target
    signs[5] = 1.0


@inner
def share(state: Record) -> float:
    """Of the win, the first seat's."""
    mine, theirs = state.scores[0], state.scores[1]
    return 0.5 if mine == theirs else 1.0 if mine > theirs else 0.0


@inner
def outlook(state: Record, weights: Record, signs: Record) -> float:
    """The first seat's chance to win, or how the game has ended."""
    if state.ending:
        return share(state)
    read_signs(state, signs)
    total = 0.0
    for number in range(SIGNS):
        total += weights[number] * signs[number]
    chance = 1.0 / (1.0 + math.exp(-total))
    return 1.0 - chance if state.mover else chance


@inner
def deal_world(state: Record, seat: Int, knobs: Record, chance: Record) -> None:
    """Whatever this seat cannot see, each way that fits as likely as any other."""
    if seat == NOBODY:
        shuffle(state.pool, chance)
        return
    held, aside = int(state.racks[1 - seat].size), int(state.set_aside[1 - seat].size)
    gather(state, seat, knobs)
    shuffle(state.pool, chance)
    hand_out(state, seat, held, aside, knobs, chance)


@entry
def try_moves(
    states: Record,
    seat: Int,
    moves: Record,
    horizon: Int,
    knobs: Record,
    weights: Record,
    words: Record,
    results: Record,
    work: Record,
    chance: Record,
) -> None:
    """Write down where each move leads in each world, as the first seat's chance; `states` holds the root and room."""
    state = states[1]
    signs = np.empty(SIGNS)
    until = states[0].moves + horizon
    if knobs.passes and not knobs.misfits and seat != NOBODY:
        knobs.misfits = misfits(states[0], work)
    for world in range(words.size):
        for number in range(moves.size):
            states[1] = states[0]
            chance.word = words[world]
            deal_world(state, seat, knobs, chance)
            dealt = chance.word
            move = quick_move(state, work, knobs, chance) if moves[number] == QUICK else np.int64(moves[number])
            chance.word = dealt  # whoever chose it, from here on the same move meets the same chance
            apply(state, move, work, chance)
            while not state.ending and state.moves < until:
                apply(state, quick_move(state, work, knobs, chance), work, chance)
            results[world, number] = outlook(state, weights, signs)


@entry
def learn(states: Record, games: Int, knobs: Record, rows: Record, work: Record, chance: Record) -> Int:
    """Quick games under the options of the record: the signs of positions, and who won; how many rows there are."""
    state = states[0]
    count = 0
    for _ in range(games):
        deal(state, chance)
        first = count
        while not state.ending:
            if state.moves % APART == 0 and count - first < LONGEST:
                read_signs(state, rows[count])
                rows[count, SIGNS] = state.mover
                count += 1
            apply(state, quick_move(state, work, knobs, chance), work, chance)
        won = share(state)
        for row in range(first, count):
            rows[row, SIGNS] = 1.0 - won if rows[row, SIGNS] else won
    return count


def hand() -> Record:
    """The quick hand's knobs."""
    knobs = np.zeros(1, KNOBS)[0]
    for name, setting in HAND.items():
        knobs[name] = setting
    return knobs


@cache
def weights(options: SepmosaOptions) -> Any:
    """How much each sign counts, fitted to quick games under these options (logistic regression)."""
    states = np.zeros(1, STATE)
    to_record(GAMES["sepmosa"].deal(options, 2, bytes(32)), states[0])
    rows = np.zeros((LEARNT_FROM * LONGEST, SIGNS + 1))
    rows = rows[: learn(states, LEARNT_FROM, hand(), rows, new_work(), new_chance(1))]
    signs, won = rows[:, :SIGNS], rows[:, SIGNS]
    found = np.zeros(SIGNS)
    for _ in range(20):
        chances = 1 / (1 + np.exp(-signs @ found))
        slope = signs.T @ (won - chances) - RIDGE * found
        bend = (signs * (chances * (1 - chances))[:, None]).T @ signs + RIDGE * np.eye(SIGNS)
        found += np.linalg.solve(bend, slope)
    return found
