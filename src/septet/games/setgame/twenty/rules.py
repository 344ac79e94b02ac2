"""20/20: be the first to get rid of your own cards, in sets with those of the table."""

from collections.abc import Iterator
from typing import Any, ClassVar

from septet.games.game import Choose, Move, Seat, Timer
from septet.games.rows import changed
from septet.games.setgame.calls import Calls
from septet.games.setgame.cards import NONE, Cards, sets_among
from septet.games.setgame.family import added
from septet.games.setgame.moves import Abort, Call, Pick, Ready, Unpick
from septet.games.setgame.sight import Seen
from septet.games.setgame.state import NOBODY, Seats
from septet.games.setgame.twenty.moves import Draw, RefreshVote
from septet.games.setgame.twenty.options import TwentyOptions
from septet.games.setgame.twenty.sight import MOST, OWN, TwentySight
from septet.games.setgame.twenty.state import TwentyState, TwentyView

AUTO_REFRESH_S = 10


class Twenty(TwentySight, Calls[Any, Any]):
    name = "twenty"
    seats = range(2, 9)
    on_table = 6
    Options: ClassVar[Any] = TwentyOptions
    moves = Call | Pick | Unpick | Abort | Draw | RefreshVote | Ready
    refusals = (Calls.refusals - {"claim_directly", "call_first", "three_cards", "frozen"}) | frozenset(
        {"needs_own_card", "hand_full", "draw_cooldown", "no_draw_now", "no_votes", "flag_is_up", "flag_is_down"}
    )
    endings: ClassVar[frozenset[str]] = frozenset({"target"})

    def lay_out(self, state: TwentyState) -> None:
        """Six cards to each, one by one, and six on the table."""
        state.phase = "open"
        dealt = [self.draw_cards(state, state.seats) for _ in range(OWN)]
        state.hands = tuple(tuple(row[seat] for row in dealt) for seat in self.from_left(state))
        state.slots = self.draw_cards(state, self.on_table)
        state.ages = ((0,) * OWN,) * state.seats
        state.discards, state.buried, state.burials = (), (), 0
        state.cooling = state.drawing = state.flags = NOBODY
        state.backs = state.hands if self.open(state) else ((NONE,) * OWN,) * state.seats

    def from_left(self, state: TwentyState) -> list[int]:
        """Which card of a row each seat gets: the first one goes to the dealer's left."""
        return [(seat - state.dealer - 1) % state.seats for seat in range(state.seats)]

    def reach(self, seen: Seen, seat: Seat) -> Cards:
        """Your own cards and those of the table."""
        cards: Cards = self.hand(seen, seat) + seen.table
        return cards

    def rule_against(self, seen: Seen, seat: Seat, move: Move) -> str | None:
        match move:
            case Draw():
                return self.draw_rule(seen, seat)
            case RefreshVote(on):
                if seen.options.tt_refresh != "vote":
                    return "no_votes"
                if (seat in seen.flags) == on:
                    return "flag_is_up" if on else "flag_is_down"
                return None
        against = self.call_rule(seen, seat, move)
        if against is None and isinstance(move, Pick) and self.only_table(seen, (*seen.picked, move.card)):
            return "needs_own_card"
        return against

    def draw_rule(self, seen: Seen, seat: Seat) -> str | None:
        """One card at a time, never more than nine, and not while somebody shows a set."""
        if seen.lock is not None:
            return "no_draw_now"
        if len(seen.backs[seat]) >= MOST:
            return "hand_full"
        return "draw_cooldown" if seat in seen.drawing else None

    def only_table(self, seen: Seen, cards: Cards) -> bool:
        """By a house rule three cards of the table are not enough."""
        return not seen.options.tt_table_only and len(cards) == 3 and set(cards) <= set(seen.table)

    def menu(self, view: TwentyView) -> list[Move | Choose]:
        assert view.seat is not None
        cards = tuple(card for card in self.reach(view, view.seat) if not self.only_table(view, (*view.picked, card)))
        picks = Choose("pick", 1, tuple(card for card in cards if card not in view.picked))
        unpicks = Choose("unpick", 1, view.picked)
        return [Call(), picks, unpicks, Abort(), Draw(), RefreshVote(), RefreshVote(False)]

    def act(self, state: TwentyState, seat: Seat, move: Move) -> None:
        match move:
            case Draw():
                self.give(state, seat)
                state.draws += 1
                state.flags = NOBODY
                self.tell(state, "personal_drawn", seat)
                if state.options.draw_cooldown_s:
                    state.drawing |= {seat}
                self.blocked(state)
            case RefreshVote(on):
                state.flags = state.flags | {seat} if on else state.flags - {seat}
                self.tell(state, "refresh_vote" if on else "looking", seat)
                self.agreed(state)
            case Pick(card):
                self.show_card(state, seat, card)
                self.call(state, seat, move)
            case _:
                self.call(state, seat, move)

    def show_card(self, state: TwentyState, seat: Seat, card: str) -> None:
        """A card that was shown is known from then on."""
        hand = state.hands[seat]
        if card in hand:
            at = hand.index(card)
            state.backs = changed(state.backs, seat, changed(state.backs[seat], at, card))

    def take(self, state: TwentyState, seat: Seat, cards: Cards) -> None:
        """The set is laid away; table cards are replaced, own ones are not. Without own cards the deal is won."""
        state.flags = NOBODY
        state.rev += 1
        state.discards += cards
        keep = [at for at, card in enumerate(state.hands[seat]) if card not in cards]
        if len(keep) < len(state.hands[seat]):
            state.claims += 1
        else:
            state.table_sets += 1
        for name in ("hands", "backs", "ages"):
            row = getattr(state, name)
            setattr(state, name, changed(row, seat, tuple(row[seat][at] for at in keep)))
        state.slots = tuple(NONE if card in cards else card for card in state.slots)
        if not keep:
            gained = sum(map(len, state.hands))
            state.totals = added(state.totals, seat, gained)
            self.tell(state, "went_out", seat, number=gained)
            self.end_deal(state)
            return
        state.slots = tuple(card or self.next_card(state) for card in state.slots)
        self.blocked(state)

    def pay(self, state: TwentyState, seat: Seat, what: str) -> None:
        """A call without a set costs a card more, but never a tenth."""
        if len(state.hands[seat]) < MOST:
            self.give(state, seat)
            state.flags = NOBODY
            self.tell(state, "penalty_card", seat)
        self.agreed(state)
        self.blocked(state)

    def give(self, state: TwentyState, seat: Seat) -> None:
        """One more card for a hand."""
        card = self.next_card(state)
        state.hands = changed(state.hands, seat, (*state.hands[seat], card))
        state.backs = changed(state.backs, seat, (*state.backs[seat], card if self.open(state) else NONE))
        state.ages = changed(state.ages, seat, (*state.ages[seat], state.burials))

    def next_card(self, state: TwentyState) -> str:
        """The next card of the pile; an empty pile is made anew from the discards.

        There always is one: eight full hands and the table hold 78 cards.
        """
        if not state.deck:
            self.bury(state, state.discards)
            state.discards = ()
            self.tell(state, "reshuffled")
        return self.draw_cards(state, 1)[0]

    def bury(self, state: TwentyState, cards: Cards) -> None:
        """Shuffle cards into the pile; all have seen which."""
        state.deck = self.shuffle(state, sorted(state.deck + cards))
        state.burials += 1
        if not self.open(state):
            before = {card: when for card, when in state.buried if card not in cards}
            state.buried = tuple(sorted({**before, **dict.fromkeys(cards, state.burials)}.items()))

    def awaited(self, state: TwentyState) -> Seats:
        """While somebody says that nobody has a set, all who have not said so."""
        voting = state.phase == "open" and state.active & state.flags
        return state.active - state.flags if voting else NOBODY

    def agreed(self, state: TwentyState) -> None:
        """When all who are there agree that nobody has a set, the table is renewed."""
        if state.phase == "open" and state.active and state.active <= state.flags:
            self.refresh(state)

    def refresh(self, state: TwentyState) -> None:
        """Six others come and the old six are shuffled into the pile; a pile that is too small gets cards first."""
        old = state.table
        if len(state.deck) < self.on_table and state.discards:
            self.bury(state, state.discards)
            state.discards = ()
        early = len(state.deck) < self.on_table
        if early:
            self.bury(state, old)
        state.slots = self.draw_cards(state, self.on_table)
        if not early:
            self.bury(state, old)
        state.flags = NOBODY
        state.rev += 1
        state.refreshes += 1
        self.tell(state, "table_refreshed")
        self.blocked(state)

    def claimable(self, state: TwentyState) -> bool:
        """Can anybody make a set?"""
        for hand in state.hands:
            for cards in sets_among(hand + state.table):
                if not self.only_table(state, cards):
                    return True
        return False

    def blocked(self, state: TwentyState) -> None:
        """Without a new table, a deal in which nobody can ever do anything is over, and nobody scores."""
        if state.phase == "open" and self.stuck(state):
            self.tell(state, "blocked")
            self.end_deal(state)

    def stuck(self, state: TwentyState) -> bool:
        full = all(len(hand) >= MOST for hand in state.hands)
        return state.options.tt_refresh == "off" and full and not self.claimable(state)

    def somebody_left(self, state: TwentyState) -> None:
        self.agreed(state)

    def clocks(self, state: TwentyState) -> Iterator[Timer]:
        yield from self.call_clocks(state)
        for seat in state.drawing:
            yield Timer("draw", seat, state.options.draw_cooldown_s)
        if state.options.tt_refresh == "auto" and state.phase == "open" and not self.claimable(state):
            yield Timer("auto_refresh", None, AUTO_REFRESH_S, state.rev)

    def time_out(self, state: TwentyState, name: str, seat: Seat | None) -> None:
        if name == "draw":
            state.drawing -= {seat}
        elif name == "auto_refresh":
            self.refresh(state)
        else:
            self.call_time_out(state, name, seat)
            self.agreed(state)

    def booked(self, state: TwentyState) -> tuple[int, ...]:
        return state.totals

    def match_over(self, state: TwentyState) -> str | None:
        """The first to reach ten points for each player wins."""
        return "target" if max(state.totals) >= state.options.tt_target_factor * state.seats else None

    def figures(self, state: TwentyState) -> dict[str, float]:
        deals = state.deal
        return {
            "deals": deals,
            "claims": state.claims / deals,
            "table_sets": state.table_sets / deals,
            "draws": state.draws / deals,
            "refreshes": state.refreshes / deals,
            "points": sum(state.totals) / deals,
        }
