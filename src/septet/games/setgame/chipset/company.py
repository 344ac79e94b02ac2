"""Who has no chips left at a table of ChipSet."""

from septet.games.setgame.chipset.options import ChipOptions
from septet.games.setgame.chipset.state import ChipState, ChipView
from septet.games.setgame.company import FamilyCompany
from septet.games.setgame.state import Seats


class ChipCompany(FamilyCompany[ChipOptions, ChipState, ChipView]):
    def out_of_play(self, state: ChipState) -> Seats:
        return state.bust
