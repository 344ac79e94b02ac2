"""The exact numbers of T-17 to T-21: every group of cards is counted, by its kind."""

import random
from collections import Counter
from itertools import combinations
from math import comb, prod
from typing import Any

import numpy as np
import pytest

from septet.games.setgame.cards import PACK, THIRD, Cards, largest_packing, sets_among
from tests.setgame.orbits import SYMMETRIES, THIRDS, kinds, labels

# T-17: how many groups of k cards hold no set, k from 1 to 20; of 21 cards every group holds one
COUNTS = [
    *(81, 3_240, 84_240, 1_579_500, 22_441_536, 247_615_056, 2_144_076_480, 14_587_567_020, 77_541_824_880),
    *(318_294_370_368, 991_227_481_920, 2_284_535_476_080, 3_764_369_026_080, 4_217_827_554_720),
    *(2_970_003_246_912, 1_141_342_138_404, 176_310_866_160, 6_482_268_000, 13_646_880, 682_344),
]
SET_FREE = dict(enumerate(COUNTS, 1))
# T-19 and T-20 in percent: so many sets, and so many that share no card, among twelve cards
SETS_IN_12 = {
    **{0: 3.2302, 1: 14.5163, 2: 26.1002, 3: 27.2583, 4: 18.0222, 5: 7.9899, 6: 2.3319, 7: 0.46735},
    **{8: 0.068576, 9: 0.011769, 10: 0.0029566, 11: 2.27e-4, 12: 1.22e-4, 13: 3.02e-5, 14: 4.29e-6},
}
DISJOINT_IN_12 = {0: 3.2302, 1: 33.5922, 2: 53.3712, 3: 9.7677, 4: 0.038691}


def moved(rng: random.Random, group: Any) -> Any:
    """The group after a symmetry of the pack, drawn by chance: five cards of the pack change places with any five."""
    while True:
        corner, *steps = (np.array(list(np.base_repr(rng.randrange(81), 3).zfill(4)), int) for _ in range(5))
        digits = np.array([list(np.base_repr(card, 3).zfill(4)) for card in group], int)
        after = (digits @ np.array(steps) + corner) % 3 @ [27, 9, 3, 1]
        every = np.array([list(np.base_repr(card, 3).zfill(4)) for card in range(81)], int) @ np.array(steps) % 3
        if len({*(every @ [27, 9, 3, 1])}) == 81:
            return after


@pytest.mark.slow
def test_a_symmetry_does_not_change_the_label_of_a_group() -> None:
    rng = random.Random("labels")
    for size in (1, 2, 3, 5, 8, 12, 16, 20):
        group = np.array(rng.sample(range(81), size))
        turned = np.array([rng.sample(list(moved(rng, group)), size) for _ in range(5)])
        assert {tuple(one) for one in labels(np.vstack([group, turned])).tolist()} == {tuple(labels(group[None])[0])}


def test_the_symmetries_are_counted_by_where_five_cards_go() -> None:
    assert prod((81, 80, 78, 72, 54)) == SYMMETRIES
    assert [[PACK[third] for third in row] for row in THIRDS] == [[THIRD[one][two] for two in PACK] for one in PACK]


@pytest.mark.slow
def test_the_kinds_of_few_cards_are_all_groups() -> None:
    for groups, sizes in kinds(6):
        assert sizes.sum() == comb(81, groups.shape[1])


@pytest.mark.slow
def test_the_groups_without_a_set_are_counted() -> None:
    """T-17, of all sizes: twenty cards may be without a set, and no group of 21 is."""
    counted = {groups.shape[1]: int(sizes.sum()) for groups, sizes in kinds(81, set_free=True)}
    assert counted == SET_FREE


@pytest.mark.slow
def test_the_groups_without_a_set_are_those_that_one_finds_by_trying() -> None:
    """Of four and five cards, by adding cards to three that are no set: any such three stand for all."""
    first = ("1ROF", "1ROH", "1RBF")
    others = [card for card in PACK if card not in first]
    for size in (4, 5):
        tried = (first + more for more in combinations(others, size - 3))
        holding = sum(not sets_among(group) for group in tried)
        assert 81 * 80 * 78 * holding // (size * (size - 1) * (size - 2)) == SET_FREE[size]


def test_the_odds_of_a_table_without_a_set() -> None:
    """T-18: from the numbers that were counted."""
    odds = {size: count / comb(81, size) for size, count in SET_FREE.items()}
    assert odds[12] == pytest.approx(0.0323019786)
    assert odds[15] == pytest.approx(0.000364685, rel=1e-5)
    assert odds[18] == pytest.approx(1.41936e-8, rel=1e-5)
    assert odds[9] == pytest.approx(0.297223, rel=1e-5)
    inverse = {12: 30.958, 13: 99.72, 14: 432.3, 15: 2742.1, 16: 29_434, 17: 728_531, 18: 70_454_350, 20: 6.88e12}
    assert all(1 / odds[size] == pytest.approx(one, rel=1e-3) for size, one in inverse.items())


def test_how_many_extra_cards_a_table_without_a_set_needs() -> None:
    """From a group of twelve without a set, and from the numbers of T-17: another card leaves it without one."""
    still = {more: SET_FREE[12 + more] * comb(12 + more, 12) / (SET_FREE[12] * comb(69, more)) for more in range(5)}
    needed = [still[more] - still[more + 1] for more in range(3)]
    assert needed == pytest.approx([0.690, 0.239, 0.060], abs=5e-4)


def test_how_many_sets_twelve_cards_hold() -> None:
    """T-19, T-20 and T-21, by sampling within five sigma."""
    rng, tables = random.Random("twelve"), 20_000
    found = [sets_among(tuple(rng.sample(PACK, 12))) for _ in range(tables)]
    for seen, expected in (
        (Counter(map(len, found)), SETS_IN_12),
        (Counter(len(largest_packing(sets)) for sets in found), DISJOINT_IN_12),
    ):
        for value, percent in expected.items():
            mean = tables * percent / 100
            assert abs(seen[value] - mean) < 5 * mean**0.5 + 1
    assert sum(map(len, found)) / tables == pytest.approx(comb(12, 3) / 79, abs=0.06)


@pytest.mark.long
def test_every_table_of_twelve_cards_is_counted(record_property: Any) -> None:
    """T-19 and T-20, exactly."""
    by_sets: Counter[int] = Counter()
    by_packing: Counter[int] = Counter()
    for groups, sizes in kinds(12):
        assert sizes.sum() == comb(81, groups.shape[1])
    for group, size in zip(groups.tolist(), sizes.tolist(), strict=True):
        table: Cards = tuple(PACK[card] for card in group)
        by_sets[len(sets_among(table))] += size
        by_packing[len(largest_packing(sets_among(table)))] += size
    record_property("kinds of tables", len(groups))
    tables = comb(81, 12)
    for counted, expected in ((by_sets, SETS_IN_12), (by_packing, DISJOINT_IN_12)):
        found = {value: 100 * count / tables for value, count in counted.items()}
        assert found.keys() == expected.keys()
        assert all(
            found[value] == pytest.approx(expected[value], rel=2.5e-3 if value > 10 else 5e-5) for value in found
        )
    assert by_sets[0] == by_packing[0] == SET_FREE[12]
    assert by_packing[4] == 27_363_960_000
    assert sum(sets * count for sets, count in by_sets.items()) * 79 == tables * comb(12, 3)
