"""The rule atlas played again by other bots: do its effects hold between those who plan?

Bots without a twin are too slow to play every rule set on thousands of deals. So each game has a deal of its own, and
the rule sets come in turn, in an order drawn from the seed: every game tells of every rule. Effects are differences
between means of games, with intervals that hold together for those that are told.
"""

import random
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from septet.background.chunks import Chunk
from septet.background.running import On, run
from septet.bots import prepare
from septet.games import GAMES
from septet.lab.atlas import columns
from septet.lab.atlas_file import Atlas, RuleEffect
from septet.lab.design import Design, design
from septet.lab.figures import Row, figures, plain_rows
from septet.lab.kept import KeptChunks
from septet.lab.quantiles import normal_quantile
from septet.lab.simulate import ready
from septet.lab.where import rulings

KIND = "atlas.again"
TOGETHER = 8  # games that one chunk plays
LEVEL = 0.95
LARGEST = 10  # effects of the atlas that are looked at again


class AgainTask(msgspec.Struct, frozen=True, kw_only=True):
    """What is played. Game number n is dealt from `seed/n`."""

    game: str
    bots: tuple[str, ...]
    seed: str
    version: int = 1


class AgainChunk(msgspec.Struct, frozen=True):
    task: AgainTask
    start: int


class AgainEffect(msgspec.Struct, frozen=True, kw_only=True):
    """An effect on one figure: as the atlas has it, and as these bots have it."""

    effect: RuleEffect
    figure: str
    part: bool
    atlas: float
    atlas_half: float
    size: float
    half: float

    @property
    def clear(self) -> bool:
        """Is it surely not nothing between these bots?"""
        return abs(self.size) > self.half

    @property
    def agrees(self) -> bool:
        """May it be as large as in the atlas?"""
        return abs(self.size - self.atlas) <= self.half + self.atlas_half


class AtlasAgain(msgspec.Struct, frozen=True, kw_only=True):
    """The largest effects of an atlas, and the largest between the other bots, each between both."""

    task: AgainTask
    games: int
    of_atlas: tuple[AgainEffect, ...]
    of_bots: tuple[AgainEffect, ...]
    means: dict[str, float]  # of all games, over all rule sets


def chunk(task: AgainTask, start: int) -> Chunk:
    return Chunk(KIND, msgspec.json.encode(AgainChunk(task, start)))


def answer(body: bytes) -> bytes:
    """Play some games."""
    asked = msgspec.json.decode(body, type=AgainChunk)
    task, plan = asked.task, plan_of(asked.task.game)
    ready(task.game, task.bots)
    sets = plan.rule_sets(task.game)
    wanted = _wanted(task.game)
    found = []
    for number in range(asked.start, asked.start + TOGETHER):
        row = plain_rows(task.game, task.bots, (sets[cell(task, plan, number)],), task.seed, number)[0]
        found.append(tuple(row[at] for at in wanted))
    return msgspec.json.encode(found)


def plan_of(game: str) -> Design:
    return design(game, rulings(game))


def cell(task: AgainTask, plan: Design, number: int) -> int:
    """Which rule set a game has: each once in every round, in an order of its own."""
    count = len(plan.sets)
    return _order(f"{task.seed}/{number // count}", count)[number % count]


@lru_cache(maxsize=16)
def _order(seed: str, count: int) -> tuple[int, ...]:
    order = list(range(count))
    random.Random(seed).shuffle(order)
    return tuple(order)


def _wanted(game: str) -> list[int]:
    names = [one.name for one in figures(GAMES[game])]
    return [names.index(one.name) for one in columns(game)]


def again(
    task: AgainTask,
    atlas: Atlas,
    games: int,
    *,
    path: Path | None = None,
    on_progress: Callable[[int, int], None] = lambda done, of: None,
    jobs: On = None,
) -> AtlasAgain:
    """Play so many games, and look at the largest effects."""
    prepare(task.game, task.bots)
    kept = KeptChunks(msgspec.json.encode(task), TOGETHER, tuple[Row, ...], path)

    def keep(one: Chunk, result: bytes) -> None:
        kept.add(msgspec.json.decode(one.body, type=AgainChunk).start, result)
        on_progress(kept.played(games), games)

    on_progress(kept.played(games), games)
    run([chunk(task, start) for start in kept.missing(games)], on=jobs, keep=keep)
    rows = np.array([row for some in kept.in_order(games) for row in some])[:games]
    return compared(task, atlas, rows)


def compared(task: AgainTask, atlas: Atlas, rows: Any) -> AtlasAgain:
    """The effects from these games, a row of figures each, beside those of the atlas."""
    plan = plan_of(task.game)
    levels = np.array([plan.sets[cell(task, plan, number)] for number in range(len(rows))])
    of_atlas = atlas.largest(LARGEST)
    every = [(one, at) for one in atlas.effects for at in range(len(atlas.figures))]
    of_all = [_measured(levels, rows[:, at], one.effect) for one, at in every]
    times = normal_quantile(1 - (1 - LEVEL) / 2 / len(every))
    ranked = sorted(
        (
            (-abs(size) / atlas.spreads[at], number)
            for number, ((_, at), (size, error)) in enumerate(zip(every, of_all, strict=True))
            if atlas.spreads[at] and error and abs(size) > times * error
        ),
    )
    of_bots = [every[number] for _, number in ranked[:LARGEST]]
    few = normal_quantile(1 - (1 - LEVEL) / 2 / LARGEST)
    return AtlasAgain(
        task=task,
        games=len(rows),
        of_atlas=tuple(_told(atlas, one, at, _measured(levels, rows[:, at], one.effect), few) for one, at in of_atlas),
        of_bots=tuple(_told(atlas, one, at, _measured(levels, rows[:, at], one.effect), times) for one, at in of_bots),
        means={name: float(rows[:, at].mean()) for at, name in enumerate(atlas.figures)},
    )


def _measured(levels: Any, values: Any, effect: RuleEffect) -> tuple[float, float]:
    """How large an effect is in these games, and its standard error: means of groups of games apart."""
    size, variance = 0.0, 0.0
    for value, sign in ((effect.value, 1), (0, -1)):
        here = levels[:, effect.rule] == value
        others: tuple[tuple[int | None, int], ...] = ((None, 1),)
        if effect.other_rule is not None:
            others = ((effect.other_value, 1), (0, -1))
        for other_value, other_sign in others:
            group = values[here & (levels[:, effect.other_rule] == other_value) if other_value is not None else here]
            if len(group) < 2:
                return 0.0, 0.0
            size += sign * other_sign * float(group.mean())
            variance += float(group.var(ddof=1)) / len(group)
    return size, variance**0.5


def _told(atlas: Atlas, one: Any, at: int, measured: tuple[float, float], times: float) -> AgainEffect:
    size, error = measured
    return AgainEffect(
        effect=one.effect,
        figure=atlas.figures[at],
        part=atlas.parts[at],
        atlas=one.sizes[at],
        atlas_half=one.halves[at],
        size=size,
        half=times * error,
    )
