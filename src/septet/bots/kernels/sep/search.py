"""Search in SEP over what a seat cannot see: a tree of moves, walked in many deals that fit the view.

In other words: information-set MCTS (IS-MCTS), with UCB over the moves that were available.
"""

import math

import numpy as np

from septet.bots.kernels import Int, Record, entry, inner
from septet.bots.kernels.chance import draw_word, shuffle
from septet.bots.kernels.piles import pop, push
from septet.bots.kernels.sep.allowed import MOST_MOVES, legal
from septet.bots.kernels.sep.policy import quick_move
from septet.bots.kernels.sep.records import STATE
from septet.bots.kernels.sep.rules import apply, deal
from septet.bots.kernels.sep.tables import CHOOSE_PHASE, OVER, SINGLE
from septet.games.sep.state import TOKENS

DEEPEST = 64
STAGES = 10
LONGEST = 500  # turns of a game that are learnt from
NODE = np.dtype(
    [
        ("move", np.int16),
        ("visits", np.int32),
        ("available", np.int32),  # how often it could have been chosen
        ("worth", np.float64),  # the sum of all results, for the seat that searches
        ("child", np.int32),
        ("sibling", np.int32),
    ],
    align=True,
)
KNOBS = np.dtype(
    [
        ("curiosity", np.float64),
        ("horizon", np.int32),  # turns that a playout looks ahead
        ("depth", np.int32),  # moves that the tree may be deep
        ("spend", np.int32),  # how often in a hundred a quick hand spends an action turn in vain
        ("beyond", np.int32),  # whole turns that are played beyond the tree before a net judges
    ],
    align=True,
)


@inner
def redeal(state: Record, seat: Int, chance: Record) -> None:
    """Deal what this seat cannot see anew: the opponent's hidden cards, and the order of the piles."""
    draw, actions = state.draw, state.action_draw
    if state.options.solo:
        shuffle(draw, chance)
        shuffle(actions, chance)
        return
    other = state.players[1 - seat]
    hand = other.number_hand
    for place in range(hand.size):
        if not other.shown >> np.int64(hand.cards[place]) & 1:
            push(draw, hand.cards[place])
    shuffle(draw, chance)
    for place in range(hand.size):
        if not other.shown >> np.int64(hand.cards[place]) & 1:
            hand.cards[place] = pop(draw)
    hand = other.action_hand
    for place in range(hand.size):
        push(actions, hand.cards[place])
    shuffle(actions, chance)
    for place in range(hand.size):
        hand.cards[place] = pop(actions)


@inner
def stage(state: Record) -> Int:
    """How much is left of the piles, from 0 to 9."""
    left = max(0, state.options.pile_count - state.pile) * 25 + state.draw.size
    return 0 if state.tie else min(STAGES - 1, left // 9)


@inner
def outlook(state: Record, seat: Int, rounds: Int, values: Record, prizes: Record) -> float:
    """What the state promises this seat, from 0 to 1.

    For two players the chance to win, from the tokens and the piles; alone the prize for the points of the round.
    """
    if state.options.solo:
        return prizes[state.points[rounds] + TOKENS]
    mine, theirs = state.players[seat].tokens, state.players[1 - seat].tokens
    if state.phase == OVER:
        return 0.5 if mine == theirs else 1.0 if mine > theirs else 0.0
    if state.mover == seat:
        return values[mine, theirs, stage(state)]
    return 1.0 - values[theirs, mine, stage(state)]


@inner
def goes_on(state: Record, rounds: Int, until: Int) -> bool:
    """Is there more to play before the playout ends: alone the round, for two players some turns?"""
    if state.phase == OVER or state.rounds != rounds:
        return False
    return state.options.solo or state.turn < until or state.phase != CHOOSE_PHASE


@inner
def child_of(tree: Record, node: Int, move: Int) -> Int:
    child = tree[node].child
    while child > 0 and tree[child].move != move:
        child = tree[child].sibling
    return child


@inner
def choose(
    tree: Record, node: Int, moves: Record, count: Int, mine: bool, curiosity: float, chance: Record
) -> tuple[Int, Int]:
    """The move to look at next, and its node; 0 if it is new."""
    best, chosen, found, fresh = -1.0, 0, 0, 0
    for number in range(count):
        child = child_of(tree, node, moves[number])
        if child == 0:
            fresh += 1
            if draw_word(chance) % fresh == 0:
                chosen, found = number, 0
        else:
            one = tree[child]
            one.available += 1
            if not fresh:
                mean = one.worth / one.visits
                bound = curiosity * math.sqrt(math.log(one.available) / one.visits)
                look = (mean if mine else 1.0 - mean) + bound
                if look > best:
                    best, chosen, found = look, number, child
    return np.int64(moves[chosen]), (0 if fresh else found)


@inner
def grow(tree: Record, size: Record, node: Int, move: Int) -> Int:
    """A new node for this move, or 0 if the tree is full."""
    if size[0] >= tree.size:
        return 0
    made = size[0]
    size[0] += 1
    one = tree[made]
    one.move, one.visits, one.available, one.worth, one.child = move, 0, 1, 0.0, 0
    one.sibling = tree[node].child
    tree[node].child = made
    return made


@inner
def walk(
    state: Record,
    seat: Int,
    tree: Record,
    size: Record,
    moves: Record,
    path: Record,
    knobs: Record,
    rounds: Int,
    until: Int,
    chance: Record,
) -> Int:
    """Go down the tree, and one move beyond it; how many nodes are on the path."""
    node, deep = 0, 0
    while deep < knobs.depth and goes_on(state, rounds, until):
        count = legal(state, moves)
        if count == 1:
            apply(state, np.int64(moves[0]), chance)
            continue
        move, child = choose(tree, node, moves, count, state.mover == seat, knobs.curiosity, chance)
        fresh = child == 0
        if fresh:
            child = grow(tree, size, node, move)
        apply(state, move, chance)
        if child == 0:
            break
        path[deep] = child
        deep += 1
        node = child
        if fresh:
            break
    return deep


@inner
def write_down(tree: Record, path: Record, deep: Int, result: float) -> None:
    """What a walk came to, in all nodes of its path."""
    for step in range(deep):
        tree[path[step]].visits += 1
        tree[path[step]].worth += result


@entry
def search(
    root: Record,
    seat: Int,
    tree: Record,
    size: Record,
    playouts: Int,
    knobs: Record,
    values: Record,
    prizes: Record,
    chance: Record,
) -> None:
    """Walk the tree that many times; node 0 is the position of `root`."""
    states = np.empty(1, STATE)
    moves = np.empty(MOST_MOVES, np.int16)
    path = np.empty(DEEPEST + 1, np.int64)
    state = states[0]
    until, rounds = root.turn + knobs.horizon, root.rounds
    for _ in range(playouts):
        states[0] = root
        redeal(state, seat, chance)
        deep = walk(state, seat, tree, size, moves, path, knobs, rounds, until, chance)
        while goes_on(state, rounds, until):
            apply(state, quick_move(state, moves, knobs.spend, chance), chance)
        write_down(tree, path, deep, outlook(state, seat, rounds, values, prizes))


@entry
def learn(states: Record, games: Int, knobs: Record, wins: Record, seen: Record, chance: Record) -> None:
    """Quick games under the options of the record: how often the mover wins with these tokens at this stage."""
    state = states[0]
    moves = np.empty(MOST_MOVES, np.int16)
    passed = np.empty((LONGEST, 4), np.int64)
    for _ in range(games):
        deal(state, chance)
        turns = 0
        while state.phase != OVER:
            if state.phase == CHOOSE_PHASE and turns < LONGEST:
                mover = np.int64(state.mover)
                passed[turns, 0] = mover
                passed[turns, 1] = state.players[mover].tokens
                passed[turns, 2] = state.players[1 - mover].tokens
                passed[turns, 3] = stage(state)
                turns += 1
            apply(state, quick_move(state, moves, knobs.spend, chance), chance)
        for turn in range(turns):
            mover, mine, theirs, left = passed[turn]
            seen[mine, theirs, left] += 1
            wins[mine, theirs, left] += outlook(state, mover, 0, wins, wins[0, 0])


@entry
def learn_points(states: Record, rounds: Int, knobs: Record, seen: Record, chance: Record) -> None:
    """Quick solo rounds under the options of the record: how often a round was worth so many points."""
    state = states[0]
    state.options.solo_match = SINGLE
    moves = np.empty(MOST_MOVES, np.int16)
    for _ in range(rounds):
        deal(state, chance)
        while state.phase != OVER:
            apply(state, quick_move(state, moves, knobs.spend, chance), chance)
        seen[state.points[0] + TOKENS] += 1
