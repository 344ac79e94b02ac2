"""Simple teams for CoopSet: the first sets that they find, as many as possible, or those that leave the best cards."""

from septet.bots.bot import Plan
from septet.bots.setgame import Watcher
from septet.games.setgame.cards import PACK, THIRD, Triple, largest_packing, packings, sets_among
from septet.games.setgame.coopset.state import CoopView
from septet.games.setgame.moves import CommitLayout, Mark

MARK_MS = 2_000
Packing = tuple[Triple, ...]


class CoopFirst(Watcher):
    """Marks any set, then any that is left, until none is."""

    def plan(self, view: CoopView) -> Plan | None:
        """The first at the table marks and commits; the others agree."""
        if view.proposed:
            return Plan(Mark(view.proposed), MARK_MS) if view.proposer != self.seat else None
        if self.seat != min(view.active, default=0):
            return None
        chosen = self.next_set(view)
        return Plan(Mark(chosen), MARK_MS) if chosen else Plan(CommitLayout(), MARK_MS)

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
