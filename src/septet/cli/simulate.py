"""`septet simulate`: many games between bots, added up."""

import argparse
import os

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from septet.bots import BOTS
from septet.cli import OK, BadInput
from septet.games import GAMES
from septet.games.options import heard
from septet.i18n import Words
from septet.lab.simulate import Report, Share, Spread, Task, simulate

MOST_JOBS = 256


def run(args: argparse.Namespace, t: Words) -> int:
    task = _task(args, t)
    jobs = args.jobs or os.cpu_count() or 1
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task(t(f"game.{task.game}"), total=task.games)
        report = simulate(task, jobs, lambda done: progress.update(bar, completed=done))
    if args.json:
        print(msgspec.json.format(msgspec.json.encode(report)).decode())
    else:
        _show(report, t)
    return OK


def _task(args: argparse.Namespace, t: Words) -> Task:
    game = GAMES[args.game]
    known = BOTS[args.game]
    bots = tuple(args.bots.split(",")) if args.bots else ("random",) * game.seats.start
    for bot in bots:
        if bot not in known:
            raise BadInput(t("play.unknown_bot", bot=bot, bots=", ".join(known)))
    if len(bots) not in game.seats:
        raise BadInput(t("simulate.seats", game=args.game, seats=game.seats.start, given=len(bots)))
    if not 1 <= args.games <= 10_000_000:
        raise BadInput(t("simulate.games", games=args.games))
    if not 0 <= args.jobs <= MOST_JOBS:
        raise BadInput(t("simulate.jobs", jobs=args.jobs, most=MOST_JOBS))
    options = msgspec.structs.asdict(heard(game.Options, args.options))
    return Task(args.game, bots, options, args.games, args.seed or "septet")


def _show(report: Report, t: Words) -> None:
    family = GAMES[report.game].family
    table = Table(show_header=True, show_edge=False, pad_edge=False, title_justify="left")
    table.title = t("simulate.title", n=report.games, game=t(f"game.{report.game}"), seed=report.seed)
    table.add_column("")
    table.add_column(t("simulate.mean"), justify="right")
    table.add_column(t("simulate.interval"), justify="right")
    table.add_column(t("simulate.spread"), justify="right")
    for name, spread in report.figures.items():
        table.add_row(t.of(family, f"figure.{name}"), *_numbers(spread))
    for number, spread in enumerate(report.scores):
        table.add_row(t("simulate.score", bot=_bot(report, number, t)), *_numbers(spread))
    table.add_section()
    for reason, share in report.endings.items():
        table.add_row(t.of(family, f"ending_name.{reason}"), *_percent(share))
    table.add_section()
    for number, share in enumerate(report.wins):
        table.add_row(t("simulate.wins", bot=_bot(report, number, t)), *_percent(share))
    for key, one in (("ties", report.ties), ("first_wins", report.first_wins), ("won", report.won)):
        if one:
            table.add_row(t(f"simulate.{key}"), *_percent(one))
    Console(highlight=False).print(table)


def _bot(report: Report, number: int, t: Words) -> str:
    name = t(f"bot.{report.bots[number]}")
    return f"{name} {number + 1}" if report.bots.count(report.bots[number]) > 1 else name


def _percent(share: Share) -> tuple[str, str, str]:
    return (f"{share.share:.1%}", f"{share.low:.1%} – {share.high:.1%}", str(share.count))


def _numbers(spread: Spread) -> tuple[str, str, str]:
    middle = f"{spread.median:g} / {spread.p95:g} / {spread.most:g}"
    return (f"{spread.mean:.2f}", f"{spread.low:.2f} – {spread.high:.2f}", f"sd {spread.sd:.2f}, {middle}")
