"""`septet replay`: a record told move by move, drawn at one moment, or written in another form."""

import argparse
import re
from io import StringIO
from typing import Any

import msgspec
from rich.console import Console

from septet.cli import OK, BadInput, printable
from septet.cli.files import read_bytes, read_record
from septet.games.errors import BadText
from septet.games.game import Game, TableMove, Timeout, tag_of
from septet.games.log import Log
from septet.games.sep import sepn
from septet.games.sepmosa import record as sepmosa
from septet.games.setgame import compact
from septet.i18n import Words
from septet.terminal.play import SCREENS

WRITTEN: dict[str, Any] = {"sep": sepn, "sepmosa": sepmosa}  # the records that people read and write, by family


class Story(msgspec.Struct):
    """A game from its first state on, whatever kind of record told it."""

    game: Game[Any, Any, Any]
    names: list[str]
    states: list[Any]
    moves: list[tuple[int | None, Any]]


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
    moment = len(story.moves) if args.at is None else args.at
    if not 0 <= moment <= len(story.moves):
        raise BadInput(t("replay.no_moment", at=moment, most=len(story.moves)))
    if args.picture:
        print(f"```{story.game.name}")
        print("\n".join(story.game.notation.picture(story.states[moment])))
        print("```")
    elif args.svg:
        print(_svg(story, moment, t))
    elif args.json:
        print(msgspec.json.format(msgspec.json.encode(_rows(story, moment))).decode())
    else:
        _tell(story, moment, t, drawn=args.at is not None)
    return OK


def _svg(story: Story, moment: int, t: Words) -> str:
    """The table as a vector picture that needs no font of its own."""
    console = Console(record=True, width=80, file=StringIO(), highlight=False)
    _draw(console, story, moment, t)
    svg = console.export_svg(title=t(f"game.{story.game.name}"), unique_id="septet")
    return re.sub(r"@font-face \{.*?\}\s*|<!--.*?-->\s*", "", svg, flags=re.DOTALL)


def _draw(console: Console, story: Story, moment: int, t: Words) -> None:
    """The table as the seat to move sees it."""
    state = story.states[moment]
    seat = next(iter(story.game.to_move(state)), 0)
    console.print(SCREENS[story.game.family](story.game, story.names, t).board(story.game.view(state, seat)))


def _story(name: str, t: Words) -> Story:
    """A record of any game, or SEPN."""
    if read_bytes(name, t).lstrip()[:1] == b"[":
        return _from_sepn(name, t)
    log = read_record(name, t)
    return Story(log.game, log.names, *_standing(log))


def _standing(log: Log) -> tuple[list[Any], list[tuple[int | None, Any]]]:
    line = log.line()
    states = [log.tables[0].state, *(log.tables[number + 1].state for number in line)]
    return states, [(log.entries[number].seat, log.entries[number].move) for number in line]


def _from_sepn(name: str, t: Words) -> Story:
    try:
        text = read_bytes(name, t).decode(errors="replace")
        played = WRITTEN["sepmosa" if '[Game "SEPMOSA"]' in text else "sep"].read(text)
    except BadText as error:
        raise BadInput(t("file.bad", file=name, why=error)) from None
    seats = played.game.seats.start
    names = [printable(played.tags.get(letter, letter)) for letter in "AB"[:seats]]
    states = [played.first, *(step.state for step in played.steps)]
    return Story(played.game, names, states, [(step.seat, step.move) for step in played.steps])


def _rows(story: Story, moment: int) -> list[dict[str, Any]]:
    game = story.game
    return [
        {
            "number": number,
            "seat": seat,
            "move": tag_of(move) if isinstance(move, TableMove | Timeout) else game.notation.say(move),
            "scores": game.scores(state),
        }
        for number, ((seat, move), state) in enumerate(
            zip(story.moves[:moment], story.states[1:], strict=False), start=1
        )
    ]


def _tell(story: Story, moment: int, t: Words, drawn: bool) -> None:
    console = Console(highlight=False)
    if drawn:
        _draw(console, story, moment, t)
        return
    screen = SCREENS[story.game.family](story.game, story.names, t)
    for number, ((seat, move), state) in enumerate(zip(story.moves, story.states[1:], strict=True), start=1):
        last = story.game.view(state, seat).last
        if not isinstance(move, TableMove) and (last or not isinstance(move, Timeout)):
            told = screen.tell(last)
        else:
            name = story.names[seat] if seat is not None else t("replay.table")
            told = t(f"table_move.{tag_of(move)}", name=name)
        console.print(f"{number:>4}  {told}", soft_wrap=True)
