"""Who may join a game of SET that has begun."""

from copy import copy

from septet.games.setgame.classic.options import ClassicOptions, SetOptions
from septet.games.setgame.classic.state import SetState, SetView, deals
from septet.games.setgame.company import OpenCompany
from septet.games.setgame.state import Seats


class SetCompany(OpenCompany[ClassicOptions, SetState, SetView]):
    def joins(self, state: SetState) -> bool:
        options = state.options
        late = isinstance(options, SetOptions) and options.late_join
        return late and not state.ending and state.deal < deals(state) and state.seats < max(self.game.seats)

    def join(self, state: SetState) -> SetState:
        """A new seat, which plays from the next deal on."""
        state = copy(state)
        state.joining |= {state.seats}
        state.seats, state.joined = state.seats + 1, state.joined + 1
        state.totals += (min(state.totals),)
        state.won += ((),)
        state.faults += (0,)
        state.bonus += (0,)
        state.sets += (0,)
        state.all_faults += (0,)
        state.voting = state.voting.widened()
        state.last = ()
        return state

    def joining(self, state: SetState) -> Seats:
        return state.joining
