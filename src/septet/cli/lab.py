"""`septet lab`: what changes if a rule is changed, on the same deals, and how surely."""

import argparse
import shlex
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from septet.bots import BOTS
from septet.bots.own import bot_name
from septet.cli import OK, BadInput
from septet.cli.bots import seated
from septet.cli.lab_again import play_again
from septet.cli.lab_atlas import chart
from septet.cli.lab_beside import asked_beside, beside, show_beside
from septet.cli.lab_playing import playing
from septet.cli.lab_where import show
from septet.games import GAMES
from septet.i18n import Words
from septet.lab.charts import can_draw
from septet.lab.report import as_csv, as_json, page
from septet.lab.rule_sets import BadStudy, RuleSet, listed, varied
from septet.lab.study import TOGETHER, StudyResult, StudyTask, study
from septet.lab.telling import figure_name, labels, mean, told

FEWEST, USUAL, MOST = 2 * TOGETHER, 2_000, 10_000_000


def run(args: argparse.Namespace, t: Words) -> int:
    if args.again:
        return play_again(args, t)
    if args.atlas:
        return chart(args, t)
    return show(args, t) if args.where else _compared(args, t)


def _compared(args: argparse.Namespace, t: Words) -> int:
    task = _task(args, t)
    see, until = _part(args.see, "--see", t), _part(args.until, "--until", t)
    deals = USUAL if args.games is None else args.games
    if not FEWEST <= deals <= MOST:
        raise BadInput(t("lab.games", games=deals, fewest=FEWEST, most=MOST))
    if args.html and not can_draw():
        raise BadInput(t("lab.needs_charts"))
    sides = asked_beside(args, t)
    with playing(args, task, deals, t) as (path, on, progress, on_progress):
        found = study(task, deals, see=see, until=until, path=path, jobs=on, on_progress=on_progress)
        found = beside(found, sides, path, on=on, progress=progress, t=t)
    if args.csv:
        _write(args.csv, as_csv(found, t), t)
    if args.html:
        _write(args.html, page(found, t, _command(args, task, deals)), t)
    if args.json:
        print(as_json(found), end="")
    else:
        _show(found, see, until, t)
    return OK


def _write(file: str, text: str, t: Words) -> None:
    try:
        Path(file).write_text(text, "utf-8", newline="")
    except OSError as error:
        raise BadInput(t("lab.cannot_write", file=file, why=error.strerror or error)) from None


def _command(args: argparse.Namespace, task: StudyTask, deals: int) -> str:
    """What makes this study again; where the rules stand in a file, the report has its lines."""
    if args.rules:
        return ""
    words = ["septet", "lab", task.game]
    words += [word for one in args.vary or () for word in ("--vary", one)]
    words += ["--options", args.options] if args.options else []
    words += ["--bots", ",".join(task.bots), "--games", str(deals), "--seed", task.seed]
    words += ["--until", args.until] if args.until else []
    for name, count in (("--depth", args.depth), ("--luck", args.luck)):
        words += [name, *([str(count)] if count else [])] if count is not None else []
    return shlex.join(words)


def _task(args: argparse.Namespace, t: Words) -> StudyTask:
    bots = seated(args.game, args.bots, "greedy" if "greedy" in BOTS[args.game] else "random", t)
    return StudyTask(game=args.game, bots=bots, sets=_sets(args, t), seed=args.seed or "septet")


def _sets(args: argparse.Namespace, t: Words) -> tuple[RuleSet, ...]:
    game = GAMES[args.game]
    try:
        if args.rules:
            if args.vary or args.options:
                raise BadInput(t("lab.rules_or_vary", file=args.rules))
            return listed(game, Path(args.rules).read_text("utf-8").splitlines())
        return varied(game, args.vary or (), args.options)
    except UnicodeDecodeError:
        raise BadInput(t("lab.not_text", file=args.rules)) from None
    except BadStudy as error:
        raise BadInput(t(error.key, **error.values)) from None


def _part(text: str | None, option: str, t: Words) -> float | None:
    """`0.5%`, or `0.5`: so many of a hundred."""
    if text is None:
        return None
    try:
        part = float(text.replace(",", ".").removesuffix("%")) / 100
    except ValueError:
        part = 0.0
    if not 0 < part < 1:
        raise BadInput(t("lab.part", option=option, given=text))
    return part


def _show(found: StudyResult, see: float | None, until: float | None, t: Words) -> None:
    task, all_of_it = found.task, found.comparison
    console = Console(highlight=False)
    bots = ", ".join(bot_name(bot, t) for bot in task.bots)
    console.print(t("lab.title", n=all_of_it.deals, game=t(f"game.{task.game}"), bots=bots, seed=task.seed))
    names = labels(task, t)
    console.print(t("lab.base", rules=names[0]))
    for at, name in enumerate(names[1:]):
        heads = [t("lab.base_mean"), t("lab.mean"), t("lab.difference"), t("lab.interval")]
        table = Table(title=name, title_justify="left", box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
        table.add_column(t("lab.per_game"))
        for head in [*heads, *([t("lab.enough")] if see is not None else [])]:
            table.add_column(head, justify="right", no_wrap=True)
        for one in all_of_it.figures:
            figure = one.figure
            if not one.differences:  # how often it matters
                table.add_row(figure_name(task.game, figure, t), "", mean(one.means[at + 1], figure, t))
                continue
            if not any(part.value for part in one.means):
                continue  # it never happened
            apart = one.differences[at]
            cells = [mean(one.means[0], figure, t), mean(one.means[at + 1], figure, t)]
            cells += told(apart, figure, t)
            if see is not None:
                cells.append(str(one.enough[at] or "–"))
            table.add_row(figure_name(task.game, figure, t), *cells, style="bold" if apart.clear else "")
        console.print(table)
    console.print(t("lab.explained"))
    show_beside(found, names, console, t)
    if see is not None:
        console.print(t("lab.enough_explained", part=f"{100 * see:g}"))
    if until is not None:
        console.print(t("lab.reached" if found.reached else "lab.not_reached", part=f"{100 * until:g}"))
