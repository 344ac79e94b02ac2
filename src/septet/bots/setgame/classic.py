"""SET, the quick start and the solitaire, played with the reflexes of a person."""

from septet.bots.bot import Plan
from septet.bots.setgame.reflex import Reflex, earliest
from septet.games.setgame.cards import Cards, sets_among
from septet.games.setgame.classic.moves import Claim
from septet.games.setgame.classic.state import SetView
from septet.games.setgame.moves import Call


class SetReflex(Reflex):
    """Calls the set that it finds first; says that there is none when it has looked long enough."""

    found: Cards = ()

    def plan(self, view: SetView) -> Plan | None:
        self.notice(view, busy=view.lock not in {None, self.seat})
        table = view.table
        self.look(sets_among(table), len(table), view.slots)
        if view.lock is not None:
            return self.shown(view, (self.found, *self.finds)) if view.lock == self.seat else None
        self.mistaken(table, len(table))
        return earliest(self.call(view), self.noset(view))

    def call(self, view: SetView) -> Plan | None:
        if (wanted := self.wanted()) is None:
            return None
        moment, self.found = wanted
        if view.options.claim_mode == "call_then_pick":
            return self.planned(view, Call(), max(moment, self.free))
        return self.planned(view, Claim(self.found), max(moment, self.free) + self.hand_ms)
