"""A quick hand for playouts of SEP: it takes what a turn pays."""

import numpy as np

from septet.bots.kernels import Int, Record, inner
from septet.bots.kernels.chance import below, draw_word
from septet.bots.kernels.piles import top
from septet.bots.kernels.sep.allowed import legal, placeable, usable
from septet.bots.kernels.sep.combinations import tops
from septet.bots.kernels.sep.effect import fill_pays, placement_pays, use_pays
from septet.bots.kernels.sep.tables import (
    ACTION_TURN,
    CHOOSE_PHASE,
    DISCARD,
    DRAW,
    FILL_DRAW,
    FILL_PHASE,
    PASS,
    PLACE,
    PLACE_PHASE,
    TAKE_RESERVE,
    USE,
    USE_PHASE,
)

UNABLE = -1
# Leanings between turns that score nothing, in hundredths of a token: place if something held fits, else lift if
# something held lifts, else mostly draw and hope, and now and then spend an action turn.
PLACES, LIFTS_SOMETHING, DRAWS, SPENDS, TOKEN = 30, 20, 10, 15, 100


@inner
def best_placement(state: Record, shown: Int, card: Int) -> Int:
    """The most tokens that this card can earn by a placement, or UNABLE."""
    best = UNABLE
    for slot in range(6):
        if placeable(state.circle, card, slot):
            best = max(best, placement_pays(state, shown, card, slot))
    return best


@inner
def best_use(state: Record, shown: Int, card: Int) -> Int:
    """The most tokens that this action card can earn, or UNABLE."""
    best = UNABLE
    for slot in range(6):
        if usable(state, card, slot):
            best = max(best, use_pays(state, shown, card, slot))
    return best


@inner
def best_of_hand(state: Record, shown: Int) -> Int:
    """The most tokens that the mover's number cards can earn, or UNABLE."""
    best = UNABLE
    hand = state.players[state.mover].number_hand
    for place in range(hand.size):
        best = max(best, best_placement(state, shown, np.int64(hand.cards[place])))
    return best


@inner
def best_of_actions(state: Record, shown: Int) -> Int:
    """The most tokens that the mover's action cards can earn, or UNABLE."""
    best = UNABLE
    hand = state.players[state.mover].action_hand
    for place in range(hand.size):
        best = max(best, best_use(state, shown, np.int64(hand.cards[place])))
    return best


@inner
def turn_worth(state: Record, move: Int, shown: Int, spend: Int, chance: Record) -> Int:
    """What a turn promises with the cards in hand."""
    if move == ACTION_TURN:
        if not state.action_draw.size and not state.options.solo:
            return LIFTS_SOMETHING
        best = best_of_actions(state, shown)
        if best == UNABLE:
            return SPENDS if below(chance, 100) < spend else 0
        return LIFTS_SOMETHING + TOKEN * best
    best = best_of_hand(state, shown)
    if move == TAKE_RESERVE:
        best = max(best, best_placement(state, shown, top(state.reserve)))
    return DRAWS if best == UNABLE else PLACES + TOKEN * best


@inner
def move_worth(state: Record, move: Int, shown: Int, spend: Int, chance: Record) -> Int:
    """How good a move looks, in hundredths of a token."""
    if state.phase == CHOOSE_PHASE:
        return turn_worth(state, move, shown, spend, chance)
    if state.phase == FILL_PHASE:
        if move == FILL_DRAW:
            return DRAWS
        return TOKEN * fill_pays(state, shown, top(state.reserve))
    if state.phase == PLACE_PHASE and move < PASS:
        return TOKEN * placement_pays(state, shown, (move - PLACE) // 6, (move - PLACE) % 6)
    if state.phase == USE_PHASE and move < DISCARD:
        return TOKEN * use_pays(state, shown, (move - USE) // 6, (move - USE) % 6)
    return -10 * TOKEN


@inner
def quick_move(state: Record, moves: Record, spend: Int, chance: Record) -> Int:
    """The move that looks best; among equals, any."""
    count = legal(state, moves)
    if count == 1:
        return np.int64(moves[0])
    shown = tops(state.circle)
    best, chosen, equal = -100 * TOKEN, np.int64(DRAW), 0
    for number in range(count):
        worth = move_worth(state, np.int64(moves[number]), shown, spend, chance)
        if worth > best:
            best, chosen, equal = worth, np.int64(moves[number]), 1
        elif worth == best:
            equal += 1
            if draw_word(chance) % equal == 0:
                chosen = np.int64(moves[number])
    return chosen
