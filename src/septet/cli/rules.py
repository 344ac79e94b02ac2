"""`septet rules`: the rule book of a game, or its options."""

import argparse
import os
import sys

import msgspec
from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table

from septet.cli import OK
from septet.games import GAMES
from septet.games.options import choices, say
from septet.i18n import Words
from septet.i18n.books import rule_book
from septet.i18n.houserules import option_value


def run(args: argparse.Namespace, t: Words) -> int:
    if args.options:
        _options(args, t)
        return OK
    game = GAMES[args.game]
    book = rule_book(type(game), game.book, t.language)
    if args.json:
        print(msgspec.json.encode({"game": args.game, "language": t.language, "markdown": book}).decode())
    elif sys.stdout.isatty():
        os.environ.setdefault("LESS", "-FRX")
        console = Console()
        with console.pager(styles=True):
            console.print(Markdown(book), width=min(console.width, 100))
    else:
        print(book, end="")
    return OK


def _options(args: argparse.Namespace, t: Words) -> None:
    family = GAMES[args.game].family
    known = choices(GAMES[args.game].Options).values()
    if args.json:
        rows = [{**msgspec.to_builtins(one), "about": t(f"{family}.option.{one.name}")} for one in known]
        print(msgspec.json.format(msgspec.json.encode(rows)).decode())
        return
    table = Table(t("options.name"), t("options.values"), t("options.about"), show_edge=False, pad_edge=False)
    for one in known:
        values = "\n".join(_value(t, family, one.name, say(value)) for value in one.values)
        values = values or f"{one.default} ({one.low}–{one.high})"
        table.add_row(one.name, values, t(f"{family}.option.{one.name}"), end_section=True)
    Console(highlight=False).print(table)


def _value(t: Words, family: str, option: str, value: str) -> str:
    """A value as it is typed, and what it means."""
    return t("option.chosen", name=value, value=option_value(t, family, option, value))
