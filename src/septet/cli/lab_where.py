"""`septet lab GAME --where RULE`: the smallest position in which two readings of a rule differ, as Markdown."""

import argparse
import base64
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from septet.background.running import On, run
from septet.bots.engine import COMPILES
from septet.cli import OK, BadInput
from septet.cli.places import place, told_in_words
from septet.games import GAMES
from septet.games.errors import BadOption
from septet.games.options import choices, heard_value, say
from septet.i18n import Words
from septet.i18n.houserules import option_name, option_value
from septet.images import svg
from septet.lab.report import whole_page
from septet.lab.telling import localised
from septet.lab.where import TOGETHER, TOLD, Reading, Where, added_up, chunk, readings, rulings, written
from septet.lab.where_rare import TOGETHER as RARE_TOGETHER
from septet.lab.where_rare import chunk as rare_chunk
from septet.lab.where_rare import with_rare

ALL = "all"
FEWEST, USUAL, MOST = TOGETHER, 100, 100_000
RARE, STEP = 20_000, 4 * RARE_TOGETHER  # games of the twins, and so many at once


def show(args: argparse.Namespace, t: Words) -> int:
    """Look through games for each reading that was asked for."""
    games = USUAL if args.games is None else args.games
    if not FEWEST <= games <= MOST:
        raise BadInput(t("lab.games", games=games, fewest=FEWEST, most=MOST))
    asked, on = _asked(args, t), place(args, t)
    found = []
    columns = TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task(t(f"game.{args.game}"), total=float(len(asked)))
        for at, reading in enumerate(asked):
            with told_in_words("lab.failed", t):
                found.append(
                    _found(
                        reading,
                        args.seed or "septet",
                        games,
                        on,
                        lambda done, at=at: progress.update(bar, completed=at + done),  # type: ignore[misc]
                    )
                )
            progress.update(bar, completed=at + 1)
    if args.html:
        _write(args.html, gallery(args.game, found, t), t)
    if args.json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
    else:
        print("\n".join(line for one in found for line in told(one, t)))
    return OK


def _found(reading: Reading, seed: str, games: int, on: On, progress: Callable[[float], None]) -> Where:
    """What some games have to show; where that is nothing, the twins look through thousands."""
    chunks = [chunk(reading, seed, start) for start in range(0, games, TOGETHER)]
    found = added_up(reading, run(chunks, on=on, progress=progress))
    results: list[bytes] = []
    for start in range(0, RARE, STEP):
        if found.spot or found.dealt or not COMPILES:
            break
        results += run([rare_chunk(reading, seed, at) for at in range(start, start + STEP, RARE_TOGETHER)], on=on)
        found = with_rare(found, results)
    return found


def _write(file: str, text: str, t: Words) -> None:
    try:
        Path(file).write_text(text, "utf-8", newline="")
    except OSError as error:
        raise BadInput(t("lab.cannot_write", file=file, why=error.strerror or error)) from None


def _asked(args: argparse.Namespace, t: Words) -> list[Reading]:
    if args.game not in TOLD:
        raise BadInput(t("lab.where.games", game=args.game, games=", ".join(TOLD)))
    known = rulings(args.game)
    found: list[Reading] = []
    for text in args.where:
        name, sign, word = (part.strip() for part in text.partition("="))
        if name != ALL and name not in known:
            raise BadInput(t("lab.where.no_ruling", option=name, rulings=", ".join(known)))
        here = [one for option in (known if name == ALL else [name]) for one in readings(args.game, option)]
        if sign:
            wanted = heard_value(GAMES[args.game].Options, name, word) if name != ALL else None
            here = [one for one in here if one.value == wanted]
            if not here:
                values = choices(GAMES[args.game].Options)[name].range_text() if name != ALL else ""
                raise BadOption("bad_value", name=name, value=word, values=values)
        found += [one for one in here if one not in found]
    return found


def told(found: Where, t: Words) -> list[str]:
    """A heading, what was seen, and the picture as `septet check` plays it."""
    lines = [f"## {title(found.reading, t)}", ""]
    for sentence in _sentences(found, t):
        lines += [sentence, ""]
    for caption, block in _blocks(found, t):
        lines += [*([caption, ""] if caption else []), f"```{found.reading.game}", *block, "```", ""]
    return lines


def title(reading: Reading, t: Words) -> str:
    """The question that a reading answers in another way."""
    family = GAMES[reading.game].family
    usual, other = (option_value(t, family, reading.option, say(one)) for one in (reading.usual, reading.value))
    return t("lab.where.title", rule=option_name(t, family, reading.option), usual=usual, other=other)


def _sentences(found: Where, t: Words) -> list[str]:
    """How often it comes up, and what it is worth."""
    if found.dealt:
        return [t("lab.where.dealt", dealt=found.dealt, games=found.games)]
    lines = []
    if found.positions:
        per = localised(f"{found.positions / found.games:.2f}", t)
        lines.append(t("lab.where.found", with_it=found.with_it, games=found.games, per=per))
    elif not found.far:
        lines.append(t("lab.where.none", games=found.games))
    if found.far:
        key = "lab.where.rare" if found.far_with else "lab.where.never"
        lines.append(t(key, with_it=found.far_with, games=found.far))
    if found.worth:
        alone = GAMES[found.reading.game].seats.start == 1
        parts = (found.worth.value, found.worth.low, found.worth.high)
        value, low, high = (localised(f"{part if alone else 100 * part:+.1f}", t) for part in parts)
        lines.append(t("lab.where.points" if alone else "lab.where.worth", value=value, low=low, high=high))
    return [" ".join(lines)]


def _blocks(found: Where, t: Words) -> list[tuple[str, list[str]]]:
    """The position, or what lies there after the deal by each reading."""
    if found.spot:
        return [("", written(found.reading, found.spot))]
    keys = ("lab.where.deal", "lab.where.deal_again")
    return [(t(key), [line]) for key, line in zip(keys, found.deals, strict=False)]


def gallery(name: str, some: Sequence[Where], t: Words) -> str:
    """All of them as one page with drawn positions; it fetches nothing, and runs no script."""
    game = GAMES[name]
    heading = escape(t("lab.where.gallery", game=t(f"game.{name}")))
    parts = []
    for found in some:
        parts.append(f"<section>\n<h2>{escape(title(found.reading, t))}</h2>\n")
        parts += [f"<p>{escape(sentence)}</p>\n" for sentence in _sentences(found, t)]
        for caption, lines in _blocks(found, t):
            drawing = [line for line in lines if not line.startswith("{")]
            state = game.notation.parse(found.reading.options()[0], drawing)
            view = game.view(state, next(iter(sorted(game.to_move(state))), 0))
            parts += [f"<p>{escape(caption)}</p>\n"] if caption else []
            image = base64.b64encode(svg(game, [view], language=t.language).encode()).decode()
            about = escape("; ".join(drawing))
            parts.append(f'<p><img class="position" alt="{about}" src="data:image/svg+xml;base64,{image}"></p>\n')
            tries = [line for line in lines if line.startswith("{")]
            parts += [f"<pre><code>{escape(chr(10).join(tries))}</code></pre>\n"] if tries else []
        parts.append("</section>\n")
    return whole_page(heading, f'<article class="study-report">\n{"".join(parts)}</article>', t)
