"""The hands of a match of ChipSet: who follows whom, who has no chips left, and whether another hand is played."""

from septet.games.game import Seat
from septet.games.setgame.cards import Cards
from septet.games.setgame.chipset.state import HAND, ChipState
from septet.games.setgame.state import Seats


def clockwise(state: ChipState, after: Seat) -> list[Seat]:
    """All seats in turn, from the left of this one."""
    return [(after + step) % state.seats for step in range(1, state.seats + 1)]


def deal_hands(state: ChipState) -> None:
    """A card on the table and one to each from the dealer's left, and the same again."""
    order = [seat for seat in clockwise(state, state.dealer) if seat in state.live]
    hands: dict[Seat, Cards] = dict.fromkeys(range(state.seats), ())
    state.slots = ()
    for _ in range(HAND):
        state.slots += state.draw(1)
        for seat in order:
            hands[seat] += state.draw(1)
    state.hands = tuple(tuple(sorted(hand)) for hand in hands.values())


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
