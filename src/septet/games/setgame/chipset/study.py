"""Figures about games of ChipSet."""

from collections.abc import Iterable

from septet.games.setgame.cards import Cards, Triple
from septet.games.setgame.chipset.options import ChipOptions
from septet.games.setgame.chipset.pots import pot_of
from septet.games.setgame.chipset.state import ChipState, ChipView
from septet.games.setgame.chipset.view import own_sets
from septet.games.setgame.study import FamilyStudy


class ChipStudy(FamilyStudy[ChipOptions, ChipState, ChipView]):
    def figures(self, state: ChipState) -> dict[str, float]:
        hands = state.deal
        return {
            "hands": hands,
            "phases": state.all_phases / hands,
            "exposures": state.exposures / hands,
            "splits": state.splits / hands,
            "bust": len(state.bust),
        }

    def pieces(self, state: ChipState) -> Iterable[str]:
        yield from (*state.table, *state.out, *state.deck)
        for hand in state.hands:
            yield from hand
        yield from ["chip"] * (sum(state.stacks) + pot_of(state))

    def hands(self, state: ChipState) -> tuple[Cards, ...]:
        return state.hands

    def within_reach(self, state: ChipState) -> tuple[Triple, ...]:
        """Those that a hand in play has with the table."""
        return tuple(one for seat in sorted(state.live) for one in own_sets(state.hands[seat], state.table))
