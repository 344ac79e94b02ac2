"""Simple players of 20/20: they see every set among their own cards and the table."""

import random
from typing import Any

from septet.bots.bot import Budget, Plan
from septet.bots.setgame.simple import SEARCH_MS, Watcher, shown
from septet.games.game import Game, Seat
from septet.games.setgame.cards import Triple, sets_among
from septet.games.setgame.moves import Call
from septet.games.setgame.twenty.moves import Draw, RefreshVote
from septet.games.setgame.twenty.state import MOST, TwentyView

STUCK_MS = 4_000


class TwentyRandom(Watcher):
    """Any set; when nobody has one, a card more, and with nine cards a vote for a new table."""

    draws = True

    def __init__(self, game: Game[Any, Any, Any], seat: Seat, rng: random.Random, budget: Budget | None = None) -> None:
        super().__init__(game, seat, rng, budget)
        self.found: tuple[str, ...] = ()

    def plan(self, view: TwentyView) -> Plan | None:
        if view.lock is not None:
            return self.show(view) if view.lock == self.seat else None
        sets = self.usable(view, view.hand)
        if sets:
            self.found = self.choose(view, sets)
            return None if self.seat in view.cooling else Plan(Call(), self.soon(SEARCH_MS))
        if any(self.usable(view, tuple(filter(None, hand))) for hand in view.backs):
            return None  # the others are still looking
        return self.stuck(view)

    def show(self, view: TwentyView) -> Plan:
        return shown(view.picked, (self.found, *self.usable(view, view.hand)))

    def usable(self, view: TwentyView, hand: tuple[str, ...]) -> list[Triple]:
        """The sets that a hand makes with the table."""
        found = sets_among(hand + view.table)
        return [one for one in found if view.options.tt_table_only or not set(one) <= set(view.table)]

    def choose(self, view: TwentyView, sets: list[Triple]) -> Triple:
        return self.rng.choice(sets)

    def stuck(self, view: TwentyView) -> Plan | None:
        votes = view.options.tt_refresh == "vote"
        if len(view.hand) < MOST and (self.draws or not votes):
            return None if self.seat in view.drawing else Plan(Draw(), self.soon(STUCK_MS))
        return Plan(RefreshVote(), self.soon(STUCK_MS)) if votes and self.seat not in view.flags else None


class TwentyMost(TwentyRandom):
    """The set with the most own cards."""

    def choose(self, view: TwentyView, sets: list[Triple]) -> Triple:
        own = [sum(card in view.hand for card in one) for one in sets]
        return super().choose(view, [one for one, count in zip(sets, own, strict=True) if count == max(own)])


class TwentyRefresher(TwentyMost):
    """The same, but it asks for a new table and never for a card."""

    draws = False
