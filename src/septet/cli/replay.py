"""`septet replay`: a record told move by move, drawn at one moment, or written in another form."""

import argparse
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console

from septet.cli import OK, BadInput, printable
from septet.cli.files import read_bytes, read_record
from septet.games.errors import BadText
from septet.games.game import TableMove, Timeout, tag_of
from septet.games.log import Sitter
from septet.games.setgame import compact
from septet.i18n import Words
from septet.images import NoSheet, png, svg
from septet.study import replay
from septet.study.replay import WRITTEN, Story
from septet.terminal.play import SCREENS


def run(args: argparse.Namespace, t: Words) -> int:
    if args.sepn:
        log = read_record(args.record, t)
        if log.game.family not in WRITTEN:
            raise BadInput(t("replay.not_sep", file=args.record))
        print(WRITTEN[log.game.family].write(log), end="")
        return OK
    if args.compact:
        log = read_record(args.record, t)
        if log.game.family != "setgame":
            raise BadInput(t("replay.not_setgame", file=args.record))
        print("\n".join(compact.lines(log)))
        return OK
    story = _story(args.record, t)
    moment = story.length if args.at is None else args.at
    if not 0 <= moment <= story.length:
        raise BadInput(t("replay.no_moment", at=moment, most=story.length))
    if args.picture:
        print(f"```{story.game.name}")
        print("\n".join(story.game.notation.picture(story.tables[moment].state)))
        print("```")
    elif args.svg:
        print(_image(story, moment, args, t))
    elif args.png:
        Path(args.png).write_bytes(png(_image(story, moment, args, t)))
    elif args.json:
        print(msgspec.json.format(msgspec.json.encode(_rows(story, moment))).decode())
    else:
        _tell(story, moment, t, drawn=args.at is not None)
    return OK


def _image(story: Story, moment: int, args: argparse.Namespace, t: Words) -> str:
    """The table as a picture, as whoever is to move saw it or as is asked for."""
    state, seats = story.tables[moment].state, len(story.sitters)
    if args.seat is not None and not 1 <= args.seat <= seats:
        raise BadInput(t("replay.no_seat", seat=args.seat, seats=seats))
    looks = args.seat - 1 if args.seat is not None else next(iter(story.game.to_move(state)), 0)
    views = [story.game.view(state, seat) for seat in (range(seats) if args.all else (looks,))]
    theme = "dark" if args.dark else "light"
    try:
        return svg(story.game, views, story.names, language=t.language, theme=theme)
    except NoSheet as error:
        raise BadInput(str(error)) from None


def _draw(console: Console, story: Story, moment: int, t: Words) -> None:
    """The table as the seat to move sees it."""
    state = story.tables[moment].state
    seat = next(iter(story.game.to_move(state)), 0)
    console.print(SCREENS[story.game.family](story.game, story.names, t).board(story.game.view(state, seat)))


def _story(name: str, t: Words) -> Story:
    """A record of any game, or SEPN; with names that a terminal takes for no orders."""
    if not replay.is_text(found := read_bytes(name, t)):
        return replay.standing(replay.of_log(read_record(name, t)))
    try:
        story = replay.read(found)
    except BadText as error:
        raise BadInput(t("file.bad", file=name, why=error)) from None
    sitters = tuple(Sitter(printable(one.name)) for one in story.sitters)
    return msgspec.structs.replace(story, sitters=sitters)


def _rows(story: Story, moment: int) -> list[dict[str, Any]]:
    game = story.game
    return [
        {
            "number": number,
            "seat": entry.seat,
            "move": tag_of(entry.move)
            if isinstance(entry.move, TableMove | Timeout)
            else game.notation.say(entry.move),
            "scores": story.scores(number),
        }
        for number, entry in enumerate(story.entries[:moment], start=1)
    ]


def _tell(story: Story, moment: int, t: Words, drawn: bool) -> None:
    console = Console(highlight=False)
    if drawn:
        _draw(console, story, moment, t)
        return
    screen = SCREENS[story.game.family](story.game, story.names, t)
    for number, entry in enumerate(story.entries, start=1):
        seat, move = entry.seat, entry.move
        last = story.game.view(story.tables[number].state, seat).last
        if not isinstance(move, TableMove) and (last or not isinstance(move, Timeout)):
            told = screen.tell(last)
        else:
            name = story.names[seat] if seat is not None else t("replay.table")
            told = t(f"table_move.{tag_of(move)}", name=name)
        console.print(f"{number:>4}  {told}", soft_wrap=True)
