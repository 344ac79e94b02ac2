"""Positions of CoopSet as text."""

from septet.games.setgame.coopset.options import CoopOptions
from septet.games.setgame.coopset.ratings import rating
from septet.games.setgame.coopset.state import CoopState, CoopView
from septet.games.setgame.notation import FamilyNotation
from septet.games.setgame.text import Drawing


class CoopNotation(FamilyNotation[CoopOptions, CoopState, CoopView]):
    def fill_in(self, state: CoopState, drawing: Drawing) -> None:
        state.phase = "layout"
        state.slots = drawing.filled("table", self.game.on_table)
        state.points = state.totals[0]

    def checked(self, name: str, state: CoopState) -> str | None:
        match name:
            case "points":
                return str(state.points)
            case "rating":
                return rating(state.points)
            case "marks":
                return str(len(state.marks))
        return None
