"""What one seat sees of a game of ChipSet: its own two cards, the table, and the chips."""

import random
from collections.abc import Iterator
from typing import Any

from septet.games.game import Seat
from septet.games.setgame.cards import Cards, largest_packing, sets_among
from septet.games.setgame.chipset.state import ChipShown, ChipState, ChipView
from septet.games.setgame.sight import Seen, Sight
from septet.games.setgame.state import NOBODY
from septet.games.setgame.text import Drawing, numbers
from septet.games.setgame.text import cards as cards_text
from septet.games.setgame.text import seats as seats_text

HAND = 2


def own_sets(hand: Cards, table: Cards) -> list[Cards]:
    """The sets among hand and table that use a card of the hand."""
    return [one for one in sets_among(hand + table) if one[0] in hand]


class ChipSight(Sight[Any, Any]):
    Shown, State, View = ChipShown, ChipState, ChipView

    def hand(self, seen: Seen, seat: Seat) -> Cards:
        cards: Cards = seen.hands[seat] if isinstance(seen, ChipState) else seen.hand
        return cards

    def counting(self, seen: Seen, hand: Cards) -> tuple[Cards, ...]:
        """The sets that a hand has with the table; they may share cards, unless a house rule says no."""
        found = own_sets(hand, seen.table)
        return largest_packing([(a, b, c) for a, b, c in found]) if seen.options.chip_disjoint else tuple(found)

    def private(self, state: ChipState, seat: Seat | None) -> tuple[Any, ...]:
        return () if seat is None else (state.hands[seat], seat in state.exposing)

    def located(self, seen: Seen) -> Iterator[str]:
        yield from super().located(seen)
        for hand in seen.backs:
            yield from hand

    def held(self, view: ChipView) -> Cards:
        return view.hand

    def pieces(self, state: ChipState) -> Iterator[str]:
        yield from (*state.table, *state.out, *state.deck)
        for hand in state.hands:
            yield from hand
        yield from ["chip"] * (sum(state.stacks) + state.pot)

    def hidden(self, view: ChipView, unseen: list[str], rng: random.Random) -> tuple[Any, ...]:
        """Whoever has answered may have answered either, but shows only with a set."""
        others = [seat for seat in view.answered if seat != view.seat]
        while True:
            rng.shuffle(unseen)
            left = list(unseen)
            hands = tuple(self._hand(view, seat, left) for seat in range(view.seats))
            exposing = frozenset(seat for seat in others if rng.random() < 0.5)
            if not view.options.expose_check or all(own_sets(hands[seat], view.table) for seat in exposing):
                unseen[:] = left
                mine = frozenset({view.seat} if view.exposes else NOBODY)
                return hands, exposing | mine

    def _hand(self, view: ChipView, seat: Seat, left: list[str]) -> Cards:
        if seat == view.seat:
            return view.hand
        if view.backs[seat] or seat in view.bust:
            return view.backs[seat]
        return tuple(sorted(left.pop() for _ in range(HAND)))

    keys = ("players", "table", "deck", "deck-left", "dealer", "hand", "stacks", "pot", "turn")

    def fill_in(self, state: ChipState, drawing: Drawing) -> None:
        """A phase of betting begins; the pot is what was paid before, by all alike as far as that goes."""
        seats = state.seats
        named = drawing.hands(seats, HAND)
        state.slots = drawing.filled("table", 2)
        hands = [named[seat] if seat in named else drawing.filled("", HAND) for seat in range(seats)]
        state.stacks = drawing.numbers("stacks", seats, state.options.chip_stack)
        pot = drawing.number("pot", 0)
        state.live = frozenset(range(seats))
        state.hands = tuple(tuple(sorted(hand)) for hand in hands)
        state.paid = (pot // seats,) * seats
        state.carried = pot - sum(state.paid)
        state.staked = state.raises = state.dealt = (0,) * seats
        state.backs, state.marks = ((),) * seats, ((),) * seats
        state.phase, state.phases = "bet", 1
        state.mover = drawing.seat("turn", seats, (state.dealer + 1) % seats)

    def picture(self, state: ChipState) -> list[str]:
        return [line for line in super().picture(state) if not line.startswith("scores")]

    def more_lines(self, state: ChipState) -> list[str]:
        hands = [f"hand P{seat + 1}: {cards_text(hand)}" for seat, hand in enumerate(state.hands)]
        chips = [f"stacks: {numbers(state.stacks)}", f"pot: {state.pot}", f"turn: P{state.mover + 1}"]
        return [*super().more_lines(state), *hands, *chips]

    def more_checks(self, name: str, state: ChipState) -> str:
        match name.split():
            case ["hand", player]:
                return cards_text(state.hands[int(player[1:]) - 1])
            case ["shown", player]:
                return cards_text(state.backs[int(player[1:]) - 1])
            case ["sets", player]:
                return str(len(self.counting(state, state.hands[int(player[1:]) - 1])))
            case ["stacks"]:
                return numbers(state.stacks)
            case ["pot"]:
                return str(state.pot)
            case ["turn"]:
                return f"P{state.mover + 1}"
            case ["live"]:
                return seats_text(state.live)
            case ["answered"]:
                return seats_text(state.answered)
            case ["phase"]:
                return state.phase
        return super().more_checks(name, state)
