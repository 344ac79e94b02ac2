"""A quick hand for playouts of SEP: take what a turn pays, and mind what a placement leaves to the opponent."""

import numpy as np

from septet.bots.kernels import Int, Record, inner
from septet.bots.kernels.chance import below, draw_word
from septet.bots.kernels.sep import (
    CHOOSE_PHASE,
    FILL_PHASE,
    HEIGHT,
    PLACE_PHASE,
    beside,
    legal,
    usable,
)
from septet.bots.kernels.sep_combinations import NOTHING, ONE, earned, top, tops
from septet.bots.kernels.sep_tables import (
    ACTION_TURN,
    CONNECTS,
    DISCARD,
    DRAW,
    FILL_DRAW,
    KING,
    LIFTED,
    PASS,
    PLACE,
    TAKE_RESERVE,
    USE,
)

UNABLE = -1
# Leanings between turns that score nothing, in hundredths of a token: place if something held fits, else lift if
# something held lifts, else mostly draw and hope, and now and then spend an action turn.
PLACES, LIFTS_SOMETHING, DRAWS, SPENDS, TOKEN = 30, 20, 10, 15, 100


@inner
def best_placement(state: Record, shown: Int, card: Int) -> Int:
    """The most tokens that this card can earn by a placement, or UNABLE."""
    best = UNABLE
    circle = state.circle
    for slot in range(6):
        if circle[slot].size < HEIGHT and CONNECTS[card] & beside(circle, slot):
            after = shown & ~(ONE << top(circle[slot])) | ONE << card
            best = max(best, earned(state.options, after, card, shown))
    return best


@inner
def use_pays(state: Record, shown: Int, card: Int, slot: Int) -> Int:
    """What lifting cards off this stack pays at once."""
    stack = state.circle[slot]
    pays = 1 if card % 3 == KING else 0
    left = stack.size - LIFTED[card]
    if left:
        revealed = np.int64(stack.cards[left - 1])
        after = shown & ~(ONE << top(stack)) | ONE << revealed
        pays += earned(state.options, after, revealed, NOTHING)
    return pays


@inner
def best_use(state: Record, shown: Int, card: Int) -> Int:
    """The most tokens that this action card can earn, or UNABLE."""
    best = UNABLE
    for slot in range(6):
        if usable(state, card, slot):
            best = max(best, use_pays(state, shown, card, slot))
    return best


@inner
def best_of_hand(state: Record, shown: Int, seat: Int) -> Int:
    """The most tokens that this seat's number cards can earn, or UNABLE."""
    best = UNABLE
    hand = state.players[seat].number_hand
    for place in range(hand.size):
        best = max(best, best_placement(state, shown, np.int64(hand.cards[place])))
    return best


@inner
def best_of_actions(state: Record, shown: Int, seat: Int) -> Int:
    best = UNABLE
    hand = state.players[seat].action_hand
    for place in range(hand.size):
        best = max(best, best_use(state, shown, np.int64(hand.cards[place])))
    return best


@inner
def turn_worth(state: Record, move: Int, shown: Int, spend: Int, chance: Record) -> Int:
    """What a turn promises with the cards in hand."""
    seat = state.mover
    if move == ACTION_TURN:
        if not state.action_draw.size and not state.options.solo:
            return LIFTS_SOMETHING
        best = best_of_actions(state, shown, seat)
        if best == UNABLE:
            return SPENDS if below(chance, 100) < spend else 0
        return LIFTS_SOMETHING + TOKEN * best
    best = best_of_hand(state, shown, seat)
    if move == TAKE_RESERVE:
        best = max(best, best_placement(state, shown, top(state.reserve)))
    return DRAWS if best == UNABLE else PLACES + TOKEN * best


@inner
def reply(state: Record, shown: Int) -> Int:
    """What the opponent's own cards could earn on this circle."""
    other = 1 - state.mover
    best = max(best_of_hand(state, shown, other), best_of_actions(state, shown, other))
    if state.reserve.size:
        best = max(best, best_placement(state, shown, top(state.reserve)))
    return max(best, 0)


@inner
def placement_worth(state: Record, move: Int, shown: Int, fear: Int) -> Int:
    """The tokens of a placement, less what it leaves to the opponent."""
    card, slot = (move - PLACE) // 6, (move - PLACE) % 6
    stack = state.circle[slot]
    after = shown & ~(ONE << top(stack)) | ONE << card
    worth = TOKEN * earned(state.options, after, card, shown)
    if fear:
        stack.cards[stack.size] = card
        stack.size += 1
        worth -= fear * reply(state, after)
        stack.size -= 1
    return worth


@inner
def use_worth(state: Record, move: Int, shown: Int, fear: Int) -> Int:
    """The tokens of a lift, less what it leaves to the opponent; what will fill an empty slot is not known."""
    card, slot = (move - USE) // 6, (move - USE) % 6
    worth = TOKEN * use_pays(state, shown, card, slot)
    stack = state.circle[slot]
    left = stack.size - LIFTED[card]
    if fear and left:
        after = shown & ~(ONE << top(stack)) | ONE << np.int64(stack.cards[left - 1])
        stack.size -= LIFTED[card]
        worth -= fear * reply(state, after)
        stack.size += LIFTED[card]
    return worth


@inner
def move_worth(state: Record, move: Int, shown: Int, fear: Int, spend: Int, chance: Record) -> Int:
    """How good a move looks, in hundredths of a token."""
    if state.phase == CHOOSE_PHASE:
        return turn_worth(state, move, shown, spend, chance)
    if state.phase == PLACE_PHASE:
        return placement_worth(state, move, shown, fear) if move < PASS else -10 * TOKEN
    if state.phase == FILL_PHASE:
        if move == FILL_DRAW:
            return DRAWS
        card = top(state.reserve)
        return TOKEN * earned(state.options, shown | ONE << card, card, NOTHING)
    return use_worth(state, move, shown, fear) if move < DISCARD else -10 * TOKEN


@inner
def quick_move(state: Record, moves: Record, fear: Int, spend: Int, chance: Record) -> Int:
    """The move that looks best; among equals, any."""
    count = legal(state, moves)
    if count == 1:
        return np.int64(moves[0])
    shown = tops(state.circle)
    best, chosen, equal = -100 * TOKEN, np.int64(DRAW), 0
    for number in range(count):
        worth = move_worth(state, np.int64(moves[number]), shown, fear, spend, chance)
        if worth > best:
            best, chosen, equal = worth, np.int64(moves[number]), 1
        elif worth == best:
            equal += 1
            if draw_word(chance) % equal == 0:
                chosen = np.int64(moves[number])
    return chosen
