"""The moves that several games of the SET family share; each game's own moves are in its folder.

A tag is the word of the pictures, the records and the wire: it stays, whatever a class is called.
"""

from typing import Annotated

import msgspec

from septet.games.game import Move
from septet.games.setgame.cards import Card

Several = Annotated[tuple[Card, ...], msgspec.Meta(max_length=81)]


class Unordered(Move, frozen=True):
    """A move with several cards, whose order does not matter."""

    cards: Several

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "cards", tuple(sorted(self.cards)))


class Call(Move, frozen=True, tag="call"):
    """Say that you see a set; nobody else may take cards until you have shown it."""


class Pick(Move, frozen=True, tag="pick"):
    """Show a card of the set that you have called."""

    card: Card


class Unpick(Move, frozen=True, tag="unpick"):
    """Put a card back that you have shown."""

    card: Card


class Abort(Move, frozen=True, tag="abort"):
    """Admit that you see no set after all."""


class Noset(Move, frozen=True, tag="noset"):
    """Say that there is no set on the table, or (off) that you are still looking."""

    on: bool = True


class Mark(Unordered, frozen=True, tag="mark"):
    """Mark a set."""


class Unmark(Unordered, frozen=True, tag="unmark"):
    """Take a mark away."""


class Ready(Move, frozen=True, tag="ready"):
    """Ask for the next deal."""
