"""The moves of ChipSet: bets, answers in secret, and marks where players count their sets themselves."""

from typing import Annotated

import msgspec

from septet.games.game import Move
from septet.games.setgame.moves import Mark, Ready, Unmark, Unordered

Chips = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class Fold(Move, frozen=True, tag="fold"):
    """Leave the hand for good."""


class Check(Move, frozen=True, tag="check"):
    """Bet nothing while nobody has bet."""


class Bet(Move, frozen=True, tag="bet"):
    """Open the betting."""

    chips: Chips


class MatchBet(Move, frozen=True, tag="match"):
    """Pay what the highest contribution asks, or all that you have."""


class Raise(Move, frozen=True, tag="raise"):
    """Match, and add chips."""

    chips: Chips


class Expose(Unordered, frozen=True, tag="expose"):
    """Answer, in secret, that you will show: here is one of your sets."""


class Wait(Move, frozen=True, tag="wait"):
    """Answer, in secret, that you do not show; or say that you have marked all your sets."""


Betting = Fold | Check | Bet | MatchBet | Raise
ChipMove = Fold | Check | Bet | MatchBet | Raise | Expose | Wait | Mark | Unmark | Ready
