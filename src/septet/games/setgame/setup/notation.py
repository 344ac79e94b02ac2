"""Positions of SetUp as text."""

from septet.games.errors import BadText
from septet.games.places import Place, choice, hands, of_seats
from septet.games.setgame.notation import FamilyNotation
from septet.games.setgame.setup.options import SetupOptions
from septet.games.setgame.setup.state import HAND, SetupState, SetupView
from septet.games.setgame.text import Drawing, cards, seats


class SetupNotation(FamilyNotation[SetupOptions, SetupState, SetupView]):
    keys = ("scores", "hand", "last", "turn", "window", "closing", "barred")

    def fill_in(self, state: SetupState, drawing: Drawing) -> None:
        """The cards of the table in the order of play; `last` says who played the last one, `turn` who is next."""
        state.phase = "play"
        state.slots = drawing.cards("table")
        named = drawing.hands(state.seats, HAND)
        hands = [named[seat] if seat in named else drawing.filled("", HAND) for seat in range(state.seats)]
        state.hands = tuple(tuple(sorted(hand)) for hand in hands)
        state.taken, state.fines = ((),) * state.seats, (0,) * state.seats
        state.player = drawing.seat("last", state.seats) if "last" in drawing and state.slots else None
        state.mover = drawing.seat("turn", state.seats)
        state.window, state.closing = drawing.yes("window"), drawing.yes("closing")
        state.barred = frozenset(drawing.seats("barred", state.seats))

    def more_lines(self, state: SetupState) -> list[str]:
        hands = [f"hand P{seat + 1}: {cards(hand)}" for seat, hand in enumerate(state.hands)]
        last = [] if state.player is None else [f"last: P{state.player + 1}"]
        running = state.phase == "play"
        unusual = {"window": state.window, "closing": state.closing and running}
        words = [f"{key}: yes" for key, holds in unusual.items() if holds]
        barred = [f"barred: {seats(state.barred)}"] if state.barred else []
        return [*hands, *last, f"turn: P{state.mover + 1}", *words, *barred]

    def strange(self, state: SetupState) -> BadText | None:
        """For every card that is played another one is drawn, and the last one of the table was played by somebody."""
        short = next((seat for seat, hand in enumerate(state.hands) if len(hand) < HAND), None)
        if state.deck and short is not None:
            return BadText("hand_short", seat=short, size=HAND)
        return BadText("nobody_played") if state.slots and state.player is None else None

    def more_places(self, seats: int) -> list[Place]:
        everybody = [f"P{seat + 1}" for seat in range(seats)]
        return [*hands(seats, HAND), choice("last", *everybody), choice("turn", *everybody), of_seats("barred")]

    def checked(self, name: str, state: SetupState) -> str | None:
        match name.split():
            case ["hand", player]:
                return cards(state.hands[int(player[1:]) - 1])
            case ["turn"]:
                return f"P{state.mover + 1}"
            case ["barred"]:
                return seats(state.barred)
        return None
