"""What a turn of SEP or SEP solo begins with, as signs that a net learns from.

Only what pays, fits or lifts is told, and not which cards these are: so the house rules are in the signs already, and
the net stays small. A hand that somebody does not know is left out, and its cards count among the unseen ones.
"""

import numpy as np

from septet.bots.kernels import Int, Record, inner
from septet.bots.kernels.bits import size_of
from septet.bots.kernels.piles import top
from septet.bots.kernels.sep.allowed import usable
from septet.bots.kernels.sep.combinations import ONE, tops
from septet.bots.kernels.sep.effect import use_pays
from septet.bots.kernels.sep.policy import best_placement
from septet.bots.kernels.sep.search import stage
from septet.bots.kernels.sep.tables import CONNECTS as BESIDE
from septet.bots.kernels.sep.tables import LIFTED
from septet.games.sep.state import TOKENS

LAYOUT = {"sep": 2, "sep-solo": 1}  # raised when the signs change: weights of another layout are refused
FIELDS = (
    ("my_tokens", 7),
    ("their_tokens", 7),  # alone: which pile it is
    ("game", 10),  # the centre, the piles, a tie, an action turn just made
    ("deck", 12),  # action cards that are left
    ("board", 10),  # how high the stacks are, and what lies side by side
    ("reserve", 6),
    ("unseen", 6),  # of the cards that nobody knows: how many fit, score, lift
    ("my_hand", 12),
    ("their_hand", 12),
    ("my_actions", 10),
    ("their_actions", 10),
    ("turn", 3),  # what the mover has decided upon: to draw, to take from the reserve, to act
    ("rules", 13),
    ("lead", 15),  # for two only, as all that follow
    ("late_lead", 15),  # the same, the more the less is left of the piles
    ("stage", 10),  # how much is left of the piles
    ("last_draws", 8),  # the cards of the last pile, if there are as few
)
AT = {name: sum(size for _, size in FIELDS[:number]) for number, (name, _) in enumerate(FIELDS)}
LEAD, LATE_LEAD, STAGE, LAST_DRAWS = (AT[name] for name in ("lead", "late_lead", "stage", "last_draws"))
SIGNS = {"sep": sum(size for _, size in FIELDS), "sep-solo": LEAD}
MINE, THEIRS, GAME, DECK, BOARD, RESERVE, UNSEEN = (
    AT[name] for name in ("my_tokens", "their_tokens", "game", "deck", "board", "reserve", "unseen")
)
MY_HAND, THEIR_HAND, MY_ACTIONS, THEIR_ACTIONS, TURN, RULES = (
    AT[name] for name in ("my_hand", "their_hand", "my_actions", "their_actions", "turn", "rules")
)
UNDECIDED = -1  # instead of a sign of TURN
LONGEST_DECK = 10
ACTION_CARDS = 12


@inner
def turned(field: Int, by: Int) -> Int:
    """The values of a suit, moved on around the ring."""
    return (field << by | field >> (10 - by)) & 1023


@inner
def as_bits(pile: Record) -> Int:
    found = np.int64(0)
    for place in range(pile.size):
        found |= ONE << np.int64(pile.cards[place])
    return found


@inner
def read_game(state: Record, me: Record, other: Record, row: Record) -> None:
    """Tokens, piles, and the rules of the house."""
    options, solo = state.options, state.options.solo
    row[MINE + min(6, me.tokens)] = 1
    row[THEIRS + min(6, state.pile if solo else other.tokens)] = 1
    last = options.solo_piles if solo else options.pile_count
    row[GAME] = state.centre == 0
    row[GAME + 1] = state.centre / 7.0
    row[GAME + 2] = state.draw.size / 30.0
    row[GAME + 3] = state.pile >= last
    row[GAME + 4] = max(0, last - state.pile) / 2.0
    row[GAME + 5] = state.tie
    if state.pile >= last:
        row[GAME + 6] = max(0.0, 1.0 - state.draw.size / 12.0)
        row[GAME + 7] = max(0.0, 1.0 - state.draw.size / 5.0)
    row[GAME + 9] = solo and state.after_action
    row[DECK + min(LONGEST_DECK, state.action_draw.size)] = 1
    row[RULES] = options.combo_ace == 1
    row[RULES + 1] = options.combo_ace == 2
    row[RULES + 2] = options.combo_swap
    row[RULES + 3] = options.combo_six_run == 3
    row[RULES + 4] = options.action_match
    row[RULES + 5] = options.reserve_take == 1
    row[RULES + 6] = options.reserve_take == 2
    row[RULES + 7] = options.number_voluntary_pass
    row[RULES + 8] = options.solo_pass_penalty
    row[RULES + 9] = options.tie_mode


@inner
def read_lead(state: Record, me: Record, other: Record, row: Record) -> None:
    """Who is ahead, and how long it may last."""
    lead = TOKENS + me.tokens - other.tokens
    piles = max(0, state.options.pile_count - state.pile)
    left = piles * 25 + state.draw.size
    row[LEAD + lead] = 1
    row[LATE_LEAD + lead] = 8.0 / (8.0 + (0 if state.tie else left))
    row[STAGE + stage(state)] = 1
    if not piles and state.draw.size < 8:
        row[LAST_DRAWS + state.draw.size] = 1


@inner
def fitting(circle: Record) -> Int:
    """The cards that could be placed somewhere, as bits."""
    cards: Int = np.int64(0)
    for slot in range(6):
        if circle[slot].size < 3:
            cards |= BESIDE[top(circle[(slot + 5) % 6])] | BESIDE[top(circle[(slot + 1) % 6])]
    return cards


@inner
def read_circle(state: Record, shown: Int, row: Record) -> Int:
    """What lies there; the cards that may make a combination, as bits."""
    for slot in range(6):
        row[BOARD + state.circle[slot].size - 1] += 1.0 / 6
    a, b, c, d = shown & 1023, shown >> 10 & 1023, shown >> 20 & 1023, shown >> 30 & 1023
    two = (a & b) | (a & c) | (a & d) | (b & c) | (b & d) | (c & d)
    three = (a & b & c) | (a & b & d) | (a & c & d) | (b & c & d)
    pairs, gaps, runs = 0, 0, 0
    scoring = np.int64(0)
    for suit in range(4):
        field = shown >> (10 * suit) & 1023
        up, down, up_two, down_two = turned(field, 1), turned(field, 9), turned(field, 2), turned(field, 8)
        pairs += size_of(field & up)
        gaps += size_of(field & up_two)
        runs += size_of(field & up & up_two)
        scoring |= (two | (up & down) | (up & up_two) | (down & down_two)) << (10 * suit)
    row[BOARD + 3] = size_of(two) / 2.0
    row[BOARD + 4] = size_of(three)
    row[BOARD + 5] = pairs / 3.0
    row[BOARD + 6] = gaps / 3.0
    row[BOARD + 7] = runs / 2.0
    return scoring


@inner
def read_unseen(state: Record, shown: Int, unseen: Int, fits: Int, scoring: Int, row: Record) -> None:
    """How many of the number cards that may come would fit, pay, or pay twice."""
    count = max(1, size_of(unseen))
    once, twice = 0, 0
    left = unseen & scoring & fits
    for card in range(40):
        if left >> card & 1:
            pays = best_placement(state, shown, card)
            once += pays >= 1
            twice += pays >= 2
    row[UNSEEN] = size_of(unseen & fits) / count
    row[UNSEEN + 1] = 3.0 * once / count
    row[UNSEEN + 2] = 6.0 * twice / count


@inner
def read_reserve(state: Record, shown: Int, fits: Int, row: Record) -> None:
    if state.reserve.size:
        card = top(state.reserve)
        row[RESERVE] = 1
        row[RESERVE + 1] = min(10, state.reserve.size) / 5.0
        if fits >> card & 1:
            pays = best_placement(state, shown, card)
            row[RESERVE + 2] = pays >= 0
            row[RESERVE + 3] = pays >= 1
            row[RESERVE + 4] = pays >= 2


@inner
def lifting(state: Record, shown: Int, pays: Record) -> None:
    """What each action card would earn, or -1 where it lifts nothing."""
    for card in range(ACTION_CARDS):
        pays[card] = -1
    for slot in range(6):
        stack = state.circle[slot]
        if stack.size:
            suit = top(stack) // 10
            for rank in range(stack.size):
                card = 3 * suit + rank
                if usable(state, card, slot):
                    pays[card] = max(pays[card], use_pays(state, shown, card, slot))


@inner
def read_unseen_actions(known: Int, pays: Record, row: Record) -> None:
    left, able, once, twice = 0, 0, 0, 0
    for card in range(ACTION_CARDS):
        if not known >> card & 1:
            left += 1
            able += pays[card] >= 0
            once += pays[card] >= 1
            twice += pays[card] >= 2
    left = max(1, left)
    row[UNSEEN + 3] = able / left
    row[UNSEEN + 4] = once / left
    row[UNSEEN + 5] = 2.0 * twice / left


@inner
def read_hand(state: Record, row: Record, at: Int, hand: Record, shown: Int, fits: Int) -> None:
    """What the number cards of a hand are good for."""
    best, able, paying, near = -1, 0, 0, 0
    for place in range(hand.size):
        card = np.int64(hand.cards[place])
        near += size_of(BESIDE[card] & shown)
        if fits >> card & 1:
            pays = best_placement(state, shown, card)
            able += pays >= 0
            paying += pays >= 1
            best = max(best, pays)
    row[at] = 1
    row[at + 1] = best >= 0
    row[at + 2] = best >= 1
    row[at + 3] = best >= 2
    row[at + 4] = able >= 2
    row[at + 5] = paying >= 2
    row[at + 6] = near / 8.0
    if hand.size >= 2:
        one, two = np.int64(hand.cards[0]), np.int64(hand.cards[1])
        row[at + 7] = BESIDE[one] >> two & 1
        row[at + 8] = size_of(BESIDE[one] & BESIDE[two] & shown) > 0


@inner
def read_actions(row: Record, at: Int, hand: Record, pays: Record) -> None:
    """What the action cards of a hand are good for."""
    best, able = np.int64(-1), 0
    for place in range(hand.size):
        card = np.int64(hand.cards[place])
        able += pays[card] >= 0
        best = max(best, pays[card])
        row[at + 5 + LIFTED[card]] += 0.5
    row[at] = 1
    row[at + 1] = best >= 0
    row[at + 2] = best >= 1
    row[at + 3] = best >= 2
    row[at + 4] = best >= 3
    row[at + 5] = able >= 2


@inner
def read_signs(state: Record, mine: bool, theirs: bool, row: Record, pays: Record) -> None:
    """What the beginning of a turn is like for the mover; `mine` and `theirs` say which hands are known."""
    row[:] = 0
    two = not state.options.solo
    me, other = state.players[state.mover], state.players[1 - state.mover]
    read_game(state, me, other, row)
    if two:
        read_lead(state, me, other, row)
    shown, fits = tops(state.circle), fitting(state.circle)
    scoring = read_circle(state, shown, row)
    unseen, known = as_bits(state.draw), as_bits(state.action_discard)
    lifting(state, shown, pays)
    if mine:
        known |= as_bits(me.action_hand)
        read_hand(state, row, MY_HAND, me.number_hand, shown, fits)
        read_actions(row, MY_ACTIONS, me.action_hand, pays)
    else:
        unseen |= as_bits(me.number_hand)
    if two and theirs:
        known |= as_bits(other.action_hand)
        read_hand(state, row, THEIR_HAND, other.number_hand, shown, fits)
        read_actions(row, THEIR_ACTIONS, other.action_hand, pays)
    elif two:
        unseen |= as_bits(other.number_hand)
    read_unseen(state, shown, unseen, fits, scoring, row)
    read_unseen_actions(known, pays, row)
    read_reserve(state, shown, fits, row)
