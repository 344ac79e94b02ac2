"""Scout, played with the reflexes of a person: where to point, and what to answer."""

from septet.bots.bot import Plan
from septet.bots.setgame.reflex import EARLIEST_MS, Moment, Reflex, earliest
from septet.games.setgame.cards import THIRD, Cards, Triple, differing, sets_among
from septet.games.setgame.scout.moves import Commit, Giveup, Scout, Second
from septet.games.setgame.scout.state import ScoutView

KNOWN_CARD = 1 / 3  # a search with one card given takes so much of the time
SLOWEST_ANSWER = 3.0  # times as slow: what the others wait for is no race any more


class ScoutReflex(Reflex):
    """Points where other sets mislead; answers with the set that the scout hardly meant."""

    meant: Cards = ()  # the card to point at, and the two others
    pointed = ""  # the card whose round it looks at

    def plan(self, view: ScoutView) -> Plan | None:
        self.notice(view, busy=view.phase != "open")
        self.mind_round(view)
        table = view.table
        if view.phase == "open":
            self.look(sets_among(table), len(table), view.slots)
            self.mistaken(table, len(table))
            return earliest(self.scout(view), self.noset(view))
        if view.scout == self.seat:
            return self.seal(view)
        self.mistaken(table, len(table) - 1, (view.pointed,), KNOWN_CARD)
        return earliest(self.second(view), self.give_up(view)) if view.phase == "seconding" else None

    def mind_round(self, view: ScoutView) -> None:
        """When a card is pointed at, the sets through it are searched for anew, with that much less to look at."""
        if self.pointed == view.pointed:
            return
        self.pointed = view.pointed
        for name in ("commit", "second", "giveup"):
            self.moments.pop(name, None)
        known = self.finds
        self.look(sets_among(view.table), len(view.table), view.slots)
        for one in self.through(view) if view.scout != self.seat else ():
            again = self.now + self.search_ms(differing(one), len(view.table) - 1, KNOWN_CARD)
            self.finds[one] = min(known.get(one, again), again)

    def through(self, view: ScoutView) -> list[Triple]:
        return [one for one in self.finds if view.pointed in one]

    # the scout

    def scout(self, view: ScoutView) -> Plan | None:
        """Of a set that it has found, the card with most other sets through it; of several sets, the hardest.

        Against one player alone the card with fewest: any answer brings the two of them equally more.
        """
        if (wanted := self.wanted()) is None:
            return None
        moment = max(wanted[0], self.free)
        found = [one for one, when in self.finds.items() if when <= moment]
        choices = [wanted[1]] if wanted is self.near else found
        ways = [(card, one) for one in choices for card in one]
        sign = 1 if len(view.active) > 2 else -1
        card, one = max(ways, key=lambda way: (sign * self.others(way[0]), differing(way[1]), way))
        self.meant = (card, *(other for other in one if other != card))
        return self.planned(view, Scout(card), moment)

    def others(self, card: str) -> int:
        """How many sets lead through a card."""
        return sum(card in one for one in self.finds)

    def seal(self, view: ScoutView) -> Plan | None:
        """The two other cards that it had in mind; whoever has forgotten names any two of a set, or any two."""
        sets = [one for one in (self.meant, *self.finds) if view.pointed in one and {*one} <= {*view.table}]
        cards = sets[0] if sets else view.table
        others = tuple(card for card in cards if card != view.pointed)[:2]
        return self.planned(view, Commit(others), self.moment("commit", lambda: self.pick_ms(2)))

    # the others

    def second(self, view: ScoutView) -> Plan | None:
        """Of the sets that it has found through that card, the hardest: if the scout meant another it pays double."""
        slower = min(max(1.0, self.pace), SLOWEST_ANSWER) - 1  # who is slow leaves time to see what was sealed
        react = self.moment("second", lambda: self.pick_ms() + slower * EARLIEST_MS)
        if self.slips and self.near:
            return self.answer(view, self.near[1], max(self.near[0], react))
        ways = {one: self.finds[one] for one in self.through(view)}
        if not ways:
            return None
        moment = max(min(ways.values()), react)
        found = [one for one, when in ways.items() if when <= moment]
        return self.answer(view, max(found, key=lambda one: (differing(one), one)), moment)

    def answer(self, view: ScoutView, cards: Cards, moment: Moment) -> Plan | None:
        """One of the two other cards; of three that are no set, rather one that leads nowhere."""
        others = sorted((c for c in cards if c != view.pointed), key=lambda c: THIRD[view.pointed][c] in view.table)
        return self.planned(view, Second(tuple(others if view.options.second_shows_third else others[:1])), moment)

    def give_up(self, view: ScoutView) -> Plan | None:
        return self.planned(view, Giveup(), self.moment("giveup", self.patience(0.5)))
