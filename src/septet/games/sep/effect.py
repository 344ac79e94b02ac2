"""What a move does to the circle, and the tokens that it earns there."""

from typing import Any, Protocol

import msgspec

from septet.games.game import Why
from septet.games.rows import changed
from septet.games.sep.cards import LIFTS, PAYS, Cards
from septet.games.sep.combinations import Circle, earned
from septet.games.sep.moves import Fill, Place, SepMove, Source, Use
from septet.games.sep.options import SharedOptions


class Seen(Protocol):
    """What a state and a view have in common, and the rules look at."""

    @property
    def options(self) -> Any: ...
    @property
    def circle(self) -> Circle: ...
    @property
    def reserve(self) -> Cards: ...
    @property
    def source(self) -> Source: ...
    @property
    def empty(self) -> int | None: ...
    @property
    def after_action(self) -> bool: ...


class Effect(msgspec.Struct, gc=False):
    """The circle after a move, why the move earns tokens, and what it lifted off the circle."""

    circle: Circle
    why: tuple[Why, ...] = ()
    lifted: Cards = ()


def effect(seen: Seen, move: SepMove, drawn: Cards = ()) -> Effect:
    """What a legal move does and earns; `drawn` is what a fill from the draw pile brings up, where that is known."""
    match move:
        case Place(card, slot):
            return placed(seen.options, seen.circle, card, slot)
        case Use(card, slot):
            return used(seen.options, seen.circle, card, slot)
        case Fill(source):
            brought = drawn if source == "draw" else seen.reserve[-1:]
            return filled(seen.options, seen.circle, seen.empty or 0, brought)
    return Effect(seen.circle)


def points(why: tuple[Why, ...]) -> int:
    return sum([one.points for one in why])


def placed(options: SharedOptions, circle: Circle, card: str, slot: int) -> Effect:
    """A card that is placed earns its combinations."""
    after = changed(circle, slot, (*circle[slot], card))
    return Effect(after, earned(options, after, slot, circle))


def used(options: SharedOptions, circle: Circle, card: str, slot: int) -> Effect:
    """A king pays by itself; what comes to light under the lifted cards earns its combinations."""
    stack, count = circle[slot], LIFTS[card[0]]
    after = changed(circle, slot, stack[:-count])
    why = action_pays(card)
    if after[slot]:
        why += earned(options, after, slot)
    return Effect(after, why, stack[-count:])


def action_pays(card: str) -> tuple[Why, ...]:
    """What an action card pays by itself."""
    pays = PAYS[card[0]]
    return (Why("king", pays),) if pays else ()


def filled(options: SharedOptions, circle: Circle, slot: int, brought: Cards) -> Effect:
    """The card that fills a slot need not connect, but it may score."""
    after = changed(circle, slot, brought)
    return Effect(after, earned(options, after, slot) if brought else ())
