"""What may be done in SEP, compiled: read it beside `allowed` of `games/sep`."""

import numpy as np

from septet.bots.kernels import Int, Record, inner
from septet.bots.kernels.piles import top
from septet.bots.kernels.sep.combinations import ONE
from septet.bots.kernels.sep.tables import (
    ACTION_TURN,
    ALL_REMOVED,
    CHOOSE_PHASE,
    CONNECTS,
    DISCARD,
    DRAW,
    FILL_DRAW,
    FILL_PHASE,
    FILL_RESERVE,
    FITS_AND_PLACE_IT,
    FREE,
    FROM_RESERVE,
    LIFTED,
    PASS,
    PLACE,
    PLACE_PHASE,
    TAKE_RESERVE,
    USE,
    USE_PHASE,
)
from septet.games.sep.allowed import HEIGHT

MOST_MOVES = 24


@inner
def beside(circle: Record, slot: Int) -> Int:
    """The top cards to the left and to the right, as bits."""
    return ONE << top(circle[(slot + 5) % 6]) | ONE << top(circle[(slot + 1) % 6])


@inner
def placeable(circle: Record, card: Int, slot: Int) -> bool:
    """A card goes on a stack that is not full, if it connects with the top card to its left or to its right."""
    return circle[slot].size < HEIGHT and CONNECTS[card] & beside(circle, slot) != 0


@inner
def card_fits(circle: Record, card: Int) -> bool:
    for slot in range(6):
        if placeable(circle, card, slot):
            return True
    return False


@inner
def fits(circle: Record, hand: Record) -> bool:
    """Can any of these cards be placed?"""
    for place in range(hand.size):
        if card_fits(circle, hand.cards[place]):
            return True
    return False


@inner
def usable(state: Record, card: Int, slot: Int) -> bool:
    """An action card lifts cards off a stack whose top has its suit: a jack one, a queen two, a king three."""
    stack, suit = state.circle[slot], card // 3
    if stack.size < LIFTED[card] or top(stack) // 10 != suit:
        return False
    if state.options.action_match == ALL_REMOVED:
        for under in range(stack.size - LIFTED[card], stack.size):
            if stack.cards[under] // 10 != suit:
                return False
    return True


@inner
def legal(state: Record, moves: Record) -> Int:
    """Write the legal moves down, in the same order as the rules do, and say how many there are."""
    me = state.players[state.mover]
    numbers, actions = me.number_hand, me.action_hand
    found = 0
    if state.phase == CHOOSE_PHASE:
        moves[found] = DRAW
        found += 1
        if may_take_reserve(state, numbers):
            moves[found] = TAKE_RESERVE
            found += 1
        if may_act(state):
            moves[found] = ACTION_TURN
            found += 1
    elif state.phase == PLACE_PHASE:
        for place in range(numbers.size - 1 if must_place_taken(state) else 0, numbers.size):
            card = np.int64(numbers.cards[place])
            for slot in range(6):
                if placeable(state.circle, card, slot):
                    moves[found] = PLACE + 6 * card + slot
                    found += 1
        if may_pass(state, numbers, found > 0):
            for place in range(numbers.size):
                moves[found] = PASS + numbers.cards[place]
                found += 1
    elif state.phase == USE_PHASE:
        for place in range(actions.size):
            card = np.int64(actions.cards[place])
            for slot in range(6):
                if usable(state, card, slot):
                    moves[found] = USE + 6 * card + slot
                    found += 1
        if not found or may_discard(state):
            for place in range(actions.size):
                moves[found] = DISCARD + actions.cards[place]
                found += 1
    elif state.phase == FILL_PHASE:
        moves[found] = FILL_DRAW
        found += 1
        if state.reserve.size:
            moves[found] = FILL_RESERVE
            found += 1
    return found


@inner
def must_place_taken(state: Record) -> bool:
    """Must the card that was taken from the reserve itself be placed?"""
    return state.source == FROM_RESERVE and state.options.reserve_take == FITS_AND_PLACE_IT


@inner
def may_discard(state: Record) -> bool:
    """May an action card be discarded although one is usable?"""
    return not state.options.solo and state.options.action_voluntary_discard


@inner
def may_take_reserve(state: Record, hand: Record) -> bool:
    """The top of the reserve may be taken if it can be placed at once; a soloist has none."""
    if not state.reserve.size:
        return False
    if card_fits(state.circle, top(state.reserve)):
        return True
    return state.options.reserve_take == FREE and fits(state.circle, hand)


@inner
def may_act(state: Record) -> bool:
    """An action turn is always possible; a soloist has a number turn between two of them."""
    return not (state.options.solo and state.after_action)


@inner
def may_pass(state: Record, hand: Record, something_fits: bool) -> bool:
    """Whoever took from the draw pile may pass; a soloist only if nothing fits."""
    if state.options.solo:
        return state.options.solo_voluntary_pass or not something_fits
    if state.source == FROM_RESERVE:
        return False
    return state.options.number_voluntary_pass or not something_fits


@inner
def pass_costs(state: Record) -> bool:
    return not state.options.solo or state.options.solo_pass_penalty


@inner
def discard_costs(state: Record) -> bool:
    return not state.options.solo or state.options.solo_action_penalty
