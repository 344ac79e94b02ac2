"""`septet lab … --depth --luck`: what takes other bots to be told, of each rule set."""

import argparse
from pathlib import Path

import msgspec
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from septet.background.running import On
from septet.bots.engine import COMPILES
from septet.cli import BadInput
from septet.i18n import Words
from septet.lab import depth, luck
from septet.lab.depth import DepthTask, depths, has_depth
from septet.lab.luck import GAMES_WITH_LUCK, LuckSetsTask, luck_shares
from septet.lab.study import StudyResult
from septet.lab.telling import beside_rows


class AskedBeside(msgspec.Struct, frozen=True):
    """Deals for depth and games for luck, of each rule set; None is not asked for."""

    depth: int | None
    luck: int | None


def asked_beside(args: argparse.Namespace, t: Words) -> AskedBeside:
    """How much of either; without a number, as much as usual."""
    if args.depth is not None and not has_depth(args.game):
        raise BadInput(t("lab.depth.games", game=args.game, bots=", ".join(depth.RUNGS)))
    if args.luck is not None and args.game not in GAMES_WITH_LUCK:
        raise BadInput(t("lab.luck.games", game=args.game, games=", ".join(GAMES_WITH_LUCK)))
    if (args.depth is not None or args.luck is not None) and not COMPILES:
        raise BadInput(t("puzzle.cli.compiles"))
    return AskedBeside(
        _count(args.depth, "--depth", (depth.FEWEST, depth.USUAL, depth.MOST), t),
        _count(args.luck, "--luck", (luck.FEWEST, luck.USUAL, luck.MOST), t),
    )


def _count(given: int | None, option: str, within: tuple[int, int, int], t: Words) -> int | None:
    fewest, usual, most = within
    if not given:
        return None if given is None else usual
    if not fewest <= given <= most:
        raise BadInput(t("lab.beside.count", option=option, given=given, fewest=fewest, most=most))
    return given


def beside(found: StudyResult, asked: AskedBeside, path: Path, *, on: On, progress: Progress, t: Words) -> StudyResult:
    """A study with what was asked for beside it; kept in files of their own next to its own."""
    task = found.task
    if asked.depth is not None:
        bar = progress.add_task(t("lab.figure.depth"), total=None)
        known = depths(
            DepthTask(game=task.game, sets=task.sets, seed=task.seed),
            asked.depth,
            path=path.with_name(f"{path.name}.depth"),
            on_progress=lambda done, of: progress.update(bar, completed=done, total=of),
            jobs=on,
        )
        found = msgspec.structs.replace(found, depth=known)
    if asked.luck is not None:
        bar = progress.add_task(t("lab.figure.luck"), total=None)
        shares = luck_shares(
            LuckSetsTask(game=task.game, sets=task.sets, seed=task.seed),
            asked.luck,
            path=path.with_name(f"{path.name}.luck"),
            on_progress=lambda done, of: progress.update(bar, completed=done, total=of),
            jobs=on,
        )
        found = msgspec.structs.replace(found, luck=shares)
    return found


def show_beside(found: StudyResult, names: list[str], console: Console, t: Words) -> None:
    for title, rows, note in beside_rows(found, names, t):
        table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
        table.add_column("")
        table.add_column(t("lab.mean"), justify="right", no_wrap=True)
        table.add_column(t("lab.interval"), justify="right", no_wrap=True)
        for row in rows:
            table.add_row(*row)
        console.print(table)
        console.print(note)
