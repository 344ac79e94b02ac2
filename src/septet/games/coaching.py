"""What a coach says to somebody who plays a game for the first time: names, what is to be decided, what has happened.

It is worked out from a seat's view and its offers alone; the words stand in the catalogue, keyed by phase, offer and
event. A sentence is a tip on a topic, and whoever shows it tells a topic at most twice.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Literal, TypeVar, get_args

import msgspec
from msgspec.structs import replace

from septet.games.game import AnyView, Choose, Game, Seat, tag_of
from septet.games.options import say

View = TypeVar("View", bound=AnyView)
Group = Literal["goal", "phase", "offer", "event", "rule"]
HouseRule = tuple[str, Any]  # an option and its value
EVENTS_TOLD = 6  # the latest of what has happened since the seat has moved


class Tip(msgspec.Struct, frozen=True, omit_defaults=True):
    """One sentence: its topic, the key of its words and their facts, and what of the table it speaks of."""

    topic: str
    key: str
    facts: dict[str, Any] = {}
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
    house: ClassVar[Mapping[str, tuple[HouseRule, ...]]] = {}  # what is said otherwise under a house rule: the first
    halfway: ClassVar[frozenset[str]] = frozenset()  # events that say nothing any more once the turn went on

    def __init__(self, game: str) -> None:
        self.game = game

    @abstractmethod
    def phase(self, view: View, kinds: frozenset[str]) -> str:
        """What this seat has to decide now, or waits for; `kinds` are the kinds of moves that it is offered."""

    @abstractmethod
    def happened(self, view: View, last: Any) -> Iterable[Tip]:
        """What came of a move, as this seat may know it: `last` is what its view told of it."""

    def facts(self, view: View) -> dict[str, Any]:
        """What the sentences about phases and offers may name."""
        return {}

    def spots(self, view: View, topic: str) -> tuple[str, ...]:
        """Where on the table a phase or an offer is."""
        return ()

    def figures(self, options: Any) -> dict[str, Any]:
        """What any sentence may name of what was agreed on at this table."""
        return {}

    def goal(self) -> Tip:
        """How the game is won: what is said first of all, and when there is nothing else to say."""
        return self.tip("goal", "aim")

    def told(self, options: Any, tip: Tip) -> Tip:
        """This sentence as it holds at a table with these options."""
        kept = (rule for rule in self.house.get(tip.topic, ()) if getattr(options, rule[0]) == rule[1])
        key = next((housed(tip.key, *rule) for rule in kept), tip.key)
        return replace(tip, key=key, facts={**self.figures(options), **tip.facts})

    def since(self, view: View, lasts: Sequence[Any]) -> tuple[Tip, ...]:
        """What came of these moves, the latest last; of a turn that went on only how it went on."""
        moves = [list(self.happened(view, last)) for last in lasts]
        earlier = [tip for tips in moves[:-1] for tip in tips if tip.topic not in self.halfway]
        return tuple(self.told(view.options, tip) for tip in (*earlier, *(moves[-1] if moves else ())))

    def now(self, view: View, offers: Iterable[Any]) -> tuple[Tip, ...]:
        """What is to be decided, and what each choice means."""
        kinds = list(dict.fromkeys(one.kind if isinstance(one, Choose) else tag_of(one) for one in offers))
        phase = self.phase(view, frozenset(kinds))
        topics: list[tuple[Group, str]] = [("phase", phase)] if phase else []
        if len(kinds) > 1:
            topics += [("offer", kind) for kind in kinds]
        facts = self.facts(view)
        tips = (self.tip(group, name, *self.spots(view, f"{group}.{name}"), **facts) for group, name in topics)
        return tuple(self.told(view.options, tip) for tip in tips)

    def rules(self, chapters: Iterable[str]) -> dict[str, Tip]:
        """After a refused move, the rule in one sentence: by the chapter that a refusal leads to."""
        return {chapter: self.tip("rule", chapter) for chapter in chapters}

    def tip(self, group: Group, name: str, *at: str, **facts: Any) -> Tip:
        topic = f"{group}.{name}"
        whose = self.game if topic in self.own else self.scope
        chapter = name if group == "rule" else self.chapters.get(topic)
        return Tip(topic, f"{whose}.coach.{group}.{name}", facts, at, chapter and f"{self.game}#{chapter}")


def housed(key: str, option: str, value: Any) -> str:
    """The key of a sentence under a house rule: `sepmosa.coach.rule.doubles.dup-rowcol`."""
    whose, _, group, name = key.split(".")
    return f"{whose}.coach.{group}.{name}.{option}-{say(value)}"


def topics(game: Game[Any, Any, Any]) -> list[Tip]:
    """Every sentence that a game has words for."""
    coach = game.coach
    kinds = [tag_of(move) for move in get_args(game.moves) or (game.moves,)]
    named: list[tuple[Group, Iterable[str]]] = [("phase", coach.phases), ("offer", kinds), ("event", coach.events)]
    tips = [coach.tip(group, name) for group, names in named for name in sorted(names)]
    return [coach.goal(), *tips, *coach.rules(game.chapters).values()]


def house_topics(game: Game[Any, Any, Any]) -> list[Tip]:
    """Every sentence that a game says otherwise under a house rule."""
    by_the_book = {tip.topic: tip for tip in topics(game)}
    rules = [(by_the_book[topic], rule) for topic, rules in game.coach.house.items() for rule in rules]
    return [replace(tip, key=housed(tip.key, *rule)) for tip, rule in rules]


def since_own(seat: Seat, moves: Iterable[tuple[Seat | None, Any]]) -> list[Any]:
    """What has happened since this seat's last move, that one included: the latest first in, the latest last out."""
    found: list[Any] = []
    for mover, last in moves:
        if last is not None:
            found.insert(0, last)
        if mover == seat or len(found) == EVENTS_TOLD:
            break
    return found
