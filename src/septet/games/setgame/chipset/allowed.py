"""What may be done in ChipSet: bets, answers and marks, and why others are refused."""

from septet.games.game import Choose, Gain, Move, Seat
from septet.games.setgame.cards import Cards, disjoint, is_set
from septet.games.setgame.chipset.moves import Bet, Betting, Check, Expose, Fold, MatchBet, Raise, Wait
from septet.games.setgame.chipset.options import ChipOptions
from septet.games.setgame.chipset.pots import highest_stake, owed_by
from septet.games.setgame.chipset.state import ChipView, Seen
from septet.games.setgame.chipset.view import hand_of
from septet.games.setgame.choosing import choice_refusal
from septet.games.setgame.moves import Mark, Unmark
from septet.games.setgame.offers import spelt


def menu(view: ChipView, seat: Seat) -> list[Move | Choose]:
    """Every kind of move of this phase, with the cards and the chips that it may take."""
    match view.phase:
        case "bet":
            sizes = range(1, min(view.options.bet_limit, view.stacks[seat]) + 1)
            return [Fold(), Check(), *map(Bet, sizes), MatchBet(), *map(Raise, sizes)]
        case "ask":
            return [Wait(), Choose("expose", 3, view.hand + view.table)]
    marks = [mark for mark in spelt(Choose("mark", 3, view.hand + view.table)) if _uses(mark, view.hand)]
    return [Wait(), *marks, *map(Unmark, view.marks[seat])]


def _uses(mark: Move, hand: Cards) -> bool:
    """Any three cards with one of the hand may be tried, a set or not."""
    return isinstance(mark, Mark) and not disjoint(mark.cards, hand)


def refusal(seen: Seen, seat: Seat, move: Move) -> str | None:
    """Why a move is refused in the phase that the hand is in, if it is."""
    if seat not in seen.live:
        return "out_of_hand"
    match seen.phase, move:
        case "bet", Fold() | Check() | Bet() | MatchBet() | Raise():
            return bet_refusal(seen, seat, move) if seat == seen.mover else "not_your_turn"
        case "ask", Expose() | Wait() if seat in seen.answered:
            return "answered"
        case "ask", Expose(chosen):
            return choice_refusal(chosen, 3, hand_of(seen, seat) + seen.table)
        case "count", Mark() | Unmark() | Wait() if seat in seen.answered:
            return "answered"
        case "count", Mark(chosen):
            return mark_refusal(seen, seat, chosen)
        case "count", Unmark(chosen):
            return None if chosen in seen.marks[seat] else "not_marked"
        case "ask" | "count", Wait():
            return None
    return "not_now"


def bet_refusal(seen: Seen, seat: Seat, move: Betting) -> str | None:
    """Check before anybody has bet, and match or raise afterwards; to fold is always possible."""
    options, stack, owed = seen.options, seen.stacks[seat], owed_by(seen, seat)
    match move:
        case Check():
            if highest_stake(seen):
                return "facing_a_bet"
            return "must_bet" if options.first_bet_forced and not seen.spoken else None
        case Bet(chips):
            return "bet_made" if highest_stake(seen) else size_refusal(options, chips, stack)
        case MatchBet():
            if not owed:
                return "nothing_to_match"
            return "must_fold" if options.chip_short == "must_fold" and stack < owed else None
        case Raise(chips):
            if not highest_stake(seen):
                return "nothing_to_match"
            if seen.raises[seat] >= options.raises_per_player:
                return "no_raises_left"
            return size_refusal(options, chips, stack - owed)
    return None


def has_to_speak(seen: Seen, seat: Seat) -> bool:
    """Whoever is in the hand and has chips, and has not spoken yet or owes something."""
    waits = seat not in seen.spoken or owed_by(seen, seat) > 0
    return seat in seen.live and seen.stacks[seat] > 0 and waits


def size_refusal(options: ChipOptions, chips: int, stack: int) -> str | None:
    """A bet, and what a raise adds, is at least one chip, at most the limit, and no more than there is."""
    if not 1 <= chips <= options.bet_limit:
        return "over_limit"
    return None if chips <= stack else "no_chips"


def mark_refusal(seen: Seen, seat: Seat, chosen: Cards) -> str | None:
    """Where players count themselves: a set with a card of the own hand, each only once."""
    marks, hand = seen.marks[seat], hand_of(seen, seat)
    if refused := choice_refusal(chosen, 3, hand + seen.table):
        return refused
    if chosen in marks:
        return "marked_already"
    if disjoint(chosen, hand):
        return "needs_own_card"
    if seen.options.chip_disjoint and not all(disjoint(chosen, mark) for mark in marks):
        return "not_disjoint"
    return None if is_set(chosen) else "not_a_set"


def price(view: ChipView, seat: Seat, move: Move) -> Gain:
    """A bet is paid at once."""
    match move:
        case Bet(chips):
            return Gain(-chips)
        case MatchBet():
            return Gain(-min(owed_by(view, seat), view.stacks[seat]))
        case Raise(chips):
            return Gain(-owed_by(view, seat) - chips)
    return Gain()
