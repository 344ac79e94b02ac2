"""What changes with a rule: differences between games on the same deals, with intervals that hold all at once.

All figures of all rule sets are looked at together: that any interval misses the truth may happen in one study of
twenty, not for one figure of twenty. How many standard errors that takes depends on how the figures go together, and is
found from their correlations.
"""

import math
from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

from septet.lab.figures import MATTERS, Figure
from septet.lab.quantiles import normal_quantile, t_quantile
from septet.lab.simulate import wilson

LEVEL = 0.95
POWER = 0.8  # how surely a difference of the size asked for is to be seen
DRAWS = 20_000
Table = Any  # an array: deals, rule sets, figures


class Mean(msgspec.Struct, frozen=True):
    """The mean of a figure under one rule set, with an interval of its own."""

    value: float
    low: float
    high: float


class Difference(msgspec.Struct, frozen=True):
    """How a figure differs from the base on the same deals; the interval holds together with all others."""

    value: float
    low: float
    high: float

    @property
    def clear(self) -> bool:
        """Is it surely not nothing?"""
        return self.low > 0 or self.high < 0

    @property
    def half(self) -> float:
        return (self.high - self.low) / 2


class Compared(msgspec.Struct, frozen=True):
    """A figure under every rule set, and how each but the base differs from it."""

    figure: Figure
    means: tuple[Mean, ...]
    differences: tuple[Difference, ...]
    enough: tuple[int | None, ...]  # deals that would show the size asked for; None where nothing varies yet


class Comparison(msgspec.Struct, frozen=True):
    deals: int
    errors: float  # standard errors on either side of a difference
    figures: tuple[Compared, ...]


def compare(figures: Sequence[Figure], table: Table, see: float | None = None) -> Comparison:
    """All figures of a study; `see` is the size that somebody wants to see, of a share as it is, else as a part."""
    deals, sets = table.shape[:2]
    moved = [at for at, one in enumerate(figures) if one.name != MATTERS]
    away = table[:, 1:, :] - table[:, :1, :]
    errors = joint_errors(away[:, :, moved].reshape(deals, -1))
    found = []
    for at, one in enumerate(figures):
        columns = table[:, :, at]
        means = tuple(mean_of(columns[:, number], share=one.share) for number in range(sets))
        if one.name == MATTERS:
            found.append(Compared(one, means, (), ()))
            continue
        apart = [away[:, number, at] for number in range(sets - 1)]
        differences = tuple(difference(column, errors, share=one.share) for column in apart)
        enough: tuple[int | None, ...] = ()
        if see is not None:
            size = see if one.part else see * abs(means[0].value)
            enough = tuple(needed(column, errors, size) for column in apart)
        found.append(Compared(one, means, differences, enough))
    return Comparison(deals, errors, tuple(found))


def joint_errors(columns: Any) -> float:
    """So many standard errors on either side of every column hold for all of them together, in 95 of 100 studies.

    The largest of many numbers that go together as these do, each divided by an error that is itself estimated; drawn
    from a fixed seed.
    """
    deals = columns.shape[0]
    spread = columns.std(axis=0)
    varied = columns[:, spread > 0]
    if varied.shape[1] <= 1:
        return t_quantile(1 - (1 - LEVEL) / 2, deals - 1)
    together = np.corrcoef(varied, rowvar=False)
    values, vectors = np.linalg.eigh(together)
    root = vectors * np.sqrt(np.clip(values, 0, None))
    rng = np.random.default_rng(1)
    drawn = rng.standard_normal((DRAWS, len(values))) @ root.T
    own = np.sqrt(rng.chisquare(deals - 1, DRAWS) / (deals - 1))
    return float(np.quantile(np.abs(drawn).max(axis=1) / own, LEVEL))


def difference(away: Any, errors: float, *, share: bool) -> Difference:
    """The mean of these differences. Of shares, which go up, down or neither way, a few that were not seen are counted
    in each direction (after Agresti and Min), so that what never differed is not taken for certain."""
    deals = len(away)
    value = float(away.mean())
    if not share:
        half = errors * float(away.std(ddof=1)) / math.sqrt(deals)
        return Difference(value, value - half, value + half)
    up, down = int((away > 0).sum()), int((away < 0).sum())
    added = errors**2 / 8  # in each of the four ways a pair may come out
    of = deals + 4 * added
    middle = (up - down) / of
    half = errors * math.sqrt(max(0.0, (up + down + 2 * added) / of - middle**2) / of)
    return Difference(value, middle - half, middle + half)


def mean_of(column: Any, *, share: bool) -> Mean:
    """The mean of a column with its own 95 % interval."""
    deals, value = len(column), float(column.mean())
    if not share:
        half = t_quantile(1 - (1 - LEVEL) / 2, deals - 1) * float(column.std(ddof=1)) / math.sqrt(deals)
        return Mean(value, value - half, value + half)
    low, high = wilson(value, deals)
    return Mean(value, low, high)


def needed(away: Any, errors: float, size: float) -> int | None:
    """Deals that show a difference of this size four times out of five; None if nothing has varied so far."""
    spread = float(away.std(ddof=1))
    if not spread or not size:
        return None
    return math.ceil(((errors + normal_quantile(POWER)) * spread / size) ** 2)


def near_enough(found: Comparison, until: float) -> bool:
    """Is every difference known this closely: a share to so much, another figure to such a part of its mean?"""
    for one in found.figures:
        scale = 1.0 if one.figure.part else abs(one.means[0].value)
        if any(apart.half > until * scale for apart in one.differences):
            return False
    return True
