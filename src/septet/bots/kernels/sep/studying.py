"""Whole games of SEP and SEP solo for studies, compiled: read it beside `lab/figures` and `greedy` of `bots/sep`."""

import numpy as np

from septet.bots.kernels import Int, Record, entry, inner
from septet.bots.kernels.chance import below
from septet.bots.kernels.sep.allowed import MOST_MOVES, legal
from septet.bots.kernels.sep.combinations import ONE, tops
from septet.bots.kernels.sep.policy import TOKEN, move_worth
from septet.bots.kernels.sep.rules import apply, deal
from septet.bots.kernels.sep.search import outlook
from septet.bots.kernels.sep.tables import CHOOSE_PHASE, OVER, RETURN_ONLY
from septet.bots.kernels.studies import (
    COMEBACK,
    DECIDED,
    ENDING,
    FIGURES,
    FIRST,
    GREEDY,
    LONGEST,
    MATTERS,
    SCORES,
    SURE,
    came_back,
)
from septet.bots.kernels.studies import same_pile as same
from septet.games.sep.state import TOKENS

TURNS, ACTION_RESETS, PILE_RESETS = range(FIGURES, FIGURES + 3)
ROUNDS, POINTS = TURNS + 3, TURNS + 4
COLUMNS = POINTS + 3
SPEND, SPEND_ALONE = 50, 10  # how often in a hundred `greedy` spends an action turn in vain
BEHIND = 2  # tokens


@inner
def paid(state: Record, worth: Int) -> Int:
    """A worth with no more tokens in it than can be had: read it beside `payable` of `games/sep`."""
    if worth < TOKEN:
        return worth
    tokens, me = worth // TOKEN, state.players[state.mover]
    beyond = tokens - state.centre
    if beyond > 0 and not state.options.solo and state.options.token_empty_centre == RETURN_ONLY:
        tokens = state.centre + beyond // 2
    return TOKEN * min(tokens, TOKENS - me.tokens) + worth % TOKEN


@inner
def greedy_move(state: Record, moves: Record, chance: Record) -> Int:
    """What `greedy` plays: the move that is worth most now; among equals, any."""
    spend = SPEND_ALONE if state.options.solo else SPEND
    count = legal(state, moves)
    shown = tops(state.circle)
    best, equal = np.int64(-1_000_000), 0
    for number in range(count):
        worth = paid(state, move_worth(state, np.int64(moves[number]), shown, spend, chance))
        if worth > best:
            best, equal = worth, 0
        if worth == best:
            moves[equal] = moves[number]
            equal += 1
    return np.int64(moves[below(chance, equal)])


@inner
def chosen_move(state: Record, policy: Int, moves: Record, chance: Record) -> Int:
    if policy == GREEDY:
        return greedy_move(state, moves, chance)
    return np.int64(moves[below(chance, legal(state, moves))])


@inner
def same_bits(one: Record, other: Record) -> bool:
    """The same cards, in whatever order."""
    here, there = np.int64(0), np.int64(0)
    for place in range(one.size):
        here |= ONE << np.int64(one.cards[place])
    for place in range(other.size):
        there |= ONE << np.int64(other.cards[place])
    return here == there


@inner
def same_position(one: Record, other: Record) -> bool:
    """But for the options, and for the move that led there."""
    if one.mover != other.mover or one.phase != other.phase or one.turn != other.turn or one.ending != other.ending:
        return False
    if one.centre != other.centre or one.pile != other.pile or one.tie != other.tie or one.empty != other.empty:
        return False
    if one.source != other.source or one.rounds != other.rounds or one.after_action != other.after_action:
        return False
    if one.shuffles != other.shuffles or one.face_down != other.face_down:
        return False
    for number in range(one.rounds):
        if one.points[number] != other.points[number]:
            return False
    for slot in range(6):
        if not same(one.circle[slot], other.circle[slot]):
            return False
    for seat in range(1 if one.options.solo else 2):
        mine, theirs = one.players[seat], other.players[seat]
        if mine.tokens != theirs.tokens or mine.shown != theirs.shown:
            return False
        if not same(mine.number_hand, theirs.number_hand) or not same(mine.action_hand, theirs.action_hand):
            return False
    if not same(one.draw, other.draw) or not same(one.reserve, other.reserve):
        return False
    if not same(one.action_draw, other.action_draw) or not same(one.action_discard, other.action_discard):
        return False
    return same_bits(one.discard, other.discard)


@inner
def same_choice(one: Record, other: Record, moves: Record, others: Record) -> bool:
    count = legal(one, moves)
    if legal(other, others) != count:
        return False
    for number in range(count):
        if moves[number] != others[number]:
            return False
    return True


@entry
def hope(state: Record, values: Record) -> float:
    """The first seat's chance to win, by the table; below 0 in the middle of a turn."""
    if state.phase in (CHOOSE_PHASE, OVER):
        return outlook(state, 0, 0, values, values[0, 0])
    return -1.0


@entry
def study(
    bases: Record,
    base_bytes: Record,
    fresh: Record,
    starts: Record,
    bot_words: Record,
    policies: Record,
    values: Record,
    matters: bool,
    states: Record,
    state_bytes: Record,
    rows: Record,
    chance: Record,
) -> None:
    """Every deal by every rule set: a row of figures for each.

    `bases` hold the rules, the first of them the base; `starts` is a word for each deal, from which its streams begin;
    `bot_words` are those of the bots by their chance (the usual one or a fresh one), deal and seat; `policies` by deal
    and seat. There is room for three states, and for all that is written in `rows`.
    """
    options = base_bytes.shape[1]
    moves, others = np.empty(MOST_MOVES, np.int16), np.empty(MOST_MOVES, np.int16)
    leads = np.empty(LONGEST, np.int16)
    words = np.empty(2, np.uint64)
    state, after, tried = states[0], states[1], states[2]
    for at in range(starts.size):
        chance.streams = starts[at]
        for which in range(bases.size):
            row = rows[at, which]
            states[0] = bases[which]
            deal(state, chance)
            look = matters and which == 0
            if look:
                for other in range(1, bases.size):
                    states[2] = bases[other]
                    deal(tried, chance)
                    rows[at, other, MATTERS] = not same_position(state, tried)
            solo = state.options.solo
            for seat in range(2):
                words[seat] = bot_words[fresh[which], at, seat]
            row[FIRST] = state.mover
            made, sure_first, sure_second, since_first, since_second = 0, False, False, 0, 0
            while state.phase != OVER:
                mover = np.int64(state.mover)
                chance.word = words[mover]
                move = chosen_move(state, policies[at, mover], moves, chance)
                words[mover] = chance.word
                states[1] = states[0]
                apply(after, move, chance)
                if look:
                    for other in range(1, bases.size):
                        if rows[at, other, MATTERS]:
                            continue
                        states[2] = states[0]
                        state_bytes[2, :options] = base_bytes[other]
                        if same_choice(state, tried, moves, others):
                            apply(tried, move, chance)
                            rows[at, other, MATTERS] = not same_position(after, tried)
                        else:
                            rows[at, other, MATTERS] = 1
                states[0] = states[1]
                if made < LONGEST:
                    leads[made] = state.players[0].tokens - state.players[1].tokens
                made += 1
                if not solo and state.phase in (CHOOSE_PHASE, OVER):
                    hope = outlook(state, 0, 0, values[which], values[which, 0, 0])
                    if hope >= SURE and not sure_first:
                        since_first = made
                    if 1.0 - hope >= SURE and not sure_second:
                        since_second = made
                    sure_first, sure_second = hope >= SURE, 1.0 - hope >= SURE
            row[TURNS], row[ENDING] = state.turn, state.ending
            row[ACTION_RESETS], row[PILE_RESETS] = state.action_resets, state.pile - 1
            row[ROUNDS] = state.rounds
            for number in range(3):
                row[POINTS + number] = state.points[number] if number < state.rounds else 0
            row[SCORES], row[SCORES + 1] = state.players[0].tokens, state.players[1].tokens
            lead = state.players[0].tokens - state.players[1].tokens
            row[COMEBACK] = not solo and came_back(leads, made, lead, BEHIND)
            row[DECIDED] = 1.0 if lead == 0 else (since_first if lead > 0 else since_second) / made
    chance.streams = 0
