"""Piles of cards or tiles inside a twin."""

from typing import Any

import numpy as np

from septet.bots.kernels import Int, Record, inner


def pile(most: int) -> np.dtype[Any]:
    """Cards from bottom to top, and how many there are."""
    return np.dtype([("cards", np.int8, (most,)), ("size", np.int8)])


@inner
def push(pile: Record, card: Int) -> None:
    pile.cards[pile.size] = card
    pile.size += 1


@inner
def pop(pile: Record) -> Int:
    pile.size -= 1
    return np.int64(pile.cards[pile.size])


@inner
def top(pile: Record) -> Int:
    return np.int64(pile.cards[pile.size - 1])


@inner
def without(hand: Record, card: Int) -> None:
    """Take a card out of a hand, one if there are two; the others keep their order."""
    kept = 0
    for place in range(hand.size):
        other = hand.cards[place]
        hand.cards[kept] = other
        kept += (other != card) | (kept < place)  # no branch: which card it is cannot be foreseen
    hand.size = kept


@inner
def empty_onto(pile: Record, other: Record) -> None:
    """Put all cards of one pile on another."""
    for place in range(pile.size):
        push(other, pile.cards[place])
    pile.size = 0
