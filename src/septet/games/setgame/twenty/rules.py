"""20/20: be the first to get rid of your own cards, in sets with those of the table."""

import random
from collections.abc import Iterator, Mapping
from typing import ClassVar

from septet.games.game import Choose, Move, Seat, Timer
from septet.games.setgame import lock
from septet.games.setgame.cards import NONE, Cards, failing, is_set
from septet.games.setgame.chapters import CALLS, NEXT, VOTES
from septet.games.setgame.moves import Abort, Call, Pick, Unpick
from septet.games.setgame.rules import FamilyRules
from septet.games.setgame.state import NOBODY, Counts, Terms, added
from septet.games.setgame.twenty import pile
from septet.games.setgame.twenty.allowed import anybody_has_a_set, is_stuck, menu, refusal
from septet.games.setgame.twenty.coach import TwentyCoach
from septet.games.setgame.twenty.company import TwentyCompany
from septet.games.setgame.twenty.moves import Draw, RefreshVote, TwentyMove
from septet.games.setgame.twenty.notation import TwentyNotation
from septet.games.setgame.twenty.options import TwentyOptions
from septet.games.setgame.twenty.state import MOST, OWN, Seen, TwentyState, TwentyView
from septet.games.setgame.twenty.study import TwentyStudy
from septet.games.setgame.twenty.view import hands_are_open, view, whole
from septet.games.setgame.votes import Votes

AUTO_REFRESH_S = 10


class Twenty(FamilyRules[TwentyOptions, TwentyState, TwentyView]):
    name = "twenty"
    minutes = 90
    difficulty = 2
    seats = range(2, 9)
    on_table = most_on_table = 6
    Options = TwentyOptions
    moves = TwentyMove
    views = TwentyView
    chapters: ClassVar[Mapping[str, str]] = {
        "calling": CALLS,
        "mix": "needs_own_card",
        "draw": "hand_full draw_cooldown no_draw_now",
        "refresh": VOTES,
        "match": NEXT,
    }
    refusals = FamilyRules.refusals | frozenset(
        "locked cooldown no_call out_of_reach card_twice not_picked needs_own_card hand_full draw_cooldown no_draw_now "
        "no_votes flag_is_up flag_is_down".split()
    )
    endings: ClassVar[frozenset[str]] = frozenset({"target"})
    coach = TwentyCoach("twenty")

    def __init__(self) -> None:
        self.notation, self.study, self.company = TwentyNotation(self), TwentyStudy(self), TwentyCompany(self)

    # the deal

    def new_state(self, options: TwentyOptions, seats: int) -> TwentyState:
        return TwentyState(options, seats)

    def lay_out(self, state: TwentyState) -> None:
        """Six cards to each, one by one, the first to the dealer's left, and six on the table."""
        state.phase = "open"
        dealt = [state.draw(state.seats) for _ in range(OWN)]
        places = [(seat - state.dealer - 1) % state.seats for seat in range(state.seats)]
        state.hands = tuple(tuple(row[place] for row in dealt) for place in places)
        state.slots = state.draw(self.on_table)
        state.ages = ((0,) * OWN,) * state.seats
        state.discards, state.buried, state.burials = (), (), 0
        state.calling, state.voting, state.drawing = lock.Lock(), Votes(), NOBODY
        state.backs = state.hands if hands_are_open(state) else ((NONE,) * OWN,) * state.seats

    # what may be done

    def menu(self, view: TwentyView) -> list[Move | Choose]:
        assert view.seat is not None
        return menu(view, view.seat)

    move_refusal = staticmethod(refusal)

    def facts(self, state: TwentyState, move: Move) -> dict[str, object]:
        return {**super().facts(state, move), "seat": state.calling.holder or 0}

    # a move

    def act(self, state: TwentyState, seat: Seat, move: Move) -> None:
        match move:
            case Draw():
                self.draw_own(state, seat)
            case RefreshVote(on):
                state.voting = state.voting.raised(seat) if on else state.voting.lowered(seat)
                state.tell("refresh_vote" if on else "looking", seat)
                self.refresh_if_all_agree(state)
            case Abort():
                self.fail(state, seat, "abort")
            case Call() | Pick() | Unpick():
                self.call(state, seat, move)

    def draw_own(self, state: TwentyState, seat: Seat) -> None:
        """One more card of one's own, and a moment before the next."""
        pile.give(state, seat)
        state.draws += 1
        state.voting = Votes()
        state.tell("personal_drawn", seat)
        if state.options.draw_cooldown_s:
            state.drawing |= {seat}
        self.end_if_stuck(state)

    def call(self, state: TwentyState, seat: Seat, move: Call | Pick | Unpick) -> None:
        """Call, show cards, and be right with the third."""
        if isinstance(move, Pick):
            pile.show(state, seat, move.card)
        lock.use(state, seat, move)
        cards = state.calling.picked
        if len(cards) < 3:
            return
        if is_set(cards):
            lock.release(state)
            state.tell("set_taken", seat, cards)
            self.take(state, seat, cards)
        else:
            self.fail(state, seat, "false_call", cards)

    def take(self, state: TwentyState, seat: Seat, cards: Cards) -> None:
        """The set is laid away; table cards are replaced, own ones are not. Without own cards the deal is won."""
        state.voting = Votes()
        state.rev += 1
        state.discards += cards
        kept = [at for at, card in enumerate(state.hands[seat]) if card not in cards]
        if len(kept) < len(state.hands[seat]):
            state.claims += 1
        else:
            state.table_sets += 1
        pile.keep(state, seat, kept)
        state.slots = tuple(NONE if card in cards else card for card in state.slots)
        if not kept:
            self.go_out(state, seat)
            return
        state.slots = tuple(card or pile.next_card(state) for card in state.slots)
        self.end_if_stuck(state)

    def go_out(self, state: TwentyState, seat: Seat) -> None:
        """Whoever has got rid of all cards gains a point for each that the others still have."""
        gained = sum(map(len, state.hands))
        state.totals = added(state.totals, seat, gained)
        state.tell("went_out", seat, number=gained)
        self.end_deal(state)

    def fail(self, state: TwentyState, seat: Seat, what: str, cards: Cards = ()) -> None:
        """A call without a set costs a card more, but never a tenth."""
        lock.release(state)
        state.tell(what, seat, cards, features=failing(cards) if cards else ())
        if state.options.cooldown_s:
            state.calling = state.calling.cooled(seat)
        if len(state.hands[seat]) < MOST:
            pile.give(state, seat)
            state.voting = Votes()
            state.tell("penalty_card", seat)
        self.refresh_if_all_agree(state)
        self.end_if_stuck(state)

    # a new table

    def refresh_if_all_agree(self, state: TwentyState) -> None:
        """When all who are there agree that nobody has a set, the table is renewed."""
        if state.phase == "open" and state.voting.are_in(state.active):
            self.refresh(state)

    def refresh(self, state: TwentyState) -> None:
        """Six others come and the old six are shuffled into the pile; a pile that is too small gets cards first."""
        old = state.table
        if len(state.deck) < self.on_table and state.discards:
            pile.bury_discards(state)
        early = len(state.deck) < self.on_table
        if early:
            pile.bury(state, old)
        state.slots = state.draw(self.on_table)
        if not early:
            pile.bury(state, old)
        state.voting = Votes()
        state.rev += 1
        state.refreshes += 1
        state.tell("table_refreshed")
        self.end_if_stuck(state)

    def go_on_without(self, state: TwentyState) -> None:
        self.refresh_if_all_agree(state)

    # timers

    def deal_timers(self, state: TwentyState) -> Iterator[Timer]:
        options, calling = state.options, state.calling
        if calling.holder is not None:
            yield Timer("pick", calling.holder, options.pick_timeout_s)
        for seat in calling.cooling:
            yield Timer("cooldown", seat, options.cooldown_s)
        for seat in state.drawing:
            yield Timer("draw", seat, options.draw_cooldown_s)
        if options.tt_refresh == "auto" and state.phase == "open" and not anybody_has_a_set(state):
            yield Timer("auto_refresh", None, AUTO_REFRESH_S, state.rev)

    def end_timer(self, state: TwentyState, name: str, seat: Seat | None) -> None:
        match name, seat:
            case "draw", int():
                state.drawing -= {seat}
            case "cooldown", int():
                state.calling = state.calling.rested(seat)
                self.refresh_if_all_agree(state)
            case "pick", int():
                self.fail(state, seat, "lock_expired")
                self.refresh_if_all_agree(state)
            case _:
                self.refresh(state)

    # the end, and the score

    def end_if_stuck(self, state: TwentyState) -> None:
        """Without a new table, a deal in which nobody can ever do anything is over, and nobody scores."""
        if state.phase == "open" and is_stuck(state):
            state.tell("blocked")
            self.end_deal(state)

    def match_over(self, state: TwentyState) -> str | None:
        """The first to reach ten points for each player wins."""
        return "target" if max(state.totals) >= self.target(state) else None

    def target(self, seen: Seen) -> int:
        return seen.options.tt_target_factor * seen.seats

    def terms(self, view: TwentyView) -> Terms:
        return Terms(on_table=self.on_table, target=self.target(view), votes=view.options.tt_refresh == "vote")

    def booked(self, seen: Seen) -> Counts:
        return seen.totals

    # what a seat knows

    view, whole = staticmethod(view), staticmethod(whole)

    def guess(self, view: TwentyView, rng: random.Random) -> TwentyState:
        """A deal that goes on is not stuck."""
        while True:
            state = super().guess(view, rng)
            if view.phase in {"between", "over"} or not is_stuck(state):
                return state

    def located(self, seen: Seen) -> Iterator[str]:
        yield from super().located(seen)
        yield from seen.discards
        for hand in seen.backs:
            yield from filter(None, hand)

    def held(self, view: TwentyView) -> Cards:
        return view.hand
