"""What all long work of `septet lab` shares: a file in which it is kept, a bar with the time left, faults in words."""

import argparse
import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from platformdirs import user_cache_path
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from septet.background.running import Cluster
from septet.cli import BadInput
from septet.cli.bots import made_ready
from septet.cli.places import place, told_in_words
from septet.i18n import Words
from septet.lab.kept import OtherStudy


class Playing(NamedTuple):
    """Where it is kept, where it is done, and who hears how far it is."""

    path: Path
    on: int | Cluster
    progress: Progress
    on_progress: Callable[[int, int], None]


@contextmanager
def playing(args: argparse.Namespace, task: Any, deals: int, t: Words, kind: str = "") -> Iterator[Playing]:
    """Play so many deals of a task; cut off, the same command goes on where it was."""
    name = kind + hashlib.sha256(msgspec.json.encode(task)).hexdigest()[:16]
    path = Path(args.keep) if args.keep else user_cache_path("septet", appauthor=False) / "lab" / f"{name}.jsonl"
    console = Console(stderr=True)
    made_ready(task.game, task.bots, t, console)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    on = place(args, t)
    try:
        with told_in_words("lab.failed", t), Progress(*columns, console=console, transient=True) as progress:
            bar = progress.add_task(t(f"game.{task.game}"), total=deals)
            yield Playing(path, on, progress, lambda done, of: progress.update(bar, completed=done, total=of))
    except OtherStudy:
        raise BadInput(t("lab.other_study", file=path)) from None
