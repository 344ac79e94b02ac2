"""SEP and SEP solo, compiled: read it beside `rules`, `duel` and `solo` of `games/sep`, in this order."""

from septet.bots.kernels import Int, Record, inner
from septet.bots.kernels.chance import shuffle_stream, sort_for_study, toss
from septet.bots.kernels.piles import pop, push, without
from septet.bots.kernels.sep.allowed import discard_costs, pass_costs
from septet.bots.kernels.sep.combinations import ONE, any_combination, tops
from septet.bots.kernels.sep.effect import fill_pays, placement_pays, use_pays
from septet.bots.kernels.sep.tables import (
    ACTION_TURN,
    ACTIONS_STREAM,
    ALL_TWELVE,
    ANY_TURN,
    CHOOSE_PHASE,
    DEAL_STREAM,
    DISCARD,
    DRAW,
    FILL_DRAW,
    FILL_PHASE,
    FROM_DRAW,
    FROM_RESERVE,
    LAST_ACTION,
    LEAD,
    LIFTED,
    OVER,
    PASS,
    PILE_STREAM,
    PILES,
    PLACE,
    PLACE_PHASE,
    REDEAL,
    RETURN_ONLY,
    ROUNDS_OF,
    SEVEN,
    SORTED_NUMBERS,
    STARTERS,
    SUDDEN_DEATH,
    TAKE_RESERVE,
    TIE,
    TOKENS_END,
    TURN_LIMIT,
    USE,
    USE_PHASE,
)
from septet.games.sep.state import TOKENS

# -- rules ------------------------------------------------------------------------------------------------------------


@inner
def lay_out(state: Record, chance: Record) -> None:
    """Six cards in a circle, seven tokens in the centre, two number and two action cards to each player."""
    attempt = 0
    while True:
        all_cards(state.draw, 40)
        shuffle_counted(state, state.draw, chance, DEAL_STREAM, state.rounds, attempt)
        attempt += 1
        for slot in range(6):
            state.circle[slot].size = 0
            push(state.circle[slot], pop(state.draw))
        if state.options.start_dealt_combo != REDEAL or not any_combination(state.options, tops(state.circle)):
            break
    all_cards(state.action_draw, 12)
    shuffle_counted(state, state.action_draw, chance, ACTIONS_STREAM, state.rounds, 0)
    state.reserve.size = state.discard.size = state.action_discard.size = 0
    state.face_down = 0
    for seat in range(1 if state.options.solo else 2):
        player = state.players[seat]
        player.number_hand.size = player.action_hand.size = player.tokens = 0
        player.shown = 0
        for _ in range(2):
            push(player.number_hand, pop(state.draw))
        for _ in range(2):
            push(player.action_hand, pop(state.action_draw))
    state.centre, state.pile, state.phase, state.after_action = TOKENS, 1, CHOOSE_PHASE, 0


@inner
def all_cards(pile: Record, count: Int) -> None:
    for card in range(count):
        pile.cards[card] = card
    pile.size = count


@inner
def shuffle_counted(state: Record, pile: Record, chance: Record, name: Int, first: Int, second: Int) -> None:
    state.shuffles += 1
    shuffle_stream(pile, chance, name, first, second)


@inner
def apply(state: Record, move: Int, chance: Record) -> None:
    """Make a legal move."""
    state.moves, state.last = state.moves + 1, move
    me = state.players[state.mover]
    if move == DRAW:
        take(state, me, pop(state.draw), FROM_DRAW)
    elif move == TAKE_RESERVE:
        card = pop(state.reserve)
        me.shown |= ONE << card
        take(state, me, card, FROM_RESERVE)
    elif move == ACTION_TURN:
        take_action(state, me, chance)
        state.phase = USE_PHASE
    elif move < PASS:
        card, slot = (move - PLACE) // 6, (move - PLACE) % 6
        pays = placement_pays(state, tops(state.circle), card, slot)
        leave_hand(me, card)
        push(state.circle[slot], card)
        if not gain(state, pays, chance):
            end_turn(state, chance)
    elif move < USE:
        leave_hand(me, move - PASS)
        pass_on(state, move - PASS)
        end_turn(state, chance)
    elif move < DISCARD:
        use(state, me, (move - USE) // 6, (move - USE) % 6, chance)
    elif move < FILL_DRAW:
        lay_action(state, me, move - DISCARD)
        if discard_costs(state):
            give_back(state, me)
        end_turn(state, chance)
    else:
        fill(state, move, chance)


@inner
def take(state: Record, me: Record, card: Int, source: Int) -> None:
    push(me.number_hand, card)
    state.source, state.phase = source, PLACE_PHASE


@inner
def leave_hand(me: Record, card: Int) -> None:
    without(me.number_hand, card)
    me.shown &= ~(ONE << card)


@inner
def lay_action(state: Record, me: Record, card: Int) -> None:
    without(me.action_hand, card)
    push(state.action_discard, card)


@inner
def use(state: Record, me: Record, card: Int, slot: Int, chance: Record) -> None:
    """Lift the cards and take what that earns; an empty slot is filled next."""
    pays = use_pays(state, tops(state.circle), card, slot)
    lay_action(state, me, card)
    stack = state.circle[slot]
    under = stack.size - LIFTED[card]
    for place in range(under, stack.size):
        push(state.discard, stack.cards[place])
    stack.size = under
    if gain(state, pays, chance):
        return
    if not stack.size:
        state.phase, state.empty = FILL_PHASE, slot
    else:
        end_turn(state, chance)


@inner
def fill(state: Record, move: Int, chance: Record) -> None:
    card = pop(state.draw) if move == FILL_DRAW else pop(state.reserve)
    pays = fill_pays(state, tops(state.circle), card)
    push(state.circle[state.empty], card)
    state.empty = -1
    if not gain(state, pays, chance):
        end_turn(state, chance)


@inner
def gain(state: Record, tokens: Int, chance: Record) -> bool:
    """Take a token for each point; the seventh stops everything. Is it the seventh?"""
    me = state.players[state.mover]
    for _ in range(tokens):
        take_token(state, me)
        if me.tokens == TOKENS:
            end_with_seven(state, chance)
            return True
    return False


@inner
def give_back(state: Record, me: Record) -> None:
    """Return a token to the centre, if there is one to return."""
    if me.tokens:
        me.tokens -= 1
        state.centre += 1


@inner
def new_pile(state: Record, chance: Record) -> None:
    """Discard and reserve are shuffled into a new draw pile; the circle and the hands stay."""
    for place in range(state.discard.size):
        push(state.draw, state.discard.cards[place])
    for place in range(state.reserve.size):
        push(state.draw, state.reserve.cards[place])
    state.discard.size = state.reserve.size = 0
    state.face_down = 0
    sort_for_study(state.draw, SORTED_NUMBERS, chance)
    shuffle_counted(state, state.draw, chance, PILE_STREAM, state.rounds, state.pile)
    state.pile += 1


# -- duel and solo ----------------------------------------------------------------------------------------------------


@inner
def deal(state: Record, chance: Record) -> None:
    """A new game under the options that the record holds."""
    state.shuffles = state.mover = state.tie = state.moves = state.action_resets = 0
    state.source = state.rounds = state.ending = 0
    state.turn, state.empty, state.last = 1, -1, -1
    lay_out(state, chance)
    if not state.options.solo:
        state.shuffles += 1
        starter = STARTERS[state.options.start_player]
        state.mover = starter if starter >= 0 else toss(chance)


@inner
def take_action(state: Record, me: Record, chance: Record) -> None:
    """Draw an action card; if two play and there is none, all twelve are shuffled and dealt anew."""
    if state.options.solo:
        state.after_action = 1
        if not state.action_draw.size:
            return
    elif not state.action_draw.size:
        all_cards(state.action_draw, 12)
        state.action_discard.size = 0
        shuffle_counted(state, state.action_draw, chance, ACTIONS_STREAM, 0, state.action_resets + 1)
        for seat in range(2):
            hand = state.players[seat].action_hand
            hand.size = 0
            push(hand, pop(state.action_draw))
            push(hand, pop(state.action_draw))
        state.action_resets += 1
    push(me.action_hand, pop(state.action_draw))


@inner
def pass_on(state: Record, card: Int) -> None:
    """Two players lay the card face up on the reserve, a soloist face down on the discard pile."""
    if state.options.solo:
        push(state.discard, card)
        state.face_down |= ONE << card
    else:
        push(state.reserve, card)
    if pass_costs(state):
        give_back(state, state.players[state.mover])


@inner
def take_token(state: Record, me: Record) -> None:
    """A token comes from the centre or, when the centre is empty, from the opponent."""
    if state.centre:
        state.centre -= 1
        me.tokens += 1
        return
    state.players[1 - state.mover].tokens -= 1
    if state.options.token_empty_centre == RETURN_ONLY:
        state.centre += 1
    else:
        me.tokens += 1


@inner
def end_with_seven(state: Record, chance: Record) -> None:
    if state.options.solo:
        end_round(state, state.action_draw.size, SEVEN, chance)
    else:
        end(state, SEVEN)


@inner
def end(state: Record, ending: Int) -> None:
    state.phase, state.ending = OVER, ending


@inner
def end_turn(state: Record, chance: Record) -> None:
    if state.options.solo:
        end_solo_turn(state, chance)
        return
    options = state.options
    level = state.players[0].tokens == state.players[1].tokens
    extra = options.tie_extra_piles if options.tie_mode == SUDDEN_DEATH else 0
    if state.tie and not level:
        end(state, LEAD)
    elif not state.draw.size and state.pile >= options.pile_count and not level:
        end(state, TOKENS_END)
    elif not state.draw.size and state.pile >= options.pile_count + extra:
        end(state, TIE)
    elif options.action_voluntary_discard and state.turn >= options.turn_limit:
        end(state, TIE if level else TURN_LIMIT)
    else:
        if not state.draw.size:
            state.tie = state.pile >= options.pile_count
            new_pile(state, chance)
        state.phase, state.mover = CHOOSE_PHASE, 1 - state.mover
        state.turn += 1


@inner
def end_solo_turn(state: Record, chance: Record) -> None:
    """The round is lost with the last action card, or with the last pile: a point for each token left."""
    options = state.options
    spent = not state.action_draw.size
    if options.solo_last_action == ALL_TWELVE:
        spent = spent and not state.players[0].action_hand.size
    if state.last >= USE and spent:
        end_round(state, -state.centre, LAST_ACTION, chance)
    elif not state.draw.size and state.pile >= options.solo_piles:
        end_round(state, -state.centre, PILES, chance)
    else:
        if not state.draw.size:
            new_pile(state, chance)
        if state.last < PASS or (state.last < USE and options.solo_between == ANY_TURN):
            state.after_action = 0
        state.phase = CHOOSE_PHASE
        state.turn += 1


@inner
def end_round(state: Record, points: Int, ending: Int, chance: Record) -> None:
    """Write the points down; the next round of a match is dealt at once."""
    state.points[state.rounds] = points
    state.rounds += 1
    if state.rounds == ROUNDS_OF[state.options.solo_match]:
        end(state, ending)
    else:
        lay_out(state, chance)
        state.turn += 1
