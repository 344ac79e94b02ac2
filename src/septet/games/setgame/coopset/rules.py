"""CoopSet: one team, or one player, marks sets that share no card, and takes them all at once."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

import msgspec

from septet.games.chance import Stream
from septet.games.game import Choose, Move, Seat, Timer
from septet.games.setgame.cards import Cards, disjoint, failing, holds_a_set, is_set
from septet.games.setgame.choosing import choice_refusal
from septet.games.setgame.company import FamilyCompany
from septet.games.setgame.coopset.coach import CoopCoach
from septet.games.setgame.coopset.moves import CommitLayout, CoopMove, Veto
from septet.games.setgame.coopset.notation import CoopNotation
from septet.games.setgame.coopset.options import CoopOptions
from septet.games.setgame.coopset.ratings import PAYS, WON_FROM, rating
from septet.games.setgame.coopset.state import CoopState, CoopView, Seen
from septet.games.setgame.coopset.study import CoopStudy
from septet.games.setgame.coopset.view import view, whole
from septet.games.setgame.moves import Mark, Unmark
from septet.games.setgame.rules import FamilyRules
from septet.games.setgame.state import Counts, Terms

VETO_S = 5
EXTRA_COSTS = 1


def leader(seen: Seen) -> Seat:
    """Where one leads the team: the first of those who are there."""
    return min(seen.active, default=0)


def unmarked(seen: Seen) -> Cards:
    """The cards of the table that stand in no mark."""
    marked = {card for mark in seen.marks for card in mark}
    return tuple([card for card in seen.table if card not in marked])


class CoopSet(FamilyRules[CoopOptions, CoopState, CoopView]):
    name = "coopset"
    minutes = 10
    difficulty = 1
    rules = 2  # 1: with the later rules a team got a new layout for free, although a set lay there
    seats = range(1, 9)
    team = True
    Options = CoopOptions
    moves = CoopMove
    views = CoopView
    chapters: ClassVar[Mapping[str, str]] = {
        "layout": "three_cards card_twice out_of_reach not_a_set not_disjoint not_marked",
        "team": "mark_pending not_leader nothing_to_veto own_mark",
    }
    refusals = (FamilyRules.refusals - {"between_deals", "not_now", "ready_already"}) | frozenset(
        "three_cards card_twice out_of_reach not_disjoint not_a_set not_marked mark_pending not_leader "
        "nothing_to_veto own_mark".split()
    )
    attempts = frozenset({"not_a_set"})
    # the last layout has been played; the deck ran out before there was a set
    endings: ClassVar[frozenset[str]] = frozenset({"last_layout", "deck"})
    coach = CoopCoach("coopset")

    def __init__(self) -> None:
        self.notation, self.study, self.company = CoopNotation(self), CoopStudy(self), FamilyCompany(self)

    # the layout

    def new_state(self, options: CoopOptions, seats: int) -> CoopState:
        """One player marks freely; in a team a mark waits for the others, unless something else was agreed."""
        if options.coop_control == "by_table":
            options = msgspec.structs.replace(options, coop_control="free" if seats == 1 else "confirm")
        return CoopState(options, seats)

    def lay_out(self, state: CoopState) -> None:
        state.phase = "layout"
        state.slots = state.draw(self.on_table)
        self.open_layout(state)

    def open_layout(self, state: CoopState) -> None:
        """No card is marked; where the table looks for the team, it sees to it that there is a set, or ends it."""
        state.rev += 1
        state.marks, state.proposed, state.proposer, state.warned = (), (), None, None
        if state.options.coop_detect == "team":
            return
        if state.options.coop_rules == "modern":
            self.redeal_until_a_set(state)
        else:
            self.add_until_a_set(state)

    def add_until_a_set(self, state: CoopState) -> None:
        """Without a set on the table, cards are added one at a time until there is one, and each costs a point."""
        final = not state.deck
        while state.deck and not holds_a_set(state.table):
            self.add_card(state)
        if not holds_a_set(state.table):
            self.finish(state, "last_layout" if final else "deck")
        elif not (final or state.deck or state.options.coop_final_layout):
            self.finish(state, "last_layout")

    def redeal_until_a_set(self, state: CoopState) -> None:
        """By the later rules a layout without a set is dealt anew, as long as there is a set anywhere."""
        if not holds_a_set(state.table + state.deck):
            self.finish(state, "deck" if state.deck else "last_layout")
        while not state.ending and not holds_a_set(state.table):
            self.redeal(state)

    def add_card(self, state: CoopState) -> None:
        drawn = state.draw(1)
        state.slots += drawn
        state.points -= EXTRA_COSTS
        state.extras += 1
        state.tell("extra_card", cards=drawn, number=-EXTRA_COSTS)

    def redeal(self, state: CoopState) -> None:
        """The table goes back into the deck, and twelve others come."""
        state.deck = state.shuffle(sorted(state.deck + state.table), Stream("redeal", state.shuffles))
        state.slots = state.draw(self.on_table)
        state.tell("redealt")

    # what may be done

    def menu(self, view: CoopView) -> list[Move | Choose]:
        pending = [Mark(view.proposed), Unmark(view.proposed)] if view.proposed else []
        free = () if view.proposed else unmarked(view)
        return [*pending, Choose("mark", 3, free), *map(Unmark, view.marks), Veto(), CommitLayout()]

    def move_refusal(self, seen: Seen, seat: Seat, move: Move) -> str | None:
        if seen.options.coop_control == "leader" and seat != leader(seen):
            return "not_leader"
        match move:
            case Mark(cards):
                return self.mark_refusal(seen, seat, cards)
            case Unmark(cards):
                mine = cards == seen.proposed and seat == seen.proposer
                return None if mine or cards in seen.marks else "not_marked"
            case Veto():
                if not seen.proposed:
                    return "nothing_to_veto"
                return "own_mark" if seat == seen.proposer else None
        return "mark_pending" if seen.proposed else None

    def mark_refusal(self, seen: Seen, seat: Seat, cards: Cards) -> str | None:
        """A mark is a set that shares no card with those that are marked."""
        if seen.proposed:
            return None if cards == seen.proposed and seat != seen.proposer else "mark_pending"
        if refusal := choice_refusal(cards, 3, seen.table):
            return refusal
        if not all(disjoint(cards, marked) for marked in seen.marks):
            return "not_disjoint"
        return None if is_set(cards) else "not_a_set"

    def facts(self, state: CoopState, move: Move) -> dict[str, object]:
        facts = super().facts(state, move)
        if isinstance(move, Mark) and len(set(move.cards)) == 3 and set(move.cards) <= set(state.table):
            facts |= {"features": wrong} if (wrong := failing(move.cards)) else {}
        return facts

    # a move

    def act(self, state: CoopState, seat: Seat, move: Move) -> None:
        match move:
            case Mark(cards) if state.options.coop_control == "confirm" and not state.proposed:
                self.propose(state, seat, cards)
            case Mark(cards):
                self.mark(state, seat, cards)
            case Unmark(cards):
                self.unmark(state, seat, cards)
            case Veto():
                state.tell("veto", seat, state.proposed)
                state.proposed, state.proposer = (), None
            case CommitLayout():
                self.commit(state, seat)

    def propose(self, state: CoopState, seat: Seat, cards: Cards) -> None:
        """In a team, a mark waits a moment for a word against it."""
        state.proposed, state.proposer = cards, seat
        state.proposals += 1
        state.tell("proposed", seat, cards)

    def mark(self, state: CoopState, seat: Seat | None, cards: Cards) -> None:
        state.marks += (cards,)
        state.proposed, state.proposer = (), None
        state.tell("marked", seat, cards)

    def unmark(self, state: CoopState, seat: Seat, cards: Cards) -> None:
        state.marks = tuple(one for one in state.marks if one != cards)
        if cards == state.proposed:
            state.proposed, state.proposer = (), None
        state.tell("unmarked", seat, cards)

    def commit(self, state: CoopState, seat: Seat) -> None:
        """All sets must be taken: whoever leaves one is told so once, and may insist."""
        options = state.options
        state.tries += 1
        strict = options.coop_complete == "maximal" and (options.coop_detect == "auto" or bool(state.marks))
        same = state.warned is not None and set(state.warned) == set(state.marks)
        if not state.marks and self.must_look_on(state):
            state.tell("keep_looking", seat)
        elif strict and not same and holds_a_set(unmarked(state)):
            state.warned = state.marks
            state.tell("sets_remain", seat)
        elif state.marks:
            self.take(state, seat)
        else:
            self.go_on_without_a_set(state, seat)

    def must_look_on(self, seen: Seen) -> bool:
        """By the later rules only a layout without a set is dealt anew, and that costs nothing."""
        return self.rules > 1 and seen.options.coop_rules == "modern" and holds_a_set(seen.table)

    def take(self, state: CoopState, seat: Seat) -> None:
        """The marked sets are paid and leave the table; after the last layout the game is over."""
        gained = PAYS[state.options.coop_rules][min(len(state.marks), 4)]
        taken = tuple(card for mark in state.marks for card in mark)
        state.points += gained
        state.layouts += (len(state.marks),)
        state.taken += taken
        state.tell("layout_scored", seat, taken, gained)
        final = not state.deck
        state.take_off(taken, self.on_table)
        if final or not (state.deck or state.options.coop_final_layout):
            state.rev += 1
            self.finish(state, "last_layout")
        else:
            self.open_layout(state)

    def go_on_without_a_set(self, state: CoopState, seat: Seat) -> None:
        """The team sees no set: one more card for a point, or in the last layout the end."""
        state.tell("none_found", seat)
        if not state.deck:
            self.finish(state, "last_layout")
            return
        if state.options.coop_rules == "modern":
            self.redeal(state)
        else:
            self.add_card(state)
        if not state.deck and not state.options.coop_final_layout:
            self.finish(state, "last_layout")
        else:
            self.open_layout(state)

    # timers

    def deal_timers(self, state: CoopState) -> Iterator[Timer]:
        if state.proposer is not None:
            yield Timer("mark", state.proposer, VETO_S, state.proposals)

    def end_timer(self, state: CoopState, name: str, seat: Seat | None) -> None:
        """Nobody has spoken against the mark."""
        self.mark(state, seat, state.proposed)

    # the end, and the score

    def finish(self, state: CoopState, reason: str) -> None:
        state.marks, state.proposed, state.proposer = (), (), None
        state.ending, state.rating = reason, rating(state.points)
        self.end_deal(state)

    def match_over(self, state: CoopState) -> str | None:
        """There is only one deal."""
        return state.ending

    def booked(self, seen: Seen) -> Counts:
        return (seen.points,) * seen.seats

    def terms(self, view: CoopView) -> Terms:
        options = view.options
        return Terms(on_table=self.on_table, confirms=options.coop_control == "confirm", pays=options.coop_rules)

    def won(self, state: CoopState) -> bool | None:
        return state.points >= WON_FROM

    # what a seat knows

    view, whole = staticmethod(view), staticmethod(whole)

    def located(self, seen: Seen) -> Iterator[str]:
        yield from super().located(seen)
        yield from seen.taken
