"""What one seat sees of a game of 20/20: its own cards, and those of the others as far as they are shown."""

import random
from abc import abstractmethod
from collections.abc import Iterator
from typing import Any

from septet.games.game import Seat
from septet.games.setgame.cards import NONE, Cards
from septet.games.setgame.sight import Seen, Sight
from septet.games.setgame.text import Drawing
from septet.games.setgame.text import cards as cards_text
from septet.games.setgame.text import seats as seats_text
from septet.games.setgame.twenty.state import TwentyShown, TwentyState, TwentyView

OWN, MOST = 6, 9  # cards that each is dealt, and may have


class TwentySight(Sight[Any, Any]):
    Shown, State, View = TwentyShown, TwentyState, TwentyView

    def open(self, seen: Seen) -> bool:
        return bool(seen.options.tt_hands == "open")

    def hand(self, seen: Seen, seat: Seat) -> Cards:
        cards: Cards = seen.hands[seat] if isinstance(seen, TwentyState) else seen.hand
        return cards

    def private(self, state: TwentyState, seat: Seat | None) -> tuple[Any, ...]:
        return () if seat is None else (state.hands[seat],)

    def located(self, seen: Seen) -> Iterator[str]:
        yield from super().located(seen)
        yield from seen.discards
        for hand in seen.backs:
            yield from filter(None, hand)

    def held(self, view: TwentyView) -> Cards:
        return view.hand

    def pieces(self, state: TwentyState) -> Iterator[str]:
        yield from (*state.table, *state.out, *state.discards, *state.deck)
        for hand in state.hands:
            yield from hand

    def hidden(self, view: TwentyView, unseen: list[str], rng: random.Random) -> tuple[Any, ...]:
        """A card that was shuffled into the pile is in no hand that was drawn before.

        The oldest backs have the fewest cards to choose from, and those are among the choices of all others: dealt in
        that order, every world is as likely as any other.
        """
        buried = dict(view.buried)
        hands = [list(view.hand if seat == view.seat else backs) for seat, backs in enumerate(view.backs)]
        unknown = [
            (view.ages[seat][at], seat, at)
            for seat, hand in enumerate(hands)
            for at, card in enumerate(hand)
            if not card
        ]
        for age, seat, at in sorted(unknown):
            card = next(card for card in unseen if buried.get(card, 0) <= age)
            hands[seat][at] = card
            unseen.remove(card)
        rng.shuffle(unseen)
        return (tuple(map(tuple, hands)),)

    def guess(self, view: TwentyView, rng: random.Random) -> TwentyState:
        """A deal that goes on is not stuck."""
        while True:
            state: TwentyState = super().guess(view, rng)
            if view.phase in {"between", "over"} or not self.stuck(state):
                return state

    @abstractmethod
    def stuck(self, state: TwentyState) -> bool:
        """Can nobody ever do anything more?"""

    keys = (*Sight.keys, "hand", "discards")

    def fill_in(self, state: TwentyState, drawing: Drawing) -> None:
        named = drawing.hands(state.seats, MOST)
        state.discards = drawing.cards("discards")
        state.slots = drawing.filled("table", self.on_table)
        state.hands = tuple(named[seat] if seat in named else drawing.filled("", OWN) for seat in range(state.seats))
        state.ages = tuple((0,) * len(hand) for hand in state.hands)
        state.backs = state.hands if self.open(state) else tuple((NONE,) * len(hand) for hand in state.hands)

    def set_aside(self, state: TwentyState, rest: Cards) -> None:
        """What is not drawn lies among the discards."""
        state.discards += rest

    def more_lines(self, state: TwentyState) -> list[str]:
        hands = [f"hand P{seat + 1}: {cards_text(hand)}" for seat, hand in enumerate(state.hands)]
        return [*super().more_lines(state), *hands, f"discards: {cards_text(state.discards)}"]

    def more_checks(self, name: str, state: TwentyState) -> str:
        match name.split():
            case ["hand", player]:
                return cards_text(state.hands[int(player[1:]) - 1])
            case ["discards"]:
                return str(len(state.discards))
            case ["votes"]:
                return seats_text(state.flags)
        return super().more_checks(name, state)
