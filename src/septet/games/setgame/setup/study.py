"""Figures about games of SetUp."""

from collections.abc import Iterable

from septet.games.setgame.cards import Cards
from septet.games.setgame.setup.options import SetupOptions
from septet.games.setgame.setup.state import SetupState, SetupView
from septet.games.setgame.state import Counts
from septet.games.setgame.study import FamilyStudy


class SetupStudy(FamilyStudy[SetupOptions, SetupState, SetupView]):
    def figures(self, state: SetupState) -> dict[str, float]:
        return {
            "plays": state.plays / state.deal,
            "pick_ups": len(state.pick_ups) / state.deal,
            "cards_taken": sum(state.pick_ups) / state.deal,
        }

    def counts(self, state: SetupState) -> dict[str, Counts]:
        return {"pick_up": state.pick_ups}

    def pieces(self, state: SetupState) -> Iterable[str]:
        yield from super().pieces(state)
        for hand in state.hands:
            yield from hand

    def hands(self, state: SetupState) -> tuple[Cards, ...]:
        return state.hands
