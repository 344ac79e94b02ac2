"""Figures about games of SET."""

from septet.games.setgame.classic.options import ClassicOptions
from septet.games.setgame.classic.state import SetState, SetView
from septet.games.setgame.state import Counts
from septet.games.setgame.study import FamilyStudy


class SetStudy(FamilyStudy[ClassicOptions, SetState, SetView]):
    def figures(self, state: SetState) -> dict[str, float]:
        deals = state.deal
        return {
            "sets": sum(state.sets) / deals,
            "faults": sum(state.all_faults) / deals,
            "additions": state.additions / deals,
            "largest": state.largest,
        }

    def counts(self, state: SetState) -> dict[str, Counts]:
        return {"left": state.left}
