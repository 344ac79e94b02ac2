"""Which card to lay in SetUp: a safe one, one that leaves the hand safe, or one that sets traps; four skills."""

import random
from typing import Any, Literal

import msgspec

from septet.bots.bot import Bot, Budget, Plan
from septet.bots.setgame.reflex import Checker
from septet.bots.setgame.simple import completed
from septet.games.game import Game, Seat
from septet.games.setgame.cards import PACK, THIRD, Cards, differing
from septet.games.setgame.setup.moves import PlayCard
from septet.games.setgame.setup.state import SetupView

SPOILT = 9  # what it costs the trapper that a card of its own would complete a set


class SetupSkill(msgspec.Struct, frozen=True):
    """How a player chooses: the chance to notice a set that a card of the own hand would make, and a policy."""

    sees: float = 1.0
    policy: Literal["safe", "keep", "trap"] = "safe"


SKILLS = {
    "novice": SetupSkill(0.6),
    "casual": SetupSkill(0.85),
    "strong": SetupSkill(1.0, "keep"),
    "expert": SetupSkill(1.0, "trap"),
}


def choose_card(view: SetupView, rng: random.Random, skill: SetupSkill) -> str:
    """A card that makes no set, as far as this player sees, chosen by its policy; else the one whose set hides best."""
    table = view.slots
    safe = [card for card in view.hand if not noticed(table, card, rng, skill.sees)]
    if not safe:
        return best(list(view.hand), [hidden(table, card) for card in view.hand], rng)
    match skill.policy:
        case "keep":
            return best(safe, [-spoilt(view, card) for card in safe], rng)
        case "trap":
            return best(safe, [traps(view, card) - SPOILT * spoilt(view, card) for card in safe], rng)
    return rng.choice(safe)


def noticed(table: Cards, card: str, rng: random.Random, sees: float) -> bool:
    """Does the player notice a set that this card would make? Each of them is overlooked now and then."""
    return any(sees >= 1 or rng.random() < sees for _ in completed((*table, card)))


def best(cards: list[str], worth: list[float], rng: random.Random) -> str:
    """A card that is worth most; among equals, any."""
    return rng.choice([card for card, mine in zip(cards, worth, strict=True) if mine == max(worth)])


def spoilt(view: SetupView, card: str) -> int:
    """How many other cards of the own hand would complete a set once this card lies there."""
    table = (*view.slots, card)
    return sum(bool(completed((*table, other))) for other in view.hand if other != card)


def traps(view: SetupView, card: str) -> int:
    """How many cards that this player has not seen would complete a set once this card lies there."""
    seen = {*view.slots, *view.hand, *(one for taken in view.taken for one in taken)}
    table = {*view.slots, card}
    return sum(any(THIRD[unseen][one] in table for one in table) for unseen in PACK if unseen not in seen)


def hidden(table: Cards, card: str) -> float:
    """How hard the sets of this card are to see: the easiest of them counts.

    A set is hard to see if its cards differ in many features, and have little that is frequent on the table.
    """
    return min(_hard(table, (card, one, two)) for one, two in completed((*table, card)))


def _hard(table: Cards, three: Cards) -> float:
    alike = sum(value == card[at] for card in three for at, value in enumerate(_frequent(table)))
    return differing(three) - alike / 13


def _frequent(table: Cards) -> list[str]:
    """Of each feature, the value that is most frequent on the table."""
    return [max(sorted(set(values)), key=values.count) for values in zip(*table, strict=True)]


class SetupNovice(Checker):
    """Lays what looks safe, and overlooks much; checks what the others lay as quickly as its skill allows."""

    level = 0.0
    choice = SKILLS["novice"]

    def __init__(self, game: Game[Any, Any, Any], seat: Seat, rng: random.Random, budget: Budget | None = None) -> None:
        super().__init__(game, seat, rng, self.level)

    def plan(self, view: SetupView) -> Plan | None:
        others = view.player not in {None, self.seat} and self.seat not in view.barred
        if others and (found := self.challenge(view)):
            return found
        if view.mover != self.seat or view.window or view.closing:
            return None
        return Plan(PlayCard(choose_card(view, self.rng, self.choice)), 3_000 + self.rng.randrange(5_000))


class SetupCasual(SetupNovice):
    """Lays what looks safe, and overlooks little."""

    level = 1.0
    choice = SKILLS["casual"]


class SetupStrong(SetupNovice):
    """Lays a safe card that keeps its other cards safe."""

    level = 2.0
    choice = SKILLS["strong"]


class SetupExpert(SetupNovice):
    """Lays a safe card that makes many others unsafe, but not its own."""

    level = 3.0
    choice = SKILLS["expert"]


SETUP_LEVELS: dict[str, Bot] = {
    "novice": SetupNovice,
    "casual": SetupCasual,
    "strong": SetupStrong,
    "expert": SetupExpert,
}
