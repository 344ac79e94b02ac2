"""Groups of cards up to the symmetries of the pack: one of each kind, and how many there are of that kind.

A symmetry is a change of the pack that keeps sets sets; there are 1 965 150 720. Five cards of which none follows from
the others by sets can be moved to any other such five, so a group has a label: the least of those that it gets when
chosen fives of its cards are moved to fixed places. Two groups are of one kind if and only if their labels are equal.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from septet.bots.kernels import entry, inner
from septet.games.setgame.cards import NUMBER_OF, PACK, THIRD

SYMMETRIES = 81 * 80 * 78 * 72 * 54
THIRDS = np.array([[NUMBER_OF[THIRD[one][two]] for two in PACK] for one in PACK])
HALF = 41  # a label is 81 bits in two whole numbers
FAR = 100
SIZES = (0, 1, 3, 9, 27, 81)  # of the hull of so many cards


@inner
def mixed(word: Any) -> Any:
    """A number that looks like chance and depends on this one only."""
    word = (word ^ (word >> np.uint64(31))) * np.uint64(0x9E3779B97F4A7C15)
    return (word ^ (word >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)


@inner
def colours(cards: Any) -> Any:
    """A number for each card that no symmetry changes: how it stands to the others."""
    mine = np.ones(len(cards), np.uint64)
    for _ in range(3):
        met = np.zeros(81, np.uint64)  # of each card of the pack: the pairs that it makes a set with
        for one in range(len(cards)):
            met[cards[one]] += np.uint64(77)
            for two in range(one):
                met[THIRDS[cards[one], cards[two]]] += mixed(mine[one] + mine[two])
        after = np.zeros(len(cards), np.uint64)
        for one in range(len(cards)):
            after[one] = mixed(mine[one] + met[cards[one]])
            for two in range(len(cards)):
                if two != one:
                    after[one] += mixed(mine[two] ^ mixed(met[THIRDS[cards[one], cards[two]]]))
        mine[:] = after
    return mine


@inner
def ranks(cards: Any) -> Any:
    """Cards of one colour have one rank; those of rare colours come first."""
    mine, same, found = colours(cards), np.zeros(len(cards), np.int64), np.zeros(len(cards), np.int64)
    for one in range(len(cards)):
        for two in range(len(cards)):
            same[one] += mine[two] == mine[one]
    for one in range(len(cards)):
        for two in range(len(cards)):
            found[one] += same[two] < same[one] or (same[two] == same[one] and mine[two] < mine[one])
    return found


@inner
def grow(reach: Any, size: int, card: int) -> None:
    """All cards that follow by sets from those of the hull and one more; each gets the next place."""
    hull, place = reach
    for at in range(size):
        other = THIRDS[card, hull[at]]
        hull[size + at], hull[2 * size + at] = other, THIRDS[other, hull[0]]
    if not size:
        hull[0] = card
    for at in range(size, 3 * size if size else 1):
        place[hull[at]] = at


@inner
def shrink(reach: Any, size: int) -> None:
    """Back to a hull of this size."""
    hull, place = reach
    for at in range(size, 81):
        if hull[at] >= 0:
            place[hull[at]] = hull[at] = -1


@inner
def outside(cards: Any, rank: Any, place: Any) -> Any:
    """The first rank of a card that has no place yet."""
    least = FAR
    for at in range(len(cards)):
        if place[cards[at]] < 0:
            least = min(least, rank[at])
    return least


@inner
def keep(cards: Any, place: Any, best: Any) -> None:
    """The label that these places give, if it is less than the best so far."""
    low, high = np.int64(0), np.int64(0)
    for card in cards:
        if place[card] < HALF:
            low |= np.int64(1) << place[card]
        else:
            high |= np.int64(1) << (place[card] - HALF)
    if high < best[1] or (high == best[1] and low < best[0]):
        best[0], best[1] = low, high


@inner
def search(cards: Any, rank: Any, best: Any) -> None:
    """Every choice of cards, always of the first rank that is outside the hull of those before; the least label."""
    reach, tried, wanted = np.full((2, 81), -1), np.zeros(6, np.int64), np.zeros(6, np.int64)
    depth = 0
    while depth >= 0:
        shrink(reach, SIZES[depth])
        at = tried[depth]
        while at < len(cards) and (reach[1, cards[at]] >= 0 or rank[at] != wanted[depth]):
            at += 1
        if at == len(cards):
            depth -= 1
            continue
        tried[depth] = at + 1
        grow(reach, SIZES[depth], cards[at])
        least = outside(cards, rank, reach[1])
        if least == FAR:
            keep(cards, reach[1], best)
        else:
            depth += 1
            tried[depth], wanted[depth] = 0, least


@entry
def labels(groups: Any) -> Any:
    """The label of each group."""
    found = np.full((len(groups), 2), np.int64(1) << HALF)
    for number in range(len(groups)):
        search(groups[number], ranks(groups[number]), found[number])
    return found


def larger(groups: Any, set_free: bool) -> tuple[Any, Any]:
    """Every group with a card more (or only with one that makes no set), and which group it was."""
    closed = np.zeros((len(groups), 81), bool)
    rows = np.arange(len(groups))[:, None]
    closed[rows, groups] = True
    if set_free:
        for one in groups.T:
            closed[rows, THIRDS[one[:, None], groups]] = True
    rows, cards = np.nonzero(~closed)
    return np.column_stack([groups[rows], cards]), rows


def smaller(groups: Any) -> tuple[Any, Any]:
    """Every group without one of its cards, and which group it was."""
    count, size = groups.shape
    kept = [np.delete(groups, at, axis=1) for at in range(size)]
    return np.concatenate(kept), np.tile(np.arange(count), size)


def fixed_places() -> Any:
    """Which card has each place when the five cards are 1ROF, 1ROH, 1RBF, 1GOF and 2ROF."""
    reach = np.full((2, 81), -1)
    for size, card in zip(SIZES, (0, 1, 3, 9, 27), strict=False):
        grow(reach, size, card)
    return reach[0]


def shown(known: Any) -> Any:
    """A group of cards for each label."""
    bits = np.concatenate([(known[:, half, None] >> np.arange(HALF)) & 1 for half in (0, 1)], axis=1)[:, :81]
    count = bits[0].sum()
    return fixed_places()[np.nonzero(bits)[1].reshape(-1, count)]


def counted(rows: Any, named: Any) -> Any:
    """How often each row names each kind: a table of (row, kind, times)."""
    pairs, times = np.unique(np.column_stack([rows, named]), axis=0, return_counts=True)
    return np.column_stack([pairs, times])


def kinds(most: int, set_free: bool = False) -> Iterator[tuple[Any, Any]]:
    """For one card, two cards and so on: a group of each kind, and how many groups are of that kind.

    A group C that a card makes into D is found from D by taking a card away. Both ways to count these pairs must agree,
    for every pair of kinds.
    """
    groups, sizes = np.array([[0]]), np.array([81])
    before = labels(groups)
    yield groups, sizes
    while groups.shape[1] < most:
        more, rows = larger(groups, set_free)
        if not len(more):
            return
        known, named = np.unique(labels(more), axis=0, return_inverse=True)
        ups = counted(named.ravel(), rows)
        groups = shown(known)
        fewer, rows = smaller(groups)
        place = {tuple(one): at for at, one in enumerate(before.tolist())}
        downs = counted(rows, [place[tuple(one)] for one in labels(fewer).tolist()])
        sizes, before = matched(ups, downs, sizes), known
        yield groups, sizes


def matched(ups: Any, downs: Any, sizes: Any) -> Any:
    """The sizes of the larger kinds, the same from whichever smaller kind they are counted."""
    assert (ups[:, :2] == downs[:, :2]).all()
    pairs = sizes[ups[:, 1]] * ups[:, 2]
    assert (pairs % downs[:, 2] == 0).all()
    found = pairs // downs[:, 2]
    first = np.unique(ups[:, 0], return_index=True)[1]
    assert (found == found[first][ups[:, 0]]).all()
    assert (SYMMETRIES % found == 0).all()
    return found[first]
