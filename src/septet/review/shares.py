"""What share of a pot of ChipSet two cards win, against hands of which each is as likely as any other.

Against one or two others every deal is counted: hands are put into classes by their number of sets, and pairs of hands
that share no card are counted from how often each card stands in a class. Against more, and where only sets that share
no card count, deals are drawn from a seed.
"""

import random
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from septet.bots.setgame.chipset.odds import THIRDS
from septet.games.setgame.cards import NUMBER_OF, PACK, Cards, largest_packing
from septet.games.setgame.chipset.view import own_sets
from septet.review.report import Estimate

MOST_COUNTED = 2  # others against whom every deal is counted
DEALS, SLOW_DEALS = 4_000, 600  # that are drawn else; the second where sets may not share cards
CERTAIN = Estimate(1.0, 0.0)
Numbers = Any  # an array


class PotShares(NamedTuple):
    """The share of a pot that 0, 1, 2 … others may win as well."""

    now: tuple[Estimate, ...]
    later: tuple[Estimate, ...]  # with one more card on the table
    exact: bool


@lru_cache(maxsize=4096)
def pot_shares(hand: Cards, table: Cards, others: int, apart: bool, seed: str) -> PotShares:
    """`apart`: only sets that share no card count. The seed is for deals that are drawn."""
    if others <= MOST_COUNTED and not apart:
        now, later = _counted(hand, table, others)
        return PotShares(now, later, exact=True)
    rng = random.Random(f"{seed} {hand} {table} {others}")
    rows = (_drawn_apart if apart else _drawn)(hand, table, others, rng)
    return PotShares((CERTAIN, *rows[0]), (CERTAIN, *rows[1]), exact=False)


# every deal


def _counted(hand: Cards, table: Cards, others: int) -> tuple[tuple[Estimate, ...], tuple[Estimate, ...]]:
    mine, laid = [NUMBER_OF[card] for card in hand], [NUMBER_OF[card] for card in table]
    unseen = np.setdiff1d(np.arange(81), [*mine, *laid])
    now = [_share(_sets(mine, laid), unseen, laid, among) for among in range(1, others + 1)]
    later = np.zeros(others)
    for card in unseen:
        rest, more = unseen[unseen != card], [*laid, int(card)]
        own = _sets(mine, more)
        later += [_share(own, rest, more, among) for among in range(1, others + 1)]
    return _exactly(now), _exactly(later / len(unseen))


def _exactly(values: Iterable[float]) -> tuple[Estimate, ...]:
    return (CERTAIN, *(Estimate(float(value), 0.0) for value in values))


def _sets(mine: list[int], laid: list[int]) -> int:
    """The sets of a hand with the table, which may share cards."""
    return int(_with_table(np.array(mine), laid).sum() + (THIRDS[mine[0], mine[1]] in laid))


def _with_table(cards: Numbers, laid: list[int]) -> Numbers:
    """How many sets each card makes with two of the table."""
    lies = np.zeros(81, bool)
    lies[laid] = True
    return lies[THIRDS[cards][:, laid]].sum(axis=1) // 2


def _share(own: int, unseen: Numbers, laid: list[int], among: int) -> float:
    """The share of a hand with so many sets, against one or two others."""
    lies = np.zeros(81, bool)
    lies[laid] = True
    alone = _with_table(unseen, laid)
    at, other = np.triu_indices(len(unseen), 1)
    counts = alone[at] + alone[other] + lies[THIRDS[unseen[at], unseen[other]]]
    less, level = counts < own, counts == own
    if among == 1:
        return float((less.sum() + level.sum() / 2) / len(counts))

    def pairs(one: Numbers, two: Numbers, same: bool) -> int:
        """Of hands of two classes, those that share no card."""
        size = len(unseen)
        often = [
            np.bincount(at[some], minlength=size) + np.bincount(other[some], minlength=size) for some in (one, two)
        ]
        return int(one.sum() * two.sum() - (often[0] * often[1]).sum() + (one.sum() if same else 0))

    dealt = len(counts) * (len(unseen) - 2) * (len(unseen) - 3) // 2
    won = pairs(less, less, True) + pairs(less, level, False) + pairs(level, level, True) / 3
    return float(won / dealt)


# deals that are drawn


def _drawn(hand: Cards, table: Cards, others: int, rng: random.Random) -> tuple[list[Estimate], list[Estimate]]:
    mine, laid = [NUMBER_OF[card] for card in hand], [NUMBER_OF[card] for card in table]
    unseen = np.setdiff1d(np.arange(81), [*mine, *laid])
    drawn = np.random.default_rng(rng.getrandbits(63)).permuted(np.tile(unseen, (DEALS, 1)), axis=1)
    first, second, card = drawn[:, :others], drawn[:, others : 2 * others], drawn[:, 2 * others]
    lies = np.zeros(81, bool)
    lies[laid] = True
    alone = np.zeros(81, int)
    alone[unseen] = _with_table(unseen, laid)
    theirs = alone[first] + alone[second] + lies[THIRDS[first, second]]
    more = theirs + lies[THIRDS[first, card[:, None]]] + lies[THIRDS[second, card[:, None]]]
    more += THIRDS[first, second] == card[:, None]
    own = _sets(mine, laid)
    own_more = own + lies[THIRDS[mine[0], card]] + lies[THIRDS[mine[1], card]] + (THIRDS[mine[0], mine[1]] == card)
    return _estimates(np.full(DEALS, own), theirs), _estimates(own_more, more)


def _drawn_apart(hand: Cards, table: Cards, others: int, rng: random.Random) -> tuple[list[Estimate], list[Estimate]]:
    unseen = [card for card in PACK if card not in {*hand, *table}]
    rows: list[list[list[int]]] = [[], []]
    for _ in range(SLOW_DEALS):
        drawn = rng.sample(unseen, 2 * others + 1)
        hands = [hand, *(tuple(drawn[at : at + 2]) for at in range(0, 2 * others, 2))]
        for row, laid in zip(rows, (table, (*table, drawn[-1])), strict=True):
            row.append([len(largest_packing(own_sets(one, laid))) for one in hands])
    now, later = (np.array(row) for row in rows)
    return _estimates(now[:, 0], now[:, 1:]), _estimates(later[:, 0], later[:, 1:])


def _estimates(own: Numbers, theirs: Numbers) -> list[Estimate]:
    """The mean share against the first of them, the first two …, with its standard error."""
    found = []
    for among in range(1, theirs.shape[1] + 1):
        some = theirs[:, :among]
        most = some.max(axis=1)
        level = 1 / (1 + (some == own[:, None]).sum(axis=1))
        shares = np.where(own > most, 1.0, np.where(own == most, level, 0.0))
        found.append(Estimate(float(shares.mean()), float(shares.std(ddof=1) / len(shares) ** 0.5)))
    return found
