"""The rule sets of an atlas: all combinations, or a fraction from which every effect can still be told."""

import itertools

import numpy as np
import pytest

from septet.games import GAMES
from septet.lab.design import Design, columns, design
from septet.lab.where import rulings

SEP, MOSAIC = design("sep", rulings("sep")), design("sepmosa", rulings("sepmosa"))


def test_sep_is_played_under_every_combination_of_its_readings() -> None:
    assert len(SEP.sets) == len(set(SEP.sets)) == 2_304


def test_the_first_rule_set_is_the_usual_one() -> None:
    for game, plan in (("sep", SEP), ("sepmosa", MOSAIC)):
        first = plan.rule_sets(game)[0]
        assert GAMES[game].Options(**first.options) == GAMES[game].Options()


def test_words_of_up_to_four_rules_never_add_up_to_nothing() -> None:
    words = columns([3] + [2] * 13)
    groups = [{*some, *({some[0] ^ some[1]} if len(some) == 2 else set())} for some in words]
    for count in range(1, 5):
        for some in itertools.combinations(groups, count):
            assert all(np.bitwise_xor.reduce(one) != 0 for one in itertools.product(*some))


def test_any_four_rules_of_the_fraction_come_in_all_combinations_equally_often() -> None:
    levels = np.array(MOSAIC.sets)
    two = [at for at, one in enumerate(MOSAIC.factors) if len(one.values) == 2]
    assert len(two) == 13
    for some in itertools.combinations(two, 4):
        assert set(np.unique(levels[:, some], axis=0, return_counts=True)[1]) == {16}


@pytest.mark.parametrize("plan", [SEP, MOSAIC], ids=["all", "fraction"])
def test_effects_of_one_rule_and_of_two_are_told_apart(plan: Design) -> None:
    """A figure is made up from known effects; each of them is found again, and nothing where there is none."""
    rng = np.random.default_rng(7)
    levels, effects = np.array(plan.sets), plan.effects()
    planted = rng.normal(size=len(effects)) * rng.integers(0, 2, len(effects))
    figure = np.full(len(levels), 40.0)
    for one, size in zip(effects, planted, strict=True):
        there = levels[:, one.rule] == one.value
        if one.other_rule is None:
            figure[there] += size
    found = plan.weights() @ figure
    assert np.allclose(
        found, [size if one.other_rule is None else 0 for one, size in zip(effects, planted, strict=True)]
    )
    for one, size in zip(effects, planted, strict=True):
        if one.other_rule is not None:
            both = (levels[:, one.rule] == one.value) & (levels[:, one.other_rule] == one.other_value)
            figure[both] += size
    pairs = [at for at, one in enumerate(effects) if one.other_rule is not None]
    assert np.allclose((plan.weights() @ figure)[pairs], planted[pairs])
