"""Quantiles against printed tables, and against what is known in closed form."""

import math

import pytest

from septet.lab.quantiles import normal_quantile, t_quantile

# A table of Student's t as textbooks print it: degrees of freedom, then 0.95, 0.975, 0.995 and 0.9995.
TABLE = """
1 6.314 12.706 63.657 636.619
2 2.920 4.303 9.925 31.599
3 2.353 3.182 5.841 12.924
4 2.132 2.776 4.604 8.610
5 2.015 2.571 4.032 6.869
9 1.833 2.262 3.250 4.781
10 1.812 2.228 3.169 4.587
20 1.725 2.086 2.845 3.850
30 1.697 2.042 2.750 3.646
60 1.671 2.000 2.660 3.460
120 1.658 1.980 2.617 3.373
inf 1.645 1.960 2.576 3.291
"""


@pytest.mark.parametrize("line", TABLE.strip().splitlines())
def test_t_is_what_the_tables_print(line: str) -> None:
    df, *printed = map(float, line.split())
    assert [round(t_quantile(p, df), 3) for p in (0.95, 0.975, 0.995, 0.9995)] == printed


@pytest.mark.parametrize("p", [1e-12, 1e-6, 0.01, 0.3, 0.5, 0.500001, 0.8, 0.975, 1 - 1e-6])
def test_one_and_two_degrees_of_freedom_agree_with_their_formulas(p: float) -> None:
    one = -1 / math.tan(math.pi * p)
    two = (2 * p - 1) / math.sqrt(2 * p * (1 - p))
    assert t_quantile(p, 1) == pytest.approx(one, rel=1e-9, abs=1e-9)
    assert t_quantile(p, 2) == pytest.approx(two, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("p", [1e-9, 0.025, 0.4, 0.9, 0.995, 1 - 1e-9])
def test_the_expansion_takes_over_where_solving_ends_without_a_step(p: float) -> None:
    assert t_quantile(p, 1000) == pytest.approx(t_quantile(p, 1000 - 1e-9), rel=1e-9)


def test_it_is_odd_and_wider_than_normal_until_there_are_infinitely_many() -> None:
    for df in (0.5, 1, 3.7, 40, 900, 5000):
        assert -t_quantile(0.025, df) == pytest.approx(t_quantile(0.975, df), rel=1e-12)
        assert t_quantile(0.975, df) > normal_quantile(0.975)
    assert t_quantile(0.975, math.inf) == pytest.approx(normal_quantile(0.975), abs=1e-15)
    assert normal_quantile(0.975) == pytest.approx(1.959964, abs=1e-6)


@pytest.mark.parametrize("p", [0, 1, -0.2, math.nan])
def test_what_is_no_probability_is_refused(p: float) -> None:
    with pytest.raises(ValueError, match=r"between 0 and 1"):
        normal_quantile(p)
    with pytest.raises(ValueError, match=r"between 0 and 1"):
        t_quantile(p, 5)


@pytest.mark.parametrize("df", [0, -1, math.nan])
def test_t_needs_degrees_of_freedom(df: float) -> None:
    with pytest.raises(ValueError, match="degrees of freedom"):
        t_quantile(0.975, df)
