"""`septet play`: a game in this terminal, against a bot or with two people."""

import argparse
import os
import shlex
import sys
from contextlib import suppress
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

from rich.console import Console

from septet.bots.own import bot_name, is_own
from septet.cli import INTERRUPTED, OK, BadInput
from septet.cli.bots import checked
from septet.cli.files import data_folder, read_record
from septet.games import GAMES
from septet.games.chance import new_seed, seed_from
from septet.games.errors import BadRecord
from septet.games.log import Log, Sitter, read
from septet.games.options import heard
from septet.i18n import Words
from septet.terminal.play import PLAYED_HERE, Quit, TerminalSession

DEFAULT_BOT = "greedy"
MOST_LETTERS = 24


def run(args: argparse.Namespace, t: Words) -> int:
    folder = data_folder(args.data) / "games"
    bot = None
    if args.resume is not None:
        log, file = _resumed(args, folder, t)
        bot = _opponent(log, args.bot, t)
    else:
        log, file = _dealt(args, t), _new_file(folder, args.game or "")
    console = Console(no_color=args.plain or None, highlight=False)
    session = TerminalSession(log, file, t, console, confirm=args.confirm, bot=bot)
    with suppress(ImportError):
        import_module("readline")  # the line that is typed can then be edited
    try:
        session.run()
    except (Quit, KeyboardInterrupt) as reason:
        console.print("\n" + t("play.saved", file=str(file), command=_go_on(args)), soft_wrap=True)
        return OK if isinstance(reason, Quit) else INTERRUPTED
    return OK


def _go_on(args: argparse.Namespace) -> str:
    """What to type to go on with this game."""
    return shlex.join(["septet", "play", "--resume", *(["--data", args.data] if args.data else [])])


def _opponent(log: Log, given: str | None, t: Words) -> str | None:
    """Who plays on for the bot of a record: another one, if it was named. A record alone loads nobody's file."""
    bots = [sitter.bot for sitter in log.header.seats if sitter.bot]
    if given is None:
        for bot in bots:
            if is_own(bot):
                raise BadInput(t("play.bring_bot", bot=bot))
            checked(log.game.name, bot, t)
        return None
    if not bots:
        raise BadInput(t("play.no_bot_there"))
    return checked(log.game.name, given, t)


def _dealt(args: argparse.Namespace, t: Words) -> Log:
    if args.game is None:
        raise BadInput(t("play.which_game", games=", ".join(GAMES)))
    if args.game not in PLAYED_HERE:
        raise BadInput(t("play.not_here", game=args.game, games=", ".join(PLAYED_HERE)))
    game = GAMES[args.game]
    me = args.name or t("play.you")
    if len(me) > MOST_LETTERS or not me.isprintable():
        raise BadInput(t("play.bad_name", name=repr(me)))
    if game.seats.start == 1:
        if args.two or args.bot:
            raise BadInput(t("play.alone", game=args.game))
        sitters = [Sitter(me)]
    elif args.two:
        if args.bot:
            raise BadInput(t("play.bot_or_two"))
        sitters = [Sitter(t("play.player", n=1)), Sitter(t("play.player", n=2))]
    else:
        bot = checked(args.game, args.bot or DEFAULT_BOT, t)
        sitters = [Sitter(me), Sitter(bot_name(bot, t), bot)]
    options = heard(game.Options, args.options)
    seed = seed_from(args.seed) if args.seed else new_seed()
    return Log.new(game, options, tuple(sitters), seed, datetime.now(UTC).isoformat(timespec="seconds"))


def _new_file(folder: Path, game: str) -> Path:
    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    file, again = folder / f"{stamp}-{game}.jsonl", 1
    while file.exists():
        again += 1
        file = folder / f"{stamp}-{game}-{again}.jsonl"
    return file


def _resumed(args: argparse.Namespace, folder: Path, t: Words) -> tuple[Log, Path]:
    """The game that was named, or the newest one that is not over; it goes on as it was dealt."""
    if args.two or args.name or args.options or args.seed:
        raise BadInput(t("play.as_it_was"))
    if args.resume:
        file = Path(args.resume)
        if not file.exists() and (folder / args.resume).exists():
            file = folder / args.resume
        log = read_record(str(file), t)
        if log.outcome:
            raise BadInput(t("play.is_over", file=str(file)))
        return log, file
    for file in sorted(folder.glob("*.jsonl"), key=os.path.getmtime, reverse=True):
        try:
            log = read(file.read_bytes())
        except BadRecord as error:
            print(t("file.bad", file=str(file), why=error), file=sys.stderr)
            continue
        if not log.outcome and args.game in {None, log.game.name}:
            return log, file
    raise BadInput(t("play.nothing_to_resume", folder=str(folder)))
