"""`septet lab GAME --atlas FILE`: every reading of a game's rules, and any two together, on the same deals."""

import argparse
from pathlib import Path

import msgspec
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from septet.cli import OK, BadInput
from septet.cli.bots import seated
from septet.cli.lab_playing import playing
from septet.i18n import Words
from septet.lab.atlas import TOGETHER, AtlasTask, atlas
from septet.lab.atlas_file import GAMES_WITH_ATLAS, Atlas, RuleEffect
from septet.lab.figures import Figure
from septet.lab.telling import chosen, figure_name, number
from septet.lab.twins import BOTS_OF_TWINS, played_by_twin

FEWEST, USUAL, MOST = 2 * TOGETHER, 10_000, 1_000_000
SHOWN = 10  # effects


def chart(args: argparse.Namespace, t: Words) -> int:
    """Play the deals, write the file, and show what is largest."""
    if args.game not in GAMES_WITH_ATLAS:
        raise BadInput(t("lab.atlas.games", game=args.game, games=", ".join(GAMES_WITH_ATLAS)))
    bots = seated(args.game, args.bots, "greedy", t)
    if not played_by_twin(args.game, bots):
        raise BadInput(t("lab.atlas.bots", bots=", ".join(bots), known=", ".join(BOTS_OF_TWINS)))
    deals = USUAL if args.games is None else args.games
    if not FEWEST <= deals <= MOST or deals % TOGETHER:
        raise BadInput(t("lab.atlas.hundreds", games=deals, fewest=FEWEST, most=MOST))
    task = AtlasTask(game=args.game, bots=bots, seed=args.seed or "septet")
    found = _played(args, task, deals, t)
    try:
        Path(args.atlas).write_bytes(msgspec.json.encode(found) + b"\n")
    except OSError as error:
        raise BadInput(t("lab.cannot_write", file=args.atlas, why=error.strerror or error)) from None
    if args.json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
    else:
        _show(found, t)
    return OK


def _played(args: argparse.Namespace, task: AtlasTask, deals: int, t: Words) -> Atlas:
    with playing(args, task, deals, t, "atlas-") as (path, on, _, on_progress):
        return atlas(task, deals, path=path, jobs=on, on_progress=on_progress)


def _show(found: Atlas, t: Words) -> None:
    console = Console(highlight=False)
    console.print(t("lab.atlas.title", n=found.deals, sets=len(found.sets), game=t(f"game.{found.game}")))
    for single, head in ((True, "lab.atlas.alone"), (False, "lab.atlas.together")):
        table = Table(title=t(head), title_justify="left", box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
        table.add_column(t("lab.atlas.rule"))
        table.add_column(t("lab.per_game"))
        for column in ("lab.difference", "lab.atlas.about"):
            table.add_column(t(column), justify="right", no_wrap=True)
        for one, at in found.largest(SHOWN, single=single):
            figure = Figure(found.figures[at], found.parts[at])
            size, half = one.sizes[at], one.halves[at]
            told = number(size, figure, t, signed=True), "± " + number(half, figure, t, signed=True).lstrip("+")
            table.add_row(rules_of(found, one.effect, t), figure_name(found.game, figure, t), *told)
        console.print(table)
    console.print(t("lab.atlas.explained"))


def rules_of(found: Atlas, effect: RuleEffect, t: Words) -> str:
    """The readings that make an effect."""
    rules = [(effect.rule, effect.value)]
    if effect.other_rule is not None and effect.other_value is not None:
        rules.append((effect.other_rule, effect.other_value))
    factors = [(found.factors[rule], value) for rule, value in rules]
    return " + ".join(chosen(found.game, factor.option, factor.values[value], t) for factor, value in factors)
