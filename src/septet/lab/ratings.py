"""Ratings from results, with their 95 % intervals; and the file in which those of the bots are kept.

In other words: Bradley–Terry ratings, with intervals by a bootstrap over whole deals.
"""

import math
import random
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from septet import bots
from septet.lab.simulate import spread

MEASURED = Path(bots.__file__).parent / "ratings.json"  # what `septet bots` shows

ANCHOR, ANCHORED = "greedy", 1000.0  # its rating; where it does not play, the mean of those who do
ELO = 400 / math.log(10)  # ten to one is 400 points
RESAMPLES = 200
Shares = Mapping[tuple[str, str], Mapping[int, float]]  # of each pair, what the first scored on each deal


class Standing(msgspec.Struct, frozen=True):
    """A place on the ladder. A rating counts wins as in chess; alone, it is the mean of the points."""

    bot: str
    rating: float
    low: float
    high: float
    games: int


def by_points(points: Mapping[str, list[float]]) -> tuple[Standing, ...]:
    """The ladder of those who play alone; after one game there is nothing to draw around it."""
    spreads = {bot: spread(mine) for bot, mine in points.items()}
    known = {bot: (one.low, one.high) if len(points[bot]) > 1 else (one.mean,) * 2 for bot, one in spreads.items()}
    standings = [Standing(bot, one.mean, *known[bot], len(points[bot])) for bot, one in spreads.items()]
    return tuple(sorted(standings, key=lambda one: -one.rating))


def by_wins(names: tuple[str, ...], shares: Shares, seed: str) -> tuple[Standing, ...]:
    """The ladder of those who meet in pairs; whole deals are drawn again to see how far luck could move it."""
    ratings, drawn = drawn_again(names, shares, seed)
    standings = []
    for bot in names:
        low, high = between([one[bot] for one in drawn])
        games = 2 * sum(len(met) for pair, met in shares.items() if bot in pair)
        standings.append(Standing(bot, ratings[bot], low, high, games))
    return tuple(sorted(standings, key=lambda one: -one.rating))


def drawn_again(names: tuple[str, ...], shares: Shares, seed: str) -> tuple[dict[str, float], list[dict[str, float]]]:
    """The ratings, and what they might have been: with whole deals drawn again."""
    deals = sorted({deal for met in shares.values() for deal in met})
    rng = random.Random(seed)
    drawn = [_ratings(names, shares, rng.choices(deals, k=len(deals))) for _ in range(RESAMPLES)]
    return _ratings(names, shares, deals), drawn


def between(values: Iterable[float]) -> tuple[float, float]:
    """Where 95 of a hundred lie."""
    ordered = sorted(values)
    return ordered[round(0.025 * (len(ordered) - 1))], ordered[round(0.975 * (len(ordered) - 1))]


def _ratings(names: tuple[str, ...], shares: Shares, deals: list[int]) -> dict[str, float]:
    """The most likely ratings (Bradley and Terry), with one tie more for each pair, so that none is without end."""
    won = dict.fromkeys(names, 0.0)
    games: dict[tuple[str, str], float] = {}
    for (one, other), met in shares.items():
        scored = [met[deal] for deal in deals if deal in met]
        won[one] += 2 * sum(scored) + 0.5
        won[other] += 2 * (len(scored) - sum(scored)) + 0.5
        games[one, other] = games[other, one] = 2 * len(scored) + 1
    strength = dict.fromkeys(names, 1.0)
    for _ in range(300):
        before = dict(strength)
        for bot in names:
            strength[bot] = won[bot] / sum(
                games[bot, other] / (strength[bot] + strength[other]) for other in names if (bot, other) in games
            )
        if max(abs(math.log(strength[bot] / before[bot])) for bot in names) < 1e-6:
            break
    rating = {bot: ELO * math.log(strength[bot]) for bot in names}
    base = rating[ANCHOR] if ANCHOR in rating else sum(rating.values()) / len(names)
    return {bot: ANCHORED + one - base for bot, one in rating.items()}


def keep(file: Path, game: str, ladder: tuple[Standing, ...]) -> None:
    """Write what was measured into the file of ratings; those of other games and bots stay."""
    kept = read(file)
    kept.setdefault(game, {}).update({one.bot: _rounded(one) for one in ladder})
    file.write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=2) + b"\n")


def _rounded(one: Standing) -> Standing:
    return Standing(one.bot, round(one.rating, 2), round(one.low, 2), round(one.high, 2), one.games)


def read(file: Path) -> dict[str, dict[str, Standing]]:
    """The ratings that were measured, by game and bot."""
    return msgspec.json.decode(file.read_bytes(), type=dict[str, dict[str, Standing]]) if file.exists() else {}
