"""The hands of a match of ChipSet: who follows whom, who has no chips left, and whether another hand is played."""

from septet.games.game import Seat
from septet.games.setgame.chipset.state import ChipState
from septet.games.setgame.state import Seats


def clockwise(state: ChipState, after: Seat) -> list[Seat]:
    """All seats in turn, from the left of this one."""
    return [(after + step) % state.seats for step in range(1, state.seats + 1)]


def without_chips(state: ChipState) -> Seats:
    return frozenset(seat for seat, chips in enumerate(state.stacks) if not chips)


def next_dealer(state: ChipState) -> Seat:
    """Seats without chips are skipped."""
    return next(seat for seat in clockwise(state, state.dealer) if seat not in state.bust)


def match_over(state: ChipState, bust: Seats) -> str | None:
    """One player has all the chips, or everybody who still has some has dealt as often as agreed."""
    if state.seats - len(bust) < 2:
        return "last_standing"
    rounds = state.options.chip_rounds
    all_have_dealt = all(times >= rounds for seat, times in enumerate(state.dealt) if seat not in bust)
    return "rounds" if state.options.chip_match == "rounds" and all_have_dealt else None
