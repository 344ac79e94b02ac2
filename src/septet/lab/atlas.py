"""The rule atlas: what every reading of a game's rules does, and any two of them together, on the same deals."""

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from septet.background.chunks import Chunk
from septet.background.running import On, run
from septet.games import GAMES
from septet.lab.atlas_file import Atlas, EffectSizes
from septet.lab.design import Design, design
from septet.lab.figures import MATTERS, figures
from septet.lab.kept import KeptChunks
from septet.lab.quantiles import normal_quantile
from septet.lab.twins import Twin
from septet.lab.where import rulings

KIND = "atlas"
TOGETHER = 100  # deals that one chunk plays under every rule set
LEVEL = 0.95
LEFT_OUT = (MATTERS, "decided")  # they cost as much as all others together


class AtlasTask(msgspec.Struct, frozen=True, kw_only=True):
    """What is played. Deal number n comes from `seed/n`, under every rule set."""

    game: str
    bots: tuple[str, ...]
    seed: str
    version: int = 1


class AtlasChunk(msgspec.Struct, frozen=True):
    task: AtlasTask
    start: int


class Sums(msgspec.Struct, frozen=True):
    """Of some deals: for each rule set, and for each effect, the sums of all figures and of their squares."""

    sets: tuple[tuple[float, ...], ...]
    set_squares: tuple[tuple[float, ...], ...]
    effects: tuple[tuple[float, ...], ...]
    effect_squares: tuple[tuple[float, ...], ...]


def columns(game: str) -> list[Any]:
    return [one for one in figures(GAMES[game]) if one.name not in LEFT_OUT]


def chunk(task: AtlasTask, start: int) -> Chunk:
    return Chunk(KIND, msgspec.json.encode(AtlasChunk(task, start)))


def answer(body: bytes) -> bytes:
    """Play some deals under every rule set, and sum up."""
    asked = msgspec.json.decode(body, type=AtlasChunk)
    game, plan = asked.task.game, design(asked.task.game, rulings(asked.task.game))
    twin = Twin(game, plan.rule_sets(game))
    numbers = range(asked.start, asked.start + TOGETHER)
    rows = twin.play(asked.task.bots, asked.task.seed, numbers, matters=False, decided=False)
    table = np.stack([twin.column(rows, one.name) for one in columns(game)], axis=-1)
    each = np.einsum("es,dsf->def", plan.weights(), table)
    sums = [table.sum(axis=0), (table**2).sum(axis=0), each.sum(axis=0), (each**2).sum(axis=0)]
    return msgspec.json.encode(Sums(*(tuple(map(tuple, one.round(9).tolist())) for one in sums)))


def atlas(
    task: AtlasTask,
    deals: int,
    *,
    path: Path | None = None,
    on_progress: Callable[[int, int], None] = lambda done, of: None,
    jobs: On = None,
) -> Atlas:
    """Play as many deals as asked for (hundreds), under every rule set of the design."""
    kept = KeptChunks(msgspec.json.encode(task), TOGETHER, Sums, path)

    def keep(one: Chunk, result: bytes) -> None:
        kept.add(msgspec.json.decode(one.body, type=AtlasChunk).start, result)
        on_progress(kept.played(deals), deals)

    on_progress(kept.played(deals), deals)
    missing = [chunk(task, start) for start in kept.missing(deals)]
    if missing:
        run(missing, on=jobs, keep=keep)
    return added_up(task, design(task.game, rulings(task.game)), kept.in_order(deals))


def added_up(task: AtlasTask, plan: Design, sums: Sequence[Sums]) -> Atlas:
    deals = len(sums) * TOGETHER
    names = [one.name for one in columns(task.game)]
    effects = plan.effects()
    means, errors = _mean_and_error([one.sets for one in sums], [one.set_squares for one in sums], deals)
    sizes, doubts = _mean_and_error([one.effects for one in sums], [one.effect_squares for one in sums], deals)
    times = normal_quantile(1 - (1 - LEVEL) / 2 / (len(effects) * len(names)))
    return Atlas(
        game=task.game,
        bots=task.bots,
        seed=task.seed,
        deals=deals,
        figures=tuple(names),
        parts=tuple(one.part for one in columns(task.game)),
        spreads=_short(errors[0] * math.sqrt(deals)),
        factors=plan.factors,
        sets=plan.sets,
        means=tuple(map(_short, means)),
        errors=tuple(map(_short, errors)),
        effects=tuple(
            EffectSizes(effect, _short(size), _short(times * doubt))
            for effect, size, doubt in zip(effects, sizes, doubts, strict=True)
        ),
        times=times,
    )


def _mean_and_error(sums: Sequence[Any], squares: Sequence[Any], deals: int) -> tuple[Any, Any]:
    mean = np.sum([np.array(one) for one in sums], axis=0) / deals
    spread = np.sum([np.array(one) for one in squares], axis=0) / deals - mean**2
    return mean, np.sqrt(np.clip(spread, 0, None) / (deals - 1))


def _short(row: Any) -> tuple[float, ...]:
    """Five digits tell more than is known."""
    return tuple(float(f"{value:.5g}") for value in row)
