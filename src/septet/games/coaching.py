"""What a coach says to somebody who plays a game for the first time: names, what is to be decided, what has happened.

It is worked out from a seat's view and its offers alone; the words stand in the catalogue, keyed by phase, offer and
event. A sentence is a tip on a topic, and whoever shows it tells a topic at most twice.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Generic, Literal, TypeVar, get_args

import msgspec

from septet.games.game import AnyView, Choose, Game, Seat, tag_of
from septet.games.options import say

Facts = dict[str, Any]  # what a sentence names
View = TypeVar("View", bound=AnyView)
Group = Literal["goal", "phase", "offer", "event", "rule"]
HouseRule = tuple[str, Any]  # an option and its value
EVENTS_TOLD = 6  # the latest of what has happened since the seat has moved


class Tip(msgspec.Struct, frozen=True, omit_defaults=True):
    """One sentence: its topic, the key of its words and their facts, and what of the table it speaks of."""

    topic: str
    key: str
    facts: Facts = {}
    at: tuple[str, ...] = ()  # places of the table by their names, and pieces by their codes
    rule: str | None = None  # the chapter that says more: `sep#placing`


class Coach(ABC, Generic[View]):
    """The coach of one game."""

    scope: ClassVar[str]  # whose words it speaks: its family's
    own: ClassVar[frozenset[str]] = frozenset()  # what this game says otherwise, under its own name: `phase.place`
    phases: ClassVar[frozenset[str]]  # what a seat may be asked
    events: ClassVar[frozenset[str]]  # what it has a sentence for when it has happened
    places: ClassVar[Mapping[str, str]]  # what has a name on the table, and the key of that name
    chapters: ClassVar[Mapping[str, str]] = {}  # the chapter of the rule book that a sentence leads to
    ways: ClassVar[Mapping[str, str]] = {}  # what else a topic may be said like: where a house rule changes it
    house: ClassVar[Mapping[str, tuple[HouseRule, ...]]] = {}  # the house rules under which a topic is said otherwise
    passing: ClassVar[frozenset[str]] = frozenset()  # what nobody need hear of once something else has happened

    def __init__(self, game: str) -> None:
        self.game = game

    @abstractmethod
    def phase(self, view: View, kinds: frozenset[str]) -> str:
        """What this seat has to decide now, or waits for; `kinds` are the kinds of moves that it is offered."""

    @abstractmethod
    def happened(self, view: View, last: Any) -> Iterable[Tip]:
        """What came of a move, as this seat may know it: `last` is what its view told of it."""

    def facts(self, view: View) -> Facts:
        """What the sentences about phases and offers may name."""
        return {}

    def spots(self, view: View, topic: str) -> tuple[str, ...]:
        """Where on the table a phase or an offer is."""
        return ()

    def way(self, view: View, topic: str) -> str:
        """How a topic is said at this table, one of its `ways`: a house rule may change it."""
        rules = self.house.get(topic, ())
        return next((named(rule) for rule in rules if getattr(view.options, rule[0]) == rule[1]), "")

    def goal(self, view: View | None = None) -> Tip:
        """How the game is won: what is said first of all, and when there is nothing else to say."""
        return self._said(view, "goal", "aim")

    def now(self, view: View, offers: Iterable[Any]) -> tuple[Tip, ...]:
        """What is to be decided, and what each choice means."""
        kinds = list(dict.fromkeys(map(kind_of, offers)))
        phase = self.phase(view, frozenset(kinds))
        topics: list[tuple[Group, str]] = [("phase", phase)] if phase else []
        if len(kinds) > 1:
            topics += [("offer", kind) for kind in kinds]
        return tuple(self._said(view, group, name, *self.spots(view, f"{group}.{name}")) for group, name in topics)

    def rules(self, chapters: Iterable[str], view: View | None = None) -> dict[str, Tip]:
        """After a refused move, the rule in one sentence: by the chapter that a refusal leads to."""
        return {chapter: self._said(view, "rule", chapter) for chapter in chapters}

    def since(self, view: View, lasts: Iterable[Any]) -> Iterator[Tip]:
        """What came of several moves, the latest last; of what has passed only that is said which stays true."""
        told = [[*self.happened(view, last)] for last in lasts]
        for group in told:
            yield from (tip for tip in group if group is told[-1] or tip.topic not in self.passing)

    def event(self, view: View, name: str, *at: str, **facts: Any) -> Tip:
        """Something that has happened, as the options of the table have it."""
        return self.tip("event", name, *at, way=self.way(view, f"event.{name}"), **{**self.facts(view), **facts})

    def _said(self, view: View | None, group: Group, name: str, *at: str) -> Tip:
        """As the options of a table have it; without a table, as the book has it."""
        if view is None:
            return self.tip(group, name, *at)
        return self.tip(group, name, *at, way=self.way(view, f"{group}.{name}"), **self.facts(view))

    def tip(self, group: Group, name: str, *at: str, way: str = "", **facts: Any) -> Tip:
        topic = f"{group}.{name}"
        whose = self.game if topic in self.own else self.scope
        chapter = name if group == "rule" else self.chapters.get(topic)
        key = f"{whose}.coach.{group}.{name}.{way}" if way else f"{whose}.coach.{group}.{name}"
        return Tip(topic, key, facts, at, chapter and f"{self.game}#{chapter}")


def kind_of(offer: Any) -> str:
    """The kind of move that an offer offers."""
    return offer.kind if isinstance(offer, Choose) else tag_of(offer)


def named(rule: HouseRule) -> str:
    """The way in which something is said under a house rule: `dup-rowcol`."""
    return f"{rule[0]}-{say(rule[1])}"


def ways_of(house: Mapping[str, tuple[HouseRule, ...]]) -> dict[str, str]:
    """The ways of each topic, by the house rules that change it."""
    return {topic: " ".join(map(named, rules)) for topic, rules in house.items()}


def topics(game: Game[Any, Any, Any]) -> list[Tip]:
    """Every sentence that a game has words for, in each of its ways."""
    coach = game.coach
    kinds = [tag_of(move) for move in get_args(game.moves) or (game.moves,)]
    named: list[tuple[Group, Iterable[str]]] = [("phase", coach.phases), ("offer", kinds), ("event", coach.events)]
    named += [("goal", ("aim",)), ("rule", game.chapters)]
    return [
        coach.tip(group, name, way=way)
        for group, names in named
        for name in sorted(names)
        for way in ("", *coach.ways.get(f"{group}.{name}", "").split())
    ]


def since_own(seat: Seat, moves: Iterable[tuple[Seat | None, Any]]) -> list[Any]:
    """What has happened since this seat's last move, that one included: the latest first in, the latest last out."""
    found: list[Any] = []
    for mover, last in moves:
        if last is not None:
            found.insert(0, last)
        if mover == seat or len(found) == EVENTS_TOLD:
            break
    return found
