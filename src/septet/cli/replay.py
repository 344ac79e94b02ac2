"""`septet replay`: a record told move by move, drawn at one moment, or written in another form."""

import argparse
import sys
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console

from septet.bots.setgame.skill import LEVELS
from septet.cli import OK, BadInput, printable
from septet.cli.files import read_record, read_story
from septet.games.game import TableMove, Timeout, tag_of
from septet.games.log import Entry
from septet.games.setgame import compact
from septet.i18n import Words
from septet.images import NoSheet, png, svg
from septet.study import replay
from septet.study.finding import finds
from septet.study.replay import WRITTEN, Story
from septet.terminal.play import SCREENS, Screen, result_of


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
    story = read_story(args.record, t)
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
    elif args.sets:
        _finds(story, args, t)
    elif args.json:
        print(msgspec.json.format(msgspec.json.encode(_rows(story, moment))).decode())
    elif args.step:
        _step(story, args, t)
    elif args.at is not None:
        _draw(story, moment, args, t)
    else:
        _tell(story, args, t)
    return OK


def _image(story: Story, moment: int, args: argparse.Namespace, t: Words) -> str:
    """The table as a picture, as whoever is to move saw it or as is asked for."""
    state, seats, looks = story.tables[moment].state, len(story.scores(moment)), _seat(story, args, t)
    looks = next(iter(story.game.to_move(state)), 0) if looks is None else looks
    views = [story.game.view(state, seat) for seat in (range(seats) if args.all else (min(looks, seats - 1),))]
    theme = "dark" if args.dark else "light"
    try:
        return svg(story.game, views, story.names, language=t.language, theme=theme)
    except NoSheet as error:
        raise BadInput(str(error)) from None


def _seat(story: Story, args: argparse.Namespace, t: Words) -> int | None:
    """Whose point of view is asked for, if anybody's."""
    seats = len(story.sitters)
    if args.seat is not None and not 1 <= args.seat <= seats:
        raise BadInput(t("replay.no_seat", seat=args.seat, seats=seats))
    return None if args.seat is None else int(args.seat) - 1


def _draw(story: Story, moment: int, args: argparse.Namespace, t: Words) -> None:
    """The table as the seat to move sees it, or as is asked for; with all hands open, as each seat does."""
    state, seat = story.tables[moment].state, _seat(story, args, t)
    seat = next(iter(story.game.to_move(state)), 0) if seat is None else seat
    console, screen = Console(highlight=False), _screen(story, t)
    if screen is None:
        print("\n".join(story.game.notation.picture(state)))
        return
    seats = range(len(story.scores(moment)))
    for one in seats if args.all else (min(seat, seats[-1]),):
        console.print(screen.board(story.game.view(state, one)))


def _screen(story: Story, t: Words) -> Screen | None:
    """How a terminal shows this game; a game without a screen is told in its own notation."""
    drawn = SCREENS.get(story.game.family)
    return drawn(story.game, story.names, t) if drawn else None


def _said(story: Story, entry: Entry[Any]) -> str:
    move = entry.move
    return tag_of(move) if isinstance(move, TableMove | Timeout) else str(story.game.notation.say(move))


def _rows(story: Story, moment: int) -> list[dict[str, Any]]:
    told = [replay.told(story, number, None) for number in range(1, moment + 1)]
    return [
        {
            "number": one.number,
            "seat": one.entry.seat,
            "move": _said(story, one.entry),
            "at": one.entry.at,
            "gained": one.gained,
            "scores": story.scores(one.number),
            "undone": one.undone,
        }
        for one in told
    ]


def _tell(story: Story, args: argparse.Namespace, t: Words) -> None:
    """Every move, as whoever made it saw it or as is asked for, with what it brought; and how the game ended."""
    console = Console(highlight=False)
    for number in range(1, story.length + 1):
        console.print(_sentence(story, number, args, t), soft_wrap=True)
    if outcome := story.outcome(story.length):
        console.print(f"\n{result_of(story.game, outcome, story.names, t)}", soft_wrap=True)
    if story.source == "text":
        print(t("replay.unvouched"), file=sys.stderr)


def _sentence(story: Story, number: int, args: argparse.Namespace, t: Words) -> str:
    """A move in words, with its number."""
    screen, seat, entry = _screen(story, t), _seat(story, args, t), story.entries[number - 1]
    one = replay.told(story, number, seat, opened=seat is None)
    name = story.names[entry.seat] if entry.seat is not None else t("replay.table")
    if not isinstance(entry.move, TableMove) and (one.last or not isinstance(entry.move, Timeout)):
        text = screen.tell(one.last) if screen else f"{name}: {_said(story, entry)}"
    else:
        text = t(f"table_move.{tag_of(entry.move)}", name=name)
    back = f" {t('replay.undone')}" if one.undone else ""
    return f"{number:>4}  {text}{back}"


def _step(story: Story, args: argparse.Namespace, t: Words) -> None:
    """One moment after the other, as whoever looks wants: on, back, or to a number."""
    at, console = args.at or 0, Console(highlight=False)
    while True:
        console.rule(f"{at}/{story.length}")
        _draw(story, at, args, t)
        if at:
            console.print(_sentence(story, at, args, t), soft_wrap=True)
        try:
            typed = input(f"{t('replay.step')} > ").strip().lower()
        except EOFError:
            return
        if typed == "q":
            return
        wanted = int(typed) if typed.isdecimal() else at + {"": 1, "+": 1, "-": -1}.get(typed, 0)
        if typed not in ("", "+", "-") and not typed.isdecimal():
            print(t("replay.step.unknown", typed=printable(typed)))
        at = max(0, min(wanted, story.length))


def _finds(story: Story, args: argparse.Namespace, t: Words) -> None:
    """Every set that lay there: since when, who took it, and how long people look for it."""
    found = finds(story, story.length + 1, None)
    if args.json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
        return
    if not found:
        raise BadInput(t("replay.no_sets", file=args.record))
    for one in found:
        levels = ", ".join(
            f"{t(f'bot.{name}')} {ms / 1_000:.1f} s" for name, ms in zip(LEVELS, one.levels, strict=True)
        )
        how = "by" if one.by is not None else "taken" if one.taken else "gone" if one.last else "lies"
        name = story.names[one.by] if one.by is not None else ""
        lay = "" if one.lay is None else f" ({one.lay / 1_000:.1f} s)"
        print(f"{one.first:>4}  {' '.join(one.cards)}  {t(f'replay.set.{how}', name=name)}{lay}  [{levels}]")
