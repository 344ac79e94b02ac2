"""Who is at a table of the SET family: those who are there play on, and may agree without those who are not."""

from copy import copy
from typing import Generic, TypeVar

from septet.games.game import Company, Seat
from septet.games.setgame.open_table import NosetRules, OpenState
from septet.games.setgame.rules import FamilyRules, Opts, S, V
from septet.games.setgame.state import NOBODY, Seats

Voting = TypeVar("Voting", bound=OpenState[NosetRules])


class FamilyCompany(Company[S], Generic[Opts, S, V]):
    goes_on = True

    def __init__(self, game: FamilyRules[Opts, S, V]) -> None:
        self.game = game

    def away(self, state: S, seat: Seat, gone: bool) -> S:
        state = copy(state)
        state.last = ()
        state.gone = state.gone | {seat} if gone else state.gone - {seat}
        if state.phase == "between":
            self.game.deal_if_all_ready(state)
        if state.phase not in {"between", "over"}:
            self.game.go_on_without(state)
        return state


class OpenCompany(FamilyCompany[Opts, Voting, V]):
    def awaited(self, state: Voting) -> Seats:
        """While somebody says that there is no set, all who have not said so."""
        return state.voting.silent(state.active) if state.phase == "open" else NOBODY
