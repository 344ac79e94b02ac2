"""The cards of SEP: forty number cards, twelve action cards, and which of them connect."""

from typing import Annotated

import msgspec

SUITS = "CDHS"
VALUES = "A23456789T"
RANKS = "JQK"
HIDDEN = "??"  # a card that this seat may not know

NumberCard = Annotated[str, msgspec.Meta(pattern=r"^([A2-9T][CDHS]|\?\?)$")]
ActionCard = Annotated[str, msgspec.Meta(pattern=r"^([JQK][CDHS]|\?\?)$")]
Cards = tuple[str, ...]  # a hand, or a pile from bottom to top

NUMBER_CARDS: Cards = tuple(value + suit for suit in SUITS for value in VALUES)
ACTION_CARDS: Cards = tuple(rank + suit for suit in SUITS for rank in RANKS)

# The values stand in a ring: an ace comes after a ten and before a two.
NEXT = {card: VALUES[(VALUES.index(card[0]) + 1) % 10] + card[1] for card in NUMBER_CARDS}
PREVIOUS = {after: card for card, after in NEXT.items()}

# Two cards connect when they have the same value, or the same suit and neighbouring values.
CONNECTED = {
    card: frozenset({NEXT[card], PREVIOUS[card]} | {card[0] + suit for suit in SUITS if suit != card[1]})
    for card in NUMBER_CARDS
}

# How many cards an action card lifts off a stack, and how many tokens it pays by itself.
LIFTS = {"J": 1, "Q": 2, "K": 3}
PAYS = {"J": 0, "Q": 0, "K": 1}
