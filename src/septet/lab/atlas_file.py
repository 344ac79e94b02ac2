"""The rule atlas as a file: what was measured, read again and asked; nothing here plays or needs numpy.

Of a rule set that was played the file has the mean. Where only a fraction of all was played, any other is estimated
from what single rules do, and any two of them together.
"""

import itertools
import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

GAMES_WITH_ATLAS = ("sep", "sepmosa")
DATA = Path(__file__).with_name("data")
ERRORS = 1.96  # standard errors on either side of a mean
Levels = tuple[int, ...]
Row = tuple[float, ...]  # of figures


class Factor(msgspec.Struct, frozen=True):
    """A rule and its readings, the usual one first."""

    option: str
    values: tuple[Any, ...]


class SaidRule(msgspec.Struct, frozen=True):
    """A rule that a sentence about an atlas names, or one of its readings."""

    option: str
    value: str | None = None


# What an atlas says in a few sentences (`web.atlas.says.GAME.NUMBER`): the rule that each of them names, if it does.
SENTENCES: dict[str, tuple[SaidRule | None, ...]] = {
    "sep": (
        None,
        SaidRule("action_match", "all_removed"),
        SaidRule("token_empty_centre", "return_only"),
        SaidRule("combo_ace"),
        SaidRule("reserve_take", "free"),
        SaidRule("tie_mode", "draw"),
        None,
    ),
    "sepmosa": (SaidRule("float_bonus", "11-12-13"), None, None, None),
}


class RuleEffect(msgspec.Struct, frozen=True):
    """Another reading instead of the usual one, or what two such have more together than each alone.

    As places: of the rule among the factors, and of the reading among its values.
    """

    rule: int
    value: int
    other_rule: int | None = None
    other_value: int | None = None


class EffectSizes(msgspec.Struct, frozen=True):
    """An effect on every figure: how large, and half the width of its interval."""

    effect: RuleEffect
    sizes: Row
    halves: Row


class Atlas(msgspec.Struct, frozen=True, kw_only=True):
    """Means with their standard errors for each rule set; effects with intervals that all hold together."""

    game: str
    bots: tuple[str, ...]
    seed: str
    deals: int
    figures: tuple[str, ...]
    parts: tuple[bool, ...]  # which of them are told in hundredths
    spreads: Row  # how far apart single games by the usual rules are: their standard deviation
    factors: tuple[Factor, ...]
    sets: tuple[Levels, ...]
    means: tuple[Row, ...]
    errors: tuple[Row, ...]
    effects: tuple[EffectSizes, ...]
    times: float  # standard errors on either side of an effect

    def largest(self, count: int, *, single: bool = True) -> list[tuple[EffectSizes, int]]:
        """The effects that are largest beside how far single games are apart, each with its figure; only clear ones."""
        ranked = [
            (abs(one.sizes[at]) / self.spreads[at], one, at)
            for one in self.effects
            for at in range(len(self.figures))
            if (one.effect.other_rule is None) == single and self.spreads[at] and abs(one.sizes[at]) > one.halves[at]
        ]
        return [(one, at) for _, one, at in sorted(ranked, key=lambda found: -found[0])[:count]]


class AtlasMeans(msgspec.Struct, frozen=True):
    """Every figure under some rules, and half the width of its 95 % interval."""

    means: Row
    halves: Row


class LookedUp(msgspec.Struct, frozen=True):
    """Every figure under one rule set, which was played, or else is estimated."""

    found: AtlasMeans
    played: bool


@cache
def shipped(game: str) -> Atlas:
    """The atlas that comes with the package."""
    return msgspec.json.decode((DATA / f"atlas-{game}.json").read_bytes(), type=Atlas)


@cache
def pair(game: str, one: int, other: int) -> tuple[tuple[AtlasMeans, ...], ...]:
    """Two rules against each other: the means for each reading of the one, with each of the other, over all else.

    All rule sets play the same deals, so that their errors go together: the interval is that of a single one of them on
    the average, which is no narrower than that of their mean.
    """
    atlas = shipped(game)

    def cell(level: int, other_level: int) -> AtlasMeans:
        here = [at for at, levels in enumerate(atlas.sets) if (levels[one], levels[other]) == (level, other_level)]
        errors = _mean([atlas.errors[at] for at in here])
        return AtlasMeans(_mean([atlas.means[at] for at in here]), tuple(ERRORS * error for error in errors))

    readings, others = (range(len(atlas.factors[rule].values)) for rule in (one, other))
    return tuple(tuple(cell(level, other_level) for other_level in others) for level in readings)


def looked_up(game: str, levels: Levels) -> LookedUp:
    """The rule set with these readings."""
    atlas = shipped(game)
    at = _places(game).get(levels)
    if at is None:
        return LookedUp(AtlasMeans(_estimate(game, levels), _doubt(game)), played=False)
    return LookedUp(AtlasMeans(atlas.means[at], tuple(ERRORS * error for error in atlas.errors[at])), played=True)


@cache
def _places(game: str) -> dict[Levels, int]:
    return {levels: at for at, levels in enumerate(shipped(game).sets)}


def _mean(rows: Sequence[Row]) -> Row:
    return tuple(math.fsum(column) / len(rows) for column in zip(*rows, strict=True))


Part = tuple[tuple[int, int], ...]  # rules with their readings: none, one, or two of them


@cache
def _shares(game: str) -> dict[Part, Row]:
    """What the mean of all has more with this reading, and with these two, than without knowing them.

    Any four rules come in all combinations equally often, so that these are the best fit of single rules and pairs.
    """
    atlas = shipped(game)
    sums: dict[Part, list[Row]] = {}
    for levels, means in zip(atlas.sets, atlas.means, strict=True):
        named = tuple(enumerate(levels))
        for part in ((), *((one,) for one in named), *itertools.combinations(named, 2)):
            sums.setdefault(part, []).append(means)
    found: dict[Part, Row] = {}
    for part in sorted(sums, key=len):
        below = [found[some] for count in range(len(part)) for some in itertools.combinations(part, count)]
        found[part] = tuple(value - math.fsum(one[at] for one in below) for at, value in enumerate(_mean(sums[part])))
    return found


@cache
def _estimate(game: str, levels: Levels) -> Row:
    shares, named = _shares(game), tuple(enumerate(levels))
    parts: list[Part] = [(), *((one,) for one in named), *itertools.combinations(named, 2)]
    return tuple(math.fsum(column) for column in zip(*(shares[part] for part in parts), strict=True))


@cache
def _doubt(game: str) -> Row:
    """How far such an estimate is off, 95 times of 100: as those are that are made without the set that they are of."""
    atlas = shipped(game)
    singles = sum(len(one.values) - 1 for one in atlas.factors)
    pairs = itertools.combinations([len(one.values) - 1 for one in atlas.factors], 2)
    known = 1 + singles + sum(one * other for one, other in pairs)
    left = 1 - known / len(atlas.sets)
    off = [
        tuple((mean - guess) ** 2 for mean, guess in zip(means, _estimate(game, levels), strict=True))
        for levels, means in zip(atlas.sets, atlas.means, strict=True)
    ]
    return tuple(ERRORS * math.sqrt(square) / left for square in _mean(off))
