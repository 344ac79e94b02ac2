"""How long a person looks for a set: searches that race each other, a memory, and mistakes."""

import random
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from septet.bots.bot import Budget, Mind, Plan
from septet.bots.setgame.simple import Watcher, completed
from septet.bots.setgame.skill import LEVELS, MOST, conspicuous, nearly, skill
from septet.games.game import Game, Seat
from septet.games.setgame.cards import Cards, Triple, differing
from septet.games.setgame.moves import Abort, Noset, Pick
from septet.games.setgame.rules import FamilyRules
from septet.games.setgame.scout.verdicts import ROUND_ENDS
from septet.games.setgame.setup.moves import Challenge

TUNED = ("reflex", "adaptive")  # a name such as reflex:1.7 says how skilled
EARLIEST_MS = 1_200  # nobody calls sooner after the table has changed
STARTLED_MS = 400  # at most so much later does somebody call who knew the set already
PICK_MS = (350, 700)  # for each card that is shown
ENDURING = 3.0  # who looks more slowly believes later that there is no set, but nobody waits longer than so many times
AGREES = 0.12  # of its patience, where another sees no set and there is none
QUICK = 0.8  # with one feature less to look at
FASTEST, STEP, FADING = 0.6, 1.1, 0.93
PATIENT = 8.0  # times as slow is the adaptive player at first, and at most: the others may be reading the rules
EASY, STRIDE = 1.6, 1.4  # while it is slower than that, it gains on the others in longer steps
TARGET = (0.45, 0.5)  # what the adaptive player leaves to the best of the others
GAINS = frozenset({"set_taken", "cards_won"})
ANSWERS = GAINS | {"false_call", "lock_expired", "abort", "second_tried", "challenge_ok", "challenge_bad"}
ANSWERS |= ROUND_ENDS
Moment = int  # milliseconds of table time


class Sitting(msgspec.Struct, frozen=True):
    """A bot of a given skill; an adaptive one grows quicker or slower with what the others take."""

    mind: "type[Reflex]"
    level: float
    adapts: bool = False

    def __call__(self, game: Game[Any, Any, Any], seat: Seat, rng: random.Random, budget: Budget | None = None) -> Mind:
        return self.mind(game, seat, rng, self.level, self.adapts)

    def at(self, level: float) -> "Sitting":
        return msgspec.structs.replace(self, level=level)


def sittings(mind: "type[Reflex]") -> dict[str, Sitting]:
    """The four levels, one between them to be set at will, and one that adapts."""
    levels = {name: Sitting(mind, number) for number, name in enumerate(LEVELS)}
    return {**levels, "reflex": Sitting(mind, MOST / 2), "adaptive": Sitting(mind, 1, adapts=True)}


class Reflex(Watcher):
    """Each set that it could see has a moment of discovery, drawn once; it calls at the first of them."""

    def __init__(
        self, game: Game[Any, Any, Any], seat: Seat, rng: random.Random, level: float = MOST / 2, adapts: bool = False
    ) -> None:
        super().__init__(game, seat, rng)
        assert isinstance(game, FamilyRules)
        self.rules: FamilyRules[Any, Any, Any] = game
        self.skill, self.adapts = skill(level), adapts
        self.patient = adapts  # does it wait for the others to begin?
        self.pace = PATIENT if adapts else 1.0
        self.taken: Counter[Seat] = Counter()
        self.finds: dict[Triple, Moment] = {}
        self.moments: dict[str, Moment] = {}  # for what is not a find; forgotten when the table changes
        self.near: tuple[Moment, Cards] | None = None  # three cards that look like a set, and when they will
        self.wrong: set[Cards] = set()
        self.slips = rng.random() < self.skill.errors  # will the next call be wrong?
        self.known = (-1, -1, -1)
        self.free = 0  # no call before
        self.paused: Moment | None = None
        self.busy = False
        self.hand_ms = 0  # to show three cards at once

    def see(self, view: Any, now_ms: int) -> Plan | None:
        if view is None:
            self.paused = now_ms if self.paused is None else self.paused
            return None
        if self.paused is not None:
            self.postpone(now_ms - self.paused)
        return super().see(view, now_ms)

    def postpone(self, ms: int) -> None:
        """While the table rests nobody sees a card: all that was to come, comes later."""
        self.finds = {one: moment + ms for one, moment in self.finds.items()}
        self.moments = {name: moment + ms for name, moment in self.moments.items()}
        self.near = (self.near[0] + ms, self.near[1]) if self.near else None
        self.free, self.paused = self.free + ms, None

    # what has changed

    def notice(self, view: Any, busy: bool) -> None:
        """A new deal, a new table, an answer to a call of its own, or the end of what kept it from calling."""
        known, self.known = self.known, (view.deal, view.rev, view.tries)
        if known[0] != view.deal:
            self.finds, self.near = {}, None
        if known[:2] != self.known[:2]:
            self.moments, self.wrong = {}, set()
            self.free = self.now + round(max(1.0, self.pace) * EARLIEST_MS) + self.rng.randrange(STARTLED_MS)
        elif self.busy and not busy:
            self.free = max(self.free, self.now + self.rng.randrange(STARTLED_MS))
        self.busy = busy
        if known != self.known:
            self.learn(view)

    def learn(self, view: Any) -> None:
        """After a call of its own it is drawn anew whether the next one will be wrong."""
        self.hand_ms = round(self.pick_ms(3))
        mine = {event.what for event in view.last if event.seat == self.seat}
        if mine & ANSWERS:
            self.wrong |= {self.near[1]} if self.near else set()
            self.slips, self.near = self.rng.random() < self.skill.errors, None
        if "false_noset" in mine:
            self.moments.pop("noset", None)
        if self.patient and len(view.totals) == 1:  # there is nobody to wait for
            self.patient, self.pace = False, 1.0
        if self.adapts:
            self.adapt([event for event in view.last if event.what in GAINS])

    def adapt(self, gains: list[Any]) -> None:
        """Leave the best of the others a little less than half of what the two of them take."""
        self.patient = self.patient and all(event.seat == self.seat for event in gains)
        for event in gains if not self.patient else ():
            self.taken = Counter({seat: count * FADING for seat, count in self.taken.items()})
            self.taken[event.seat] += len(event.cards)
            theirs = max((count for seat, count in self.taken.items() if seat != self.seat), default=0)
            share = theirs / (theirs + self.taken[self.seat])
            if not TARGET[0] <= share <= TARGET[1]:
                step = STRIDE if self.pace > EASY else STEP
                self.pace = min(max(self.pace * (step if share < TARGET[0] else 1 / step), FASTEST), PATIENT)

    # the race

    def search_ms(self, features: int, cards: float, ease: float = 1.0) -> int:
        """How long a search takes for a set that differs in so many features, among so many cards."""
        quick = QUICK if self.rules.on_table == 9 else 1
        return round(1_000 * self.skill.search_s(features, cards / 12 * ease * quick * self.pace, self.rng))

    def look(self, sets: Iterable[Triple], cards: float, slots: Cards = ()) -> None:
        """New sets get their moment; those that were there keep theirs, and those that have gone are forgotten."""
        before, self.finds = self.finds, {}
        for one in sets:
            new = _key(one) not in before
            search = self.search_ms(differing(one), cards, conspicuous(one, slots)) if new else 0
            self.finds[_key(one)] = self.now + search if new else before[_key(one)]

    def first(self) -> tuple[Moment, Cards] | None:
        """The set that it finds first, and when."""
        return min(((moment, one) for one, moment in self.finds.items()), default=None)

    def mistaken(self, table: Cards, cards: float, through: Cards = (), ease: float = 1.0, own: Cards = ()) -> None:
        """If the next call is to be wrong: for which cards, and when; they take the time of a set in two features."""
        if not self.slips:
            return
        if self.near and {*self.near[1]} <= {*table} and {*through} <= {*self.near[1]}:
            return
        near = [one for one in nearly(table, through) if _key(one) not in self.wrong and (not own or {*own} & {*one})]
        when = self.now + self.search_ms(2, cards, ease) if near else 0
        self.near = (when, _key(self.rng.choice(near))) if near else None

    def wanted(self) -> tuple[Moment, Cards] | None:
        """Its next call: the first find, or three cards that only look like a set."""
        return self.near if self.slips and self.near else self.first()

    # plans

    def moment(self, name: str, ms: Callable[[], float]) -> Moment:
        """A moment that is drawn once, however often the table is looked at."""
        if name not in self.moments:
            self.moments[name] = self.now + round(ms())
        return self.moments[name]

    def patience(self, share: float = 1.0) -> Callable[[], float]:
        """After how many milliseconds it no longer believes that there is a set, or after a share of that time."""
        return lambda: 1_000 * share * self.skill.patience_s(self.rng)

    def pick_ms(self, cards: int = 1) -> float:
        return sum(self.rng.uniform(*PICK_MS) for _ in range(cards))

    def planned(self, view: Any, move: Any, moment: Moment) -> Plan | None:
        """A move at its moment, or at once if that has passed; None if the rules refuse it as things are."""
        return None if self.rules.refusal(view, self.seat, move) else Plan(move, max(0, moment - self.now))

    def noset(self, view: Any) -> Plan | None:
        """Say that there is no set, when it has looked long enough and found none; it may be wrong."""
        if self.seat in view.flags:
            self.moments.pop("noset", None)
            return None
        moment = self.moment("noset", self.patience(min(max(1.0, self.pace), ENDURING)))
        if view.flags and not self.finds:  # nothing can be missed any more: whoever has said so need not wait long
            moment = min(moment, self.moment("agrees", self.patience(AGREES)))
        return self.in_vain(view, Noset(), moment)

    def in_vain(self, view: Any, move: Any, moment: Moment) -> Plan | None:
        """A move for when it has found nothing by then."""
        found = any(when <= moment for when in self.finds.values())
        return None if found else self.planned(view, move, moment)

    def shown(self, view: Any, wished: Iterable[Cards]) -> Plan:
        """After a call: the next card of the first of these that the cards shown so far belong to, or giving in."""
        moment = self.moment(f"pick {view.tries} {len(view.picked)}", self.pick_ms)
        reach = {*self.reach(view)}
        cards = next((one for one in wished if {*view.picked} < {*one} <= reach), ())
        card = next((one for one in cards if one not in view.picked), None)
        return Plan(Pick(card) if card else Abort(), max(0, moment - self.now))

    def reach(self, view: Any) -> Cards:
        """The cards that it may show."""
        cards: Cards = view.table
        return cards


class Checker(Reflex):
    """SetUp: looks whether the last card makes a set with two others, as quickly as its skill allows."""

    def challenge(self, view: Any) -> Plan | None:
        """The two cards that it finds first, if it finds any; to be planned unless a card is to be played before."""
        self.notice(view, busy=False)
        cards = len(view.slots) / 3
        last = view.slots[-1:]
        self.look([(*pair, *last) for pair in completed(view.slots)], cards)
        self.mistaken(view.slots, cards, last)
        if (wanted := self.wanted()) is None:
            return None
        pair = tuple(card for card in wanted[1] if card not in last)
        return self.planned(view, Challenge(pair), max(wanted[0], self.free))


def earliest(*plans: Plan | None) -> Plan | None:
    return min((plan for plan in plans if plan), key=lambda plan: plan.after_ms, default=None)


def _key(cards: Iterable[str]) -> Any:
    return tuple(sorted(cards))
