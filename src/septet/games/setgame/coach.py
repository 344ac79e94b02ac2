"""What the coach says in all games of the SET family: never what lies on the table, only what somebody has shown."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, TypeVar

import msgspec

from septet.games.coaching import Coach, Facts, Tip, kind_of
from septet.games.setgame.cards import FEATURES, Cards
from septet.games.setgame.state import SetEvent, Sight

CALLS = "call picked unpicked set_taken set_taken_all false_call abort lock_expired"
VOTES = "noset looking false_noset true_noset keep_looking noset_agreed cards_added"
DEALS = "deal_over dealt ready"
PART_OF_A_CALL = ("picked", "unpicked")
SHARED = "between over"
# What stands there only until the next thing happens; of oneself one need not hear it.
PASSING = frozenset(
    "call picked unpicked looking noset ready scout_pointed scout_committed gave_up showdown_asked answered fold check "
    "bet match raise card_played proposed personal_drawn refresh_vote dealt".split()
)
SPOKEN = frozenset({"noset", "refresh_vote", "dealt"})  # but of these one does: they bring nothing by themselves
SHOWING = {"pick", "unpick", "commit", "second"}
VOTED = "checked claim auto"  # the ways of what is done about a table without a set
View = TypeVar("View", bound=Sight)


def voted(mode: str) -> str:
    """How it is said what is done about a table without a set, if not by a vote."""
    return {"vote_checked": "checked", "claim": "claim", "auto": "auto"}.get(mode, "")


def named(places: str) -> dict[str, str]:
    return {place: f"setgame.coach.place.{place}" for place in places.split()}


class FamilyCoach(Coach[View]):
    """Everybody sees the same events; the games say which of them they have."""

    scope = "setgame"
    chapters: ClassVar[Mapping[str, str]] = {"goal.aim": "aim"}
    passing = frozenset(f"event.{what}" for what in PASSING)

    def facts(self, view: View) -> Facts:
        """The figures of the house rules, by their names."""
        options: Facts = msgspec.to_builtins(view.options)
        return {name: value for name, value in options.items() if isinstance(value, int)}

    def own_way(self, topic: str) -> str:
        """How one hears of what one has done oneself."""
        return "own" if "own" in self.ways.get(topic, "").split() else ""

    def phase(self, view: View, kinds: frozenset[str]) -> str:
        if view.ending:
            return "over"
        return "between" if view.phase == "between" else self.asked(view, kinds)

    def now(self, view: View, offers: Iterable[object]) -> tuple[Tip, ...]:
        """Flags may change at any time, but while a set is shown, sealed or looked for nobody need think of them."""
        kinds = {kind_of(offer): offer for offer in offers}
        aside = {"noset"} if kinds.keys() & SHOWING else set()
        return super().now(view, [offer for kind, offer in kinds.items() if kind not in aside])

    @abstractmethod
    def asked(self, view: View, kinds: frozenset[str]) -> str:
        """What a seat is asked while a deal is played."""

    def happened(self, view: View, last: tuple[SetEvent, ...]) -> Iterator[Tip]:
        for event in last:
            what, mine = event.what, event.seat == view.seat
            if what in PART_OF_A_CALL and event is not last[-1]:
                continue  # the third card: what came of it says more
            if mine and what in PASSING - SPOKEN:
                continue
            facts: dict[str, int | str] = {"n": abs(event.number), "features": " ".join(event.features)}
            if what == "set_taken":
                facts["features"] = " ".join(same(event.cards))
                what += "" if facts["features"] else "_all"
            if what in self.events:
                way = (mine and self.own_way(f"event.{what}")) or self.way(view, f"event.{what}")
                yield self.tip("event", what, *(f"card-{card}" for card in event.cards), way=way, **facts)


def same(cards: Cards) -> tuple[str, ...]:
    """The features in which these cards of a set are alike."""
    return tuple(name for at, name in enumerate(FEATURES) if len({card[at] for card in cards}) == 1)
