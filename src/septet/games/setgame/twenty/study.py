"""Figures about games of 20/20."""

from collections.abc import Iterable

from septet.games.setgame.cards import Cards, Triple, sets_among
from septet.games.setgame.study import FamilyStudy
from septet.games.setgame.twenty.options import TwentyOptions
from septet.games.setgame.twenty.state import TwentyState, TwentyView


class TwentyStudy(FamilyStudy[TwentyOptions, TwentyState, TwentyView]):
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

    def pieces(self, state: TwentyState) -> Iterable[str]:
        yield from (*state.table, *state.out, *state.discards, *state.deck)
        for hand in state.hands:
            yield from hand

    def hands(self, state: TwentyState) -> tuple[Cards, ...]:
        return state.hands

    def within_reach(self, state: TwentyState) -> tuple[Triple, ...]:
        """Those on the table, and those that a hand has with it."""
        found = [one for hand in state.hands for one in sets_among(state.table + hand)]
        return tuple({tuple(sorted(one)): one for one in found}.values())
