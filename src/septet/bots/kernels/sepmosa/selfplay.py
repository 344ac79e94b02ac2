"""Games of SEPMOSA that a hand plays against itself, written down for a net to learn from."""

import math

import numpy as np

from septet.bots.kernels import Int, Record, entry, inner
from septet.bots.kernels.chance import below
from septet.bots.kernels.nets import Net
from septet.bots.kernels.sepmosa.learnt import RackJudgeRoom, ended, judged, learnt_move
from septet.bots.kernels.sepmosa.policy import quick_move
from septet.bots.kernels.sepmosa.rules import any_move, apply, deal
from septet.bots.kernels.sepmosa.signs import read_signs

LONGEST = 2_000  # turns of a game that are learnt from
QUICK = -1.0  # instead of noise: the quick hand plays
STRAYS = 5  # in a hundred: any move, so that all are learnt about
AHEAD = 10  # so many moves later the net is asked what became of a position
SCALE = 1.33  # how many points, times the root of those that are missing, make a difference


@inner
def guessed(state: Record, seat: Int) -> float:
    """A seat's chance to win by points alone, for a net that has learnt nothing yet."""
    if state.ending:
        return ended(state, seat)
    mine, theirs = np.int64(state.scores[seat]), np.int64(state.scores[1 - seat])
    missing = max(1, state.options.target - max(mine, theirs))
    return 1.0 / (1.0 + math.exp(-float(mine - theirs) / (SCALE * math.sqrt(missing + 2.0))))


@entry
def self_play(
    states: Record,
    houses: Record,
    net: Net,
    room: RackJudgeRoom,
    noise: float,
    rows: Record,
    results: Record,
    work: Record,
    chance: Record,
) -> Int:
    """Whole games, as many as fill the rows: the signs of each turn, and what became of it; how many rows that are.

    Each game is played under the rules of one of the houses. What became of a turn is how its game ended if that is
    near, else what the net promises some moves later, or in quick games the points.
    """
    state = states[0]
    movers, worths = np.empty(LONGEST, np.int8), np.empty(LONGEST)  # the first seat's
    found = 0
    while True:
        states[0] = houses[below(chance, houses.size)]
        deal(state, chance)
        first = found
        while not state.ending:
            if found == results.size or found - first == LONGEST:
                return first
            read_signs(state, work, rows[found], room.pays, room.where)
            movers[found - first] = state.mover
            worths[found - first] = guessed(state, 0) if noise == QUICK else judged(state, 0, work, net, room)
            found += 1
            if below(chance, 100) < STRAYS:
                move = any_move(state, work, chance)
            elif noise == QUICK:
                move = quick_move(state, work, room.knobs, chance)
            else:
                move = learnt_move(state, work, net, room, noise, chance)
            apply(state, move, work, chance)
        for at in range(found - first):
            worth = worths[at + AHEAD] if at + AHEAD < found - first else ended(state, 0)
            results[first + at] = 1.0 - worth if movers[at] else worth


@entry
def hand_scores(
    states: Record, houses: Record, games: Int, net: Net, room: RackJudgeRoom, work: Record, chance: Record
) -> float:
    """How the learnt hand does without any search: its share of the wins against the quick hand."""
    state, total = states[0], 0.0
    for game in range(games):
        states[0] = houses[below(chance, houses.size)]
        deal(state, chance)
        while not state.ending:
            if state.mover == game % 2:
                move = learnt_move(state, work, net, room, 0.0, chance)
            else:
                move = quick_move(state, work, room.knobs, chance)
            apply(state, move, work, chance)
        total += ended(state, game % 2)
    return total / games
