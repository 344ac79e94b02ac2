"""`septet arena`: bots against each other, and the ladder that comes of it."""

import argparse
import re
from pathlib import Path

import msgspec
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from septet.bots import BOTS
from septet.bots.bot import Budget
from septet.bots.own import bot_name
from septet.cli import OK, BadInput
from septet.cli.bots import checked, made_ready
from septet.cli.places import place, told_in_words
from septet.games import GAMES
from septet.games.options import heard
from septet.i18n import Words
from septet.lab.arena import ArenaTable, Contest, hold, in_pairs
from septet.lab.ladder import svg
from septet.lab.ratings import keep

TIME = re.compile(r"(\d+(?:\.\d+)?)(ms|s)")
LONGEST_MS = 600_000
MOST_PLAYOUTS = 100_000_000


def run(args: argparse.Namespace, t: Words) -> int:
    contest = _contest(args, t)
    console = Console(stderr=True)
    made_ready(contest.game, contest.bots, t, console)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    on = place(args, t)
    with told_in_words("arena.failed", t), Progress(*columns, console=console, transient=True) as progress:
        bar = progress.add_task(t(f"game.{contest.game}"), total=None)
        table = hold(
            contest,
            on,
            Path(args.out) if args.out else None,
            lambda done, total: progress.update(bar, completed=done, total=total),
        )
    if args.svg:
        _draw(table, Path(args.svg), t)
    if args.ratings:
        keep(Path(args.ratings), contest.game, tuple(one for one in table.ladder if one.bot in BOTS[contest.game]))
    if args.json:
        print(msgspec.json.format(msgspec.json.encode(table)).decode())
    else:
        _show(table, t)
    return OK


def _contest(args: argparse.Namespace, t: Words) -> Contest:
    game = GAMES[args.game]
    bots = tuple(args.bots)
    for bot in bots:
        checked(args.game, bot, t)
        if bots.count(bot) > 1:
            raise BadInput(t("arena.twice", bot=bot))
    if len(bots) == 1 and in_pairs(args.game):
        raise BadInput(t("arena.one_bot"))
    if not 1 <= args.games <= 1_000_000:
        raise BadInput(t("arena.games", games=args.games))
    options = msgspec.structs.asdict(heard(game.Options, args.options))
    return Contest(args.game, bots, options, args.games, args.seed or "septet", _budget(args, t))


def _budget(args: argparse.Namespace, t: Words) -> Budget:
    ms = None
    if args.time is not None:
        said = TIME.fullmatch(args.time)
        ms = round(float(said[1]) * (1000 if said[2] == "s" else 1)) if said else 0
        if not 1 <= ms <= LONGEST_MS:
            raise BadInput(t("arena.time", time=args.time))
    if args.playouts is not None and not 1 <= args.playouts <= MOST_PLAYOUTS:
        raise BadInput(t("arena.playouts", playouts=args.playouts, most=MOST_PLAYOUTS))
    return Budget(ms, args.playouts)


def _draw(table: ArenaTable, file: Path, t: Words) -> None:
    names = {one.bot: bot_name(one.bot, t) for one in table.ladder}
    file.write_text(svg(_title(table.contest, t), table.ladder, names, _decimals(table)), encoding="utf-8")


def _title(contest: Contest, t: Words) -> str:
    key = "arena.title_alone" if contest.seats == 1 else "arena.title"
    return t(key, n=contest.games, game=t(f"game.{contest.game}"), seed=contest.seed)


def _decimals(table: ArenaTable) -> int:
    """Points have two, ratings none."""
    return 2 if table.contest.seats == 1 else 0


def _show(table: ArenaTable, t: Words) -> None:
    console = Console(highlight=False)
    contest, decimals = table.contest, _decimals(table)
    console.print(_title(contest, t))
    rating = t("arena.points" if contest.seats == 1 else "arena.rating")
    grid = _grid("", rating, t("simulate.interval"), t("arena.played"), t("arena.ms"))
    for one in table.ladder:
        numbers = (f"{one.rating:.{decimals}f}", f"{one.low:.{decimals}f} – {one.high:.{decimals}f}", str(one.games))
        grid.add_row(bot_name(one.bot, t), *numbers, f"{table.ms[one.bot]:.1f}")
    console.print(grid)
    if table.won:
        grid = _grid("", t("arena.won"), t("simulate.interval"))
        for bot, won in table.won.items():
            grid.add_row(bot_name(bot, t), f"{won.share:.1%}", f"{won.low:.1%} – {won.high:.1%}")
        console.print(grid)
    if table.pairs:
        grid = _grid("", t("simulate.share"), t("simulate.interval"), t("arena.played"))
        for pair in table.pairs:
            best, other = pair.bots if pair.share >= 0.5 else pair.bots[::-1]
            low, share, high = (pair.low, pair.share, pair.high)
            if pair.share < 0.5:
                low, share, high = 1 - high, 1 - share, 1 - low
            met = t("arena.pair", best=bot_name(best, t), other=bot_name(other, t))
            grid.add_row(met, f"{share:.1%}", f"{low:.1%} – {high:.1%}", str(pair.games))
        console.print(grid)


def _grid(first: str, *others: str) -> Grid:
    grid = Grid(box=SIMPLE_HEAD, pad_edge=False)
    grid.add_column(first)
    for name in others:
        grid.add_column(name, justify="right", no_wrap=True)
    return grid
