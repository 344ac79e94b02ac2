"""Games that the quick hands play on the compiled twins, kept from move to move."""

from septet.bots.kernels import Int, Record, entry
from septet.bots.kernels.bits import size_of
from septet.bots.kernels.piles import top
from septet.bots.kernels.sep.allowed import legal as legal_sep
from septet.bots.kernels.sep.combinations import tops
from septet.bots.kernels.sep.policy import best_of_actions, best_of_hand, best_placement
from septet.bots.kernels.sep.policy import quick_move as quick_sep
from septet.bots.kernels.sep.rules import apply as apply_sep
from septet.bots.kernels.sep.rules import deal as deal_sep
from septet.bots.kernels.sep.tables import CHOOSE_PHASE, FILL_PHASE, FILL_RESERVE, OVER
from septet.bots.kernels.sepmosa.policy import quick_move as quick_mosaic
from septet.bots.kernels.sepmosa.rules import apply as apply_mosaic
from septet.bots.kernels.sepmosa.rules import deal as deal_mosaic
from septet.bots.kernels.sepmosa.rules import effect, legal
from septet.bots.kernels.sepmosa.tables import BLOCKS, FLOATING


@entry
def play_sep(states: Record, moves: Record, spend: Int, chance: Record) -> Int:
    """Deal, and write down every position of a game under the options of the first record; how many there are."""
    deal_sep(states[0], chance)
    count = 1
    while count < states.size and states[count - 1].phase != OVER:
        states[count] = states[count - 1]
        apply_sep(states[count], quick_sep(states[count], moves, spend, chance), chance)
        count += 1
    return count


@entry
def most_tokens(states: Record, moves: Record, chance: Record) -> Int:
    """About the most tokens that the turn can bring for certain in the first record, by what is in the hand and on the
    reserve: a first look. The second record is room."""
    state, room = states[0], states[1]
    mover, best = state.mover, 0
    if state.phase == CHOOSE_PHASE:
        shown = tops(state.circle)
        best = max(best_of_hand(state, shown), best_of_actions(state, shown))
        if state.reserve.size:
            best = max(best, best_placement(state, shown, top(state.reserve)))
        return best
    before = state.players[mover].tokens
    count = legal_sep(state, moves)
    for number in range(count):
        states[1] = states[0]
        apply_sep(room, moves[number], chance)
        if room.phase == FILL_PHASE and room.reserve.size:
            apply_sep(room, FILL_RESERVE, chance)
        best = max(best, room.players[mover].tokens - before)
    return best


@entry
def play_mosaic(states: Record, knobs: Record, work: Record, chance: Record) -> Int:
    """The same for a game of SEPMOSA."""
    deal_mosaic(states[0], chance)
    count = 1
    while count < states.size and not states[count - 1].ending:
        states[count] = states[count - 1]
        apply_mosaic(states[count], quick_mosaic(states[count], work, knobs, chance), work, chance)
        count += 1
    return count


@entry
def mosaic_moves(states: Record, moves: Record, points: Record, cut: Record, work: Record) -> Int:
    """Every legal move in the first record, its points, and how many tiles it cuts loose; the second record is room."""
    count = legal(states[0], work)
    for number in range(count):
        moves[number] = work.moves[number]
    for number in range(count):
        states[1] = states[0]
        points[number] = effect(states[1], moves[number], work)
        loose = 0
        for block in range(BLOCKS):
            loose += size_of(states[1].planes[FLOATING, block] & ~states[0].planes[FLOATING, block])
        cut[number] = loose
    return count
