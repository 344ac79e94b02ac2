"""Whole games of SEPMOSA for studies, compiled: read it beside `lab/figures`, and `greedy` beside `bots/simple`."""

import numpy as np

from septet.bots.kernels import Int, Record, entry, inner
from septet.bots.kernels.chance import below
from septet.bots.kernels.sepmosa.records import MOST_MOVES
from septet.bots.kernels.sepmosa.rules import any_move, apply, deal, earned, legal
from septet.bots.kernels.sepmosa.tables import BLOCKS, PLANES
from septet.bots.kernels.sepmosa.valuing import SIGNS, outlook
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

TURNS, SET_ASIDES, RESETS, RESCUES, REFILLS = range(FIGURES, FIGURES + 5)
COLUMNS = REFILLS + 1
BEHIND = 15  # points


@inner
def greedy_move(states: Record, work: Record, moves: Record, chance: Record) -> Int:
    """What `greedy` plays in the first state: whatever brings most points; among equals, any. The last is room."""
    count = legal(states[0], work)
    for number in range(count):
        moves[number] = work.moves[number]
    best, equal = np.int64(-1_000_000), 0
    for number in range(count):
        move = np.int64(moves[number])
        states[2] = states[0]
        points = earned(states[2], move, work)
        if points > best:
            best, equal = points, 0
        if points == best:
            moves[equal] = move
            equal += 1
    return np.int64(moves[below(chance, equal)])


@inner
def same_position(one: Record, other: Record) -> bool:
    """But for the options, and for the move that led there."""
    if one.mover != other.mover or one.ending != other.ending or one.shuffles != other.shuffles:
        return False
    if one.resets != other.resets or one.rescues != other.rescues or one.refills != other.refills:
        return False
    for seat in range(2):
        if one.scores[seat] != other.scores[seat] or one.passes[seat] != other.passes[seat]:
            return False
        if not same(one.racks[seat], other.racks[seat]) or not same(one.set_aside[seat], other.set_aside[seat]):
            return False
    for plane in range(PLANES):
        for block in range(BLOCKS):
            if one.planes[plane, block] != other.planes[plane, block]:
                return False
    if not same(one.pool, other.pool) or not same(one.removed, other.removed):
        return False
    return same(one.played, other.played)


@inner
def same_choice(one: Record, other: Record, work: Record, moves: Record) -> bool:
    count = legal(one, work)
    for number in range(count):
        moves[number] = work.moves[number]
    if legal(other, work) != count:
        return False
    for number in range(count):
        if moves[number] != work.moves[number]:
            return False
    return True


@entry
def hope(state: Record, weights: Record) -> float:
    """The first seat's chance to win, by what was fitted."""
    return outlook(state, weights, np.empty(SIGNS))


@entry
def study(
    bases: Record,
    base_bytes: Record,
    fresh: Record,
    starts: Record,
    bot_words: Record,
    policies: Record,
    weights: Record,
    matters: bool,
    states: Record,
    state_bytes: Record,
    rows: Record,
    work: Record,
    chance: Record,
) -> None:
    """Every deal by every rule set: a row of figures for each; read it beside the one of SEP."""
    options = base_bytes.shape[1]
    moves, signs = np.empty(MOST_MOVES, np.int32), np.empty(SIGNS)
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
            for seat in range(2):
                words[seat] = bot_words[fresh[which], at, seat]
            row[FIRST] = state.mover
            made, sure_first, sure_second, since_first, since_second = 0, False, False, 0, 0
            while not state.ending:
                mover = np.int64(state.mover)
                chance.word = words[mover]
                if policies[at, mover] == GREEDY:
                    move = greedy_move(states, work, moves, chance)
                else:
                    move = np.int64(any_move(state, work, chance))
                words[mover] = chance.word
                states[1] = states[0]
                apply(after, move, work, chance)
                if look:
                    for other in range(1, bases.size):
                        if rows[at, other, MATTERS]:
                            continue
                        states[2] = states[0]
                        state_bytes[2, :options] = base_bytes[other]
                        if same_choice(state, tried, work, moves):
                            apply(tried, move, work, chance)
                            rows[at, other, MATTERS] = not same_position(after, tried)
                        else:
                            rows[at, other, MATTERS] = 1
                states[0] = states[1]
                if made < LONGEST:
                    leads[made] = state.scores[0] - state.scores[1]
                made += 1
                hope = outlook(state, weights[which], signs)
                if hope >= SURE and not sure_first:
                    since_first = made
                if 1.0 - hope >= SURE and not sure_second:
                    since_second = made
                sure_first, sure_second = hope >= SURE, 1.0 - hope >= SURE
            row[TURNS], row[ENDING], row[SET_ASIDES] = state.moves, state.ending, state.set_asides
            row[RESETS], row[RESCUES], row[REFILLS] = state.resets, state.rescues, state.refills
            row[SCORES], row[SCORES + 1] = state.scores[0], state.scores[1]
            lead = np.int64(state.scores[0]) - np.int64(state.scores[1])
            row[COMEBACK] = came_back(leads, made, lead, BEHIND)
            row[DECIDED] = 1.0 if lead == 0 else (since_first if lead > 0 else since_second) / made
    chance.streams = 0
