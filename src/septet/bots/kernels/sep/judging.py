"""Search in SEP with a judge that has learnt: no playouts, a net says what the leaves of the tree promise.

A move that is new in a place begins with what the net promises its mover there, as if it had been tried once; so the
tree grows towards good moves from the start. In other words: IS-MCTS with a value network and its values as priors.
"""

import math

import numpy as np

from septet.bots.kernels import Int, Record, entry, inner
from septet.bots.kernels.nets import Net, leave
from septet.bots.kernels.sep.allowed import MOST_MOVES, legal
from septet.bots.kernels.sep.learnt import JudgeRoom, after, judged, look
from septet.bots.kernels.sep.policy import quick_move
from septet.bots.kernels.sep.records import STATE
from septet.bots.kernels.sep.rules import apply
from septet.bots.kernels.sep.search import DEEPEST, child_of, grow, redeal, walk, write_down
from septet.bots.kernels.sep.signs import TURN, UNDECIDED
from septet.bots.kernels.sep.tables import CHOOSE_PHASE, DRAW, OVER


@inner
def promised(
    state: Record, move: Int, looked: bool, net: Net, room: JudgeRoom, prizes: Record, chance: Record
) -> float:
    """What a move promises its mover; `looked` says that the net has seen the beginning of this turn already."""
    if state.phase != CHOOSE_PHASE:
        return after(state, move, net, room, prizes, chance)
    if not looked:
        look(state, True, False, net, room)
    return leave(net, room.layers, TURN + move - DRAW, prizes)


@inner
def step(
    state: Record,
    seat: Int,
    tree: Record,
    size: Record,
    node: Int,
    moves: Record,
    count: Int,
    curiosity: float,
    net: Net,
    room: JudgeRoom,
    prizes: Record,
    chance: Record,
) -> tuple[Int, bool]:
    """The node to go on to, 0 if the tree is full, and whether any move was new."""
    mine, looked, fresh = state.mover == seat, False, False
    best, found = -1.0, 0
    for number in range(count):
        move = np.int64(moves[number])
        child = child_of(tree, node, move)
        if child == 0:
            child = grow(tree, size, node, move)
            if child == 0:
                continue
            worth = promised(state, move, looked, net, room, prizes, chance)
            looked, fresh = True, True
            tree[child].visits = 1
            tree[child].worth = worth if mine else 1.0 - worth
        else:
            tree[child].available += 1
        one = tree[child]
        mean = one.worth / one.visits
        bound = curiosity * math.sqrt(math.log(one.available + 1.0) / one.visits)
        hope = (mean if mine else 1.0 - mean) + bound
        if hope > best:
            best, found = hope, child
    return found, fresh


@inner
def within_turn(state: Record, rounds: Int) -> bool:
    """Must something be done before the next turn begins?"""
    if state.phase == OVER or state.rounds != rounds:
        return False
    return state.phase != CHOOSE_PHASE


@entry
def search_judged(
    root: Record,
    seat: Int,
    tree: Record,
    size: Record,
    playouts: Int,
    knobs: Record,
    net: Net,
    room: JudgeRoom,
    prizes: Record,
    chance: Record,
) -> None:
    """Walk the tree that many times; node 0 is the position of `root`."""
    states = np.empty(1, STATE)
    moves = np.empty(MOST_MOVES, np.int16)
    path = np.empty(DEEPEST + 1, np.int64)
    state, rounds = states[0], np.int64(root.rounds)
    for _ in range(playouts):
        states[0] = root
        redeal(state, seat, chance)
        node: Int = 0
        turn: Int = UNDECIDED
        deep = 0
        while deep < knobs.depth and state.phase != OVER and state.rounds == rounds:
            count = legal(state, moves)
            if count == 1:
                apply(state, np.int64(moves[0]), chance)
                continue
            child, fresh = step(state, seat, tree, size, node, moves, count, knobs.curiosity, net, room, prizes, chance)
            if child == 0:
                break
            path[deep] = node = child
            deep += 1
            move = np.int64(tree[child].move)
            if fresh and state.phase == CHOOSE_PHASE:
                turn = TURN + move - DRAW
                break
            apply(state, move, chance)
            if fresh:
                break
        while turn == UNDECIDED and within_turn(state, rounds):
            apply(state, quick_move(state, moves, knobs.spend, chance), chance)
        result = judged(state, seat, rounds, turn, net, room, prizes)
        write_down(tree, path, deep, result)


@entry
def search_soon_judged(
    root: Record,
    seat: Int,
    tree: Record,
    size: Record,
    playouts: Int,
    knobs: Record,
    net: Net,
    room: JudgeRoom,
    prizes: Record,
    chance: Record,
) -> None:
    """The same walks as without a judge, but soon after the tree their playouts end with what the net says."""
    states = np.empty(1, STATE)
    moves = np.empty(MOST_MOVES, np.int16)
    path = np.empty(DEEPEST + 1, np.int64)
    state, rounds = states[0], np.int64(root.rounds)
    until = root.turn + knobs.horizon
    for _ in range(playouts):
        states[0] = root
        redeal(state, seat, chance)
        deep = walk(state, seat, tree, size, moves, path, knobs, rounds, until, chance)
        stop = state.turn + knobs.beyond
        while state.phase != OVER and (state.turn < stop or state.phase != CHOOSE_PHASE):
            apply(state, quick_move(state, moves, knobs.spend, chance), chance)
        write_down(tree, path, deep, judged(state, seat, rounds, UNDECIDED, net, room, prizes))
