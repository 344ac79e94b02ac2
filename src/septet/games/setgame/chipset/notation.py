"""Positions of ChipSet as text."""

from septet.games.setgame.chipset.options import ChipOptions
from septet.games.setgame.chipset.pots import pot_of
from septet.games.setgame.chipset.state import HAND, ChipState, ChipView
from septet.games.setgame.chipset.view import counted_sets
from septet.games.setgame.notation import FamilyNotation
from septet.games.setgame.text import Drawing, cards, numbers, seats


class ChipNotation(FamilyNotation[ChipOptions, ChipState, ChipView]):
    keys = ("players", "table", "deck", "deck-left", "dealer", "hand", "stacks", "pot", "turn")

    def fill_in(self, state: ChipState, drawing: Drawing) -> None:
        """A phase of betting begins; the pot is what was paid before, by all alike as far as that goes."""
        count = state.seats
        named = drawing.hands(count, HAND)
        state.slots = drawing.filled("table", 2)
        hands = [named[seat] if seat in named else drawing.filled("", HAND) for seat in range(count)]
        state.stacks = drawing.numbers("stacks", count, state.options.chip_stack)
        pot = drawing.number("pot", 0)
        state.live = frozenset(range(count))
        state.hands = tuple(tuple(sorted(hand)) for hand in hands)
        state.paid = (pot // count,) * count
        state.carried = pot - sum(state.paid)
        state.staked = state.raises = state.dealt = (0,) * count
        state.backs, state.marks = ((),) * count, ((),) * count
        state.phase, state.phases = "bet", 1
        state.mover = drawing.seat("turn", count, (state.dealer + 1) % count)

    def more_lines(self, state: ChipState) -> list[str]:
        hands = [f"hand P{seat + 1}: {cards(hand)}" for seat, hand in enumerate(state.hands)]
        return [*hands, f"stacks: {numbers(state.stacks)}", f"pot: {pot_of(state)}", f"turn: P{state.mover + 1}"]

    def checked(self, name: str, state: ChipState) -> str | None:
        match name.split():
            case ["hand", player]:
                return cards(state.hands[int(player[1:]) - 1])
            case ["shown", player]:
                return cards(state.backs[int(player[1:]) - 1])
            case ["sets", player]:
                return str(len(counted_sets(state, state.hands[int(player[1:]) - 1])))
            case ["stacks"]:
                return numbers(state.stacks)
            case ["pot"]:
                return str(pot_of(state))
            case ["turn"]:
                return f"P{state.mover + 1}"
            case ["live"]:
                return seats(state.live)
            case ["answered"]:
                return seats(state.answered)
            case ["phase"]:
                return state.phase
        return None
