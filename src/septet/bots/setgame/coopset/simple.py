"""Simple teams for CoopSet: the first sets that they find, as many as possible, or those that leave the best cards.

A bot alone just plays. With team mates each looks for itself at a person's pace, proposes what it has found, agrees to
what others propose, and takes the layout only after everybody has had time to look once more.
"""

import random
from typing import Any

from septet.bots.bot import Budget, Plan
from septet.bots.setgame.simple import Watcher
from septet.games.game import Game, Seat
from septet.games.setgame.cards import PACK, THIRD, Triple, largest_packing, packings, sets_among
from septet.games.setgame.coopset.moves import CommitLayout
from septet.games.setgame.coopset.state import CoopView
from septet.games.setgame.moves import Mark

MARK_MS = 2_000
LEAST_MS = 3_500  # with team mates nobody finds a set sooner: it is theirs to find, too
LOOK_MS = 8_000  # and on the average it takes so much longer
LONGEST_MS = 60_000  # but nobody waits longer
AGREE_MS = (1_200, 2_600)
TAKE_MS = (7_000, 11_000)  # where no set is left, others may still want to look
Packing = tuple[Triple, ...]


class CoopFirst(Watcher):
    """Marks any set, then any that is left, until none is."""

    least_ms, look_ms = LEAST_MS, LOOK_MS

    def __init__(self, game: Game[Any, Any, Any], seat: Seat, rng: random.Random, budget: Budget | None = None) -> None:
        super().__init__(game, seat, rng, budget)
        self.thought: tuple[Any, Triple | None] | None = None  # what was looked at last, and what was found there

    def plan(self, view: CoopView) -> Plan | None:
        team = len(view.active) > 1
        if view.options.coop_control == "leader" and self.seat != min(view.active, default=0):
            return None
        if view.proposed:
            return Plan(Mark(view.proposed), self.rng.randint(*AGREE_MS)) if view.proposer != self.seat else None
        chosen = self.seen_set(view) if team else self.next_set(view)
        if not team:
            return Plan(Mark(chosen), MARK_MS) if chosen else Plan(CommitLayout(), MARK_MS)
        if chosen is None:
            return Plan(CommitLayout(), self.rng.randint(*TAKE_MS))
        return Plan(Mark(chosen), min(self.least_ms + int(self.rng.expovariate(1 / self.look_ms)), LONGEST_MS))

    def seen_set(self, view: CoopView) -> Triple | None:
        """The same as long as the same cards lie there: team mates are heard again and again in between."""
        looked = view.table, view.marks
        if self.thought is None or self.thought[0] != looked:
            self.thought = looked, self.next_set(view)
        return self.thought[1]

    def next_set(self, view: CoopView) -> Triple | None:
        left = sets_among(free(view))
        return self.rng.choice(left) if left else None


class CoopMaximum(CoopFirst):
    """Takes as many sets as the layout gives; among equal choices, any."""

    def next_set(self, view: CoopView) -> Triple | None:
        sets = sets_among(free(view))
        if not sets:
            return None
        most = len(largest_packing(sets))
        return self.choose(view, [packing for packing in packings(sets) if len(packing) == most])[0]

    def choose(self, view: CoopView, best: list[Packing]) -> Packing:
        return self.rng.choice(best)


class CoopPairs(CoopMaximum):
    """Among the largest choices, the one that leaves the most pairs whose third card is still to come."""

    def choose(self, view: CoopView, best: list[Packing]) -> Packing:
        here, gone = free(view), {*view.table, *view.taken}
        unseen = frozenset(card for card in PACK if card not in gone)
        worth = {packing: self.promise(here, packing, unseen) for packing in best}
        most = max(worth.values())
        return super().choose(view, [packing for packing in best if worth[packing] == most])

    def promise(self, here: tuple[str, ...], packing: Packing, unseen: frozenset[str]) -> int:
        taken = {card for one in packing for card in one}
        left = [card for card in here if card not in taken]
        return sum(THIRD[one][two] in unseen for at, one in enumerate(left) for two in left[at + 1 :])


def free(view: CoopView) -> tuple[str, ...]:
    """The cards that are not marked."""
    marked = {card for mark in view.marks for card in mark}
    return tuple(card for card in view.table if card not in marked)
