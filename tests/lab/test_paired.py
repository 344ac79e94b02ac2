"""Differences with intervals that hold all at once: what is promised is counted over many studies."""

import math

import numpy as np
import pytest

from septet.lab.figures import Figure
from septet.lab.paired import Comparison, compare, difference, joint_errors, near_enough, needed

COLUMNS = (
    Figure("turns", False),
    Figure("resets", False),
    Figure("first", False),
    Figure("ending.seven", True),
    Figure("ending.tokens", True),
    Figure("tie", True),
)
DEALS = 400
MANY = pytest.mark.parametrize("studies", [150, pytest.param(1_000, marks=pytest.mark.long)])


def games(rng: np.random.Generator, more: float = 0.0) -> np.ndarray:
    """Deals under two rule sets that share part of their luck; figures that go together, skewed ones, rare ones."""
    luck = rng.standard_normal((DEALS, 1))
    own = rng.standard_normal((DEALS, 2))
    strength = 0.7 * luck + 0.7 * own
    turns = np.exp(0.35 * strength + 3.5) * np.array([1.0, 1.0 + more])
    long_game = turns > 55
    first = (rng.random((DEALS, 1)) + 0.1 * own < 0.5).astype(float)
    tie = rng.random((DEALS, 2)) < 0.004
    columns = [turns, np.floor(turns / 20), first, ~long_game, long_game & ~tie, tie]
    return np.stack([np.asarray(one, dtype=float) for one in columns], axis=2)


def alarms(found: Comparison) -> int:
    return sum(apart.clear for one in found.figures for apart in one.differences)


@MANY
def test_few_studies_of_nothing_raise_any_alarm(studies: int) -> None:
    rng = np.random.default_rng(5)
    raised = sum(alarms(compare(COLUMNS, games(rng))) > 0 for _ in range(studies))
    assert 0.02 * studies <= raised <= 0.07 * studies


@MANY
def test_nearly_all_studies_cover_a_known_difference_in_all_figures(studies: int) -> None:
    rng = np.random.default_rng(6)
    truth = np.mean([games(rng, 0.1) for _ in range(3_000)], axis=(0, 1))
    apart = truth[1] - truth[0]
    covered = 0
    for _ in range(studies):
        found = compare(COLUMNS, games(rng, 0.1))
        covered += all(
            one.differences[0].low <= wanted <= one.differences[0].high
            for one, wanted in zip(found.figures, apart, strict=True)
        )
    assert covered >= 0.93 * studies


def test_a_single_figure_has_the_interval_of_students_t() -> None:
    column = np.random.default_rng(1).standard_normal((10, 1))
    assert joint_errors(column) == pytest.approx(2.262157, abs=1e-6)


def test_figures_that_go_together_take_less_than_those_that_do_not() -> None:
    rng = np.random.default_rng(2)
    one = rng.standard_normal((500, 1))
    apart = rng.standard_normal((500, 20))
    together = one + 0.05 * apart
    assert joint_errors(together) < 2.3
    assert 2.9 < joint_errors(apart) < 3.3


def test_what_never_differed_is_not_taken_for_certain() -> None:
    found = difference(np.zeros(400), 2.0, share=True)
    assert found.value == 0 and -0.02 < found.low < 0 < found.high < 0.02


def test_pairs_that_moved_both_ways_widen_the_interval_and_do_not_cancel() -> None:
    still, moved = np.zeros(400), np.array([1.0, -1.0] * 50 + [0.0] * 300)
    assert difference(moved, 2.0, share=True).half > 3 * difference(still, 2.0, share=True).half


def test_with_as_many_deals_as_are_needed_the_difference_shows_four_times_out_of_five() -> None:
    rng = np.random.default_rng(3)
    enough = needed(rng.standard_normal(2_000), 1.96, 0.2)
    assert enough is not None and enough == pytest.approx((1.96 + 0.8416) ** 2 / 0.04, rel=0.1)
    draws = rng.standard_normal((2_000, enough)) + 0.2
    seen = np.abs(draws.mean(axis=1)) > 1.96 * draws.std(axis=1, ddof=1) / math.sqrt(enough)
    assert 0.77 < seen.mean() < 0.83
    assert needed(np.zeros(20), 2.0, 0.1) is None


def test_a_study_is_near_enough_when_every_figure_is() -> None:
    found = compare(COLUMNS, games(np.random.default_rng(4)))
    widest = max(
        one.differences[0].half / (1.0 if one.figure.share or one.figure.name == "first" else one.means[0].value)
        for one in found.figures
    )
    assert near_enough(found, widest + 1e-9) and not near_enough(found, widest - 1e-9)
