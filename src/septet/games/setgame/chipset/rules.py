"""ChipSet: bet on the sets that your two cards make with the table, and show when it suits you."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from septet.games.game import Choose, Gain, Move, Seat, Timer, tag_of
from septet.games.rows import changed
from septet.games.setgame.cards import Cards, disjoint, is_set
from septet.games.setgame.chapters import NEXT
from septet.games.setgame.chipset.allowed import bet_refusal, has_to_speak, menu, price, refusal
from septet.games.setgame.chipset.coach import ChipCoach
from septet.games.setgame.chipset.company import ChipCompany
from septet.games.setgame.chipset.moves import Bet, Betting, Check, ChipMove, Expose, Fold, MatchBet, Raise, Wait
from septet.games.setgame.chipset.notation import ChipNotation
from septet.games.setgame.chipset.options import ChipOptions
from septet.games.setgame.chipset.pots import owed_by, pot_of, share_pots
from septet.games.setgame.chipset.rounds import clockwise, deal_hands, match_over, next_dealer, without_chips
from septet.games.setgame.chipset.state import ChipState, ChipView, Seen
from septet.games.setgame.chipset.study import ChipStudy
from septet.games.setgame.chipset.view import counted_sets, view, whole
from septet.games.setgame.moves import Mark, Unmark
from septet.games.setgame.rules import FamilyRules
from septet.games.setgame.state import NOBODY, Counts, Seats, Terms, added

BET_S, ASK_S, COUNT_S = 20, 12, 30


class ChipSet(FamilyRules[ChipOptions, ChipState, ChipView]):
    name = "chipset"
    minutes = 15
    difficulty = 3
    seats = range(2, 11)
    on_table = 2
    unit = "chips"
    Options = ChipOptions
    moves = ChipMove
    views = ChipView
    chapters: ClassVar[Mapping[str, str]] = {
        "betting": "not_your_turn out_of_hand must_bet facing_a_bet nothing_to_match bet_made over_limit "
        "no_raises_left",
        "question": "answered",
        "counting": "three_cards card_twice out_of_reach needs_own_card not_a_set not_disjoint marked_already "
        "not_marked",
        "short": "no_chips must_fold",
        "end": NEXT,
    }
    refusals = FamilyRules.refusals | frozenset(
        "not_your_turn out_of_hand answered must_bet facing_a_bet nothing_to_match bet_made over_limit no_chips "
        "no_raises_left must_fold three_cards card_twice out_of_reach needs_own_card not_a_set not_disjoint not_marked "
        "marked_already".split()
    )
    attempts = frozenset({"not_a_set"})
    waits = FamilyRules.waits | {"bet", "ask", "count"}
    # everybody has dealt as often as agreed; one player has all the chips
    endings: ClassVar[frozenset[str]] = frozenset({"rounds", "last_standing"})
    coach = ChipCoach("chipset")

    def __init__(self) -> None:
        self.notation, self.study, self.company = ChipNotation(self), ChipStudy(self), ChipCompany(self)

    # the deal

    def new_state(self, options: ChipOptions, seats: int) -> ChipState:
        return ChipState(options, seats, stacks=(options.chip_stack,) * seats, dealt=(0,) * seats)

    def lay_out(self, state: ChipState) -> None:
        """An ante and two cards to each who has chips, and two cards on the table."""
        state.live = frozenset(range(state.seats)) - state.bust
        state.dealt = added(state.dealt, state.dealer, 1)
        state.paid = state.staked = (0,) * state.seats
        for seat in sorted(state.live):
            self.pay(state, seat, min(state.options.chip_ante, state.stacks[seat]))
        deal_hands(state)
        state.backs, state.marks = ((),) * state.seats, ((),) * state.seats
        state.phases = 0
        self.open_bets(state)

    def pay(self, state: ChipState, seat: Seat, chips: int) -> None:
        state.stacks = added(state.stacks, seat, -chips)
        state.paid = added(state.paid, seat, chips)
        state.staked = added(state.staked, seat, chips)

    # what may be done

    def menu(self, view: ChipView) -> list[Move | Choose]:
        assert view.seat is not None
        return menu(view, view.seat)

    move_refusal = staticmethod(refusal)

    def facts(self, state: ChipState, move: Move) -> dict[str, object]:
        return {**super().facts(state, move), "seat": state.mover, "limit": state.options.bet_limit}

    def preview(self, view: ChipView, move: Move) -> Gain:
        assert view.seat is not None
        return price(view, view.seat, move)

    # a move

    def act(self, state: ChipState, seat: Seat, move: Move) -> None:
        match move:
            case Expose(chosen):
                own = not disjoint(chosen, state.hands[seat]) and is_set(chosen)
                self.answer(state, seat, own or not state.options.expose_check)
            case Wait() if state.phase == "ask":
                self.answer(state, seat, False)
            case Wait():
                state.tell("answered", seat)
                self.end_counting(state, frozenset({seat}))
            case Mark(chosen):
                state.tries += 1
                state.marks = changed(state.marks, seat, (*state.marks[seat], chosen))
                state.tell("marked", seat, chosen)
            case Unmark(chosen):
                state.marks = changed(state.marks, seat, tuple(mark for mark in state.marks[seat] if mark != chosen))
                state.tell("unmarked", seat, chosen)
            case Fold() | Check() | Bet() | MatchBet() | Raise():
                self.bet(state, seat, move)

    # betting

    def open_bets(self, state: ChipState) -> None:
        """Each phase begins at the dealer's left; with chips on one side only there is nothing to bet."""
        state.phase = "bet"
        state.staked = state.raises = (0,) * state.seats
        state.spoken = state.answered = state.exposing = NOBODY
        able = [seat for seat in state.live if state.stacks[seat]]
        if len(able) < 2:
            self.close_bets(state)
            return
        state.phases += 1
        state.all_phases += 1
        turned = state.phases - 1 if state.options.first_speaker == "rotate" else 0
        order = clockwise(state, (state.dealer + turned) % state.seats)
        self.give_turn(state, next(seat for seat in order if seat in able))

    def give_turn(self, state: ChipState, seat: Seat) -> None:
        state.mover = seat
        state.turns += 1

    def bet(self, state: ChipState, seat: Seat, move: Betting) -> None:
        """Fold, check, bet, match or raise; then the next one speaks who has not, or who owes."""
        owed, bid = owed_by(state, seat), 0
        match move:
            case Fold():
                state.live -= {seat}
            case Bet(bid):
                self.pay(state, seat, bid)
            case MatchBet():
                self.pay(state, seat, min(owed, state.stacks[seat]))
            case Raise(bid):
                state.raises = added(state.raises, seat, 1)
                self.pay(state, seat, owed + bid)
        state.spoken |= {seat}
        state.tell(tag_of(move), seat, number=bid)
        waiting = [other for other in clockwise(state, seat) if has_to_speak(state, other)]
        if len(state.live) == 1:
            self.end_hand(state, dict.fromkeys(state.live, pot_of(state)))  # the last one shows nothing
        elif waiting:
            self.give_turn(state, waiting[0])
        else:
            self.close_bets(state)

    def close_bets(self, state: ChipState) -> None:
        """Does anybody show? With a full table or without cards everybody must."""
        full = state.options.chip_table_max and len(state.slots) >= state.options.chip_table_max
        if full or not state.deck:
            self.expose_all(state)
            return
        state.phase, state.answered, state.exposing = "ask", NOBODY, NOBODY
        state.tell("showdown_asked")

    # the question who shows

    def answer(self, state: ChipState, seat: Seat, exposes: bool) -> None:
        """All answer in secret; nobody learns who would have shown."""
        state.answered |= {seat}
        if exposes:
            state.exposing |= {seat}
        state.tell("answered", seat)
        if state.live <= state.answered:
            self.heed_answers(state)

    def heed_answers(self, state: ChipState) -> None:
        """If anybody shows, all do; else a card is added to the table, and betting goes on."""
        state.answered = state.live
        if state.exposing:
            state.exposures += 1
            state.tell("exposed", number=len(state.exposing))
            self.expose_all(state)
            return
        drawn = state.draw(1)
        state.slots += drawn
        state.rev += 1
        state.tell("table_card", cards=drawn)
        self.open_bets(state)

    # the showdown

    def expose_all(self, state: ChipState) -> None:
        """Everybody who is left shows both cards; by a house rule they count their sets themselves."""
        state.backs = tuple(hand if seat in state.live else () for seat, hand in enumerate(state.hands))
        state.tries += 1
        if state.options.chip_count == "declared":
            state.phase, state.answered = "count", NOBODY
            return
        state.marks = tuple(counted_sets(state, hand) for hand in state.backs)
        self.compare_sets(state)

    def end_counting(self, state: ChipState, seats: Seats) -> None:
        """These players have found all their sets; the hands are compared when all have."""
        state.answered |= seats
        if state.live <= state.answered:
            self.compare_sets(state)

    def compare_sets(self, state: ChipState) -> None:
        """The most sets take the pot; a tie shares it, and by a house rule a pot that nobody has a set for stays."""
        state.tries += 1
        counts = {seat: len(state.marks[seat]) for seat in state.live}
        for seat in sorted(counts):
            state.tell("sets_counted", seat, state.hands[seat], counts[seat])
        more = not match_over(state, without_chips(state))  # if nobody is paid now
        if state.options.zero_pot == "carry" and not any(counts.values()) and more:
            state.carried, state.paid = pot_of(state), (0,) * state.seats
            self.end_hand(state, {})
        else:
            self.end_hand(state, share_pots(state, counts))

    def terms(self, view: ChipView) -> Terms:
        """So many hands are left as those who still have chips have to deal."""
        if view.options.chip_match != "rounds":
            return super().terms(view)
        dealing = (times for seat, times in enumerate(view.dealt) if seat not in view.bust)
        left = (max(0, view.options.chip_rounds - times) for times in dealing)
        return Terms(on_table=self.on_table, deals=view.deal + sum(left))

    # timers

    def deal_timers(self, state: ChipState) -> Iterator[Timer]:
        match state.phase:
            case "bet":
                yield Timer("bet", state.mover, BET_S, state.turns)
            case "ask":
                yield Timer("ask", None, ASK_S, len(state.slots))
            case "count":
                yield Timer("count", None, COUNT_S)

    def end_timer(self, state: ChipState, name: str, seat: Seat | None) -> None:
        """Silence is a check if that is allowed and else a fold; it shows nothing, and has marked all it sees."""
        match name:
            case "bet":
                self.bet(state, state.mover, Fold() if bet_refusal(state, state.mover, Check()) else Check())
            case "ask":
                self.heed_answers(state)
            case "count":
                self.end_counting(state, state.live)

    # the end, and the score

    def end_hand(self, state: ChipState, won: dict[Seat, int]) -> None:
        if won:
            state.paid, state.carried = (0,) * state.seats, 0
        for seat, chips in sorted(won.items()):
            state.stacks = added(state.stacks, seat, chips)
            state.tell("pot_awarded", seat, number=chips)
        state.answered = state.exposing = NOBODY
        state.rev += 1
        state.bust = without_chips(state)
        self.end_deal(state)

    def match_over(self, state: ChipState) -> str | None:
        return match_over(state, state.bust)

    next_dealer = staticmethod(next_dealer)

    def booked(self, seen: Seen) -> Counts:
        return seen.stacks

    # what a seat knows

    view, whole = staticmethod(view), staticmethod(whole)

    def located(self, seen: Seen) -> Iterator[str]:
        yield from super().located(seen)
        for hand in seen.backs:
            yield from hand

    def held(self, view: ChipView) -> Cards:
        return view.hand
