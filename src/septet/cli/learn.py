"""`septet learn`: lessons in this terminal."""

import argparse
from contextlib import suppress
from importlib import import_module

from rich.console import Console

from septet.cli import OK, BadInput
from septet.games import GAMES
from septet.i18n import Words
from septet.study.lessons import course
from septet.terminal.learn import LearnSession
from septet.terminal.play import SCREENS


def run(args: argparse.Namespace, t: Words) -> int:
    taught = [name for name, game in GAMES.items() if game.family in SCREENS and course(name, t.language).steps]
    if args.game not in taught:
        raise BadInput(t("learn.not_here", game=args.game, games=", ".join(taught)))
    found = course(args.game, t.language)
    if not 1 <= args.step <= len(found.steps):
        raise BadInput(t("learn.no_step", step=args.step, most=len(found.steps)))
    with suppress(ImportError):
        import_module("readline")  # the line that is typed can then be edited
    LearnSession(found, t, Console(no_color=args.plain or None, highlight=False)).run(args.step)
    return OK
