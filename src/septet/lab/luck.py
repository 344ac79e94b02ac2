"""How much of the result is luck: many games between bots, each with luck told apart from skill.

Each game is a chunk of background work, made from its number alone.
"""

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from septet.background.chunks import Chunk
from septet.background.running import On, run
from septet.bots import prepare, sit
from septet.games import GAMES
from septet.games.chance import seed_from
from septet.games.log import Log, Sitter
from septet.games.options import from_values
from septet.lab.kept import KeptChunks
from septet.lab.rule_sets import RuleSet
from septet.lab.simulate import played_out
from septet.review.report import Luck
from septet.review.reviewing import curve, measured_move, steps_of, told_apart
from septet.study.replay import Story, of_log

KIND = "luck"
GAMES_WITH_LUCK = ("sep", "sepmosa")
BOT, PLAYOUTS = "strong", 200  # who plays where rule sets are compared, and how closely each move is looked at
FEWEST, USUAL, MOST = 10, 50, 100_000  # games of each rule set
RESAMPLES = 2_000


class LuckTask(msgspec.Struct, frozen=True, kw_only=True):
    """What to play, and how closely to look; game number n comes from `seed/n`."""

    game: str
    bot: str
    playouts: int
    seed: str
    options: dict[str, Any] = {}


class LuckChunk(msgspec.Struct, frozen=True):
    task: LuckTask
    number: int


class LuckOfGame(msgspec.Struct, frozen=True):
    """One game: luck and skill, and what the valuer had said after every move."""

    number: int
    luck: Luck
    curve: tuple[float, ...]


def chunk(task: LuckTask, number: int) -> Chunk:
    return Chunk(KIND, msgspec.json.encode(LuckChunk(task, number)))


def answer(body: bytes) -> bytes:
    """Play one game, and tell its luck."""
    asked = msgspec.json.decode(body, type=LuckChunk)
    task, story = asked.task, story_of(asked.task, asked.number)
    moves = tuple(
        measured_move(story, number, task.playouts, f"{task.seed}/{asked.number}") for number in steps_of(story)
    )
    said = tuple(one.value for one in curve(story, moves))
    return msgspec.json.encode(LuckOfGame(asked.number, told_apart(story, moves), said))


def story_of(task: LuckTask, number: int) -> Story:
    """The game of this number, every seat played by the same bot."""
    prepare(task.game, [task.bot])
    game, seed = GAMES[task.game], f"{task.seed}/{number}"
    seats = range(game.seats.start)
    sitters = tuple(Sitter(task.bot, task.bot) for _ in seats)
    log = Log.new(game, from_values(game.Options, task.options), sitters, seed_from(seed))
    minds = [sit(game.name, task.bot, seat, random.Random(f"{seed} {seat}")) for seat in seats]
    for step in played_out(game, log.table.state, minds):
        log.play(step.seat, step.move)
    return of_log(log)


# -- its share, under several rule sets -------------------------------------------------------------------------------


class LuckShare(msgspec.Struct, frozen=True):
    """Luck's share in the results under one rule set, with its 95 % interval."""

    value: float
    low: float
    high: float
    games: int


class LuckTold(msgspec.Struct, frozen=True, array_like=True):
    """What the share of luck needs of a game."""

    luck: float
    skill: float
    noise: float  # the variance that playouts add to either by chance


class LuckSetsTask(msgspec.Struct, frozen=True, kw_only=True):
    """What is played, as a file knows it again."""

    game: str
    sets: tuple[RuleSet, ...]
    seed: str
    playouts: int = PLAYOUTS
    version: int = 1


def told_of(one: LuckOfGame) -> LuckTold:
    luck = one.luck
    first, *other = (seat.value for seat in luck.skill)
    noise = sum(seat.error**2 for seat in luck.skill)
    return LuckTold(luck.draws.value + luck.hidden.value, first - sum(other), noise)


def shares(games: Sequence[LuckTold]) -> tuple[LuckShare, LuckShare]:
    """Var(luck) / (Var(luck) + Var(skill)), as it was measured, and without what playouts add to both by chance.

    Intervals by a bootstrap over whole games, from a fixed seed.
    """
    rows = np.array([(one.luck, one.skill, one.noise) for one in games])
    rng = np.random.default_rng(1)

    def both(some: Any) -> tuple[float, float]:
        lucky, skilled, doubt = some[:, 0].var(ddof=1), some[:, 1].var(ddof=1), some[:, 2].mean()
        left, of = max(0.0, lucky - doubt), max(0.0, lucky - doubt) + max(0.0, skilled - doubt)
        return lucky / (lucky + skilled or 1.0), left / (of or 1.0)

    found = both(rows)
    drawn = np.array([both(rows[rng.integers(0, len(rows), len(rows))]) for _ in range(RESAMPLES)])
    ends = np.quantile(drawn, [0.025, 0.975], axis=0)
    plain, clean = (LuckShare(found[at], float(ends[0, at]), float(ends[1, at]), len(games)) for at in (0, 1))
    return plain, clean


def luck_shares(
    task: LuckSetsTask,
    games: int,
    *,
    path: Path | None = None,
    on_progress: Callable[[int, int], None] = lambda done, of: None,
    jobs: On = None,
) -> tuple[LuckShare, ...]:
    """Of every rule set, on the same deals; what was played before is taken from the file."""
    prepare(task.game, [BOT])
    kept = KeptChunks(msgspec.json.encode(task), 1, LuckTold, path)
    each = [
        LuckTask(game=task.game, bot=BOT, playouts=task.playouts, seed=task.seed, options=one.options)
        for one in task.sets
    ]
    asked = [chunk(one, number) for number in range(games) for one in each]
    places = {one: at for at, one in enumerate(asked)}

    def keep(one: Chunk, result: bytes) -> None:
        kept.add(places[one], msgspec.json.encode(told_of(msgspec.json.decode(result, type=LuckOfGame))))
        on_progress(kept.played(len(asked)), len(asked))

    on_progress(kept.played(len(asked)), len(asked))
    run([asked[at] for at in kept.missing(len(asked))], on=jobs, keep=keep)
    found = kept.in_order(len(asked))
    return tuple(shares(found[at :: len(each)])[1] for at in range(len(each)))
