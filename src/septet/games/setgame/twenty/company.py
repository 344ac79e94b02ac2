"""For whom a vote at a table of 20/20 waits."""

from septet.games.setgame.company import FamilyCompany
from septet.games.setgame.state import NOBODY, Seats
from septet.games.setgame.twenty.options import TwentyOptions
from septet.games.setgame.twenty.state import TwentyState, TwentyView


class TwentyCompany(FamilyCompany[TwentyOptions, TwentyState, TwentyView]):
    def awaited(self, state: TwentyState) -> Seats:
        """While somebody says that nobody has a set, all who have not said so."""
        return state.voting.silent(state.active) if state.phase == "open" else NOBODY
