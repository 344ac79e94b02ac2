"""How good a hand of ChipSet is: against hands that the others may hold, now and with one more card on the table."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from septet.games.setgame.cards import NUMBER_OF, PACK, THIRD, Cards

THIRDS = np.array([[NUMBER_OF[THIRD[one][two]] for two in PACK] for one in PACK])
Numbers = Any  # an array


class Odds(NamedTuple):
    """Of each imagined deal: our share of the pot now and a card later, and which of the others have no set."""

    now: Numbers
    later: Numbers
    empty: Numbers  # a row for each deal, a column for each of the others


def luck(seed: int, samples: int, others: int) -> Numbers:
    """The chance of so many deals: a number for each of the others, and one for the next card."""
    return np.random.default_rng(seed).random((samples, others + 1))


def imagined(hand: Cards, table: Cards, own: int, weights: Sequence[float], chance: Numbers) -> Odds:
    """Deal the unseen cards to the others; a hand with a set is so many times as likely as its cards alone make it."""
    mine, open_cards = [NUMBER_OF[card] for card in hand], [NUMBER_OF[card] for card in table]
    lies = np.zeros(81, bool)
    lies[open_cards] = True
    unseen = np.setdiff1d(np.arange(81), [*mine, *open_cards])
    one, two, sets = _hands(unseen, open_cards, lies)
    ranges = [np.cumsum(np.where(sets > 0, weight, 1.0)) for weight in weights]
    drawn = np.stack([np.searchsorted(one, chance[:, at] * one[-1], "right") for at, one in enumerate(ranges)], axis=1)
    card = unseen[(chance[:, -1] * len(unseen)).astype(int)]
    first, second = one[drawn], two[drawn]
    fair = _no_card_twice(first, second, card)
    first, second, card, counts = first[fair], second[fair], card[fair], sets[drawn][fair]
    more = counts + lies[THIRDS[first, card[:, None]]] + lies[THIRDS[second, card[:, None]]]
    more += THIRDS[first, second] == card[:, None]
    mine_more = own + lies[THIRDS[mine[0], card]] + lies[THIRDS[mine[1], card]] + (THIRDS[mine[0], mine[1]] == card)
    return Odds(_share(np.full(len(card), own), counts), _share(mine_more, more), counts == 0)


def _hands(unseen: Numbers, table: list[int], lies: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Every hand of two unseen cards, and how many sets it has with the table."""
    alone = lies[THIRDS[unseen][:, table]].sum(axis=1) // 2
    at, other = np.triu_indices(len(unseen), 1)
    one, two = unseen[at], unseen[other]
    return one, two, alone[at] + alone[other] + lies[THIRDS[one, two]]


def _no_card_twice(first: Numbers, second: Numbers, card: Numbers) -> Numbers:
    """The deals in which no card is dealt twice; if luck has left none, all."""
    dealt = np.sort(np.column_stack([first, second, card]), axis=1)
    fair = (dealt[:, 1:] != dealt[:, :-1]).all(axis=1)
    return fair if fair.any() else ~fair


def _share(mine: Numbers, others: Numbers) -> Numbers:
    """The most sets take the pot, and a tie shares it."""
    most = others.max(axis=1)
    level = 1 / (1 + (others == mine[:, None]).sum(axis=1))
    return np.where(mine > most, 1.0, np.where(mine == most, level, 0.0))
