"""SEP solo for somebody who sees all cards: how few action turns does the seventh token take?

The points of a round are the action cards that are left, so each action turn costs one. `best_way` follows the most
promising ways turn by turn, and finds a good one: what it finds can be had. `seventh_token` looks through all ways with
at most so many action turns, and knows when there is none. In other words: beam search with a value network, and
depth-first search with a transposition table.
"""

import numpy as np

from septet.bots.kernels import Int, Record, entry, inner
from septet.bots.kernels.chance import mixed
from septet.bots.kernels.nets import Net
from septet.bots.kernels.sep.allowed import MOST_MOVES, legal
from septet.bots.kernels.sep.combinations import tops
from septet.bots.kernels.sep.learnt import JudgeRoom, judged
from septet.bots.kernels.sep.policy import move_worth
from septet.bots.kernels.sep.records import STATE
from septet.bots.kernels.sep.rules import apply
from septet.bots.kernels.sep.signs import UNDECIDED
from septet.bots.kernels.sep.tables import ACTION_TURN, CHOOSE_PHASE, OVER
from septet.games.sep.allowed import HEIGHT
from septet.games.sep.state import TOKENS

FOUND, NONE, OPEN = 1, 0, -1  # a way; there is no way; nobody knows
DEEPEST = 160  # moves of the first pile of a round
MOST_PAID = 2  # tokens for one card that comes up; a run of six may pay one more by house rules
ROWS = 1 << 20  # of the table
SPREAD = 24  # turns that a way may be gone on with, on the average

ROOM = np.dtype(
    [
        ("moves", np.int16, (DEEPEST, MOST_MOVES)),
        ("counts", np.int16, (DEEPEST,)),
        ("next", np.int16, (DEEPEST,)),
        ("open", np.int8, (DEEPEST,)),  # a line from here ends where nobody looks further
        ("keys", np.uint64, (DEEPEST,)),  # 0: not at the beginning of a turn
        ("worths", np.int64, (MOST_MOVES,)),
        ("seen", np.uint64, (ROWS,)),  # positions from which there is no way
    ],
    align=True,
)


@inner
def key_of(state: Record, left: Int) -> Int:
    """A hash of all that matters at the beginning of a turn; what lies in the piles follows from how many are left."""
    key = mixed(np.uint64(left * 64 + state.players[0].tokens * 2 + state.after_action + 1))
    key = mixed(key ^ np.uint64(state.draw.size))
    for slot in range(6):
        stack = state.circle[slot]
        packed = np.uint64(1)
        for place in range(stack.size):
            packed = packed << np.uint64(6) | np.uint64(stack.cards[place])
        key = mixed(key ^ packed)
    me = state.players[0]
    held, acts = np.uint64(0), np.uint64(0)
    for place in range(me.number_hand.size):
        held |= np.uint64(1) << np.uint64(me.number_hand.cards[place])
    for place in range(me.action_hand.size):
        acts |= np.uint64(1) << np.uint64(me.action_hand.cards[place])
    key = mixed(mixed(key ^ held) ^ acts)
    return key if key else np.uint64(1)


@inner
def hopeless(state: Record, left: Int) -> bool:
    """Could the cards that may still come up never pay enough?

    Each placement needs room. An action turn pays for a king and for what it brings to light or fills in, and makes
    room for three cards at most.
    """
    room = 3 * left
    for slot in range(6):
        room += HEIGHT - state.circle[slot].size
    most = max(MOST_PAID, np.int64(state.options.combo_six_run) + 1)
    return TOKENS - state.players[0].tokens > most * (room + left) + left


@inner
def write_moves(state: Record, room: Record, deep: Int, left: Int, chance: Record) -> None:
    """The moves that are left to try from here, those that pay most first."""
    moves = room.moves[deep]
    count, kept = legal(state, moves), 0
    shown = tops(state.circle)
    for number in range(count):
        move = np.int64(moves[number])
        if move == ACTION_TURN and not left:
            continue
        worth = move_worth(state, move, shown, 0, chance)
        at = kept
        while at > 0 and room.worths[at - 1] < worth:
            room.worths[at], moves[at] = room.worths[at - 1], moves[at - 1]
            at -= 1
        room.worths[at], moves[at] = worth, move
        kept += 1
    room.counts[deep], room.next[deep], room.open[deep] = kept, 0, 0


@entry
def seventh_token(root: Record, turns: Int, budget: Int, room: Record, chance: Record) -> tuple[Int, Int]:
    """Is there a way to the seventh token with so many action turns at most? And how many moves were looked at.

    Nobody looks beyond the first pile: the next one is shuffled, and a line that comes there stays open.
    """
    states = np.empty(DEEPEST + 1, STATE)
    states[0] = root
    used = np.zeros(DEEPEST + 1, np.int64)
    deep, looked = 0, 0
    room.seen[:] = 0
    room.keys[0] = 0
    write_moves(states[0], room, 0, turns, chance)
    while deep >= 0:
        if room.next[deep] == room.counts[deep]:
            if room.open[deep]:
                if deep:
                    room.open[deep - 1] = 1
            elif room.keys[deep]:
                room.seen[np.int64(room.keys[deep] % np.uint64(ROWS))] = room.keys[deep]
            deep -= 1
            continue
        move = np.int64(room.moves[deep, room.next[deep]])
        room.next[deep] += 1
        looked += 1
        if looked > budget:
            return OPEN, looked
        states[deep + 1] = states[deep]
        state = states[deep + 1]
        apply(state, move, chance)
        used[deep + 1] = used[deep] + (move == ACTION_TURN)
        left = turns - used[deep + 1]
        if state.players[0].tokens == TOKENS:
            return FOUND, looked
        if state.phase == OVER or hopeless(state, left):
            continue
        if state.pile != root.pile or deep + 1 == DEEPEST:
            room.open[deep] = 1
            continue
        key = np.uint64(0)
        if state.phase == CHOOSE_PHASE:
            key = key_of(state, left)
            if room.seen[np.int64(key % np.uint64(ROWS))] == key:
                continue
        deep += 1
        room.keys[deep] = key
        write_moves(state, room, deep, left, chance)
    return (OPEN if room.open[0] else NONE), looked


@inner
def turns_from(
    steps: Record, room: Record, after: Record, found: Int, most: Int, best: Int, chance: Record
) -> tuple[Int, Int]:
    """Write down where the turns from `steps[0]` lead that are new and may still bring more than the best so far."""
    pile, deep = steps[0].pile, 0
    write_moves(steps[0], room, 0, 1, chance)
    while deep >= 0:
        if room.next[deep] == room.counts[deep]:
            deep -= 1
            continue
        move = np.int64(room.moves[deep, room.next[deep]])
        room.next[deep] += 1
        steps[deep + 1] = steps[deep]
        state = steps[deep + 1]
        apply(state, move, chance)
        left = np.int64(state.action_draw.size)
        if state.players[0].tokens == TOKENS:
            best = max(best, left)
        elif state.phase == OVER or state.pile != pile or left <= best:
            continue
        elif state.phase != CHOOSE_PHASE:
            deep += 1
            write_moves(state, room, deep, 0, chance)
        elif found < most:
            key = key_of(state, left)
            row = np.int64(key % np.uint64(ROWS))
            if room.seen[row] != key:
                room.seen[row] = key
                after[found] = state
                found += 1
    return found, best


@entry
def best_way(root: Record, width: Int, net: Net, judge: JudgeRoom, prizes: Record, room: Record, chance: Record) -> Int:
    """The most points that were found, or the fewest that there are: of all ways so many are followed, turn by turn."""
    most = width * SPREAD
    beam, after, steps, worths = np.empty(width, STATE), np.empty(most, STATE), np.empty(4, STATE), np.empty(most)
    beam[0] = root
    size, best = 1, np.int64(-TOKENS)
    room.seen[:] = 0
    while size:
        found = 0
        for number in range(size):
            steps[0] = beam[number]
            found, best = turns_from(steps, room, after, found, most, best, chance)
        for number in range(found):
            worths[number] = -judged(after[number], 0, root.rounds, UNDECIDED, net, judge, prizes)
        order = np.argsort(worths[:found])
        size = 0
        for number in range(found):
            if size < width and after[order[number]].action_draw.size > best:
                beam[size] = after[order[number]]
                size += 1
    return best
