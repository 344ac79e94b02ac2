"""`septet review`: a game looked at again, with what each choice was worth and what was overlooked."""

import argparse
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from septet.cli import OK, BadInput
from septet.cli.files import read_bytes, read_story
from septet.i18n import Words
from septet.review.counted import is_counted, review
from septet.review.saying import sentences
from septet.study.replay import Story


def run(args: argparse.Namespace, t: Words) -> int:
    story = read_story(args.record, t)
    if not story.entries:
        raise BadInput(t("review.no_moves", file=args.record))
    if args.playouts is not None and args.playouts < 1:
        raise BadInput(t("review.no_playouts", playouts=args.playouts))
    found: Any = review(story, seed=args.seed) if is_counted(story) else _valued(story, args, t)
    if args.json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
        return OK
    console = Console(highlight=False, markup=False)
    for line in sentences(found, story.names, t):
        console.print(line, soft_wrap=True)
    return OK


def _valued(story: Story, args: argparse.Namespace, t: Words) -> Any:
    """By playouts, on all cores: this takes a while, and says how far it is."""
    if find_spec("septet.review.chunks") is None or find_spec("septet.background") is None:
        raise BadInput(t("review.not_yet", file=args.record, game=t(f"game.{story.game.name}")))
    chunks, background = import_module("septet.review.chunks"), import_module("septet.background.running")
    record = read_bytes(args.record, t)
    planned = chunks.plan(record, args.seed, args.playouts)
    columns = TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task(t(f"game.{story.game.name}"), total=1.0)
        results = background.run(planned, progress=lambda done: progress.update(bar, completed=done))
    return chunks.assemble(record, planned, results)
