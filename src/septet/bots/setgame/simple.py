"""Simple players of SET, Scout and SetUp: they see every set, and take any of them after a while."""

import random
from collections.abc import Iterable
from typing import Any

from septet.bots.bot import Budget, Plan
from septet.games.game import Game, Move, Seat
from septet.games.setgame.cards import THIRD, sets_among
from septet.games.setgame.classic.moves import Claim
from septet.games.setgame.classic.state import SetView
from septet.games.setgame.moves import Abort, Call, Noset, Pick, Ready
from septet.games.setgame.scout.moves import Commit, Giveup, Scout, Second
from septet.games.setgame.scout.state import ScoutView
from septet.games.setgame.setup.moves import Challenge, PlayCard
from septet.games.setgame.setup.state import SetupView

SEARCH_MS = 8_000  # the mean time until a set is seen
PICK_MS = 400
READY_MS = 1_000
NOSET_MS = 5_000


class Watcher:
    """A mind at a real-time table: it has time, and draws how much of it a search takes."""

    def __init__(self, game: Game[Any, Any, Any], seat: Seat, rng: random.Random, budget: Budget | None = None) -> None:
        self.game = game
        self.seat = seat
        self.rng = rng
        self.now = 0  # milliseconds of table time

    def see(self, view: Any, now_ms: int) -> Plan | None:
        self.now = now_ms
        if view is None or view.ending or view.seat is None or view.seat in view.joining:
            return None
        if view.phase == "between":
            return None if self.seat in view.ready else Plan(Ready(), READY_MS)
        return self.plan(view)

    def plan(self, view: Any) -> Plan | None:
        raise NotImplementedError

    def soon(self, mean: float = SEARCH_MS) -> int:
        return 200 + int(self.rng.expovariate(1 / mean))

    def noset(self, view: Any) -> Plan | None:
        """Say that there is no set, where that is asked for."""
        options = view.options
        asked = options.noset_mode != "auto" or (options.end_mode == "vote" and not view.deck_left)
        return (
            Plan(Noset(), self.soon(NOSET_MS)) if asked and self.seat not in view.flags and not view.resting else None
        )


class Seeker(Watcher):
    """SET: any set of the table, each as likely as any other."""

    error = 0.0

    def __init__(self, game: Game[Any, Any, Any], seat: Seat, rng: random.Random, budget: Budget | None = None) -> None:
        super().__init__(game, seat, rng, budget)
        self.found: tuple[str, ...] = ()

    def plan(self, view: SetView) -> Plan | None:
        if view.lock is not None:
            return self.show(view) if view.lock == self.seat else None
        if self.seat in view.cooling or self.seat in view.frozen:
            return None
        sets = sets_among(view.table)
        if self.error and self.rng.random() < self.error:
            self.found = tuple(self.rng.sample(view.table, 3)) if len(view.table) > 3 else ()
        else:
            self.found = self.rng.choice(sets) if sets else ()
        if not self.found:
            return self.noset(view)
        direct = view.options.claim_mode == "direct"
        return Plan(Claim(self.found) if direct else Call(), self.soon())

    def show(self, view: SetView) -> Plan:
        return shown(view.picked, (self.found, *sets_among(view.table)))


def shown(picked: tuple[str, ...], sets: Iterable[tuple[str, ...]]) -> Plan:
    """The next card of the first of these that the cards shown so far belong to; without one, give in."""
    for one in sets:
        if {*picked} < {*one}:
            return Plan(Pick(next(card for card in one if card not in picked)), PICK_MS)
    return Plan(Abort(), PICK_MS)


class Hasty(Seeker):
    """One call in ten is a guess."""

    error = 0.1


class ScoutSeeker(Watcher):
    """Scout: points at a card of any set, and seconds with a card of any set through the scout's."""

    scout_error = second_error = 0.0

    def __init__(self, game: Game[Any, Any, Any], seat: Seat, rng: random.Random, budget: Budget | None = None) -> None:
        super().__init__(game, seat, rng, budget)
        self.meant: tuple[str, ...] = ()

    def plan(self, view: ScoutView) -> Plan | None:
        match view.phase:
            case "open":
                return self.scout(view)
            case "pointed":
                return Plan(Commit(self.sealed(view)), PICK_MS) if view.scout == self.seat else None
        out = view.barred | view.given_up | view.frozen | {view.scout}
        return None if self.seat in out else Plan(self.second(view), self.soon(SEARCH_MS / 3))

    def scout(self, view: ScoutView) -> Plan | None:
        sets = sets_among(view.table)
        if not sets:
            return self.noset(view)
        if self.seat in view.frozen:
            return None
        self.meant = tuple(self.rng.sample(self.rng.choice(sets), 3))
        return Plan(Scout(self.meant[0]), self.soon())

    def sealed(self, view: ScoutView) -> tuple[str, ...]:
        """The set that it had in mind, as a rule."""
        others = [card for card in view.table if card != view.pointed]
        sets = [one for one in (self.meant, *sets_among(view.table)) if view.pointed in one]
        if not sets or self.rng.random() < self.scout_error:
            return tuple(self.rng.sample(others, 2))
        return tuple(card for card in sets[0] if card != view.pointed)

    def second(self, view: ScoutView) -> Move:
        through = [one for one in sets_among(view.table) if view.pointed in one]
        others = [card for card in view.table if card != view.pointed]
        both = view.options.second_shows_third
        if self.rng.random() < self.second_error:
            return Second(tuple(self.rng.sample(others, 1 + both)))
        if not through:
            return Giveup()
        cards = [card for card in self.rng.choice(through) if card != view.pointed]
        return Second(tuple(cards) if both else (self.rng.choice(cards),))


class ScoutHasty(ScoutSeeker):
    """Now and then wrong: one scout in twenty, one second in ten."""

    scout_error, second_error = 0.05, 0.1


class SetupRandom(Watcher):
    """SetUp: any card, and an eye for what the others play."""

    def plan(self, view: SetupView) -> Plan | None:
        if view.player not in {None, self.seat} and self.seat not in view.barred:
            found = completed(view.slots)
            if found:
                return Plan(Challenge(self.rng.choice(found)), 500 + self.rng.randrange(2_000))
        if view.mover != self.seat or view.window or view.closing:
            return None
        return Plan(PlayCard(self.card(view)), 3_000 + self.rng.randrange(5_000))

    def card(self, view: SetupView) -> str:
        return self.rng.choice(view.hand)


class SetupSafe(SetupRandom):
    """A card that makes no set, if there is one."""

    def card(self, view: SetupView) -> str:
        safe = [card for card in view.hand if not completed((*view.slots, card))]
        return self.rng.choice(safe or view.hand)


def completed(row: tuple[str, ...]) -> list[tuple[str, str]]:
    """The pairs of cards that make a set with the last one."""
    if not row:
        return []
    third, others = THIRD[row[-1]], set(row[:-1])
    return [(card, third[card]) for card in row[:-1] if third[card] in others and card < third[card]]
