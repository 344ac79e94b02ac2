"""Positions of 20/20 as text."""

from septet.games.errors import BadText
from septet.games.places import CARDS, Place, hands, row
from septet.games.setgame.cards import NONE, Cards
from septet.games.setgame.notation import FamilyNotation
from septet.games.setgame.text import Drawing, cards, seats
from septet.games.setgame.twenty.options import TwentyOptions
from septet.games.setgame.twenty.state import MOST, OWN, TwentyState, TwentyView
from septet.games.setgame.twenty.view import hands_are_open


class TwentyNotation(FamilyNotation[TwentyOptions, TwentyState, TwentyView]):
    keys = ("scores", "hand", "discards")

    def fill_in(self, state: TwentyState, drawing: Drawing) -> None:
        named = drawing.hands(state.seats, MOST)
        state.discards = drawing.cards("discards")
        state.slots = drawing.filled("table", self.game.on_table)
        state.hands = tuple(named[seat] if seat in named else drawing.filled("", OWN) for seat in range(state.seats))
        state.ages = tuple((0,) * len(hand) for hand in state.hands)
        state.backs = state.hands if hands_are_open(state) else tuple((NONE,) * len(hand) for hand in state.hands)

    def strange(self, state: TwentyState) -> BadText | None:
        """A deal ends with the last card of a hand."""
        empty = next((seat for seat, hand in enumerate(state.hands) if not hand), None)
        return super().strange(state) if empty is None else BadText("hand_empty", seat=empty)

    def set_aside(self, state: TwentyState, rest: Cards) -> None:
        """What is not drawn lies among the discards."""
        state.discards += rest

    def more_lines(self, state: TwentyState) -> list[str]:
        hands = [f"hand P{seat + 1}: {cards(hand)}" for seat, hand in enumerate(state.hands)]
        return [*hands, f"discards: {cards(state.discards)}"]

    def more_places(self, seats: int) -> list[Place]:
        return [*hands(seats, MOST), row("discards", CARDS, 81)]

    def checked(self, name: str, state: TwentyState) -> str | None:
        match name.split():
            case ["hand", player]:
                return cards(state.hands[int(player[1:]) - 1])
            case ["discards"]:
                return str(len(state.discards))
            case ["votes"]:
                return seats(state.voting.flags)
        return None
