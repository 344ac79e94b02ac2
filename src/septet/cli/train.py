"""`septet train`: a net learns a game from games that a hand plays against itself."""

import argparse
import os
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from septet.bots.engine import COMPILES
from septet.cli import OK, BadInput
from septet.i18n import Words
from septet.lab.charts import can_draw

MOST_ROUNDS, FEWEST_POSITIONS = 1_000_000, 2_000
MOST_POSITIONS = {"cpu": 1_000_000, "cuda": 20_000_000}  # which take 0.7 and, as every game has rows of its own, 35 GB
ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")  # the matrices are too small for more


class Trained(msgspec.Struct, frozen=True):
    """What came of it, as a program reads it."""

    game: str
    version: str
    rounds: int
    positions: int
    curve: list[Any]


def run(args: argparse.Namespace, t: Words) -> int:
    _check(args, t)
    for name in ONE_THREAD:
        os.environ.setdefault(name, "1")

    from septet.bots.learnt import Learnt, write
    from septet.lab.training import Training, TrainingPlan, begun, resumed, train

    plan = TrainingPlan(
        game=args.game, rounds=args.rounds, positions=args.positions, seed=args.seed, device=args.device
    )
    out = Path(args.out) if args.out else None
    training = resumed(plan, out) if out else begun(plan)
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, TextColumn("{task.fields[said]}"), console=console, transient=True) as progress:
        bar = progress.add_task(t(f"game.{args.game}"), total=plan.rounds, completed=training.done, said="")

        def tell(so_far: Training) -> None:
            said = t("train.error", error=f"{so_far.curve[-1].error:.3f}")
            progress.update(bar, completed=so_far.done, said=said)

        train(training, out, tell)
    about = training.about()
    version = Learnt(training.net, about).version
    if args.weights:
        write(Path(args.weights), training.net, about)
    if args.svg:
        from septet.lab.curve import curve_svg

        Path(args.svg).write_text(curve_svg(training.curve, *_labels(args.game, t)), encoding="utf-8")
    if args.json:
        told = Trained(args.game, version, plan.rounds, about.positions, training.curve)
        print(msgspec.json.format(msgspec.json.encode(told)).decode())
        return OK
    last = training.curve[-1]
    print(t("train.done", game=t(f"game.{args.game}"), n=plan.rounds, version=version))
    print(t("train.error_fell", first=f"{training.curve[0].error:.3f}", last=f"{last.error:.3f}"))
    hand = last.hand or 0.0
    print(t("train.hand_alone", points=f"{hand:.2f}") if _alone(args.game) else t("train.hand", share=f"{hand:.0%}"))
    return OK


def _check(args: argparse.Namespace, t: Words) -> None:
    if not 1 <= args.rounds <= MOST_ROUNDS:
        raise BadInput(t("train.rounds", rounds=args.rounds, most=MOST_ROUNDS))
    most = MOST_POSITIONS[args.device]
    if not FEWEST_POSITIONS <= args.positions <= most:
        raise BadInput(t("train.positions", n=args.positions, least=FEWEST_POSITIONS, most=most))
    if not COMPILES:
        raise BadInput(t("train.not_compiled"))
    if args.device == "cuda":
        _check_card(args, t)
    if args.svg and not can_draw():
        raise BadInput(t("train.no_charts"))
    for file in (args.out, args.weights, args.svg):
        if file and not Path(file).absolute().parent.is_dir():
            raise BadInput(t("train.no_folder", file=file))


def _check_card(args: argparse.Namespace, t: Words) -> None:
    from septet.lab.curricula import CURRICULA

    if CURRICULA[args.game].on_card is None:
        raise BadInput(t("train.processor_only", game=t(f"game.{args.game}")))
    from septet.bots.kernels.card import SIMULATED, no_card

    if not SIMULATED and not (find_spec("numba_cuda") and find_spec("cupy")):
        raise BadInput(t("train.no_gpu"))
    if no_card():
        raise BadInput(t("train.no_card"))


def _alone(game: str) -> bool:
    return game == "sep-solo"


def _labels(game: str, t: Words) -> tuple[str, str, str, str]:
    hand = t("train.axis_points") if _alone(game) else t("train.axis_share")
    return t("train.title", game=t(f"game.{game}")), t("train.axis_round"), t("train.axis_error"), hand
