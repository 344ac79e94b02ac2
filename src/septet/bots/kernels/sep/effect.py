"""What the moves of SEP earn, compiled: read it beside `games/sep/effect.py`. `shown` are the top cards, as bits."""

import numpy as np

from septet.bots.kernels import Int, Record, inner
from septet.bots.kernels.piles import top
from septet.bots.kernels.sep.combinations import NOTHING, ONE, earned
from septet.bots.kernels.sep.tables import LIFTED, PAID


@inner
def placement_pays(state: Record, shown: Int, card: Int, slot: Int) -> Int:
    """A card that is placed earns its combinations."""
    after = shown & ~(ONE << top(state.circle[slot])) | ONE << card
    return earned(state.options, after, card, shown)


@inner
def use_pays(state: Record, shown: Int, card: Int, slot: Int) -> Int:
    """A king pays by itself; what comes to light under the lifted cards earns its combinations."""
    stack = state.circle[slot]
    pays = PAID[card]
    left = stack.size - LIFTED[card]
    if left:
        revealed = np.int64(stack.cards[left - 1])
        after = shown & ~(ONE << top(stack)) | ONE << revealed
        pays += earned(state.options, after, revealed, NOTHING)
    return pays


@inner
def fill_pays(state: Record, shown: Int, card: Int) -> Int:
    """The card that fills a slot need not connect, but it may score."""
    return earned(state.options, shown | ONE << card, card, NOTHING)
