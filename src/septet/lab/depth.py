"""How deep a game is under each rule set: how far its best bot is above one that does not look.

Those two hardly ever meet as equals, so the way between them is measured in steps: every level plays against the next
one, and the log-odds of all steps are added up. One unit is a step at which the better one wins three games of four.

In other words: differences of Bradley–Terry ratings, in units of ln 3.
"""

import itertools
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from septet.background.chunks import Chunk
from septet.background.running import On, run
from septet.bots import BOTS, prepare
from septet.lab.arena import Contest, Met, chunks, in_pairs, met
from septet.lab.kept import KeptChunks
from septet.lab.quantiles import normal_quantile
from septet.lab.rule_sets import RuleSet

RUNGS = ("random", "novice", "casual", "strong", "expert")
UNIT = math.log(3)
FEWEST, USUAL, MOST = 10, 50, 100_000  # deals of each step, each played from both seats
WITHIN = normal_quantile(0.975)


class DepthTask(msgspec.Struct, frozen=True, kw_only=True):
    """What is played. Deal number n comes from `seed/n`, under every rule set and for every step."""

    game: str
    sets: tuple[RuleSet, ...]
    seed: str
    version: int = 1


class Depth(msgspec.Struct, frozen=True):
    """Under one rule set, with its 95 % interval."""

    value: float
    low: float
    high: float
    deals: int  # of each step


def has_depth(game: str) -> bool:
    """Do all levels play it, and against each other?"""
    return in_pairs(game) and all(bot in BOTS.get(game, {}) for bot in RUNGS)


def units(task: DepthTask, deals: int) -> list[Chunk]:
    """Both games of a deal between neighbours are a chunk; deal by deal, under every rule set, step by step."""
    found = []
    steps = list(itertools.pairwise(RUNGS))
    for deal in range(deals):
        for rules in task.sets:
            for below, above in steps:
                contest = Contest(task.game, (above, below), rules.options, 2, task.seed)
                found += chunks(contest, [((0, 1), deal)])
    return found


def depths(
    task: DepthTask,
    deals: int,
    *,
    path: Path | None = None,
    on_progress: Callable[[int, int], None] = lambda done, of: None,
    jobs: On = None,
) -> tuple[Depth, ...]:
    """Of every rule set; what was played before is taken from the file."""
    prepare(task.game, RUNGS)
    kept = KeptChunks(msgspec.json.encode(task), 1, tuple[float, ...], path)
    asked = units(task, deals)
    places = {one: at for at, one in enumerate(asked)}

    def keep(one: Chunk, result: bytes) -> None:
        kept.add(places[one], msgspec.json.encode(scores(met(result))))
        on_progress(kept.played(len(asked)), len(asked))

    on_progress(kept.played(len(asked)), len(asked))
    run([asked[at] for at in kept.missing(len(asked))], on=jobs, keep=keep)
    table = np.array(kept.in_order(len(asked))).mean(axis=1).reshape(deals, len(task.sets), len(RUNGS) - 1)
    return tuple(added_up(table[:, at]) for at in range(len(task.sets)))


def scores(some: Sequence[Met]) -> tuple[float, ...]:
    """What the better one scored in each game."""
    return tuple(game[0] for one in some for game in one.scores)


def added_up(table: Any) -> Depth:
    """From the better one's share on each deal, a column for each step.

    A game is added that neither has won, so that a step without a defeat is not taken for one without end; and games
    are taken to tell no more than games do that have nothing in common.
    """
    deals = len(table)
    games = 2 * deals + 1
    total, variance = 0.0, 0.0
    for column in table.T:
        p = (2 * float(column.sum()) + 0.5) / games
        total += math.log(p / (1 - p))
        apart = max(float(column.var(ddof=1)) / deals, p * (1 - p) / games)
        variance += apart / (p * (1 - p)) ** 2
    half = WITHIN * math.sqrt(variance)
    return Depth(total / UNIT, (total - half) / UNIT, (total + half) / UNIT, deals)
