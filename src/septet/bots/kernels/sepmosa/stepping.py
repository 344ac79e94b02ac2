"""Many games of SEPMOSA side by side, each with its own chance: dealt, stepped and seen for those outside."""

import numpy as np

from septet.bots.kernels import Int, Record, entry, inner, within
from septet.bots.kernels.bits import first_of
from septet.bots.kernels.sepmosa.mosaic import colour_at, kind_at
from septet.bots.kernels.sepmosa.rules import apply, deal, legal
from septet.bots.kernels.sepmosa.tables import (
    A_COLOUR,
    BLOCKS,
    CELL_OF,
    COLOUR,
    ELEVEN,
    JOKER_PLACE,
    LYING,
    NUMBER_KIND,
    PLACE_OF,
    THIRTEEN,
    TWELVE,
)
from septet.bots.kernels.sepmosa.tables import FLOATING as FLOATING_PLANE
from septet.bots.layouts import MOST
from septet.bots.layouts.sepmosa import FEATURES, SEPMOSA, SEPMOSA_ORACLE
from septet.games.sepmosa.cells import FURTHEST, WIDTH
from septet.games.sepmosa.moves import CELL_COUNT, REMOVE, REMOVE_THREE, SET_ASIDE, SHIFT

GOES_ON, ENDED, REFUSED = 0, 1, 2
TO_MOVE, IS_OVER, VALUE, COLOURED = SEPMOSA.at("to_move"), SEPMOSA.at("over"), SEPMOSA.at("value"), SEPMOSA.at("colour")
FLOATING, RACK, ASIDE = SEPMOSA.at("floating"), SEPMOSA.at("rack"), SEPMOSA.at("aside")
REMOVED, PLAYED, COUNTS = SEPMOSA.at("removed"), SEPMOSA.at("played"), SEPMOSA.at("counts")
THEIR_RACK, THEIR_ASIDE = SEPMOSA_ORACLE.at("their_rack"), SEPMOSA_ORACLE.at("their_aside")
ALL_REMOVED, POOL, NEXT = SEPMOSA_ORACLE.at("removed"), SEPMOSA_ORACLE.at("pool"), SEPMOSA_ORACLE.at("next")
KIND, TILE, TILE_VALUE, ROW = FEATURES.at("kind"), FEATURES.at("tile"), FEATURES.at("value"), FEATURES.at("row")
COLUMN, TO_ROW, TO_COLUMN = FEATURES.at("column"), FEATURES.at("to_row"), FEATURES.at("to_column")
DOWNWARDS = FEATURES.at("down")


@inner
def list_moves(state: Record, moves: Record, work: Record) -> Int:
    """Write down as many of the legal moves as there is room for; how many there are."""
    count = legal(state, work)
    for place in range(min(count, moves.size)):
        moves[place] = work.moves[place]
    return count


@inner
def deal_one(
    states: Record, words: Record, moves: Record, counts: Record, at: Int, work: Record, chance: Record
) -> None:
    """A new game for one of them, from its own stream of chance."""
    chance.word = words[at]
    deal(states[at], chance)
    words[at] = chance.word
    counts[at] = list_moves(states[at], moves[at], work)


@entry
def deal_batch(states: Record, words: Record, moves: Record, counts: Record, work: Record, chance: Record) -> None:
    """A new game for each."""
    for at in range(states.size):
        deal_one(states, words, moves, counts, at, work, chance)


@within
def step_one(
    states: Record,
    words: Record,
    moves: Record,
    counts: Record,
    over: Record,
    actions: Record,
    again: bool,
    rewards: Record,
    done: Record,
    at: Int,
    work: Record,
    chance: Record,
) -> None:
    """In each game the move at this place of its list; whether it goes on, and what that brings."""
    state = states[at]
    rewards[at, :] = 0
    if over[at]:
        done[at] = over[at]
        return
    if not 0 <= actions[at] < min(counts[at], moves.shape[1]):
        rewards[at, state.mover] = -1
        done[at] = REFUSED
    else:
        chance.word = words[at]
        apply(state, np.int64(moves[at, actions[at]]), work, chance)
        words[at] = chance.word
        done[at] = ENDED if state.ending else GOES_ON
        if state.ending:
            rewards[at, 0] = (state.scores[0] > state.scores[1]) - (state.scores[0] < state.scores[1])
            rewards[at, 1] = -rewards[at, 0]
    if done[at] and again:
        deal_one(states, words, moves, counts, at, work, chance)
    else:
        over[at] = done[at]
        counts[at] = 0 if done[at] else list_moves(state, moves[at], work)


@entry
def step_batch(
    states: Record,
    words: Record,
    moves: Record,
    counts: Record,
    over: Record,
    actions: Record,
    again: bool,
    rewards: Record,
    done: Record,
    work: Record,
    chance: Record,
) -> None:
    """`step_one` in each game, written out, as in SEP: a call would cost the processor. Keep them alike."""
    for at in range(states.size):
        state = states[at]
        rewards[at, :] = 0
        if over[at]:
            done[at] = over[at]
            continue
        if not 0 <= actions[at] < min(counts[at], moves.shape[1]):
            rewards[at, state.mover] = -1
            done[at] = REFUSED
        else:
            chance.word = words[at]
            apply(state, np.int64(moves[at, actions[at]]), work, chance)
            words[at] = chance.word
            done[at] = ENDED if state.ending else GOES_ON
            if state.ending:
                rewards[at, 0] = (state.scores[0] > state.scores[1]) - (state.scores[0] < state.scores[1])
                rewards[at, 1] = -rewards[at, 0]
        if done[at] and again:
            deal_one(states, words, moves, counts, at, work, chance)
        else:
            over[at] = done[at]
            counts[at] = 0 if done[at] else list_moves(state, moves[at], work)


@within
def mask_one(moves: Record, counts: Record, mask: Record, at: Int) -> None:
    """A row for each game: which places of its list hold a move."""
    for place in range(mask.shape[1]):
        mask[at, place] = place < counts[at]


@entry
def mask_batch(moves: Record, counts: Record, mask: Record) -> None:
    for at in range(counts.size):
        mask_one(moves, counts, mask, at)


@within
def observe_one(states: Record, seats: Record, rows: Record, at: Int) -> None:
    """A row for each game: what its seat sees; below 0, the one whose turn it is."""
    seat = seats[at]
    observe(states[at], np.int64(states[at].mover) if seat < 0 else np.int64(seat), rows[at])


@entry
def observe_batch(states: Record, seats: Record, rows: Record) -> None:
    for at in range(states.size):
        observe_one(states, seats, rows, at)


@inner
def observe(state: Record, me: Int, row: Record) -> None:
    """Read it beside `encode` of `bots/layouts/sepmosa`."""
    row[:] = 0
    row[TO_MOVE] = not state.ending and state.mover == me
    row[IS_OVER] = state.ending != 0
    row[COLOURED + CELL_OF[JOKER_PLACE]] = 5
    for block in range(BLOCKS):
        rest = state.planes[LYING, block]
        while rest:
            place = 64 * block + first_of(rest)
            kind = kind_at(state, place)
            row[VALUE + CELL_OF[place]] = kind % A_COLOUR + 1
            row[COLOURED + CELL_OF[place]] = COLOUR[kind] + 1
            row[FLOATING + CELL_OF[place]] = (state.planes[FLOATING_PLANE, block] >> (place & 63)) & 1
            rest &= rest - 1
    count(row, RACK, state.racks[me], 0)
    count(row, ASIDE, state.set_aside[me], 0)
    count(row, REMOVED, state.removed, 0 if state.options.show_removed_log else state.removed.size - just_taken(state))
    count(row, PLAYED, state.played, 0)
    for seat in range(2):
        other = np.int64(seat != me)
        row[COUNTS + other] = max(-MOST, min(state.scores[seat], MOST))
        row[COUNTS + 2 + other] = state.racks[seat].size
        row[COUNTS + 6 + other] = state.set_aside[seat].size
        row[COUNTS + 8 + other] = min(state.passes[seat], MOST)
    row[COUNTS + 4] = state.pool.size
    row[COUNTS + 5] = state.removed.size
    row[COUNTS + 10] = min(state.moves // 100, MOST)
    row[COUNTS + 11] = state.moves % 100
    row[COUNTS + 12] = min(state.resets, MOST)
    row[COUNTS + 13] = min(state.rescues, MOST)
    row[COUNTS + 14] = min(state.refills, MOST)


@inner
def just_taken(state: Record) -> Int:
    """How many of the removed tiles the last move took off the mosaic; none if all were shuffled since."""
    if REMOVE <= state.last < REMOVE_THREE:
        return min(1, state.removed.size)
    if REMOVE_THREE <= state.last < SET_ASIDE:
        return min(3, state.removed.size)
    return 0


@inner
def count(row: Record, start: Int, pile: Record, first: Int) -> None:
    for place in range(first, pile.size):
        row[start + pile.cards[place]] += 1


@within
def oracle_one(states: Record, seats: Record, rows: Record, at: Int) -> None:
    """A row for each game: what its seat does not see. Read it beside `encode_oracle` of `bots/layouts/sepmosa`."""
    state, row = states[at], rows[at]
    other = 1 - np.int64(state.mover if seats[at] < 0 else seats[at])
    row[:] = 0
    count(row, THEIR_RACK, state.racks[other], 0)
    count(row, THEIR_ASIDE, state.set_aside[other], 0)
    count(row, ALL_REMOVED, state.removed, 0)
    count(row, POOL, state.pool, 0)
    count(row, NEXT, state.pool, max(state.pool.size - 1, 0))


@entry
def oracle_batch(states: Record, seats: Record, rows: Record) -> None:
    for at in range(states.size):
        oracle_one(states, seats, rows, at)


@within
def features_one(states: Record, moves: Record, counts: Record, matrices: Record, at: Int) -> None:
    """A matrix for each game: what each move of its list is."""
    matrices[at] = 0
    for place in range(min(counts[at], matrices.shape[1])):
        describe(states[at], np.int64(moves[at, place]), matrices[at, place])


@entry
def features_batch(states: Record, moves: Record, counts: Record, matrices: Record) -> None:
    for at in range(states.size):
        features_one(states, moves, counts, matrices, at)


@inner
def describe(state: Record, move: Int, row: Record) -> None:
    """Read it beside `encode_moves` of `bots/layouts/sepmosa`."""
    if move < REMOVE:
        row[KIND] = 1
        name_tile(row, NUMBER_KIND[move // CELL_COUNT])
        name_cell(row, ROW, COLUMN, move % CELL_COUNT)
    elif move < REMOVE_THREE:
        row[KIND + 1] = 1
        name_tile(row, action_on(state, move - REMOVE, ELEVEN))
        name_cell(row, ROW, COLUMN, move - REMOVE)
    elif move < SET_ASIDE:
        cell = (move - REMOVE_THREE) % CELL_COUNT
        row[KIND + 2] = 1
        name_tile(row, action_on(state, cell, THIRTEEN))
        name_cell(row, ROW, COLUMN, cell)
        row[DOWNWARDS] = move - REMOVE_THREE >= CELL_COUNT
    elif move < SHIFT:
        row[KIND + 3] = 1
        name_tile(row, move - SET_ASIDE)
    else:
        cell, to = (move - SHIFT) // CELL_COUNT, (move - SHIFT) % CELL_COUNT
        row[KIND + 4] = 1
        name_tile(row, action_on(state, cell, TWELVE))
        name_cell(row, ROW, COLUMN, cell)
        name_cell(row, TO_ROW, TO_COLUMN, to)


@inner
def action_on(state: Record, cell: Int, action: Int) -> Int:
    """The action tile of the colour of the tile on this cell."""
    return colour_at(state, np.int64(PLACE_OF[cell])) * A_COLOUR + action


@inner
def name_tile(row: Record, kind: Int) -> None:
    row[TILE + kind // A_COLOUR] = 1
    row[TILE_VALUE] = kind % A_COLOUR + 1


@inner
def name_cell(row: Record, of_row: Int, of_column: Int, cell: Int) -> None:
    row[of_row] = cell // WIDTH + 1
    row[of_column] = cell % WIDTH - FURTHEST


@within
def movers_one(states: Record, over: Record, movers: Record, at: Int) -> None:
    """Whose turn it is in each game; -1 in one that is over."""
    movers[at] = -1 if over[at] else states[at].mover


@entry
def movers_batch(states: Record, over: Record, movers: Record) -> None:
    for at in range(states.size):
        movers_one(states, over, movers, at)


@within
def scores_one(states: Record, scores: Record, at: Int) -> None:
    for seat in range(2):
        scores[at, seat] = states[at].scores[seat]


@entry
def scores_batch(states: Record, scores: Record) -> None:
    for at in range(states.size):
        scores_one(states, scores, at)
