"""A hand for SEP and SEP solo that has learnt: it makes the move after which a net promises it most.

It goes by what its seat knows. A look at one move takes some microseconds.
"""

from typing import Any, NamedTuple

import numpy as np

from septet.bots.kernels import Int, Record, inner
from septet.bots.kernels.chance import below, draw_word
from septet.bots.kernels.nets import Layers, Net, enter, layers_for, leave
from septet.bots.kernels.sep.allowed import MOST_MOVES, legal
from septet.bots.kernels.sep.policy import quick_move
from septet.bots.kernels.sep.records import STATE
from septet.bots.kernels.sep.rules import apply
from septet.bots.kernels.sep.signs import ACTION_CARDS, TURN, UNDECIDED, read_signs
from septet.bots.kernels.sep.tables import CHOOSE_PHASE, DRAW, FILL_DRAW, FILL_PHASE, OVER
from septet.games.sep.state import TOKENS

WORD = 4294967296.0  # how many words there are


class JudgeRoom(NamedTuple):
    """Room to work in, for one thread."""

    row: Any
    pays: Any
    layers: Layers
    states: Any
    moves: Any


def room_for(net: Net) -> JudgeRoom:
    return JudgeRoom(
        np.zeros(len(net.first), np.float32),
        np.zeros(ACTION_CARDS, np.int64),
        layers_for(net),
        np.zeros(1, STATE),
        np.zeros(MOST_MOVES, np.int16),
    )


@inner
def look(state: Record, mine: bool, theirs: bool, net: Net, room: JudgeRoom) -> None:
    """Show the net the beginning of a turn."""
    read_signs(state, mine, theirs, room.row, room.pays)
    enter(net, room.row, room.layers)


@inner
def ended(state: Record, seat: Int, rounds: Int, prizes: Record) -> float:
    """What the end has brought this seat; below 0 where the game, or alone the round, goes on."""
    if state.options.solo:
        return prizes[state.points[rounds] + TOKENS] if state.rounds != rounds else -1.0
    if state.phase != OVER:
        return -1.0
    mine, theirs = state.players[seat].tokens, state.players[1 - seat].tokens
    return 0.5 if mine == theirs else 1.0 if mine > theirs else 0.0


@inner
def judged(state: Record, seat: Int, rounds: Int, turn: Int, net: Net, room: JudgeRoom, prizes: Record) -> float:
    """What the beginning of a turn promises this seat with all hands open; `turn` is decided upon, or not."""
    result = ended(state, seat, rounds, prizes)
    if result < 0:
        look(state, True, not state.options.solo, net, room)
        result = leave(net, room.layers, turn, prizes)
        return result if state.mover == seat else 1.0 - result
    return result


@inner
def after(state: Record, move: Int, net: Net, room: JudgeRoom, prizes: Record, chance: Record) -> float:
    """What a move promises the mover, who does not see the other hand. What fills a slot then is any card."""
    seat, rounds = np.int64(state.mover), np.int64(state.rounds)
    room.states[0] = state
    then = room.states[0]
    apply(then, move, chance)
    if then.phase == FILL_PHASE:
        last = then.draw.size - 1
        other = below(chance, last + 1)
        then.draw.cards[last], then.draw.cards[other] = then.draw.cards[other], then.draw.cards[last]
        apply(then, FILL_DRAW, chance)
    result = ended(then, seat, rounds, prizes)
    if result < 0:
        solo = bool(then.options.solo)
        look(then, solo, not solo, net, room)
        result = leave(net, room.layers, UNDECIDED, prizes)
        return result if solo else 1.0 - result
    return result


@inner
def learnt_move(state: Record, net: Net, room: JudgeRoom, noise: float, prizes: Record, chance: Record) -> Int:
    """The move that promises most, give or take some noise."""
    moves = room.moves
    count = legal(state, moves)
    if count == 1:
        return np.int64(moves[0])
    if state.phase == FILL_PHASE:
        return quick_move(state, moves, 0, chance)
    if state.phase == CHOOSE_PHASE:
        look(state, True, False, net, room)
    best, chosen = -1.0, np.int64(moves[0])
    for number in range(count):
        move = np.int64(moves[number])
        if state.phase == CHOOSE_PHASE:
            worth = leave(net, room.layers, TURN + move - DRAW, prizes)
        else:
            worth = after(state, move, net, room, prizes, chance)
        if noise > 0:
            worth += noise * (draw_word(chance) / WORD)
        if worth > best:
            best, chosen = worth, move
    return chosen
