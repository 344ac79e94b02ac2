"""A bot is a mind that watches: it is shown views, never a state, and plans its next move.

In other words: an agent; its plan is an action with a delay.
"""

import random
from typing import Any, Protocol

import msgspec

from septet.games.game import Game, Move, Seat


class Plan(msgspec.Struct, frozen=True):
    """The move that a mind would make, after so many milliseconds if nothing changes before."""

    move: Move
    after_ms: int = 0


class Budget(msgspec.Struct, frozen=True):
    """How long a bot may think about one move: milliseconds, playouts, or both; with neither, as long as usual.

    Bots that need no time to think take no notice.
    """

    ms: int | None = None
    playouts: int | None = None


class Mind(Protocol):
    """A bot that has sat down at a table."""

    def see(self, view: Any, now_ms: int) -> Plan | None:
        """Called on every view; a new plan replaces the old one, None waits.

        The time is that of the table, in milliseconds; it never runs back. While the table is paused, the view is None.
        """
        ...


class Bot(Protocol):
    """A way of playing, by name."""

    def __call__(self, game: Game[Any, Any, Any], seat: Seat, rng: random.Random, budget: Budget | None = None) -> Mind:
        """Sit down."""
        ...
