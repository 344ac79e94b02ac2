"""What may be done in ChipSet: bets, answers and marks, and why others are refused."""

from typing import Any

from septet.games.game import Choose, Gain, Move, Seat
from septet.games.setgame.cards import Cards, disjoint, is_set
from septet.games.setgame.chipset.moves import Bet, Check, Expose, Fold, Match, Raise, Wait
from septet.games.setgame.chipset.options import ChipOptions
from septet.games.setgame.chipset.sight import ChipSight
from septet.games.setgame.chipset.state import ChipState, ChipView
from septet.games.setgame.family import Family
from septet.games.setgame.moves import Mark, Ready, Unmark
from septet.games.setgame.notation import spelt
from septet.games.setgame.sight import Seen


class ChipsAllowed(ChipSight, Family[Any, Any]):
    """The half of the rules that asks."""

    moves = Fold | Check | Bet | Match | Raise | Expose | Wait | Mark | Unmark | Ready
    refusals = Family.refusals | frozenset(
        {
            "not_your_turn",
            "out_of_hand",
            "answered",
            "must_bet",
            "facing_a_bet",
            "nothing_to_match",
            "bet_made",
            "over_limit",
            "no_chips",
            "no_raises_left",
            "must_fold",
            "three_cards",
            "card_twice",
            "out_of_reach",
            "needs_own_card",
            "not_a_set",
            "not_disjoint",
            "not_marked",
            "marked_already",
        }
    )
    attempts = frozenset({"not_a_set"})

    def rule_against(self, seen: Seen, seat: Seat, move: Move) -> str | None:
        if seat not in seen.live:
            return "out_of_hand"
        match seen.phase, move:
            case "bet", Fold() | Check() | Bet() | Match() | Raise():
                return self.bet_rule(seen, seat, move) if seat == seen.mover else "not_your_turn"
            case "ask", Expose() | Wait() if seat in seen.answered:
                return "answered"
            case "ask", Expose(chosen):
                return self.not_three(seen, seat, chosen)
            case "count", Mark() | Unmark() | Wait() if seat in seen.answered:
                return "answered"
            case "count", Mark(chosen):
                return self.not_three(seen, seat, chosen) or self.mark_rule(seen, seat, chosen)
            case "count", Unmark(chosen):
                return None if chosen in seen.marks[seat] else "not_marked"
            case "ask" | "count", Wait():
                return None
        return "not_now"

    def bet_rule(self, seen: Seen, seat: Seat, move: Move) -> str | None:
        options, stack, owed = seen.options, seen.stacks[seat], seen.owes(seat)
        match move:
            case Check():
                if seen.highest:
                    return "facing_a_bet"
                return "must_bet" if options.first_bet_forced and not seen.spoken else None
            case Bet(chips):
                if seen.highest:
                    return "bet_made"
                return self.size_rule(options, chips, stack)
            case Match():
                if not owed:
                    return "nothing_to_match"
                return "must_fold" if options.chip_short == "must_fold" and stack < owed else None
            case Raise(chips):
                if not seen.highest:
                    return "nothing_to_match"
                if seen.raises[seat] >= options.raises_per_player:
                    return "no_raises_left"
                return self.size_rule(options, chips, stack - owed)
        return None

    def size_rule(self, options: ChipOptions, chips: int, stack: int) -> str | None:
        """A bet, and what a raise adds, is at least one chip, at most the limit, and no more than there is."""
        if not 1 <= chips <= options.bet_limit:
            return "over_limit"
        return None if chips <= stack else "no_chips"

    def not_three(self, seen: Seen, seat: Seat, chosen: Cards) -> str | None:
        if len(chosen) != 3:
            return "three_cards"
        if len(set(chosen)) < 3:
            return "card_twice"
        return None if set(chosen) <= {*self.hand(seen, seat), *seen.table} else "out_of_reach"

    def mark_rule(self, seen: Seen, seat: Seat, chosen: Cards) -> str | None:
        """Where players count themselves: a set with a card of the own hand, each only once."""
        marks = seen.marks[seat]
        if chosen in marks:
            return "marked_already"
        if disjoint(chosen, self.hand(seen, seat)):
            return "needs_own_card"
        if seen.options.chip_disjoint and not all(disjoint(chosen, mark) for mark in marks):
            return "not_disjoint"
        return None if is_set(chosen) else "not_a_set"

    def facts(self, state: ChipState, move: Move) -> dict[str, Any]:
        limit = state.options.bet_limit
        return {**super().facts(state, move), "seat": state.mover, "limit": limit}

    def menu(self, view: ChipView) -> list[Move | Choose]:
        assert view.seat is not None
        cards = view.hand + view.table
        match view.phase:
            case "bet":
                sizes = range(1, min(view.options.bet_limit, view.stacks[view.seat]) + 1)
                return [Fold(), Check(), *map(Bet, sizes), Match(), *map(Raise, sizes)]
            case "ask":
                return [Wait(), Choose("expose", 3, cards)]
        marks = [Mark(chosen) for chosen in self.candidates(view)]
        return [Wait(), *marks, *map(Unmark, view.marks[view.seat])]

    def candidates(self, view: ChipView) -> list[Cards]:
        """Any three cards with one of the hand, a set or not."""
        every = [move.cards for move in spelt(Choose("mark", 3, view.hand + view.table)) if isinstance(move, Mark)]
        return [chosen for chosen in every if not disjoint(chosen, view.hand)]

    def preview(self, view: ChipView, move: Move) -> Gain:
        """A bet is paid at once."""
        assert view.seat is not None
        owed, stack = view.owes(view.seat), view.stacks[view.seat]
        match move:
            case Bet(chips):
                return Gain(-chips)
            case Match():
                return Gain(-min(owed, stack))
            case Raise(chips):
                return Gain(-owed - chips)
        return Gain()
