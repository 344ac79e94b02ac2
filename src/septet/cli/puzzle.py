"""`septet puzzle`: puzzles in this terminal, for programs, and made anew."""

import argparse
import random
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from septet.bots.engine import COMPILES
from septet.cli import OK, BadInput
from septet.cli.places import place, told_in_words
from septet.games.errors import Refusal
from septet.i18n import Words
from septet.puzzles import shelf
from septet.puzzles.judging import go
from septet.puzzles.puzzle import KINDS, Going, Puzzle, Step
from septet.terminal.puzzles import PuzzleSession, as_json

MAKE, ALL = "make", "all"


def run(args: argparse.Namespace, t: Words) -> int:
    if args.game == MAKE:
        return _make(args, t)
    puzzles = _wanted(args, t)
    if args.json:
        return _for_programs(next(puzzles), t)
    with suppress(ImportError):
        import_module("readline")  # the line that is typed can then be edited
    console = Console(no_color=args.plain or None, highlight=False)
    solved, tried = PuzzleSession(t, console).run(puzzles)
    if tried:
        console.print(t("puzzle.cli.end", n=tried, solved=solved))
    return OK


def _wanted(args: argparse.Namespace, t: Words) -> Iterator[Puzzle]:
    """The one of this name, or those of a game in an order that the seed says."""
    if args.id:
        found = shelf.find(args.id)
        if found is None or found.game != args.game:
            raise BadInput(t("puzzle.cli.no_such", id=args.id))
        return iter([found])
    kinds = [kind for kind in KINDS if KINDS[kind].game == args.game]
    if args.kind:
        if args.kind not in kinds:
            raise BadInput(t("puzzle.cli.no_kind", kind=args.kind, kinds=", ".join(kinds)))
        kinds = [args.kind]
    puzzles = [puzzle for kind in kinds for puzzle in shelf.shelf(kind)]
    random.Random(args.seed).shuffle(puzzles)
    return iter(puzzles)


def _for_programs(puzzle: Puzzle, t: Words) -> int:
    """A line of JSON about the position; then each line that is read is a step, and is answered with a line."""
    print(as_json(puzzle).decode(), flush=True)
    steps: list[Step] = []
    for line in sys.stdin:
        try:
            step = msgspec.json.decode(line, type=Step)
            going: Going = go(puzzle, [*steps, step])
        except msgspec.MsgspecError:
            print(msgspec.json.encode({"error": t("puzzle.cli.no_step")}).decode(), flush=True)
            continue
        except Refusal as refusal:
            print(msgspec.json.encode({"error": t.refusal(refusal), "code": refusal.code}).decode(), flush=True)
            continue
        steps = list(going.steps)
        print(as_json(puzzle, going).decode(), flush=True)
        if going.status != "open":
            break
    return OK


def _make(args: argparse.Namespace, t: Words) -> int:
    """So many puzzles of a kind, or of each; told with the time that it took."""
    if args.kind not in {None, ALL, *KINDS}:
        raise BadInput(t("puzzle.cli.no_kind", kind=args.kind, kinds=", ".join((ALL, *KINDS))))
    if args.count < 1:
        raise BadInput(t("puzzle.cli.count", count=args.count))
    if not COMPILES:
        raise BadInput(t("puzzle.cli.compiles"))
    from septet.puzzles.stock import Stock  # what makes puzzles takes a while to load

    kinds = tuple(KINDS) if args.kind in {None, ALL} else (args.kind,)
    on = place(args, t)
    began = time.monotonic()
    stock = Stock(Path(args.out), kinds, args.seed or "", args.count)
    columns = TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn()
    bars = Progress(*columns, console=Console(stderr=True), transient=True)
    with told_in_words("puzzle.cli.failed_to_make", t), bars as progress:
        bar = progress.add_task(t("puzzle.cli.making"), total=1.0)
        stock.make(on, lambda done: progress.update(bar, completed=done))
    seconds = round(time.monotonic() - began)
    print(t("puzzle.cli.made", n=args.count * len(kinds), folder=args.out, seconds=seconds))
    return OK
