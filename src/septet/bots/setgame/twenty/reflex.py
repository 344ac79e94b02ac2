"""20/20, played with the reflexes of a person: going out comes first."""

from septet.bots.bot import Plan
from septet.bots.setgame.reflex import Moment, Reflex, earliest
from septet.games.setgame.cards import Cards, Triple, sets_among
from septet.games.setgame.moves import Call
from septet.games.setgame.twenty.moves import Draw, RefreshVote
from septet.games.setgame.twenty.state import TwentyView

FEW = 2  # with so few cards a table rarely helps: ask for another one early
SCARCE = 3  # with so few cards of its own it gladly changes the table with a set of the table alone


class TwentyReflex(Reflex):
    """Lays away the set that empties its hand, or else most of its own cards; renews a table that gives it nothing."""

    found: Cards = ()

    def plan(self, view: TwentyView) -> Plan | None:
        self.notice(view, busy=view.lock not in {None, self.seat})
        cards = view.hand + view.table
        self.look(usable(view, view.hand), len(cards))
        if view.lock is not None:
            return self.show(view) if view.lock == self.seat else None
        self.mistaken(cards, len(cards), own=view.hand)
        return earliest(self.call(view), self.vote(view), self.draw(view))

    def reach(self, view: TwentyView) -> Cards:
        return view.hand + view.table

    def believing(self, view: TwentyView, name: str, share: float = 1.0) -> Moment:
        """When it no longer believes that it has a set, or a share of that; fewer cards are sooner looked at."""
        return self.moment(name, self.patience(share * (len(view.hand) + len(view.table)) / 12))

    # a set

    def call(self, view: TwentyView) -> Plan | None:
        """The first set with a card of its own; one of the table alone only if it has few cards, or finds no other."""
        wait = 0 if len(view.hand) <= SCARCE else self.believing(view, "renew", 0.5)
        ways = [(when if own(view, one) else max(when, wait), one) for one, when in self.finds.items()]
        wanted = self.near if self.slips and self.near else min(ways, default=None)
        if wanted is None:
            return None
        moment, self.found = wanted
        return self.planned(view, Call(), max(moment, self.free))

    def show(self, view: TwentyView) -> Plan:
        """Before the first card is shown it takes the best of the sets that it has found by now."""
        if not view.picked and self.found in self.finds:
            ready = [one for one, when in self.finds.items() if when <= self.now] or [self.found]
            self.found = max(ready, key=lambda one: (self.worth(view, one), one))
        return self.shown(view, (self.found, *self.finds))

    def worth(self, view: TwentyView, one: Cards) -> tuple[int, ...]:
        """Going out, its own cards, the sets that are left to it, and the cards that the leader needs."""
        count = own(view, one)
        left = sum(not {*one} & {*other} for other in self.finds)
        return int(count == len(view.hand)), count, left, len({*one} & needed(view))

    # without a set

    def vote(self, view: TwentyView) -> Plan | None:
        """For another table; early with one or two cards."""
        if self.seat in view.flags:
            self.moments.pop("vote", None)
            return None
        share = 0.5 if len(view.hand) <= FEW else 1.0
        return self.in_vain(view, RefreshVote(), self.believing(view, "vote", share))

    def draw(self, view: TwentyView) -> Plan | None:
        """One card more: only with three or more, while somebody is about to go out and its vote does not help.

        Where no table can be had by a vote, it draws whenever it finds nothing.
        """
        if self.seat in view.drawing or (view.options.tt_refresh == "vote" and self.seat not in view.flags):
            self.moments.pop("draw", None)
            return None
        fewest = min(len(hand) for seat, hand in enumerate(view.backs) if seat != self.seat)
        if view.options.tt_refresh != "off" and not (len(view.hand) > FEW >= fewest):
            return None
        return self.in_vain(view, Draw(), self.believing(view, "draw"))


def usable(view: TwentyView, hand: Cards) -> list[Triple]:
    """The sets that a hand makes with the table."""
    return [one for one in sets_among(hand + view.table) if view.options.tt_table_only or not {*one} <= {*view.table}]


def own(view: TwentyView, one: Cards) -> int:
    return sum(card in view.hand for card in one)


def needed(view: TwentyView) -> set[str]:
    """The cards of the table in the sets of the player with the fewest cards, as far as they are shown."""
    leader = min((hand for seat, hand in enumerate(view.backs) if seat != view.seat), key=len)
    sets = usable(view, tuple(filter(None, leader)))
    return {card for one in sets for card in one if card in view.table}
