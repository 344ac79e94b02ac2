"""`septet simulate`: many games between bots, added up."""

import argparse
import math

import msgspec
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from septet.background.cores import cores
from septet.bots.own import bot_name
from septet.cli import OK, BadInput
from septet.cli.bots import made_ready, seated
from septet.games import GAMES
from septet.games.options import heard
from septet.i18n import Words
from septet.lab.simulate import Report, Share, Spread, Task, simulate

MOST_JOBS = 256


def run(args: argparse.Namespace, t: Words) -> int:
    task = _task(args, t)
    jobs = args.jobs or cores()
    console = Console(stderr=True)
    made_ready(task.game, task.bots, t, console)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        bar = progress.add_task(t(f"game.{task.game}"), total=task.games)
        report = simulate(task, jobs, lambda done: progress.update(bar, completed=done))
    if args.json:
        print(msgspec.json.format(msgspec.json.encode(report)).decode())
    else:
        _show(report, t)
    return OK


def _task(args: argparse.Namespace, t: Words) -> Task:
    game = GAMES[args.game]
    bots = seated(args.game, args.bots, "random", t)
    if not 1 <= args.games <= 10_000_000:
        raise BadInput(t("simulate.games", games=args.games))
    if not 0 <= args.jobs <= MOST_JOBS:
        raise BadInput(t("simulate.jobs", jobs=args.jobs, most=MOST_JOBS))
    options = msgspec.structs.asdict(heard(game.Options, args.options))
    return Task(args.game, bots, options, args.games, args.seed or "septet")


def _show(report: Report, t: Words) -> None:
    family = GAMES[report.game].family
    console = Console(highlight=False)
    console.print(t("simulate.title", n=report.games, game=t(f"game.{report.game}"), seed=report.seed))
    table = _table("", *(t(f"simulate.{name}") for name in ("mean", "interval", "sd", "median", "p95", "most")))
    for name, spread in report.figures.items():
        table.add_row(t.of(family, f"figure.{name}"), *_numbers(spread))
    for number, spread in enumerate(report.scores):
        table.add_row(t("simulate.score", bot=_bot(report, number, t)), *_numbers(spread))
    console.print(table)
    shares = _table("", *(t(f"simulate.{name}") for name in ("share", "interval", "count")))
    for reason, share in report.endings.items():
        shares.add_row(t.of(family, f"ending_name.{reason}"), *_percent(share))
    shares.add_section()
    for number, share in enumerate(report.wins):
        shares.add_row(t("simulate.wins", bot=_bot(report, number, t)), *_percent(share))
    for key, one in (("ties", report.ties), ("first_wins", report.first_wins), ("won", report.won)):
        if one:
            shares.add_row(t(f"simulate.{key}"), *_percent(one))
    console.print(shares)
    for name, values in report.counts.items():
        counted = _table(
            t.of(family, f"count.{name}"), *(t(f"simulate.{word}") for word in ("share", "interval", "count"))
        )
        for value, share in values.items():
            counted.add_row(str(value), *_percent(share))
        console.print(counted)


def _table(first: str, *others: str) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column(first)
    for name in others:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _bot(report: Report, number: int, t: Words) -> str:
    name = bot_name(report.bots[number], t)
    return f"{name} {number + 1}" if report.bots.count(report.bots[number]) > 1 else name


def _percent(share: Share) -> tuple[str, str, str]:
    return (_rounded(share.share), f"{_rounded(share.low)} – {_rounded(share.high)}", str(share.count))


def _rounded(share: float) -> str:
    """One decimal, and more for what is rare."""
    return f"{share:.1%}" if not 0 < share < 0.02 else f"{share:.2%}"


def _numbers(spread: Spread) -> tuple[str, ...]:
    whole = [f"{number:g}" for number in (spread.median, spread.p95, spread.most)]
    if math.isinf(spread.high):  # one game tells nothing of how far others lie apart
        return (f"{spread.mean:.2f}", "–", "–", *whole)
    return (f"{spread.mean:.2f}", f"{spread.low:.2f} – {spread.high:.2f}", f"{spread.sd:.2f}", *whole)
