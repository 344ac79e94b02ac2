"""Nets that learn from games which a hand plays against itself; repeatable from a seed, and gone on with at any time.

Each round the hand plays whole games over several house rules, the net learns how they ended, and the next round is
played with the new net. The first rounds are played by the quick hand. In other words: TD-Gammon's way, with the ends
of games as targets (Monte Carlo value learning with a one-ply policy).
"""

import hashlib
import io
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from septet.bots.kernels.chance import new_chance
from septet.bots.kernels.nets import Net
from septet.bots.learnt import About, digest_of
from septet.games.errors import BadRecord
from septet.lab.curricula import CURRICULA, Curriculum
from septet.lab.gradients import Steps, new_net, no_steps
from septet.lab.learners import LEARNERS

NOISE = 0.01  # about so much may a move promise less than the best one, and be played all the same
RATES = ((0.5, 1e-3), (0.8, 3e-4), (1.0, 1e-4))  # until this share of all rounds, so large are the steps
LONG, LONG_RATES = 500, ((0.4, 1e-3), (0.7, 3e-4), (0.9, 1e-4), (1.0, 3e-5))  # from so many rounds on they end finer
QUICK_SHARE, MOST_QUICK = 0.05, 8  # rounds that the quick hand plays: of all, and at most
EVERY = 10  # rounds between two looks at how well the hand plays
GAMES = 1_000  # of such a look


class TrainingPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be learnt; a training goes on only with the plan that it began with."""

    game: str
    rounds: int = 400
    positions: int = 50_000  # of a round
    seed: str = "septet"
    widths: tuple[int, int] = (64, 32)
    device: str = "cpu"  # or "cuda"

    def rate(self, done: int) -> float:
        rates = LONG_RATES if self.rounds >= LONG else RATES
        return next(rate for share, rate in rates if done < share * self.rounds)

    def quick(self, done: int) -> bool:
        return done < max(1, min(MOST_QUICK, round(QUICK_SHARE * self.rounds)))


class Point(msgspec.Struct, frozen=True):
    """A point of the curve: the error on games that were not learnt from, before learning from their round."""

    round: int
    error: float
    hand: float | None = None  # how the hand does without search: share of wins against the quick hand, or points


class Training(msgspec.Struct):
    """A net that is being trained."""

    plan: TrainingPlan
    net: Any
    steps: Steps
    word: int  # where chance stands
    curve: list[Point] = []

    @property
    def done(self) -> int:
        return len(self.curve)

    @property
    def curriculum(self) -> Curriculum:
        return CURRICULA[self.plan.game]

    def about(self) -> About:
        course, plan = self.curriculum, self.plan
        positions = plan.rounds * plan.positions
        return About(
            game=plan.game,
            layout=course.layout,
            houses=course.houses,
            rounds=plan.rounds,
            positions=positions,
            seed=plan.seed,
            digest=digest_of(self.net),
        )


def begun(plan: TrainingPlan) -> Training:
    course = CURRICULA[plan.game]
    net = new_net(course.signs, plan.widths, course.results, _rng(plan, "net"))
    return Training(plan, net, no_steps(net), _word(plan))


def _number(plan: TrainingPlan, what: str) -> int:
    return int.from_bytes(hashlib.sha256(f"{plan.game}/{plan.seed}/{what}".encode()).digest()[:8])


def _rng(plan: TrainingPlan, what: str) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(_number(plan, what)))


def _word(plan: TrainingPlan) -> int:
    return _number(plan, "games") or 1


def train(training: Training, out: Path | None = None, on_round: Callable[[Training], None] = lambda _: None) -> None:
    """Make the rounds that are missing; with a file, each is kept as soon as it is made."""
    plan, course = training.plan, training.curriculum
    learner = LEARNERS[plan.device](course, training.net, training.steps, plan.positions)
    kept = time.monotonic()
    while training.done < plan.rounds:
        done = training.done
        training.word = learner.play(course.quick if plan.quick(done) else NOISE, training.word)
        error = learner.error()
        learner.learn(plan.rate(done), _rng(plan, f"order {done}"))
        last = done + 1 == plan.rounds
        asked = last or (done + 1) % EVERY == 0
        keeps = last or (out is not None and time.monotonic() - kept > 5)
        if asked or keeps:
            training.net, training.steps = learner.net(), learner.steps()
        hand = course.score(training.net, GAMES, new_chance(_number(plan, "score"))) if asked else None
        training.curve.append(Point(done + 1, error, hand))
        if out and keeps:
            keep(training, out)
            kept = time.monotonic()
        on_round(training)


# -- files ------------------------------------------------------------------------------------------------------------


class _Kept(msgspec.Struct, frozen=True):
    plan: TrainingPlan
    word: int
    made: int
    curve: list[Point]


def keep(training: Training, out: Path) -> None:
    """Write all of it; a file is there whole, or as it was before."""
    steps = training.steps
    told = msgspec.json.encode(_Kept(training.plan, training.word, steps.made, training.curve))
    arrays = {name: getattr(training.net, name) for name in Net._fields}
    for number, name in enumerate(Net._fields):
        arrays[f"mean_{name}"], arrays[f"square_{name}"] = steps.means[number], steps.squares[number]
    packed = io.BytesIO()
    np.savez(packed, told=np.frombuffer(told, np.uint8), **arrays)
    beside = out.with_name(out.name + ".new")
    beside.write_bytes(packed.getvalue())
    beside.replace(out)


def resumed(plan: TrainingPlan, out: Path) -> Training:
    """What the file holds, if it holds this plan; with none, a new training."""
    if not out.exists():
        return begun(plan)
    packed = io.BytesIO(out.read_bytes())
    try:
        with np.load(packed, allow_pickle=False) as file:
            kept = msgspec.json.decode(file["told"].tobytes(), type=_Kept)
            arrays = {name: np.array(file[name]) for name in file.files if name != "told"}
        net = Net(*(arrays[name] for name in Net._fields))
        means, squares = ([arrays[f"{kind}_{name}"] for name in Net._fields] for kind in ("mean", "square"))
    except Exception as error:  # whatever is wrong with somebody's file
        raise BadRecord("damaged_weights", file=str(out)) from error
    if kept.plan != plan:
        raise BadRecord("other_training", file=str(out))
    return Training(kept.plan, net, Steps(means, squares, kept.made), kept.word, kept.curve)
