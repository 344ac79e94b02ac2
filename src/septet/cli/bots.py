"""`septet bots`: who there is to play against, and how strong they were measured to be."""

import argparse

import msgspec
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from septet.bots import BOTS, engines, lent, prepare
from septet.bots.asked import CannotSit, asked
from septet.cli import OK, BadInput
from septet.games import GAMES
from septet.i18n import Words
from septet.lab.arena import in_pairs
from septet.lab.ratings import MEASURED, Standing, read


class ListedBot(msgspec.Struct, frozen=True):
    """A bot as a program reads it."""

    game: str
    bot: str
    name: str
    about: str
    rating: Standing | None


def run(args: argparse.Namespace, t: Words) -> int:
    games = [args.game] if args.game else [game for game in GAMES if game in BOTS]
    measured = read(MEASURED)
    listed = [
        ListedBot(game, bot, t(f"bot.{bot}"), _about(game, bot, t), measured.get(game, {}).get(bot))
        for game in games
        for bot in lent(game)
    ]
    if args.json:
        print(msgspec.json.format(msgspec.json.encode(listed)).decode())
        return OK
    console = Console(highlight=False)
    for game in games:
        alone = not in_pairs(game)
        table = Table(title=t(f"game.{game}"), title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
        table.add_column(t("bots.bot"), no_wrap=True)
        table.add_column(t("arena.points" if alone else "arena.rating"), justify="right", no_wrap=True)
        table.add_column(t("bots.about"))
        for one in listed:
            if one.game == game:
                table.add_row(one.bot, _rating(one.rating, 2 if alone else 0), one.about)
        console.print(table)
    return OK


def _about(game: str, bot: str, t: Words) -> str:
    """Its character, in the words of the game, of the family, or of all."""
    own = f"{game}.bot_about.{bot}"
    return t(own) if t.message(own) else t.of(GAMES[game].family, f"bot_about.{bot}")


def _rating(standing: Standing | None, decimals: int) -> str:
    return f"{standing.rating:.{decimals}f}" if standing else "–"


def checked(game: str, bot: str, t: Words) -> str:
    """The name of a bot, if this game has it, or if it can be loaded from somebody's own file."""
    try:
        return asked(game, bot, t)
    except CannotSit as error:
        raise BadInput(str(error)) from error


def seated(game: str, names: str | None, usual: str, t: Words) -> tuple[str, ...]:
    """The bots that are named, `A,B`, or the usual one on every seat; as many as may sit."""
    seats = GAMES[game].seats
    bots = tuple(names.split(",")) if names else (usual,) * seats.start
    for bot in bots:
        checked(game, bot, t)
    if len(bots) not in seats:
        raise BadInput(t("simulate.seats", game=game, seats=seats.start, given=len(bots)))
    return bots


def made_ready(game: str, bots: tuple[str, ...], t: Words, console: Console) -> None:
    """Wait for the compiled code of these bots, and say so."""
    if engines(game, bots):
        with console.status(t("bots.compiling")):
            prepare(game, bots)
