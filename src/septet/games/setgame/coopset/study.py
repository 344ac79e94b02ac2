"""Figures about games of CoopSet."""

from septet.games.setgame.coopset.options import CoopOptions
from septet.games.setgame.coopset.ratings import least_of
from septet.games.setgame.coopset.state import CoopState, CoopView
from septet.games.setgame.state import Counts
from septet.games.setgame.study import FamilyStudy


class CoopStudy(FamilyStudy[CoopOptions, CoopState, CoopView]):
    def figures(self, state: CoopState) -> dict[str, float]:
        return {"points": state.points, "layouts": len(state.layouts), "extras": state.extras}

    def counts(self, state: CoopState) -> dict[str, Counts]:
        return {"rating": (least_of(state.points),), "layout_sets": state.layouts}
