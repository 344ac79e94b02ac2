"""What moves of SEP are worth: each is tried in the same worlds, and the quick hand plays on for both."""

import numpy as np

from septet.bots.kernels import Int, Record, entry, inner
from septet.bots.kernels.chance import shuffle
from septet.bots.kernels.sep.allowed import MOST_MOVES
from septet.bots.kernels.sep.policy import quick_move
from septet.bots.kernels.sep.records import STATE
from septet.bots.kernels.sep.rules import apply
from septet.bots.kernels.sep.search import goes_on, outlook, redeal
from septet.bots.kernels.sep.tables import OVER

QUICK = -1  # instead of a move: the one that the quick hand chooses
NOBODY = -1  # instead of a seat: who looks sees all hands, and not what lies face down


@inner
def points(state: Record) -> float:
    """Of all rounds of a solo game."""
    found = 0.0
    for number in range(state.rounds):
        found += state.points[number]
    return found


@entry
def try_moves(
    root: Record,
    seat: Int,
    moves: Record,
    horizon: Int,
    spend: Int,
    values: Record,
    words: Record,
    results: Record,
    chance: Record,
) -> None:
    """Write down where each move leads in each world: the first seat's chance, or alone all points at the end.

    A world is dealt from its word, and all moves meet the same.
    """
    states = np.empty(1, STATE)
    state = states[0]
    room = np.empty(MOST_MOVES, np.int16)
    until = root.turn + horizon
    for world in range(words.size):
        for number in range(moves.size):
            states[0] = root
            chance.word = words[world]
            if seat == NOBODY:
                shuffle(state.draw, chance)
                shuffle(state.action_draw, chance)
            else:
                redeal(state, seat, chance)
            dealt = chance.word
            move = quick_move(state, room, spend, chance) if moves[number] == QUICK else np.int64(moves[number])
            chance.word = dealt  # whoever chose it, from here on the same move meets the same chance
            apply(state, move, chance)
            if state.options.solo:
                while state.phase != OVER:
                    apply(state, quick_move(state, room, spend, chance), chance)
                results[world, number] = points(state)
            else:
                while goes_on(state, 0, until):
                    apply(state, quick_move(state, room, spend, chance), chance)
                results[world, number] = outlook(state, 0, 0, values, values[0, 0])
