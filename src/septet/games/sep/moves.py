"""The moves of SEP. A turn is two or three of them: choose, then place or pass, or use and perhaps fill."""

from typing import Annotated, Literal

import msgspec

from septet.games.game import Move
from septet.games.sep.cards import ACTION_CARDS, NUMBER_CARDS, ActionCard, NumberCard

SLOTS = range(6)
Slot = Annotated[int, msgspec.Meta(ge=0, le=5)]
Source = Literal["draw", "reserve"]


class Draw(Move, frozen=True):
    """A number turn: take the top card of the draw pile."""


class TakeReserve(Move, frozen=True):
    """A number turn: take the top card of the reserve."""


class ActionTurn(Move, frozen=True):
    """An action turn: draw an action card; if there is none, all twelve are shuffled and dealt anew."""


class Place(Move, frozen=True):
    """Put a number card from the hand on a stack of the circle."""

    card: NumberCard
    slot: Slot


class Pass(Move, frozen=True):
    """Place nothing: lay a number card on the reserve (solo: on the discard pile)."""

    card: NumberCard


class Use(Move, frozen=True):
    """Lift cards off a stack with an action card."""

    card: ActionCard
    slot: Slot


class Discard(Move, frozen=True):
    """Lay down an action card, because none can be used."""

    card: ActionCard


class Fill(Move, frozen=True):
    """Fill the empty slot from the draw pile or from the reserve."""

    source: Source


SepMove = Draw | TakeReserve | ActionTurn | Place | Pass | Use | Discard | Fill

# Every move there is, in the order of the action numbers 0 to 368 that bots and environments use.
ALL_MOVES: tuple[SepMove, ...] = (
    Draw(),
    TakeReserve(),
    ActionTurn(),
    *(Place(card, slot) for card in NUMBER_CARDS for slot in SLOTS),
    *(Pass(card) for card in NUMBER_CARDS),
    *(Use(card, slot) for card in ACTION_CARDS for slot in SLOTS),
    *(Discard(card) for card in ACTION_CARDS),
    Fill("draw"),
    Fill("reserve"),
)
