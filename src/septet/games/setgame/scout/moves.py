"""The moves of Scout: point at a card, seal the other two, and second."""

from septet.games.game import Move
from septet.games.setgame.cards import Card
from septet.games.setgame.moves import Noset, Ready, Unordered


class Scout(Move, frozen=True, tag="scout"):
    """Point at one card of a set that you see."""

    card: Card


class Commit(Unordered, frozen=True, tag="commit"):
    """Name, in secret, the other two cards of your set."""


class Second(Unordered, frozen=True, tag="second"):
    """Point at a second card of a set through the scout's card (and, with a house rule, at the third)."""


class Giveup(Move, frozen=True, tag="giveup"):
    """Stop looking for the scout's set."""


ScoutMove = Scout | Commit | Second | Giveup | Noset | Ready
