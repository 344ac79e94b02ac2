"""Which rule sets an atlas plays, and what tells the effect of a rule from them.

Where all combinations are few enough all are played. Else a fraction in which any four rules come in all combinations
equally often, so that no effect of a rule, and none of two rules together, is taken for another such one.

In other words: a full factorial design, or a regular fraction of resolution V.
"""

import itertools
from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

from septet.games import GAMES
from septet.games.options import choices, from_values
from septet.lab.atlas_file import Factor, Levels, RuleEffect
from septet.lab.rule_sets import RuleSet

ALL = 4_096  # combinations that are still all played
RUNS = 256  # else so many
BITS = 8  # of a run


class Design(msgspec.Struct, frozen=True):
    factors: tuple[Factor, ...]
    sets: tuple[Levels, ...]  # which reading each rule set has of every rule; the first set is the usual one

    def rule_sets(self, game: str) -> tuple[RuleSet, ...]:
        options = GAMES[game].Options
        usual = msgspec.structs.asdict(options())
        found = []
        for levels in self.sets:
            chosen = {one.option: one.values[level] for one, level in zip(self.factors, levels, strict=True)}
            found.append(RuleSet(msgspec.structs.asdict(from_values(options, usual | chosen))))
        return tuple(found)

    def effects(self) -> tuple[RuleEffect, ...]:
        """Of every other reading, and of every two of different rules."""
        single = [
            RuleEffect(rule, value) for rule, one in enumerate(self.factors) for value in range(1, len(one.values))
        ]
        both = [
            RuleEffect(one.rule, one.value, other.rule, other.value)
            for one, other in itertools.combinations(single, 2)
            if one.rule != other.rule
        ]
        return (*single, *both)

    def weights(self) -> Any:
        """A row for each effect: summed with it over the rule sets, a figure tells that effect."""
        levels = np.array(self.sets)
        rows = []
        for one in self.effects():
            row = np.zeros(len(levels))
            for value, sign in ((one.value, 1), (0, -1)):
                here = levels[:, one.rule] == value
                if one.other_rule is None:
                    row[here] += sign / here.sum()
                    continue
                for other_value, other_sign in ((one.other_value, 1), (0, -1)):
                    both = here & (levels[:, one.other_rule] == other_value)
                    row[both] += sign * other_sign / both.sum()
            rows.append(row)
        return np.array(rows)


def design(game: str, rules: tuple[str, ...]) -> Design:
    """All combinations of the readings of these rules, or a fraction of them."""
    known = choices(GAMES[game].Options)
    factors = tuple(_factor(name, known[name]) for name in rules)
    every = [range(len(one.values)) for one in factors]
    if np.prod([len(one) for one in every]) <= ALL:
        return Design(factors, tuple(itertools.product(*every)))
    return Design(factors, fraction([len(one) for one in every]))


def _factor(name: str, choice: Any) -> Factor:
    return Factor(name, (choice.default, *(value for value in choice.values if value != choice.default)))


def columns(readings: Sequence[int]) -> list[tuple[int, ...]]:
    """Words of eight bits for each rule, one where it has two readings, and two where it has three.

    The two stand for three: either, and both together. However one takes at most one word each of up to four rules,
    these never add up to nothing; the smallest words come first, and the rules of three readings.
    """
    sums: list[set[int]] = [{0}, set(), set(), set()]  # of words of so many rules
    found: dict[int, tuple[int, ...]] = {}
    for at in sorted(range(len(readings)), key=lambda at: -readings[at]):
        known = set().union(*sums)
        free = [word for word in range(1, 1 << BITS) if word not in known]
        if readings[at] == 2:
            words: tuple[int, ...] = (free[0],)
            group = set(words)
        else:
            words = next(pair for pair in itertools.combinations(free, 2) if pair[0] ^ pair[1] not in known)
            group = {*words, words[0] ^ words[1]}
        found[at] = words
        for count in (3, 2, 1):
            sums[count] |= {one ^ word for one in sums[count - 1] for word in group}
    return [found[at] for at in range(len(readings))]


def fraction(readings: Sequence[int]) -> tuple[Levels, ...]:
    """A run a row; where both words of a rule of three readings say so, it is the usual one."""
    taken = columns(readings)

    def level(run: int, words: tuple[int, ...]) -> int:
        bits = [(run & word).bit_count() % 2 for word in words]
        if len(bits) == 1:
            return bits[0]
        return 0 if all(bits) else bits[0] + 2 * bits[1]

    return tuple(tuple(level(run, words) for words in taken) for run in range(RUNS))
