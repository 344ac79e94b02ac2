"""Where a distribution ends: the quantiles that intervals are made with."""

import math
from functools import lru_cache
from statistics import NormalDist

MANY = 1000  # degrees of freedom from which an expansion is as exact as solving
HALVINGS = 200  # far more than a float has bits; the search stops by itself
SMALLEST = 1e-300  # stands for a zero that would be divided by


def normal_quantile(p: float) -> float:
    """The number below which a normal variable lies with probability p: 1.96 for 0.975."""
    _known_probability(p)
    return NormalDist().inv_cdf(p)


@lru_cache(maxsize=1024)
def t_quantile(p: float, df: float) -> float:
    """The number below which Student's t with df degrees of freedom lies with probability p.

    The interval of a mean of n numbers takes n − 1 of them: 2.262 for 0.975 and ten numbers, where the normal one
    has 1.960. They need not be whole, and may be infinitely many.
    """
    _known_probability(p)
    if not df > 0:
        raise ValueError(f"t needs more than no degrees of freedom, not {df}")
    tail = min(p, 1 - p)
    beyond = _expanded(tail, df) if df >= MANY else _solved(tail, df)
    return -beyond if p < 0.5 else beyond


def _known_probability(p: float) -> None:
    if not 0 < p < 1:
        raise ValueError(f"a probability between 0 and 1 is wanted, not {p}")


def _solved(tail: float, df: float) -> float:
    """The t with P(T > t) = tail, found by halving: P(T > t) is half the incomplete beta function at df / (df + t²)."""
    low, high = 0.0, 1.0
    while _beta_share(df / (df + high * high), df / 2, 0.5) / 2 > tail:
        low, high = high, 2 * high
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if _beta_share(df / (df + middle * middle), df / 2, 0.5) / 2 > tail:
            low = middle
        else:
            high = middle
    return high


def _expanded(tail: float, df: float) -> float:
    """Fisher's series in powers of 1 / df around the normal quantile; what follows is below 1e-9 of it from MANY on."""
    z = -NormalDist().inv_cdf(tail)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return sum(term / df**power for power, term in enumerate(terms))


def _beta_share(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function I_x(a, b)."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    if x > (a + 1) / (a + b + 2):  # its fraction converges fast only up to here; beyond, the rest is worked out
        return 1 - _beta_share(1 - x, b, a)
    size = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    return math.exp(size) / (a * _fraction(x, a, b))


def _fraction(x: float, a: float, b: float) -> float:
    """The continued fraction 1 + d₁ / (1 + d₂ / (1 + …)) of I_x(a, b), from the front until it stands still (Lentz)."""
    value, numerator, denominator = 1.0, 1.0, 0.0
    for step in range(1, 10_000):
        half = step // 2
        if step % 2:
            term = -(a + half) * (a + b + half) * x / ((a + step - 1) * (a + step))
        else:
            term = half * (b - half) * x / ((a + step - 1) * (a + step))
        numerator = 1 + term / numerator or SMALLEST
        denominator = 1 / (1 + term * denominator or SMALLEST)
        value *= numerator * denominator
        if abs(numerator * denominator - 1) < 1e-15:
            break
    return value
