"""Positions of SetUp as text."""

from septet.games.setgame.setup.state import SetupState
from septet.games.setgame.text import Drawing, cards, seats

HAND = 4


def fill_in(state: SetupState, drawing: Drawing) -> None:
    """The cards of the table in the order of play; `last` says who played the last one, `turn` who is next."""
    state.phase = "play"
    state.slots = drawing.cards("table")
    named = drawing.hands(state.seats, HAND)
    hands = [named[seat] if seat in named else drawing.filled("", HAND) for seat in range(state.seats)]
    state.hands = tuple(tuple(sorted(hand)) for hand in hands)
    state.taken, state.fines = ((),) * state.seats, (0,) * state.seats
    state.player = drawing.seat("last", state.seats) if "last" in drawing and state.slots else None
    state.mover = drawing.seat("turn", state.seats)


def lines(state: SetupState) -> list[str]:
    hands = [f"hand P{seat + 1}: {cards(hand)}" for seat, hand in enumerate(state.hands)]
    last = [] if state.player is None else [f"last: P{state.player + 1}"]
    return [*hands, *last, f"turn: P{state.mover + 1}"]


def checked(name: str, state: SetupState) -> str | None:
    """What a check that only SetUp has sees in the state."""
    match name.split():
        case ["hand", player]:
            return cards(state.hands[int(player[1:]) - 1])
        case ["turn"]:
            return f"P{state.mover + 1}"
        case ["barred"]:
            return seats(state.barred)
    return None
