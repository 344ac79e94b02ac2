"""A hand for SEPMOSA that has learnt: it makes the move after which a net promises it most.

It does not see the other rack, so it imagines one.
"""

from typing import Any, NamedTuple

import numpy as np

from septet.bots.kernels import Int, Record, inner
from septet.bots.kernels.chance import draw_word
from septet.bots.kernels.nets import Layers, Net, enter, layers_for, leave
from septet.bots.kernels.sepmosa.allowed import held, survey, write
from septet.bots.kernels.sepmosa.policy import quick_move
from septet.bots.kernels.sepmosa.records import STATE
from septet.bots.kernels.sepmosa.rules import apply
from septet.bots.kernels.sepmosa.search import redeal
from septet.bots.kernels.sepmosa.signs import ALL_KINDS, SIGNS, read_signs
from septet.bots.kernels.sepmosa.tables import ANY_TWELVE
from septet.bots.kernels.sepmosa.valuing import hand
from septet.games.sepmosa.moves import SHIFT

WORD = 4294967296.0  # how many words there are
MOST_LOOKED_AT = 400  # moves


class RackJudgeRoom(NamedTuple):
    """Room to work in, for one thread."""

    row: Any
    pays: Any
    where: Any
    layers: Layers
    prizes: Any  # of a net that names several results; this one names a chance
    states: Any
    moves: Any
    knobs: Any


def room_for(net: Net) -> RackJudgeRoom:
    return RackJudgeRoom(
        np.zeros(SIGNS, np.float32),
        np.zeros(ALL_KINDS, np.int64),
        np.zeros(ALL_KINDS, np.int64),
        layers_for(net),
        np.array([0.0, 1.0]),
        np.zeros(2, STATE),
        np.zeros(MOST_LOOKED_AT, np.int64),
        hand(),
    )


@inner
def ended(state: Record, seat: Int) -> float:
    """This seat's share of the win."""
    mine, theirs = state.scores[seat], state.scores[1 - seat]
    return 0.5 if mine == theirs else 1.0 if mine > theirs else 0.0


@inner
def judged(state: Record, seat: Int, work: Record, net: Net, room: RackJudgeRoom) -> float:
    """What the beginning of a turn promises this seat, with both racks open."""
    if state.ending:
        return ended(state, seat)
    read_signs(state, work, room.row, room.pays, room.where)
    enter(net, room.row, room.layers)
    promise = leave(net, room.layers, -1, room.prizes)
    return promise if state.mover == seat else 1.0 - promise


@inner
def candidates(state: Record, work: Record, room: RackJudgeRoom, chance: Record) -> Int:
    """Write down what a hand looks at: all moves, but with a 12 only the one that the quick hand would make."""
    kinds = held(state.racks[state.mover])
    found = survey(state, work, kinds & ~ANY_TWELVE)
    count = min(MOST_LOOKED_AT - 1, write(work, 0))
    for number in range(count):
        room.moves[number] = work.moves[number]
    if found == 0 or kinds & ANY_TWELVE:
        quick = quick_move(state, work, room.knobs, chance)
        if found == 0 or quick >= SHIFT:
            room.moves[count] = quick
            count += 1
    return count


@inner
def learnt_move(state: Record, work: Record, net: Net, room: RackJudgeRoom, noise: float, chance: Record) -> Int:
    """The move that promises most, give or take some noise."""
    count = candidates(state, work, room, chance)
    if count == 1:
        return np.int64(room.moves[0])
    seat = np.int64(state.mover)
    world, then = room.states[0], room.states[1]
    room.states[0] = state
    redeal(world, seat, room.knobs, chance)
    best, chosen = -1.0, np.int64(room.moves[0])
    for number in range(count):
        move = np.int64(room.moves[number])
        room.states[1] = room.states[0]
        apply(then, move, work, chance)
        worth = judged(then, seat, work, net, room)
        if noise > 0:
            worth += noise * (draw_word(chance) / WORD)
        if worth > best:
            best, chosen = worth, move
    return chosen
