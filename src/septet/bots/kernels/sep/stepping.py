"""Many games of SEP side by side, each with its own chance: dealt, stepped and seen for those outside."""

from septet.bots.kernels import Int, Record, entry, inner, within
from septet.bots.kernels.sep.allowed import legal
from septet.bots.kernels.sep.combinations import ONE
from septet.bots.kernels.sep.rules import apply, deal
from septet.bots.kernels.sep.tables import (
    CHOOSE_PHASE,
    DISCARD,
    FILL_DRAW,
    FROM_RESERVE,
    OVER,
    PASS,
    PLACE,
    PLACE_PHASE,
    USE,
)
from septet.bots.layouts import MOST
from septet.bots.layouts.sep import SEP, SEP_ORACLE, N

GOES_ON, ENDED, REFUSED = 0, 1, 2
TO_MOVE, PHASE, FROM, EMPTY = SEP.at("to_move"), SEP.at("phase"), SEP.at("from_reserve"), SEP.at("empty")
CIRCLE, HAND, TAKEN, SHOWN = SEP.at("circle"), SEP.at("hand"), SEP.at("taken"), SEP.at("shown")
RESERVE, DISCARDED, ACTIONS = SEP.at("reserve"), SEP.at("discard"), SEP.at("actions")
ACTIONS_DISCARDED, COUNTS = SEP.at("action_discard"), SEP.at("counts")
LAST_MINE, LAST_KIND, LAST_NUMBER = SEP.at("last_mine"), SEP.at("last_kind"), SEP.at("last_number")
LAST_ACTION, LAST_SLOT, LAST_FILL = SEP.at("last_action"), SEP.at("last_slot"), SEP.at("last_fill")
THEIR_HAND, THEIR_ACTIONS = SEP_ORACLE.at("their_hand"), SEP_ORACLE.at("their_actions")
NEXT, NEXT_ACTION = SEP_ORACLE.at("draw"), SEP_ORACLE.at("action_draw")


@inner
def deal_one(states: Record, words: Record, moves: Record, counts: Record, at: Int, chance: Record) -> None:
    """A new game for one of them, from its own stream of chance."""
    chance.word = words[at]
    deal(states[at], chance)
    words[at] = chance.word
    counts[at] = legal(states[at], moves[at])


@entry
def deal_batch(states: Record, words: Record, moves: Record, counts: Record, chance: Record) -> None:
    """A new game for each."""
    for at in range(states.size):
        deal_one(states, words, moves, counts, at, chance)


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
    chance: Record,
) -> None:
    """One move in each game: whether it goes on, and what that brings. A game that is over is dealt anew if asked.

    A move that is not legal changes nothing but that the game is over for whoever trains.
    """
    state = states[at]
    rewards[at, :] = 0
    if over[at]:
        done[at] = over[at]
        return
    if not among(moves[at], counts[at], actions[at]):
        rewards[at, state.mover] = -1
        done[at] = REFUSED
    else:
        rounds = state.rounds
        chance.word = words[at]
        apply(state, actions[at], chance)
        words[at] = chance.word
        pay(state, rounds, rewards[at])
        done[at] = ENDED if state.phase == OVER else GOES_ON
    if done[at] and again:
        deal_one(states, words, moves, counts, at, chance)
    else:
        over[at] = done[at]
        counts[at] = 0 if done[at] else legal(state, moves[at])


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
    chance: Record,
) -> None:
    """`step_one` in each game, written out: as a call it takes the processor a third longer. Keep them alike."""
    for at in range(states.size):
        state = states[at]
        rewards[at, :] = 0
        if over[at]:
            done[at] = over[at]
            continue
        if not among(moves[at], counts[at], actions[at]):
            rewards[at, state.mover] = -1
            done[at] = REFUSED
        else:
            rounds = state.rounds
            chance.word = words[at]
            apply(state, actions[at], chance)
            words[at] = chance.word
            pay(state, rounds, rewards[at])
            done[at] = ENDED if state.phase == OVER else GOES_ON
        if done[at] and again:
            deal_one(states, words, moves, counts, at, chance)
        else:
            over[at] = done[at]
            counts[at] = 0 if done[at] else legal(state, moves[at])


@inner
def among(moves: Record, count: Int, action: Int) -> bool:
    for place in range(count):
        if moves[place] == action:
            return True
    return False


@inner
def pay(state: Record, rounds: Int, rewards: Record) -> None:
    """Alone, the points of each round; between two, the end is won, lost or level."""
    if state.options.solo:
        for number in range(rounds, state.rounds):
            rewards[0] += state.points[number]
    elif state.phase == OVER:
        mine, theirs = state.players[0].tokens, state.players[1].tokens
        rewards[0] = (mine > theirs) - (mine < theirs)
        rewards[1] = -rewards[0]


@within
def mask_one(moves: Record, counts: Record, mask: Record, at: Int) -> None:
    """A row for each game: which moves are legal."""
    mask[at, :] = 0
    for place in range(counts[at]):
        mask[at, moves[at, place]] = 1


@entry
def mask_batch(moves: Record, counts: Record, mask: Record) -> None:
    for at in range(counts.size):
        mask_one(moves, counts, mask, at)


@within
def observe_one(states: Record, seats: Record, rows: Record, at: Int) -> None:
    """A row for each game: what its seat sees; below 0, the one whose turn it is."""
    seat = seats[at]
    observe(states[at], states[at].mover if seat < 0 else seat, rows[at])


@entry
def observe_batch(states: Record, seats: Record, rows: Record) -> None:
    for at in range(states.size):
        observe_one(states, seats, rows, at)


@inner
def observe(state: Record, seat: Int, row: Record) -> None:
    """Read it beside `encode` of `bots/layouts/sep`."""
    row[:] = 0
    two = not state.options.solo
    me, other = state.players[seat], state.players[1 - seat]
    row[TO_MOVE] = state.phase != OVER and state.mover == seat
    row[PHASE + state.phase] = 1
    row[FROM] = state.source == FROM_RESERVE
    if state.empty >= 0:
        row[EMPTY + state.empty] = 1
    for slot in range(6):
        stack = state.circle[slot]
        for depth in range(stack.size):
            row[CIRCLE + (3 * slot + depth) * N + stack.cards[stack.size - 1 - depth]] = 1
    mark(row, HAND, me.number_hand)
    if state.phase == PLACE_PHASE and state.mover == seat:
        row[TAKEN + me.number_hand.cards[me.number_hand.size - 1]] = 1
    mark_shown(row, SHOWN, me)
    if two:
        mark_shown(row, SHOWN + N, other)
    for place in range(state.reserve.size):
        row[RESERVE + state.reserve.cards[place]] = place + 1
    mark(row, DISCARDED, state.discard)
    mark(row, ACTIONS, me.action_hand)
    mark(row, ACTIONS_DISCARDED, state.action_discard)
    row[COUNTS] = state.centre
    row[COUNTS + 1] = me.tokens
    if two:
        row[COUNTS + 2] = other.tokens
        row[COUNTS + 6] = other.number_hand.size
        row[COUNTS + 7] = other.action_hand.size
    row[COUNTS + 3] = state.draw.size
    row[COUNTS + 4] = state.discard.size
    row[COUNTS + 5] = state.action_draw.size
    row[COUNTS + 8] = min(state.pile, MOST)
    row[COUNTS + 9] = state.tie
    row[COUNTS + 10] = min(state.turn // 100, MOST)
    row[COUNTS + 11] = state.turn % 100
    row[COUNTS + 12] = min(state.action_resets, MOST)
    row[COUNTS + 13] = state.after_action
    row[COUNTS + 14] = state.rounds
    for number in range(state.rounds):
        row[COUNTS + 15] += state.points[number]
    if state.last >= 0:
        before = 1 - state.mover if two and state.phase == CHOOSE_PHASE else state.mover
        row[LAST_MINE] = before == seat
        tell(row, state.last)


@inner
def mark(row: Record, start: Int, pile: Record) -> None:
    for place in range(pile.size):
        row[start + pile.cards[place]] = 1


@inner
def mark_shown(row: Record, start: Int, player: Record) -> None:
    """Only what is in a hand is shown."""
    if player.shown:
        for place in range(player.number_hand.size):
            card = player.number_hand.cards[place]
            if player.shown & ONE << card:
                row[start + card] = 1


@inner
def tell(row: Record, move: Int) -> None:
    """The last move."""
    if move < PLACE:
        row[LAST_KIND + move] = 1
    elif move < PASS:
        row[LAST_KIND + 3] = 1
        row[LAST_NUMBER + (move - PLACE) // 6] = 1
        row[LAST_SLOT + (move - PLACE) % 6] = 1
    elif move < USE:
        row[LAST_KIND + 4] = 1
        row[LAST_NUMBER + move - PASS] = 1
    elif move < DISCARD:
        row[LAST_KIND + 5] = 1
        row[LAST_ACTION + (move - USE) // 6] = 1
        row[LAST_SLOT + (move - USE) % 6] = 1
    elif move < FILL_DRAW:
        row[LAST_KIND + 6] = 1
        row[LAST_ACTION + move - DISCARD] = 1
    else:
        row[LAST_KIND + 7] = 1
        row[LAST_FILL] = move != FILL_DRAW


@within
def oracle_one(states: Record, seats: Record, rows: Record, at: Int) -> None:
    """A row for each game: what its seat does not see. Read it beside `encode_oracle` of `bots/layouts/sep`."""
    state, row = states[at], rows[at]
    seat = state.mover if seats[at] < 0 else seats[at]
    row[:] = 0
    if not state.options.solo:
        mark(row, THEIR_HAND, state.players[1 - seat].number_hand)
        mark(row, THEIR_ACTIONS, state.players[1 - seat].action_hand)
    in_order(row, NEXT, state.draw)
    in_order(row, NEXT_ACTION, state.action_draw)


@entry
def oracle_batch(states: Record, seats: Record, rows: Record) -> None:
    for at in range(states.size):
        oracle_one(states, seats, rows, at)


@inner
def in_order(row: Record, start: Int, pile: Record) -> None:
    for place in range(pile.size):
        row[start + pile.cards[place]] = pile.size - place


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
    """Tokens between two, points alone."""
    state = states[at]
    if state.options.solo:
        scores[at, 0] = 0
        for number in range(state.rounds):
            scores[at, 0] += state.points[number]
    else:
        for seat in range(2):
            scores[at, seat] = state.players[seat].tokens


@entry
def scores_batch(states: Record, scores: Record) -> None:
    for at in range(states.size):
        scores_one(states, scores, at)
