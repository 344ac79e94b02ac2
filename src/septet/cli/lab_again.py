"""`septet lab GAME --again BOT`: the largest effects of the rule atlas, looked at between other bots."""

import argparse
from collections.abc import Sequence
from pathlib import Path

import msgspec
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from septet.cli import OK, BadInput
from septet.cli.bots import seated
from septet.cli.lab_atlas import rules_of
from septet.cli.lab_playing import playing
from septet.games import GAMES
from septet.i18n import Words
from septet.lab.again import TOGETHER, AgainEffect, AgainTask, AtlasAgain, again
from septet.lab.atlas_file import GAMES_WITH_ATLAS, Atlas, shipped
from septet.lab.figures import Figure
from septet.lab.telling import figure_name, number

FEWEST, USUAL, MOST = 4 * TOGETHER, 800, 1_000_000


def play_again(args: argparse.Namespace, t: Words) -> int:
    """Play, and show the effects of the atlas beside those between these bots."""
    if args.game not in GAMES_WITH_ATLAS:
        raise BadInput(t("lab.atlas.games", game=args.game, games=", ".join(GAMES_WITH_ATLAS)))
    bots = seated(args.game, ",".join([args.again] * GAMES[args.game].seats.start), "strong", t)
    games = USUAL if args.games is None else args.games
    if not FEWEST <= games <= MOST:
        raise BadInput(t("lab.games", games=games, fewest=FEWEST, most=MOST))
    atlas = _atlas(args, t)
    task = AgainTask(game=args.game, bots=bots, seed=args.seed or "septet")
    with playing(args, task, games, t, "again-") as (path, on, _, on_progress):
        found = again(task, atlas, games, path=path, jobs=on, on_progress=on_progress)
    if args.json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
    else:
        _show(found, atlas, args.again, t)
    return OK


def _atlas(args: argparse.Namespace, t: Words) -> Atlas:
    """The one that comes with the program, or somebody's own."""
    if not args.atlas:
        return shipped(args.game)
    try:
        found = msgspec.json.decode(Path(args.atlas).read_bytes(), type=Atlas)
    except msgspec.MsgspecError:
        raise BadInput(t("lab.again.no_atlas", file=args.atlas)) from None
    if found.game != args.game:
        raise BadInput(t("lab.again.no_atlas", file=args.atlas))
    return found


def _show(found: AtlasAgain, atlas: Atlas, bot: str, t: Words) -> None:
    console = Console(highlight=False)
    game = t(f"game.{found.task.game}")
    console.print(t("lab.again.title", n=found.games, game=game, bot=bot, seed=found.task.seed))
    for key, some in (("lab.again.of_atlas", found.of_atlas), ("lab.again.of_bots", found.of_bots)):
        if not some:
            console.print(t("lab.again.none", bot=bot))
            continue
        console.print(_table(t(key, bot=bot), some, atlas, bot, t))
    console.print(t("lab.again.explained"))


def _table(title: str, some: Sequence[AgainEffect], atlas: Atlas, bot: str, t: Words) -> Table:
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column(t("lab.atlas.rule"))
    table.add_column(t("lab.per_game"))
    for head in (t("lab.again.there"), t("lab.again.here", bot=bot), t("lab.atlas.about")):
        table.add_column(head, justify="right", no_wrap=True)
    for one in some:
        figure = Figure(one.figure, one.part)
        sizes = [number(size, figure, t, signed=True) for size in (one.atlas, one.size)]
        half = "± " + number(one.half, figure, t, signed=True).lstrip("+")
        rules, name = rules_of(atlas, one.effect, t), figure_name(atlas.game, figure, t)
        table.add_row(rules, name, *sizes, half, style="bold" if one.clear else "")
    return table
