"""`septet review`: a game looked at again, with what each choice was worth and what was overlooked."""

import argparse
from collections.abc import Sequence

import msgspec
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from septet.background.chunks import Chunk
from septet.background.processes import ChunkFailed
from septet.background.running import run as run_chunks
from septet.cli import OK, BadInput
from septet.cli.files import read_bytes, read_story
from septet.games.errors import BadRecord
from septet.i18n import Words
from septet.review import chunks, counted
from septet.review.plot import PlotWords, svg
from septet.review.report import Decision, Review, Told, Valued
from septet.review.saying import Teller, sentences
from septet.study.replay import Story
from septet.terminal.play import SCREENS
from septet.terminal.telling import told_moves


def run(args: argparse.Namespace, t: Words) -> int:
    if args.playouts is not None and args.playouts < chunks.FEWEST:
        raise BadInput(t("review.no_playouts", playouts=args.playouts, fewest=chunks.FEWEST))
    story, record = read_story(args.record, t), read_bytes(args.record, t)
    found: Review
    try:
        planned = chunks.plan(record, args.seed, args.playouts)
        if counted.is_counted(story):  # done before a process would have started
            found = counted.review(story, seed=args.seed)
        else:
            results = _made(planned, args.jobs, t(f"game.{story.game.name}"))
            found = chunks.assemble(record, planned, results)
    except BadRecord as error:
        raise BadInput(t("file.bad", file=args.record, why=error)) from None
    except ChunkFailed as error:
        why = next(iter(error.why.splitlines()), "")
        raise BadInput(t("review.failed", file=args.record, why=why)) from None
    if args.svg:
        if not isinstance(found, Valued):
            raise BadInput(t("review.no_curve", file=args.record, game=t(f"game.{story.game.name}")))
        print(svg(found, _plot_words(found, story.names, t)), end="")
        return OK
    if args.json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
        return OK
    console = Console(highlight=False, markup=False)
    for line in sentences(found, story.names, t, _teller(story, t)):
        console.print(line, soft_wrap=True)
    return OK


def _made(planned: Sequence[Chunk], jobs: int, title: str) -> list[bytes]:
    """This takes a while, and says how far it is."""
    columns = TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task(title, total=1.0)
        return run_chunks(planned, on=jobs or None, progress=lambda done: progress.update(bar, completed=done))


def _plot_words(found: Valued, names: Sequence[str], t: Words) -> PlotWords:
    return PlotWords(
        title=t("review.plot.title", game=t(f"game.{found.game}")),
        above=t(f"review.plot.above.{found.unit}", name=names[0]),
        below=t("review.plot.below.share", name=names[1]) if found.unit == "share" else "",
        moves=t("review.plot.moves"),
        mistake=t("review.plot.mistake"),
        missed=t("review.plot.missed_win"),
    )


def _teller(story: Story, t: Words) -> Teller | None:
    """Tells moves of a decision in the words of a game at a terminal, and nothing that lay face down."""
    drawn = SCREENS.get(story.game.family)
    if drawn is None:
        return None
    screen = drawn(story.game, story.names, t)

    def tell(one: Decision, moves: Sequence[Told]) -> str:
        return told_moves(screen, story.game, story.tables[one.number - 1].state, one.seat, moves)

    return tell
