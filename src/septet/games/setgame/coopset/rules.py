"""CoopSet: one team, or one player, marks sets that share no card, and takes them all at once."""

from collections.abc import Iterator
from typing import Any, ClassVar

import msgspec

from septet.games.game import Choose, Move, Seat, Timer
from septet.games.setgame.cards import Cards, disjoint, failing, holds_a_set, is_set
from septet.games.setgame.coopset.moves import CommitLayout, Veto
from septet.games.setgame.coopset.options import CoopOptions
from septet.games.setgame.coopset.state import CoopShown, CoopState, CoopView
from septet.games.setgame.family import Family
from septet.games.setgame.moves import Mark, Unmark
from septet.games.setgame.sight import Seen
from septet.games.setgame.text import Drawing

PAYS = {"booklet": (0, 0, 1, 3, 5), "modern": (0, 1, 2, 3, 5)}  # for 0, 1, 2, 3, 4 sets, and more
VETO_S = 5
# The lowest total of each rating; the first has no rating, and the last one is a joke: 33 is the most there is.
RATINGS = {
    -81: "below_zero",
    0: "practise",
    4: "fair",
    8: "good",
    11: "excellent",
    14: "super",
    16: "record",
    30: "joke",
}
WON_FROM = 4


def rating(points: int) -> str:
    """What a total is called."""
    return next(name for least, name in reversed(RATINGS.items()) if points >= least)


class CoopSet(Family[Any, Any]):
    name = "coopset"
    rules = 2  # 1: with the later rules a team got a new layout for free, although a set lay there
    seats = range(1, 9)
    team = True
    Options = CoopOptions
    moves = Mark | Unmark | Veto | CommitLayout
    Shown, State, View = CoopShown, CoopState, CoopView
    refusals = (Family.refusals - {"between_deals", "not_now", "ready_already"}) | frozenset(
        {
            "three_cards",
            "card_twice",
            "out_of_reach",
            "not_disjoint",
            "not_a_set",
            "not_marked",
            "mark_pending",
            "not_leader",
            "nothing_to_veto",
            "own_mark",
        }
    )
    attempts = frozenset({"not_a_set"})
    # the last layout has been played; the deck ran out before there was a set
    endings: ClassVar[frozenset[str]] = frozenset({"last_layout", "deck"})

    def resolved(self, options: CoopOptions, seats: int) -> CoopOptions:
        if options.coop_control != "by_table":
            return options
        return msgspec.structs.replace(options, coop_control="free" if seats == 1 else "confirm")

    def lay_out(self, state: CoopState) -> None:
        state.phase = "layout"
        state.slots = self.draw_cards(state, self.on_table)
        self.look(state)

    def look(self, state: CoopState) -> None:
        """Without a set on the table, cards are added one at a time until there is one, and each costs a point."""
        state.rev += 1
        state.marks, state.proposed, state.proposer, state.warned = (), (), None, None
        if state.options.coop_detect == "team":
            return
        if state.options.coop_rules == "modern":
            if not holds_a_set(state.table + state.deck):
                self.finish(state, "deck" if state.deck else "last_layout")
            while not state.ending and not holds_a_set(state.table):
                self.redeal(state)
            return
        final = not state.deck
        while state.deck and not holds_a_set(state.table):
            self.extra_card(state)
        if not holds_a_set(state.table):
            self.finish(state, "last_layout" if final else "deck")
        elif not (final or state.deck or state.options.coop_final_layout):
            self.finish(state, "last_layout")

    def extra_card(self, state: CoopState) -> None:
        drawn = self.draw_cards(state, 1)
        state.slots += drawn
        state.points -= 1
        state.extras += 1
        self.tell(state, "extra_card", cards=drawn)

    def redeal(self, state: CoopState) -> None:
        """Later rules: the table goes back into the deck, and twelve others come."""
        state.deck = self.shuffle(state, sorted(state.deck + state.table))
        state.slots = self.draw_cards(state, self.on_table)
        self.tell(state, "redealt")

    def leader(self, seen: Seen) -> Seat:
        return min(seen.active, default=0)

    def rule_against(self, seen: Seen, seat: Seat, move: Move) -> str | None:
        if seen.options.coop_control == "leader" and seat != self.leader(seen):
            return "not_leader"
        match move:
            case Mark(cards):
                return self.mark_rule(seen, seat, cards)
            case Unmark(cards):
                mine = cards == seen.proposed and seat == seen.proposer
                return None if mine or cards in seen.marks else "not_marked"
            case Veto():
                if not seen.proposed:
                    return "nothing_to_veto"
                return "own_mark" if seat == seen.proposer else None
        return "mark_pending" if seen.proposed else None

    def mark_rule(self, seen: Seen, seat: Seat, cards: Cards) -> str | None:
        """A mark is a set that shares no card with those that are marked."""
        if seen.proposed:
            return None if cards == seen.proposed and seat != seen.proposer else "mark_pending"
        if len(cards) != 3:
            return "three_cards"
        if len(set(cards)) < 3:
            return "card_twice"
        if not set(cards) <= set(seen.table):
            return "out_of_reach"
        if not all(disjoint(cards, marked) for marked in seen.marks):
            return "not_disjoint"
        return None if is_set(cards) else "not_a_set"

    def facts(self, state: CoopState, move: Move) -> dict[str, Any]:
        facts = super().facts(state, move)
        if isinstance(move, Mark) and len(set(move.cards)) == 3 and set(move.cards) <= set(state.table):
            facts |= {"features": wrong} if (wrong := failing(move.cards)) else {}
        return facts

    def menu(self, view: CoopView) -> list[Move | Choose]:
        pending = [Mark(view.proposed), Unmark(view.proposed)] if view.proposed else []
        free = () if view.proposed else self.unmarked(view)
        return [*pending, Choose("mark", 3, free), *map(Unmark, view.marks), Veto(), CommitLayout()]

    def unmarked(self, seen: Seen) -> Cards:
        marked = {card for mark in seen.marks for card in mark}
        return tuple([card for card in seen.table if card not in marked])

    def act(self, state: CoopState, seat: Seat, move: Move) -> None:
        match move:
            case Mark(cards) if state.options.coop_control == "confirm" and not state.proposed:
                state.proposed, state.proposer = cards, seat
                state.proposals += 1
                self.tell(state, "proposed", seat, cards)
            case Mark(cards):
                self.mark(state, seat, cards)
            case Unmark(cards):
                state.marks = tuple(one for one in state.marks if one != cards)
                if cards == state.proposed:
                    state.proposed, state.proposer = (), None
                self.tell(state, "unmarked", seat, cards)
            case Veto():
                self.tell(state, "veto", seat, state.proposed)
                state.proposed, state.proposer = (), None
            case CommitLayout():
                self.commit(state, seat)

    def mark(self, state: CoopState, seat: Seat | None, cards: Cards) -> None:
        state.marks += (cards,)
        state.proposed, state.proposer = (), None
        self.tell(state, "marked", seat, cards)

    def commit(self, state: CoopState, seat: Seat) -> None:
        """All sets must be taken: whoever leaves one is told so once, and may insist."""
        options = state.options
        state.tries += 1
        strict = options.coop_complete == "maximal" and (options.coop_detect == "auto" or bool(state.marks))
        same = state.warned is not None and set(state.warned) == set(state.marks)
        if not state.marks and self.must_look_on(state):
            self.tell(state, "keep_looking", seat)
        elif strict and not same and holds_a_set(self.unmarked(state)):
            state.warned = state.marks
            self.tell(state, "sets_remain", seat)
        elif state.marks:
            self.take(state, seat)
        else:
            self.none_found(state, seat)

    def must_look_on(self, seen: Seen) -> bool:
        """By the later rules only a layout without a set is dealt anew, and that costs nothing."""
        return self.rules > 1 and seen.options.coop_rules == "modern" and holds_a_set(seen.table)

    def take(self, state: CoopState, seat: Seat) -> None:
        pays = PAYS[state.options.coop_rules]
        gained = pays[min(len(state.marks), 4)]
        taken = tuple(card for mark in state.marks for card in mark)
        state.points += gained
        state.layouts += (len(state.marks),)
        state.taken += taken
        self.tell(state, "layout_scored", seat, taken, gained)
        final = not state.deck
        self.take_off(state, taken)
        if final or not (state.deck or state.options.coop_final_layout):
            state.rev += 1
            self.finish(state, "last_layout")
        else:
            self.look(state)

    def none_found(self, state: CoopState, seat: Seat) -> None:
        """The team sees no set: one more card for a point, or in the last layout the end."""
        self.tell(state, "none_found", seat)
        if not state.deck:
            self.finish(state, "last_layout")
            return
        if state.options.coop_rules == "modern":
            self.redeal(state)
        else:
            self.extra_card(state)
        if not state.deck and not state.options.coop_final_layout:
            self.finish(state, "last_layout")
        else:
            self.look(state)

    def finish(self, state: CoopState, reason: str) -> None:
        state.marks, state.proposed, state.proposer = (), (), None
        state.ending, state.rating = reason, rating(state.points)
        self.end_deal(state)

    def clocks(self, state: CoopState) -> Iterator[Timer]:
        if state.proposer is not None:
            yield Timer("mark", state.proposer, VETO_S, state.proposals)

    def time_out(self, state: CoopState, name: str, seat: Seat | None) -> None:
        self.mark(state, seat, state.proposed)

    def booked(self, state: CoopState) -> tuple[int, ...]:
        return (state.points,) * state.seats

    def match_over(self, state: CoopState) -> str | None:
        """There is only one deal."""
        return state.ending

    def won(self, state: CoopState) -> bool | None:
        return state.points >= WON_FROM

    def located(self, seen: Seen) -> Iterator[str]:
        yield from super().located(seen)
        yield from seen.taken

    def figures(self, state: CoopState) -> dict[str, float]:
        return {"points": state.points, "layouts": len(state.layouts), "extras": state.extras}

    def counts(self, state: CoopState) -> dict[str, tuple[int, ...]]:
        least = max(least for least in RATINGS if state.points >= least)
        return {"rating": (least,), "layout_sets": state.layouts}

    def fill_in(self, state: CoopState, drawing: Drawing) -> None:
        state.phase = "layout"
        state.slots = drawing.filled("table", self.on_table)
        state.points = state.totals[0]

    def more_checks(self, name: str, state: CoopState) -> str:
        match name:
            case "points":
                return str(state.points)
            case "rating":
                return rating(state.points)
            case "marks":
                return str(len(state.marks))
        return super().more_checks(name, state)
