"""ChipSet: bet on the sets that your two cards make with the table, and show when it suits you."""

from collections.abc import Iterator
from typing import ClassVar

from septet.games.game import Move, Seat, Timer
from septet.games.setgame.cards import Cards, disjoint, is_set
from septet.games.setgame.chipset.allowed import ChipsAllowed
from septet.games.setgame.chipset.moves import Bet, Check, Expose, Fold, Match, Raise, Wait
from septet.games.setgame.chipset.options import ChipOptions
from septet.games.setgame.chipset.pots import pots, shares
from septet.games.setgame.chipset.sight import HAND
from septet.games.setgame.chipset.state import ChipState
from septet.games.setgame.family import added, put
from septet.games.setgame.moves import Mark, Unmark
from septet.games.setgame.sight import Seen
from septet.games.setgame.state import NOBODY, Seats

BET_S, ASK_S, COUNT_S = 20, 12, 30


class ChipSet(ChipsAllowed):
    name = "chipset"
    seats = range(2, 11)
    on_table = 2
    Options = ChipOptions
    # everybody has dealt as often as agreed; one player has all the chips
    endings: ClassVar[frozenset[str]] = frozenset({"rounds", "last_standing"})

    def deal(self, options: ChipOptions, seats: int, seed: bytes) -> ChipState:
        state = self.State(options, seats, totals=(0,) * seats, seed=seed)
        state.stacks, state.dealt = (options.chip_stack,) * seats, (0,) * seats
        state.dealer = self.shuffle(state, range(seats))[0]
        self.next_deal(state)
        return state

    def lay_out(self, state: ChipState) -> None:
        """An ante from each; a card on the table and one to each, and the same again."""
        seats = range(state.seats)
        state.live = frozenset(seat for seat in seats if seat not in state.bust)
        state.dealt = added(state.dealt, state.dealer, 1)
        state.paid = state.staked = (0,) * state.seats
        for seat in sorted(state.live):
            self.pay(state, seat, min(state.options.chip_ante, state.stacks[seat]))
        order = [seat for seat in self.clockwise(state) if seat in state.live]
        hands: dict[Seat, Cards] = {}
        state.slots = ()
        for _ in range(HAND):
            state.slots += self.draw_cards(state, 1)
            for seat in order:
                hands[seat] = hands.get(seat, ()) + self.draw_cards(state, 1)
        state.hands = tuple(tuple(sorted(hands.get(seat, ()))) for seat in seats)
        state.backs, state.marks = ((),) * state.seats, ((),) * state.seats
        state.phases = 0
        self.bets_open(state)

    def clockwise(self, seen: Seen, after: Seat | None = None) -> list[Seat]:
        """All seats in turn, from the left of the dealer or of another seat."""
        start = seen.dealer if after is None else after
        return [(start + step) % seen.seats for step in range(1, seen.seats + 1)]

    def pay(self, state: ChipState, seat: Seat, chips: int) -> None:
        state.stacks = added(state.stacks, seat, -chips)
        state.paid = added(state.paid, seat, chips)
        state.staked = added(state.staked, seat, chips)

    def bets_open(self, state: ChipState) -> None:
        """Each phase begins at the dealer's left; with chips on one side only there is nothing to bet."""
        state.phase = "bet"
        state.staked = state.raises = (0,) * state.seats
        state.spoken = state.answered = state.exposing = NOBODY
        able = [seat for seat in state.live if state.stacks[seat]]
        if len(able) < 2:
            self.bets_close(state)
            return
        state.phases += 1
        state.all_phases += 1
        turned = state.phases - 1 if state.options.first_speaker == "rotate" else 0
        order = self.clockwise(state, (state.dealer + turned) % state.seats)
        self.turn_of(state, next(seat for seat in order if seat in able))

    def turn_of(self, state: ChipState, seat: Seat) -> None:
        state.mover = seat
        state.turns += 1

    def act(self, state: ChipState, seat: Seat, move: Move) -> None:
        match move:
            case Expose(chosen):
                own = not disjoint(chosen, state.hands[seat]) and is_set(chosen)
                self.answer(state, seat, own or not state.options.expose_check)
            case Wait() if state.phase == "ask":
                self.answer(state, seat, False)
            case Wait():
                self.tell(state, "answered", seat)
                self.counted(state, frozenset({seat}))
            case Mark(chosen):
                state.tries += 1
                state.marks = put(state.marks, seat, (*state.marks[seat], chosen))
                self.tell(state, "marked", seat, chosen)
            case Unmark(chosen):
                state.marks = put(state.marks, seat, tuple(mark for mark in state.marks[seat] if mark != chosen))
                self.tell(state, "unmarked", seat, chosen)
            case _:
                self.bet(state, seat, move)

    def bet(self, state: ChipState, seat: Seat, move: Move) -> None:
        """Fold, check, bet, match or raise; then the next one speaks who has not, or who owes."""
        owed = state.owes(seat)
        match move:
            case Fold():
                state.live -= {seat}
            case Bet(chips):
                self.pay(state, seat, chips)
            case Match():
                self.pay(state, seat, min(owed, state.stacks[seat]))
            case Raise(chips):
                state.raises = added(state.raises, seat, 1)
                self.pay(state, seat, owed + chips)
        state.spoken |= {seat}
        self.tell(state, type(move).__name__.lower(), seat, number=getattr(move, "chips", 0))
        if len(state.live) == 1:
            self.survivor(state)
            return
        for other in self.clockwise(state, seat):
            waits = other not in state.spoken or state.owes(other)
            if other in state.live and state.stacks[other] and waits:
                self.turn_of(state, other)
                return
        self.bets_close(state)

    def survivor(self, state: ChipState) -> None:
        """The last one in the hand takes the pot and shows nothing."""
        (seat,) = state.live
        self.hand_over(state, {seat: state.pot})

    def bets_close(self, state: ChipState) -> None:
        """Does anybody show? With a full table or without cards everybody must."""
        full = state.options.chip_table_max and len(state.slots) >= state.options.chip_table_max
        if full or not state.deck:
            self.expose_all(state)
            return
        state.phase, state.answered, state.exposing = "ask", NOBODY, NOBODY
        self.tell(state, "showdown_asked")

    def answer(self, state: ChipState, seat: Seat, exposes: bool) -> None:
        """All answer in secret; nobody learns who would have shown."""
        state.answered |= {seat}
        if exposes:
            state.exposing |= {seat}
        self.tell(state, "answered", seat)
        if state.live <= state.answered:
            self.answers_in(state)

    def answers_in(self, state: ChipState) -> None:
        state.answered = state.live
        if state.exposing:
            state.exposures += 1
            self.tell(state, "exposed", number=len(state.exposing))
            self.expose_all(state)
            return
        drawn = self.draw_cards(state, 1)
        state.slots += drawn
        state.rev += 1
        self.tell(state, "table_card", cards=drawn)
        self.bets_open(state)

    def expose_all(self, state: ChipState) -> None:
        """Everybody who is left shows both cards."""
        state.backs = tuple(hand if seat in state.live else () for seat, hand in enumerate(state.hands))
        state.tries += 1
        if state.options.chip_count == "declared":
            state.phase, state.answered = "count", NOBODY
            return
        state.marks = tuple(self.counting(state, hand) for hand in state.backs)
        self.showdown(state)

    def counted(self, state: ChipState, seats: Seats) -> None:
        """Players who have found all their sets."""
        state.answered |= seats
        if state.live <= state.answered:
            self.showdown(state)

    def showdown(self, state: ChipState) -> None:
        """The most sets take the pot; a tie shares it."""
        state.tries += 1
        counts = {seat: len(state.marks[seat]) for seat in state.live}
        for seat in sorted(counts):
            self.tell(state, "sets_counted", seat, state.hands[seat], counts[seat])
        if state.options.zero_pot == "carry" and not any(counts.values()) and self.plays_on(state):
            state.carried, state.paid = state.pot, (0,) * state.seats
            self.hand_over(state, {})
            return
        self.hand_over(state, self.payout(state, counts))

    def payout(self, state: ChipState, counts: dict[Seat, int]) -> dict[Seat, int]:
        """Each pot goes to the most sets among those who may win it; where there are several, each is told."""
        won: dict[Seat, int] = {}
        all_pots = pots(state.paid, state.live, state.carried)
        for chips, seats in all_pots:
            most = max(counts[seat] for seat in seats)
            winners = [seat for seat in self.clockwise(state) if seat in seats and counts[seat] == most]
            state.splits += len(winners) > 1
            for seat, share in shares(chips, winners, state.stacks).items():
                won[seat] = won.get(seat, 0) + share
                if len(all_pots) > 1:
                    self.tell(state, "main_pot" if seats == state.live else "side_pot", seat, number=share)
        return won

    def plays_on(self, state: ChipState) -> bool:
        """Will there be another hand if nobody is paid now?"""
        bust = frozenset(seat for seat, chips in enumerate(state.stacks) if not chips)
        return state.seats - len(bust) > 1 and not self.all_dealt(state, bust)

    def all_dealt(self, state: ChipState, bust: Seats) -> bool:
        rounds = state.options.chip_rounds
        everybody = all(times >= rounds for seat, times in enumerate(state.dealt) if seat not in bust)
        return state.options.chip_match == "rounds" and everybody

    def hand_over(self, state: ChipState, won: dict[Seat, int]) -> None:
        if won:
            state.paid, state.carried = (0,) * state.seats, 0
        for seat, chips in sorted(won.items()):
            state.stacks = added(state.stacks, seat, chips)
            self.tell(state, "pot_awarded", seat, number=chips)
        state.answered = state.exposing = NOBODY
        state.rev += 1
        state.bust = frozenset(seat for seat, chips in enumerate(state.stacks) if not chips)
        self.end_deal(state)

    def next_dealer(self, state: ChipState) -> Seat:
        """Seats without chips are skipped."""
        return next(seat for seat in self.clockwise(state) if seat not in state.bust)

    def match_over(self, state: ChipState) -> str | None:
        if state.seats - len(state.bust) < 2:
            return "last_standing"
        return "rounds" if self.all_dealt(state, state.bust) else None

    def clocks(self, state: ChipState) -> Iterator[Timer]:
        match state.phase:
            case "bet":
                yield Timer("bet", state.mover, BET_S, state.turns)
            case "ask":
                yield Timer("ask", None, ASK_S, len(state.slots))
            case "count":
                yield Timer("count", None, COUNT_S)

    def time_out(self, state: ChipState, name: str, seat: Seat | None) -> None:
        """Silence is a check if that is allowed and else a fold; it shows nothing, and has marked all it sees."""
        match name:
            case "bet":
                silent: Move = Fold() if self.bet_rule(state, state.mover, Check()) else Check()
                self.bet(state, state.mover, silent)
            case "ask":
                self.answers_in(state)
            case "count":
                self.counted(state, state.live)

    def booked(self, state: ChipState) -> tuple[int, ...]:
        return state.stacks

    def figures(self, state: ChipState) -> dict[str, float]:
        hands = state.deal
        return {
            "hands": hands,
            "phases": state.all_phases / hands,
            "exposures": state.exposures / hands,
            "splits": state.splits / hands,
            "bust": len(state.bust),
        }
