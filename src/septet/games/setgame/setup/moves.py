"""The moves of SetUp: lay a card, and find out that the last one makes a set."""

from septet.games.game import Move
from septet.games.setgame.cards import Card
from septet.games.setgame.moves import Ready, Unordered


class PlayCard(Move, frozen=True, tag="play"):
    """Lay a card from the hand on the table."""

    card: Card


class Challenge(Unordered, frozen=True, tag="challenge"):
    """Name two cards of the table that make a set with the last card."""


SetupMove = PlayCard | Challenge | Ready
